/**
 * The progress of the chain's reader for an engine: the session whose reports it takes, and the
 * moment up to which everything was reported. No funding window may close by the clock, because a
 * deposit that was sent in time may not be reported yet.
 */
import { Cause, Clock, Effect, Exit, Fiber, Semaphore } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Facts from "../../domain/incident/Facts.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import type * as Chain from "../ports/Chain.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import type * as State from "../state/State.ts"

/** The state of one engine, which starts with it. */
export interface Progress {
  /**
   * The session of the follower whose reports are taken; `undefined` if none began since the engine
   * started.
   */
  session: string | undefined
  /** The last report of a follower. */
  reach: Chain.ChainReach | undefined
  /** When a follower last reported, milliseconds; at first, when the engine started. */
  reportedAt: number
  /** Called at each report: each checks whether its moment has passed. */
  readonly waiting: Set<() => void>
  /** Runs one change at a time. A change that began runs to its end, even if its caller is gone. */
  readonly inTurn: <A>(change: Effect.Effect<A, Unavailable>) => Effect.Effect<A, Unavailable>
}

const stopping = new Unavailable({ message: "The engine is stopping." })

/** The progress of an engine that ends with the scope. */
export const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const turn = yield* Semaphore.make(1)
  const inTurn: Progress["inTurn"] = Effect.fnUntraced(function* (change) {
    let hasBegun = false
    const begin = Effect.suspend(() => {
      hasBegun = true
      return change
    })
    const fiber = yield* Effect.forkIn(turn.withPermit(begin), scope)
    const leave = Effect.suspend(() => (hasBegun ? Effect.void : Fiber.interrupt(fiber)))
    const exit = yield* Effect.onInterrupt(Fiber.await(fiber), () => leave)
    return yield* Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? stopping : exit
  })
  const progress: Progress = {
    ...{ session: undefined, reach: undefined, waiting: new Set(), inTurn },
    reportedAt: yield* Clock.currentTimeMillis
  }
  return progress
})

/** The cursor of a log; `undefined` if it has none yet. */
export const cursorIn = ({ chainCursors }: State.State): ChainCursor.ChainCursor | undefined => {
  const [stored] = chainCursors.values()
  return stored?.cursor
}

/**
 * True if every deposit that arrived up to a moment is in the log: it was reported, or is final.
 */
const isPast = (state: State.State, { reach }: Progress, at: number): boolean =>
  Math.max(reach?.completeBefore ?? 0, cursorIn(state)?.blockAt ?? 0) > at

/** Returns once every deposit up to a moment is in the log. Checked now, and at each report. */
const awaitReported = (state: State.State, progress: Progress, at: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const { waiting } = progress
    const check = (): void => {
      if (!isPast(state, progress, at)) return
      waiting.delete(check)
      resume(Effect.void)
    }
    waiting.add(check)
    check()
    return Effect.sync(() => void waiting.delete(check))
  })

/** The chain as payouts and batches of an engine that wait for funds use it. */
export const arrivalsOf = (
  { deposits }: Chain.Chain["Service"],
  state: State.State,
  progress: Progress
): Chain.Arrivals =>
  deposits._tag === "Simulation"
    ? deposits
    : // Transfers are found by reading all blocks.
      { announce: () => {}, awaitReported: (at) => awaitReported(state, progress, at) }

/** Calls all waiters: each checks whether its moment has passed. */
export const wake = ({ waiting }: Progress): void => {
  for (const check of waiting) check()
}

/** Records a follower's report. `reach` is the part of the chain that it read, if any. */
export const record = Effect.fnUntraced(function* (
  progress: Progress,
  reach: Chain.ChainReach | null
) {
  progress.reportedAt = yield* Clock.currentTimeMillis
  if (reach === null) return
  const past = Math.max(reach.completeBefore, progress.reach?.completeBefore ?? 0)
  progress.reach = { completeBefore: past, head: reach.head }
  wake(progress)
})

/** An engine of this process. */
interface FollowedEngine {
  readonly deposits: { readonly state: State.State; readonly progress: Progress }
}

/** The last blocks that were reported to an engine. */
const headOf = ({ deposits: { progress, state } }: FollowedEngine): Chain.Head | undefined => {
  const cursor = cursorIn(state)?.blockNumber
  if (progress.reach !== undefined) return progress.reach.head
  return cursor === undefined ? undefined : { latest: cursor, finalized: cursor }
}

/** The newest blocks that this process read, or that were reported to these engines. */
export const newestHead = (
  { head }: Pick<Chain.Chain["Service"], "head">,
  engines: ReadonlyArray<FollowedEngine>
): Chain.Head | undefined =>
  [head(), ...engines.map(headOf)]
    .flatMap((found) => found ?? [])
    .toSorted((one, other) => other.latest - one.latest)[0]

/** Measures for how long no follower has reported to one of these engines. */
export const publish = Effect.fnUntraced(function* (engines: () => ReadonlyArray<FollowedEngine>) {
  const meter = yield* Metrics.make
  const clock = yield* Clock.Clock
  const description =
    "Longest time since the follower of the chain reported to a partition of this node"
  meter.gauge({ name: "payout_chain_progress_age_seconds", description }, () => {
    const now = clock.currentTimeMillisUnsafe()
    const ages = engines().map(({ deposits }) => now - deposits.progress.reportedAt)
    return Math.max(0, ...ages) / 1000
  })
})

/**
 * The condition of a chain's block reader, from its reports to an engine; `null` if the chain is
 * simulated.
 */
export const conditionOf = (
  { chainId, deposits }: Chain.Chain["Service"],
  { reach, reportedAt }: Progress
): Facts.ChainCondition | null =>
  deposits._tag === "Simulation"
    ? null
    : {
        ...{ chainId, isReading: false, reportedAt, headAt: reach?.completeBefore ?? null },
        ...{ headMovedAt: null, finalAt: null, nodes: [], nodesNeeded: 0, contradiction: null }
      }
