/**
 * Follows the chain and gives every deposit at a known address to its payout or batch, active or
 * long finished. The cursor up to which this is done is in the log, so a stop of any length misses
 * nothing.
 */

import { Cause, Clock, Context, Effect, Latch, Metric, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Batch from "../domain/batch/Batch.ts"
import * as ChainCursor from "../domain/ChainCursor.ts"
import * as Ids from "../domain/Ids.ts"
import type * as Funding from "../domain/money/Funding.ts"
import * as Payout from "../domain/payout/Payout.ts"
import * as ChainProgress from "./ChainProgress.ts"
import type { CommandExecutor } from "./commands/CommandExecutor.ts"
import type * as Chain from "./ports/Chain.ts"
import * as DatabaseRetry from "./ports/DatabaseRetry.ts"
import { LogRefused } from "./ports/Log.ts"
import type { ReadModel } from "./ports/ReadModel.ts"
import type { Unavailable } from "./ports/Unavailable.ts"
import type * as State from "./state/State.ts"

/** Gives a payout or batch a command about a deposit; returns when it is decided and durable. */
export type GiveCommand = (id: string, command: Funding.Command) => Effect.Effect<void, Unavailable>

const commandOf = {
  Seen: "SeeDeposit",
  Dropped: "DropDeposit",
  Finalized: "FinalizeDeposit"
} as const

const restarts = Metric.counter("payout_chain_follower_restarts_total", {
  description: "Restarts of the chain follower after a defect. Check the log for the defect"
})

/** Deposits of everything active that were seen and are not final. */
export const pendingOf = (state: State.State): Chain.DepositListener["pending"] =>
  [...state.payouts.values(), ...state.batches.values()].flatMap(({ deposits, id }) =>
    deposits.filter(({ final }) => !final).map((deposit) => ({ id, deposit }))
  )

const awaitingIn = (state: State.State, id: string): Chain.Funded | undefined => {
  const payout = state.payouts.get(id)
  if (payout !== undefined) {
    return Payout.nextStep(payout)._tag === "AwaitFunds" ? payout : undefined
  }
  const batch = state.batches.get(id)
  return batch !== undefined && Batch.nextStep(batch)._tag === "AwaitFunds" ? batch : undefined
}

/** Retries until it succeeds: a deposit that is dropped here is lost money. */
const persistently = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A> =>
  effect.pipe(
    Effect.tapError((error) =>
      Effect.logWarning("The deposit intake waits for the log or the read model", String(error))
    ),
    Effect.retry({ schedule: DatabaseRetry.schedule }),
    Effect.orDie
  )

/**
 * Whether this log may be continued: the deposits of a log that followed another chain are there.
 * The simulated chain stores no cursor, so it continues any log.
 */
export const refusal = (
  state: State.State,
  { chainId }: Chain.Chain["Service"]
): LogRefused | undefined => {
  if (chainId === ChainCursor.simulatedChainId) return undefined
  const followed = [...state.chainCursors.values()].map(({ place }) => place.chainId)
  const other = followed.find((one) => one !== chainId)
  if (other === undefined) return undefined
  const message = `This log follows the deposits of chain ${other}, and the settings name ${chainId}.`
  return new LogRefused({ message })
}

export interface IntakeContext {
  /** The number of its partition. */
  readonly number: number
  readonly state: State.State
  readonly readModel: Pick<ReadModel["Service"], "owners">
  readonly requests: Pick<CommandExecutor, "executeOwn">
  readonly give: GiveCommand
  /** Opened once no deposit is missed any more. */
  readonly ready: Latch.Latch
  /** How far the chain was read, where another process may follow it. */
  readonly progress?: ChainProgress.Progress | undefined
}

export const ownersIn = ({ state, readModel }: IntakeContext): Chain.DepositListener["owners"] =>
  Effect.fnUntraced(function* (addresses) {
    const found = new Map<string, string>()
    for (const address of addresses) {
      const id = state.addresses.get(address)
      if (id !== undefined) found.set(address, id)
    }
    const others = addresses.filter((address) => !found.has(address))
    if (others.length === 0) return found
    const finished = yield* persistently(readModel.owners(others))
    for (const [address, id] of finished) found.set(address, id)
    // What was over is alive again if another change came while the tables were read.
    for (const address of others) {
      const id = state.addresses.get(address)
      if (id !== undefined) found.set(address, id)
    }
    return found
  })

export const activeIn =
  ({ state: { addresses: known } }: IntakeContext): Chain.DepositListener["active"] =>
  (addresses) =>
    Effect.sync(() => {
      const found = new Map<string, string>()
      for (const address of addresses) {
        const id = known.get(address)
        if (id !== undefined) found.set(address, id)
      }
      return found
    })

/** Returns when the observation is durable. */
export const report = Effect.fnUntraced(function* (
  { give }: IntakeContext,
  id: string,
  { _tag, deposit }: Chain.Observation
) {
  const at = yield* Clock.currentTimeMillis
  yield* give(id, { _tag: commandOf[_tag], deposit, at })
})

/**
 * Returns when the cursor is durable. One that is behind the stored one changes nothing: a follower
 * that starts again may repeat a block while the cursor of a later one is being written.
 */
export const advance = Effect.fnUntraced(function* (
  intake: IntakeContext,
  place: ChainCursor.ChainCursor
) {
  const at = yield* Clock.currentTimeMillis
  const id = ChainCursor.idOf(place.chainId)
  const reached = { _tag: "ChainReached", id, at, place } as const
  yield* intake.requests.executeOwn(at, {
    locks: [id],
    decide: () => {
      const isBehind = (cursorOf(intake)?.blockNumber ?? -1) > place.blockNumber
      return Result.succeed({ events: isBehind ? [] : [reached], result: undefined })
    }
  })
})

const listenerOf = (intake: IntakeContext): Chain.DepositListener => {
  const { state, ready } = intake
  return {
    pending: pendingOf(state),
    active: activeIn(intake),
    awaiting: (id) => awaitingIn(state, id),
    owners: ownersIn(intake),
    report: (id, observation) => persistently(report(intake, id, observation)),
    advance: (place) => persistently(advance(intake, place)),
    ready: Effect.asVoid(ready.open)
  }
}

export const cursorOf = ({ state }: IntakeContext): ChainCursor.ChainCursor | undefined =>
  ChainProgress.cursorIn(state)

/**
 * The listener of several partitions, in order of their numbers: each answers for its own
 * addresses. Before the cursor advances in one of them, all have what was reported.
 */
const listenerOfAll = (intakes: ReadonlyArray<IntakeContext>): Chain.DepositListener => {
  const listeners = intakes.map(listenerOf)
  const byNumber = new Map(intakes.map(({ number }, index) => [number, listeners[index]]))
  const ofId = (id: string): Chain.DepositListener => {
    const listener = byNumber.get(Ids.partitionOf(id))
    if (listener === undefined) throw new Error(`${id} is of no partition`)
    return listener
  }
  const isBefore = (intake: IntakeContext, { blockNumber }: ChainCursor.ChainCursor): boolean =>
    (cursorOf(intake)?.blockNumber ?? -1) < blockNumber
  const each = <A>(effect: (listener: Chain.DepositListener, index: number) => Effect.Effect<A>) =>
    Effect.forEach(listeners, effect, { concurrency: "unbounded" })
  const together = (
    look: (listener: Chain.DepositListener) => Effect.Effect<ReadonlyMap<string, string>>
  ) => Effect.map(each(look), (found) => new Map(found.flatMap((owned) => [...owned])))
  return {
    pending: listeners.flatMap(({ pending }) => pending),
    active: (addresses) => together(({ active }) => active(addresses)),
    // A partition that left this process may have deposits of a simulated chain scheduled here.
    awaiting: (id) => byNumber.get(Ids.partitionOf(id))?.awaiting(id),
    owners: (addresses) => together(({ owners }) => owners(addresses)),
    report: (id, observation) => ofId(id).report(id, observation),
    // A partition may be ahead of the others after a stop between two of them.
    advance: (cursor) =>
      Effect.asVoid(
        Effect.forEach(
          intakes.flatMap((intake, index) => {
            const listener = listeners[index]
            return listener !== undefined && isBefore(intake, cursor) ? [listener] : []
          }),
          ({ advance }) => advance(cursor),
          { concurrency: "unbounded" }
        )
      ),
    ready: Effect.asVoid(each(({ ready }) => ready))
  }
}

export const lowest = (
  cursors: ReadonlyArray<ChainCursor.ChainCursor>
): ChainCursor.ChainCursor | undefined =>
  cursors.toSorted((left, right) => left.blockNumber - right.blockNumber)[0]

/**
 * Stores the first cursor of the partitions that have none. They gave out no address yet, so they
 * miss nothing before it. Without one, a partition that moves on would start at the cursor of
 * partitions that another process followed.
 */
const begin = (
  intakes: ReadonlyArray<IntakeContext>,
  from: ChainCursor.ChainCursor
): Effect.Effect<void> =>
  Effect.forEach(
    intakes.filter((intake) => cursorOf(intake) === undefined),
    (intake) => persistently(advance(intake, from)),
    { concurrency: "unbounded", discard: true }
  )

/** The cursor that the chain is followed from: the lowest. */
const lowestCursor = (intakes: ReadonlyArray<IntakeContext>): ChainCursor.ChainCursor | undefined =>
  lowest(intakes.flatMap((intake) => cursorOf(intake) ?? []))

/** Logs and counts that a follower failed, and waits until it may start again. */
export const failed = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.logError("The chain follower failed and restarts", cause).pipe(
    Effect.andThen(Metric.update(restarts, 1)),
    Effect.andThen(Effect.sleep(Limits.engine.followPauseMs))
  )

/** Follows the chain for these partitions until it is interrupted. */
const followFor = (
  chain: Chain.Chain["Service"],
  intakes: ReadonlyArray<IntakeContext>
): Effect.Effect<never> => {
  const [first] = intakes
  const listener = () =>
    intakes.length === 1 && first !== undefined ? listenerOf(first) : listenerOfAll(intakes)
  const follow = Effect.suspend(() => {
    const from = lowestCursor(intakes)
    const begun = from === undefined ? Effect.void : begin(intakes, from)
    return Effect.andThen(begun, chain.follow(from, listener()))
  })
  /** After a defect it starts again at the cursor in the log and repeats what it reported since. */
  const forever: Effect.Effect<never> = Effect.catchCause(follow, (cause) =>
    Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.andThen(failed(cause), forever)
  )
  return Effect.andThen(Metric.update(restarts, 0), forever)
}

/** Follows the chain until it is interrupted. */
export const run = (chain: Chain.Chain["Service"], intake: IntakeContext): Effect.Effect<never> =>
  followFor(chain, [intake])

/**
 * Where another process follows the chain: the engine is ready as soon as its log has a cursor, and
 * reads the first one itself. Whatever arrives from there on is reported sooner or later.
 */
export const byOthers: typeof run = Effect.fnUntraced(function* ({ first }, intake) {
  const { advance, ready } = listenerOf(intake)
  if (cursorOf(intake) === undefined) {
    if (first === undefined) return yield* Effect.die(new Error("This chain has no cursor"))
    yield* advance(yield* first)
  }
  yield* ready
  return yield* Effect.never
})

/** What follows the chain for the deposits of an engine; by default the engine does by itself. */
export class Follower extends Context.Reference<typeof run>("payouts/engine/DepositFollower", {
  defaultValue: () => run
}) {}

/** Follows the chain for an engine, by itself or with others. */
export const follow = (
  chain: Chain.Chain["Service"],
  intake: IntakeContext
): Effect.Effect<never> => Effect.flatMap(Follower, (follow) => follow(chain, intake))

/**
 * One follower for the engines of several partitions: it starts when the last of them is there, and
 * ends with that one. An engine that ended before takes no report, so the cursor stays.
 */
export const shared = (count: number): typeof run => {
  const intakes: Array<IntakeContext> = []
  return (chain, intake) =>
    Effect.suspend(() => {
      intakes.push(intake)
      if (intakes.length < count) return Effect.never
      return followFor(
        chain,
        intakes.toSorted((left, right) => left.number - right.number)
      )
    })
}

/**
 * One follower for the engines of a process that come and go: with each change of them it starts
 * again from the lowest cursor, and repeats what it reported since.
 */
export const changing = Effect.fnUntraced(function* (chain: Chain.Chain["Service"]) {
  const intakes = new Set<IntakeContext>()
  let changed = yield* Latch.make(false)
  const change = (how: () => void) =>
    Effect.suspend(() => {
      how()
      const before = changed
      changed = Latch.makeUnsafe(false)
      return before.open
    })
  const round = Effect.suspend(() => {
    const { await: next } = changed
    const current = [...intakes].toSorted((left, right) => left.number - right.number)
    return current.length === 0 ? next : Effect.raceFirst(followFor(chain, current), next)
  })
  yield* Effect.forkScoped(
    Effect.forever(Effect.andThen(Effect.sleep(Limits.cluster.gatherMs), round))
  )
  const follow: typeof run = (_, intake) =>
    Effect.acquireUseRelease(
      change(() => intakes.add(intake)),
      () => Effect.never,
      () => change(() => intakes.delete(intake))
    )
  return follow
})
