/**
 * The projector writes changes to the read model, behind the log. It does one write at a time, each
 * together with its position in the log. Only rare reads wait for it, so changes gather for seconds
 * or for thousands of entries. A row that changes many times in between is written once. Then
 * finished rows leave memory.
 */

import { Clock, Context, Effect, Fiber, Latch, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as Turns from "../telemetry/Turns.ts"
import type { PendingRequests } from "./commands/PendingRequests.ts"
import * as DatabaseRetry from "./ports/DatabaseRetry.ts"
import * as Failpoint from "./ports/Failpoint.ts"
import type { ReadModel } from "./ports/ReadModel.ts"
import type { Unavailable } from "./ports/Unavailable.ts"
import * as DirtyRows from "./state/DirtyRows.ts"
import * as Eviction from "./state/Eviction.ts"
import * as Slices from "./state/Slices.ts"
import * as State from "./state/State.ts"

interface Projector {
  /** Called after each applied entry. */
  readonly changed: () => void
  /** Waits until the read model has every entry that is durable now. */
  readonly caughtUp: Effect.Effect<void, Unavailable>
  /** True if so many changes wait that no more requests are accepted (L10). */
  readonly isBehind: () => boolean
  /** The last entry that the read model has. */
  readonly seq: () => number
  /** Writes that took reopened rows out of the archive, counted when they begin. */
  readonly reopenings: () => number
  /** Dies if the projector has a defect, because without the projector nothing leaves memory. */
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
  readonly resume: () => void
  readonly isGivenUp: () => boolean
}

/** The progress of the read model. */
interface Progress {
  waiters: Array<Waiter>
  /** The last entry that the read model has. */
  projectedSeq: number
  reopenings: number
  repliesDroppedAt: number
}

/** Functions that return the number of waiting changes, one per partition in this process. */
type BacklogSizes = Set<() => number>

/** The backlogs of a process, which its partitions share: their sum is bounded. */
export class Backlogs extends Context.Service<Backlogs, BacklogSizes>()(
  "payouts/engine/Projector/Backlogs"
) {}

export const backlogsLayer = Layer.sync(Backlogs, (): BacklogSizes => new Set())

const total = (backlogs: BacklogSizes): number => {
  let sum = 0
  for (const size of backlogs) sum += size()
  return sum
}

interface Projection {
  readonly state: State.State
  readonly readModel: ReadModel["Service"]
  readonly evictionRules: Eviction.EvictionRules
  readonly reach: (point: Failpoint.Point) => void
}

/** True if enough changes wait to end the pause before a write. */
const isEnough = ({ dirty, seq }: State.State, projectedSeq: number): boolean =>
  seq - projectedSeq >= Limits.readModel.entriesMax ||
  dirty.deliveries.size >= Limits.readModel.deliveriesMax

/**
 * Writes the changed rows, lets finished rows leave memory, and resumes the requests that waited.
 */
const write = Effect.fnUntraced(function* (
  { evictionRules, reach, readModel, state }: Projection,
  progress: Progress
) {
  const isBackground = () =>
    progress.waiters.length === 0 && !isEnough(state, progress.projectedSeq)
  const changes = Turns.during("tables", () => DirtyRows.take(state))
  if (Object.values(changes.reopened).some((ids) => ids.length > 0)) progress.reopenings += 1
  reach("project: before the write")
  yield* readModel.write(changes, isBackground)
  reach("project: after the write")
  const projectedSeq = changes.seq
  const followUp = Eviction.afterWrite(state, changes, evictionRules)
  yield* Slices.run(followUp.archive)
  // All in one turn of the event loop, so that each row that is not in memory is in the tables up
  // to `projectedSeq`.
  progress.projectedSeq = projectedSeq
  followUp.publish()
  yield* Slices.run(followUp.evict)
  const done = progress.waiters.filter(({ seq }) => seq <= projectedSeq)
  progress.waiters = progress.waiters.filter(({ seq }) => seq > projectedSeq)
  for (const waiter of done) waiter.resume()
})

/**
 * Deletes replies that are older than a day: now and then, and behind each write while there are
 * many.
 */
const tidy = Effect.fnUntraced(function* ({ readModel }: Projection, progress: Progress) {
  const now = yield* Clock.currentTimeMillis
  if (now < progress.repliesDroppedAt + Limits.readModel.repliesEveryMs) return
  const areMore = yield* readModel.dropReplies(now - State.replyMsMax)
  if (!areMore) progress.repliesDroppedAt = now
})

export const make = Effect.fnUntraced(function* (
  state: State.State,
  readModel: ReadModel["Service"],
  waiting: PendingRequests,
  evictionRules: Eviction.EvictionRules
) {
  const projection = { state, readModel, evictionRules, reach: yield* Failpoint.Failpoint }
  const progress: Progress = {
    waiters: [],
    projectedSeq: state.seq,
    reopenings: 0,
    repliesDroppedAt: 0
  }
  const work = yield* Latch.make(false)
  /**
   * The latch is open while a caller or many entries wait. There is no pause before a write then.
   */
  const hurry = yield* Latch.make(false)
  // One account may have all changes of the process, so their sum is bounded.
  const backlogs = yield* Backlogs
  const backlog = () => DirtyRows.size(state.dirty)
  backlogs.add(backlog)
  yield* Effect.addFinalizer(() => Effect.sync(() => backlogs.delete(backlog)))
  const meter = yield* Metrics.make
  meter.gauge(lag, () => Math.max(0, state.seq - progress.projectedSeq))
  meter.gauge(waitingChanges, () => DirtyRows.size(state.dirty))

  const project = Effect.gen(function* () {
    yield* Latch.await(work)
    yield* Effect.raceFirst(Effect.sleep(Limits.readModel.pauseMs), Latch.await(hurry))
    yield* Latch.close(work)
    yield* Latch.close(hurry)
    yield* Effect.andThen(write(projection, progress), tidy(projection, progress)).pipe(
      Effect.tapError((error) =>
        Effect.logWarning("Writing the read model failed and is retried", error)
      ),
      Effect.retry(DatabaseRetry.schedule)
    )
    if (DirtyRows.size(state.dirty) > 0) yield* Latch.open(work)
    if (progress.waiters.length > 0) yield* Latch.open(hurry)
  })

  const fiber = yield* Effect.forkScoped(Effect.forever(project))

  const projector: Projector = {
    changed: () => {
      Latch.openUnsafe(work)
      if (isEnough(state, progress.projectedSeq)) Latch.openUnsafe(hurry)
    },
    caughtUp: Effect.suspend(() =>
      state.seq <= progress.projectedSeq
        ? Effect.void
        : waiting.wait<void, never>((resume, isGivenUp) => {
            // No write resumes waiters while the database is unavailable, so those that gave up are
            // removed here.
            if (progress.waiters.length % Limits.readModel.waitersSweep === 0) {
              progress.waiters = progress.waiters.filter((waiter) => !waiter.isGivenUp())
            }
            progress.waiters.push({ seq: state.seq, resume: () => resume(Effect.void), isGivenUp })
            Latch.openUnsafe(work)
            Latch.openUnsafe(hurry)
          })
    ),
    isBehind: () => total(backlogs) >= Limits.readModel.changesMax,
    seq: () => progress.projectedSeq,
    reopenings: () => progress.reopenings,
    ended: Effect.orDie(Fiber.join(fiber))
  }
  return projector
})
