/**
 * Writes what changed to the read model, behind the writer: in batches, one at a time, each with
 * its place in the log. What changed many times meanwhile is written once. Then the core forgets
 * what is finished.
 */
import { Clock, Effect, Fiber, Latch } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import type { PendingRequests } from "./commands/PendingRequests.ts"
import * as Failpoint from "./Failpoint.ts"
import type { ReadModel } from "./ports/ReadModel.ts"
import type { Unavailable } from "./ports/Unavailable.ts"
import * as DirtyRows from "./state/DirtyRows.ts"
import * as Eviction from "./state/Eviction.ts"
import * as State from "./state/State.ts"

export interface Projector {
  /** Something changed. */
  readonly changed: () => void
  /** Waits until the read model shows everything that is durable now (contract §2, Lists). */
  readonly caughtUp: Effect.Effect<void, Unavailable>
  /** So much waits to be shown that nothing more should be taken (L10). */
  readonly isBehind: () => boolean
  /** The place in the log that is shown. */
  readonly seq: () => number
  /** It never ends but by a defect; then nothing would leave memory any more. */
  readonly ended: Effect.Effect<never>
}

const lag = {
  name: "payout_read_model_lag_entries",
  description: "Entries of the log that the read model does not show yet"
}
const waitingChanges = {
  name: "payout_read_model_changes",
  description: "Changes that wait to be shown; with 200,000 new requests are refused"
}

interface Waiter {
  readonly seq: number
  readonly shown: () => void
  readonly isGivenUp: () => boolean
}

export const make = Effect.fnUntraced(function* (
  core: State.State,
  views: ReadModel["Service"],
  waiting: PendingRequests,
  holders: Eviction.Holders
) {
  const reach = yield* Failpoint.Failpoint
  const work = yield* Latch.make(false)
  /** Open while someone waits, or while much has changed: then there is no pause. */
  const hurry = yield* Latch.make(false)
  let waiters: Array<Waiter> = []
  let shown = core.seq
  let repliesDroppedAt = 0
  const meter = yield* Metrics.make
  meter.gauge(lag, () => Math.max(0, core.seq - shown))
  meter.gauge(waitingChanges, () => DirtyRows.size(core.dirty))

  const write = Effect.gen(function* () {
    const changes = DirtyRows.take(core)
    reach("project: before the write")
    yield* views.write(changes)
    reach("project: after the write")
    shown = changes.seq
    Eviction.acknowledge(core, shown, holders)
    const done = waiters.filter(({ seq }) => seq <= shown)
    waiters = waiters.filter(({ seq }) => seq > shown)
    for (const waiter of done) waiter.shown()
  })

  const tidy = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now < repliesDroppedAt + Limits.views.repliesEveryMs) return
    repliesDroppedAt = now
    yield* views.dropReplies(now - State.replyMsMax)
  })

  const project = Effect.gen(function* () {
    yield* Latch.await(work)
    yield* Effect.raceFirst(Effect.sleep(Limits.views.pauseMs), Latch.await(hurry))
    yield* Latch.close(work)
    yield* Latch.close(hurry)
    yield* Effect.andThen(write, tidy).pipe(
      Effect.tapError((error) => Effect.logWarning("The read model waits", error)),
      Effect.retry(Limits.waitForDatabase)
    )
    if (DirtyRows.size(core.dirty) > 0) yield* Latch.open(work)
    if (waiters.length > 0) yield* Latch.open(hurry)
  })

  const fiber = yield* Effect.forkScoped(Effect.forever(project))

  const projector: Projector = {
    changed: () => {
      Latch.openUnsafe(work)
      if (DirtyRows.size(core.dirty) >= Limits.views.batchChanges) Latch.openUnsafe(hurry)
    },
    caughtUp: Effect.suspend(() =>
      core.seq <= shown
        ? Effect.void
        : waiting.wait<void, never>((resume, isGivenUp) => {
            // While the database is away nobody else takes them out.
            if (waiters.length % Limits.views.waitersSweep === 0) {
              waiters = waiters.filter((waiter) => !waiter.isGivenUp())
            }
            waiters.push({ seq: core.seq, shown: () => resume(Effect.void), isGivenUp })
            Latch.openUnsafe(work)
            Latch.openUnsafe(hurry)
          })
    ),
    isBehind: () => DirtyRows.size(core.dirty) >= Limits.views.changesMax,
    seq: () => shown,
    ended: Effect.orDie(Fiber.join(fiber))
  }
  return projector
})
