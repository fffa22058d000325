/**
 * How far the chain was read for an engine: whose reports it takes, and up to which moment
 * everything was reported. By a clock no window for funds may close: what was sent in time may not
 * be reported yet.
 */
import { Cause, Clock, Effect, Exit, Fiber, Semaphore } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Facts from "../../domain/incident/Facts.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import type * as Chain from "../ports/Chain.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import type * as State from "../state/State.ts"

/** In the life of one engine. */
export interface Progress {
  /** Of the follower whose reports are taken; `undefined`: none began since the engine started. */
  session: string | undefined
  /** What a follower reported last. */
  looked: Chain.ChainReach | undefined
  /** When a follower last reported, milliseconds; at first, when the engine started. */
  reportedAt: number
  /** Called when more is known: each checks whether what it waits for is past. */
  readonly waiting: Set<() => void>
  /** Runs one change at a time; one that began runs to its end, also where its caller left. */
  readonly inTurn: <A>(change: Effect.Effect<A, Unavailable>) => Effect.Effect<A, Unavailable>
}

const stopping = new Unavailable({ message: "The engine is stopping." })

/** For an engine that ends with the scope. */
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
    ...{ session: undefined, looked: undefined, waiting: new Set(), inTurn },
    reportedAt: yield* Clock.currentTimeMillis
  }
  return progress
})

/** The cursor of a log; `undefined`: it has none yet. */
export const cursorIn = ({ chainCursors }: State.State): ChainCursor.ChainCursor | undefined => {
  const [reached] = chainCursors.values()
  return reached?.cursor
}

/** Whether all that arrived up to a moment is in the log: it was reported, or is final. */
const isPast = (state: State.State, { looked }: Progress, at: number): boolean =>
  Math.max(looked?.completeBefore ?? 0, cursorIn(state)?.blockAt ?? 0) > at

/** Returns once all up to a moment is in the log; checked now, and whenever more is known. */
const lookedPast = (state: State.State, progress: Progress, at: number): Effect.Effect<void> =>
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

/** What payouts and batches of an engine that wait for funds need of the chain. */
export const arrivalsOf = (
  { deposits }: Chain.Chain["Service"],
  state: State.State,
  progress: Progress
): Chain.Arrivals =>
  deposits._tag === "Simulation"
    ? deposits
    : // Transfers are found by reading all blocks.
      { announce: () => {}, lookedPast: (at) => lookedPast(state, progress, at) }

/** Calls back all that wait for a moment: each checks whether it is past now. */
export const wake = ({ waiting }: Progress): void => {
  for (const check of waiting) check()
}

/** Records a follower's report. `looked`: how far it looked, if it did. */
export const record = Effect.fnUntraced(function* (
  progress: Progress,
  looked: Chain.ChainReach | null
) {
  progress.reportedAt = yield* Clock.currentTimeMillis
  if (looked === null) return
  const past = Math.max(looked.completeBefore, progress.looked?.completeBefore ?? 0)
  progress.looked = { completeBefore: past, head: looked.head }
  wake(progress)
})

/** An engine of this process. */
interface Followed {
  readonly deposits: { readonly state: State.State; readonly progress: Progress }
}

/** The last blocks that were reported to an engine. */
const headOf = ({ deposits: { progress, state } }: Followed): Chain.Head | undefined => {
  const cursor = cursorIn(state)?.blockNumber
  if (progress.looked !== undefined) return progress.looked.head
  return cursor === undefined ? undefined : { latest: cursor, finalized: cursor }
}

/** The newest blocks that this process read, or that were reported to these engines. */
export const newestHead = (
  { head }: Pick<Chain.Chain["Service"], "head">,
  engines: ReadonlyArray<Followed>
): Chain.Head | undefined =>
  [head(), ...engines.map(headOf)]
    .flatMap((found) => found ?? [])
    .toSorted((one, other) => other.latest - one.latest)[0]

/** Measures for how long no follower has reported to one of these engines. */
export const publish = Effect.fnUntraced(function* (engines: () => ReadonlyArray<Followed>) {
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
 * How the reading of a chain's blocks goes, from its reports to an engine; `null`: the chain is
 * simulated.
 */
export const conditionOf = (
  { chainId, deposits }: Chain.Chain["Service"],
  { looked, reportedAt }: Progress
): Facts.ChainCondition | null =>
  deposits._tag === "Simulation"
    ? null
    : {
        ...{ chainId, isReading: false, reportedAt, headAt: looked?.completeBefore ?? null },
        ...{ headMovedAt: null, finalAt: null, nodes: [], nodesNeeded: 0, contradiction: null }
      }
