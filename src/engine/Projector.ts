/**
 * Writes changes to the read model, behind the log: one write at a time, each together with its
 * place in the log. Nothing but rare reads waits for it, so changes gather for seconds or for
 * thousands of entries, and a row that changes many times meanwhile is written once. Then finished
 * rows leave memory.
 */

import { Clock, Context, Effect, Fiber, Latch, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Metrics from "../telemetry/Metrics.ts"
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
  /** Waits until the read model shows every entry that is durable now. */
  readonly caughtUp: Effect.Effect<void, Unavailable>
  /** Whether so many changes wait that no more requests are accepted (L10). */
  readonly isBehind: () => boolean
  /** The last entry that the read model shows. */
  readonly seq: () => number
  /** How many writes took reopened rows out of the archive, counted when they begin. */
  readonly reopenings: () => number
  /** Ends with the projector's defect, as a defect: without it, nothing leaves memory. */
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

/** How far the read model is. */
interface Progress {
  waiters: Array<Waiter>
  /** The last entry that the read model shows. */
  shown: number
  reopenings: number
  repliesDroppedAt: number
}

/** How many changes wait, of each partition in this process. */
type Sizes = Set<() => number>

/** The backlogs of a process, which its partitions share: the bound is of their sum. */
export class Backlogs extends Context.Service<Backlogs, Sizes>()(
  "payouts/engine/Projector/Backlogs"
) {}

export const backlogsLayer = Layer.sync(Backlogs, (): Sizes => new Set())

const total = (backlogs: Sizes): number => {
  let sum = 0
  for (const size of backlogs) sum += size()
  return sum
}

interface Projection {
  readonly state: State.State
  readonly readModel: ReadModel["Service"]
  readonly leaving: Eviction.Leaving
  readonly reach: (point: Failpoint.Point) => void
}

/** Whether so much is not written that the pause ends. */
const isEnough = ({ dirty, seq }: State.State, shown: number): boolean =>
  seq - shown >= Limits.readModel.entriesMax ||
  dirty.deliveries.size >= Limits.readModel.deliveriesMax

/** Writes what is dirty, lets finished rows leave memory, and resumes the requests that waited. */
const write = Effect.fnUntraced(function* (
  { leaving, reach, readModel, state }: Projection,
  progress: Progress
) {
  const mayBeGentle = () => progress.waiters.length === 0 && !isEnough(state, progress.shown)
  const changes = DirtyRows.take(state)
  if (Object.values(changes.reopened).some((ids) => ids.length > 0)) progress.reopenings += 1
  reach("project: before the write")
  yield* readModel.write(changes, mayBeGentle)
  reach("project: after the write")
  const shown = changes.seq
  const written = Eviction.written(state, changes, leaving)
  yield* Slices.run(written.archived)
  // In one turn of the event loop: what is not in memory is in the tables up to `shown`.
  progress.shown = shown
  written.show()
  yield* Slices.run(written.leave)
  const done = progress.waiters.filter(({ seq }) => seq <= shown)
  progress.waiters = progress.waiters.filter(({ seq }) => seq > shown)
  for (const waiter of done) waiter.shown()
})

/** Deletes replies that are older than a day, now and then, and behind each write while many are. */
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
  leaving: Eviction.Leaving
) {
  const projection = { state, readModel, leaving, reach: yield* Failpoint.Failpoint }
  const progress: Progress = { waiters: [], shown: state.seq, reopenings: 0, repliesDroppedAt: 0 }
  const work = yield* Latch.make(false)
  /** Open while a caller waits or many entries do: then there is no pause before a write. */
  const hurry = yield* Latch.make(false)
  // One account may have all changes of the process: the bound is of their sum.
  const backlogs = yield* Backlogs
  const backlog = () => DirtyRows.size(state.dirty)
  backlogs.add(backlog)
  yield* Effect.addFinalizer(() => Effect.sync(() => backlogs.delete(backlog)))
  const meter = yield* Metrics.make
  meter.gauge(lag, () => Math.max(0, state.seq - progress.shown))
  meter.gauge(waitingChanges, () => DirtyRows.size(state.dirty))

  const project = Effect.gen(function* () {
    yield* Latch.await(work)
    yield* Effect.raceFirst(Effect.sleep(Limits.readModel.pauseMs), Latch.await(hurry))
    yield* Latch.close(work)
    yield* Latch.close(hurry)
    yield* Effect.andThen(write(projection, progress), tidy(projection, progress)).pipe(
      Effect.tapError((error) =>
        Effect.logWarning("The read model cannot be written; retrying", error)
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
      if (isEnough(state, progress.shown)) Latch.openUnsafe(hurry)
    },
    caughtUp: Effect.suspend(() =>
      state.seq <= progress.shown
        ? Effect.void
        : waiting.wait<void, never>((resume, isGivenUp) => {
            // While the database is unavailable, only this removes waiters that gave up.
            if (progress.waiters.length % Limits.readModel.waitersSweep === 0) {
              progress.waiters = progress.waiters.filter((waiter) => !waiter.isGivenUp())
            }
            progress.waiters.push({ seq: state.seq, shown: () => resume(Effect.void), isGivenUp })
            Latch.openUnsafe(work)
            Latch.openUnsafe(hurry)
          })
    ),
    isBehind: () => total(backlogs) >= Limits.readModel.changesMax,
    seq: () => progress.shown,
    reopenings: () => progress.reopenings,
    ended: Effect.orDie(Fiber.join(fiber))
  }
  return projector
})
