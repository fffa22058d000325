/**
 * How far a chain was read that another process follows for an engine: whose reports it takes, and
 * up to which moment everything was reported. By its own clock it must not close a window for
 * funds: what was sent in time may not be reported yet.
 */
import { Cause, Clock, Context, Effect, Exit, Fiber, Semaphore } from "effect"
import type * as ChainCursor from "../domain/ChainCursor.ts"
import type * as Facts from "../domain/incident/Facts.ts"
import * as Chain from "./ports/Chain.ts"
import { Unavailable } from "./ports/Unavailable.ts"
import type * as State from "./state/State.ts"

/** In the life of one engine. */
export interface Progress {
  /** Of the follower whose reports are taken; `undefined`: none began since the engine started. */
  session: string | undefined
  /** What a follower reported last. */
  looked: Chain.Looked | undefined
  /** When a follower last reported, milliseconds; at first, when the engine started. */
  reportedAt: number
  /** Called when more is known. */
  readonly waiting: Chain.Waiting
  /** Runs one change at a time; one that began runs to its end, also where its caller left. */
  readonly inTurn: <A>(change: Effect.Effect<A, Unavailable>) => Effect.Effect<A, Unavailable>
}

/** `undefined`: the process follows the chain for its own engines. */
export class ChainProgress extends Context.Reference<Progress | undefined>(
  "payouts/engine/ChainProgress",
  {
    defaultValue: () => undefined
  }
) {}

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
  return reached?.place
}

/** Whether all that arrived up to a moment is in the log: it was reported, or is final. */
const isPast = (state: State.State, { looked }: Progress, at: number): boolean =>
  Math.max(looked?.past ?? 0, cursorIn(state)?.blockAt ?? 0) > at

/** The chain as an engine has it that does not follow it. */
export const chainOf = (
  chain: Chain.Chain["Service"],
  state: State.State,
  progress: Progress
): Chain.Chain["Service"] => ({
  ...chain,
  lookedPast: (at) => Chain.untilPast(progress.waiting, () => isPast(state, progress, at))
})

/** Calls back all that wait for a moment: each checks whether it is past now. */
export const wake = ({ waiting }: Progress): void => {
  for (const check of waiting) check()
}

/** Records a follower's report. `looked`: how far it looked, if it did. */
export const record = Effect.fnUntraced(function* (
  progress: Progress,
  looked: Chain.Looked | null
) {
  progress.reportedAt = yield* Clock.currentTimeMillis
  if (looked === null) return
  const past = Math.max(looked.past, progress.looked?.past ?? 0)
  progress.looked = { past, head: looked.head }
  wake(progress)
})

/** The last blocks that were reported to an engine. */
export const headOf = (
  state: State.State,
  progress: Progress | undefined
): Chain.Head | undefined => {
  const cursor = cursorIn(state)?.blockNumber
  if (progress?.looked !== undefined) return progress.looked.head
  return cursor === undefined ? undefined : { latest: cursor, finalized: cursor }
}

/** How the reading by another process goes, from its reports to an engine. */
export const conditionOf = (
  { looked, reportedAt }: Progress,
  chainId: number
): Facts.ChainCondition => ({
  ...{ chainId, isReading: false, reportedAt, headAt: looked?.past ?? null },
  ...{ headMovedAt: null, finalAt: null, nodes: [], nodesNeeded: 0, contradiction: null }
})
