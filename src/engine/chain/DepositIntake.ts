/**
 * The part of an engine that serves the follower of the chain. It finds the owners of its
 * addresses, active or long finished, and gives them every deposit. The cursor of this work is in
 * the engine's log, so a stop of any length misses nothing.
 */
import { Clock, Effect, Result } from "effect"
import * as Batch from "../../domain/batch/Batch.ts"
import * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Funding from "../../domain/money/Funding.ts"
import * as Payout from "../../domain/payout/Payout.ts"
import type { CommandExecutor } from "../commands/CommandExecutor.ts"
import type * as Chain from "../ports/Chain.ts"
import * as DatabaseRetry from "../ports/DatabaseRetry.ts"
import { LogRefused } from "../ports/Log.ts"
import type { ReadModel } from "../ports/ReadModel.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import type * as State from "../state/State.ts"
import * as ChainProgress from "./ChainProgress.ts"

/**
 * Gives a payout or batch a command about a deposit, and returns when it is decided and durable.
 */
export type GiveCommand = (id: string, command: Funding.Command) => Effect.Effect<void, Unavailable>

export interface Intake {
  readonly state: State.State
  readonly readModel: Pick<ReadModel["Service"], "owners">
  readonly requests: Pick<CommandExecutor, "executeOwn">
  readonly give: GiveCommand
  readonly progress: ChainProgress.Progress
}

const commandOf = {
  Seen: "SeeDeposit",
  Dropped: "DropDeposit",
  Finalized: "FinalizeDeposit"
} as const

/** Deposits of active payouts and batches, and of balances, that were seen and are not final. */
export const pendingOf = ({
  state: { balances, batches, payouts }
}: Intake): Chain.DepositListener["pending"] =>
  [...payouts.values(), ...batches.values(), ...balances.values()].flatMap(({ deposits, id }) =>
    deposits.filter(({ final }) => !final).map((deposit) => ({ id, deposit }))
  )

/** The payout or batch, while it waits for funds. */
export const awaitingIn = ({ state }: Intake, id: string): Chain.Funded | undefined => {
  const payout = state.payouts.get(id)
  if (payout !== undefined) {
    return Payout.nextStep(payout)._tag === "AwaitFunds" ? payout : undefined
  }
  const batch = state.batches.get(id)
  return batch !== undefined && Batch.nextStep(batch)._tag === "AwaitFunds" ? batch : undefined
}

/** Retries until it succeeds: a deposit that is dropped here is lost money. */
export const persistently = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A> =>
  effect.pipe(
    Effect.tapError((error) =>
      Effect.logWarning("A step of the deposit intake failed and is retried", String(error))
    ),
    Effect.retry({ schedule: DatabaseRetry.schedule }),
    Effect.orDie
  )

/**
 * Refuses a log that followed another chain, because its deposits are on that chain. The simulated
 * chain stores no cursor, so it continues any log.
 */
export const refusal = (
  state: State.State,
  { chainId }: Chain.Chain["Service"]
): LogRefused | undefined => {
  if (chainId === ChainCursor.simulatedChainId) return undefined
  const chainIds = [...state.chainCursors.values()].map(({ cursor }) => cursor.chainId)
  const otherChainId = chainIds.find((one) => one !== chainId)
  if (otherChainId === undefined) return undefined
  const message = `This log follows the deposits of chain ${otherChainId}, and the settings name ${chainId}.`
  return new LogRefused({ message })
}

const activeOwners = (
  { state: { addresses: idsByAddress } }: Intake,
  addresses: ReadonlyArray<string>
): Map<string, string> => {
  const owners = new Map<string, string>()
  for (const address of addresses) {
    const id = idsByAddress.get(address)
    if (id !== undefined) owners.set(address, id)
  }
  return owners
}

export const activeIn =
  (intake: Intake): Chain.DepositListener["active"] =>
  (addresses) =>
    Effect.sync(() => activeOwners(intake, addresses))

export const ownersIn = (intake: Intake): Chain.DepositListener["owners"] =>
  Effect.fnUntraced(function* (addresses) {
    const active = activeOwners(intake, addresses)
    const remaining = addresses.filter((address) => !active.has(address))
    if (remaining.length === 0) return active
    const finished = yield* persistently(intake.readModel.owners(remaining))
    // A finished object is active again if another change came while the tables were read.
    return new Map([...active, ...finished, ...activeOwners(intake, remaining)])
  })

/** Returns when the observation is durable. */
export const report = Effect.fnUntraced(function* (
  { give }: Intake,
  id: string,
  { _tag, deposit }: Chain.Observation
) {
  const at = yield* Clock.currentTimeMillis
  yield* give(id, { _tag: commandOf[_tag], deposit, at })
})

export const cursorOf = ({ state }: Intake): ChainCursor.ChainCursor | undefined =>
  ChainProgress.cursorIn(state)

/**
 * Returns when the cursor is durable. A cursor behind the stored one changes nothing: a restarted
 * follower may repeat a block while the cursor of a later one is being written.
 */
export const advance = Effect.fnUntraced(function* (
  intake: Intake,
  cursor: ChainCursor.ChainCursor
) {
  const at = yield* Clock.currentTimeMillis
  const id = ChainCursor.idOf(cursor.chainId)
  const event = { _tag: "ChainReached", id, at, cursor } as const
  yield* intake.requests.executeOwn(at, {
    locks: [id],
    decide: () => {
      const isBehind = (cursorOf(intake)?.blockNumber ?? -1) > cursor.blockNumber
      return Result.succeed({ events: isBehind ? [] : [event], result: undefined })
    }
  })
})

/**
 * Stores the first cursor of a log that has none, and returns when it is durable. The engine gives
 * out addresses only afterwards, so every deposit to one is reported, sooner or later.
 */
export const begin = Effect.fnUntraced(function* (
  { deposits }: Chain.Chain["Service"],
  intake: Intake
) {
  if (deposits._tag === "Blocks" && cursorOf(intake) === undefined) {
    yield* persistently(advance(intake, yield* deposits.first))
  }
  // A standby may have waited for the log for days, so the time without reports starts now.
  intake.progress.reportedAt = yield* Clock.currentTimeMillis
})
