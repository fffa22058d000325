/**
 * Withdrawals from balances. The account names addresses and requests withdrawals to them. Staff
 * approve each, operators send it and record the transaction, and the chain proves it. The address
 * is screened when it is added, with the request, with each approval and with the transaction.
 */
import { Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Approver from "../domain/account/Approver.ts"
import * as Balance from "../domain/balance/Balance.ts"
import type * as BalanceEvent from "../domain/balance/BalanceEvent.ts"
import * as Withdrawal from "../domain/balance/Withdrawal.ts"
import type * as Money from "../domain/money/Money.ts"
import * as SandboxScript from "../domain/payout/SandboxScript.ts"
import * as RefundSteps from "../engine/actor/RefundSteps.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type * as Policy from "../engine/ports/Policy.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as AccountBalance from "./AccountBalance.ts"
import type { OwnedId, PartitionContext } from "./PartitionContext.ts"
import * as RefundAddressScreening from "./RefundAddressScreening.ts"
import * as Refunds from "./Refunds.ts"

/** The address waits until this time, milliseconds. */
export interface AddressWaits {
  readonly _tag: "AddressWaits"
  readonly usableFrom: number
}

/** The balance has less than the withdrawal. Micro-USDC. */
export interface WithdrawalTooLarge {
  readonly _tag: "WithdrawalTooLarge"
  readonly needed: Money.Micro
  readonly available: Money.Micro
}

/** The account has too many withdrawals that have not ended. */
export interface TooManyWithdrawals {
  readonly _tag: "TooManyWithdrawals"
}

export interface Dependencies
  extends Effect.Success<typeof Refunds.dependencies>,
    PartitionContext {
  readonly policy: Pick<Policy.Rules, "refunds" | "timeScale">
}

type WithdrawalRequest = Request.Request<Withdrawal.Withdrawal>

// ----------------------------------------------------------------------------- addresses

/** The sandbox does not make a test wait for a day. */
const waitMs = ({ refunds, timeScale }: Dependencies["policy"]): number =>
  refunds === "simulated"
    ? SandboxScript.addressWaitMs * timeScale
    : Limits.withdrawals.addressWaitMs

export interface NewAddress {
  readonly accountId: string
  readonly address: string
  readonly name: string
}

/** The address in a balance, after it was added now or before. */
export const addedAddress = (
  { addresses }: Balance.Balance,
  address: string
): BalanceEvent.Address => {
  const found = Balance.namedAddress(addresses, address)
  if (found === undefined) throw new Error("The address was not added")
  return found
}

type AddressCommand = Extract<Balance.Command, { readonly _tag: `${string}Address` }>

type AddressRefused = Balance.WithdrawalAddressNotFound | Balance.TooManyAddresses

/** Gives a command about an address to a balance that exists. */
const give = (
  engine: Engine.EngineService,
  request: Request.Request<Balance.Balance>,
  balanceId: string,
  command: AddressCommand
): Effect.Effect<Request.Executed<Balance.Balance>, AddressRefused | Request.NotExecuted> =>
  Effect.catchTag(
    engine.commandBalance(request, balanceId, command),
    ["BalanceNotFound", "NothingHeld", "NeverParked"],
    Effect.die
  )

/** Adds an address for withdrawals. It is usable after a wait. Fails as the screening does. */
export const addAddress = (
  deps: Dependencies,
  request: Request.Request<Balance.Balance>,
  { accountId, address, name }: NewAddress
) => {
  const { at } = request
  const { engine, policy, source, vet } = deps
  const add = Effect.gen(function* () {
    yield* vet(address)
    const { id } = yield* AccountBalance.get(deps, at, accountId)
    const addressId = IdGenerator.id(source, "adr", at)
    const usableFrom = at + waitMs(policy)
    const command = { _tag: "AddAddress", addressId, address, name, usableFrom, at } as const
    return yield* give(engine, request, id, command)
  })
  return engine.unlessReplayed(request, add)
}

const noAddress = (id: string) =>
  Effect.fail<Balance.WithdrawalAddressNotFound>({ _tag: "WithdrawalAddressNotFound", id })

/** Removes an address. Withdrawals to it that were requested before stay. */
export const removeAddress = (
  { engine }: Pick<Dependencies, "engine">,
  request: Request.Request<Balance.Balance>,
  { accountId, id: addressId }: OwnedId
) =>
  Effect.suspend(() => {
    const balance = engine.balanceOf(accountId)
    if (balance === undefined) return noAddress(addressId)
    const command = { _tag: "RemoveAddress", addressId, at: request.at } as const
    return give(engine, request, balance.id, command)
  })

/** Ends the wait for an address, once enough people approve. */
export const activateAddress = (
  { approvalsMin, engine }: Pick<Dependencies, "approvalsMin" | "engine">,
  request: Request.Request<Balance.Balance>,
  { accountId, id: addressId }: OwnedId
) =>
  Effect.suspend(() => {
    const { at, by } = request
    const balance = engine.balanceOf(accountId)
    if (balance === undefined) return noAddress(addressId)
    const vote = Approver.vote(engine.registry, { by, at, needs: "refunds" }, approvalsMin)
    const command = { _tag: "ActivateAddress", addressId, by, at, ...vote } as const
    return give(engine, request, balance.id, command)
  })

// ----------------------------------------------------------------------------- requests

export interface NewWithdrawal {
  readonly accountId: string
  readonly addressId: string
  /** Micro-USDC. */
  readonly amount: Money.Micro
  readonly reference: string | null
}

type Refused =
  | Balance.WithdrawalAddressNotFound
  | AddressWaits
  | WithdrawalTooLarge
  | TooManyWithdrawals

const addressOf = (engine: Engine.EngineService, { accountId, addressId }: NewWithdrawal) =>
  Balance.addressOf(engine.balanceOf(accountId) ?? { addresses: [] }, addressId)

const decide = (
  { engine, source }: Pick<Dependencies, "engine" | "source">,
  at: number,
  wanted: NewWithdrawal
): Result.Result<Withdrawal.Requested, Refused> =>
  Result.flatMap(
    addressOf(engine, wanted),
    ({ address, usableFrom }): Result.Result<Withdrawal.Requested, Refused> => {
      const { accountId, amount } = wanted
      if (usableFrom > at) return Result.fail({ _tag: "AddressWaits", usableFrom })
      const available = engine.availableBalance(accountId)
      if (amount > available) {
        return Result.fail({ _tag: "WithdrawalTooLarge", needed: amount, available })
      }
      if (engine.openWithdrawals(accountId).length >= Limits.withdrawals.openMax) {
        return Result.fail({ _tag: "TooManyWithdrawals" })
      }
      const id = IdGenerator.id(source, "wdr", at)
      return Result.succeed({ _tag: "WithdrawalRequested", id, at, address, ...wanted })
    }
  )

/** Requests a withdrawal. Its amount leaves the balance at once. */
export const request = (
  deps: Pick<Dependencies, "engine" | "source" | "vet">,
  command: WithdrawalRequest,
  wanted: NewWithdrawal
) =>
  deps.engine.execute(command, {
    locks: [`withdrawals ${wanted.accountId}`],
    read: () =>
      Effect.flatMap(Effect.fromResult(addressOf(deps.engine, wanted)), ({ address }) =>
        deps.vet(address)
      ),
    decide: () =>
      Result.map(decide(deps, command.at, wanted), (event) => ({
        events: [event],
        result: Withdrawal.requested(event),
        reservation: { accountId: wanted.accountId, amount: wanted.amount }
      }))
  })

/** An account's own withdrawal. */
export const own = (
  engine: Engine.EngineService,
  { accountId, id }: OwnedId
): Effect.Effect<Withdrawal.Withdrawal, Engine.WithdrawalNotFound | Unavailable> =>
  Effect.flatMap(engine.withdrawal(id), (found) =>
    found?.accountId === accountId
      ? Effect.succeed(found)
      : Effect.fail({ _tag: "WithdrawalNotFound", id } as const)
  )

const decideOn = (
  engine: Engine.EngineService,
  request: WithdrawalRequest,
  id: string,
  command: Withdrawal.Command
) => Effect.catchTag(engine.commandWithdrawal(request, id, command), "NeverParked", Effect.die)

/** Cancels a withdrawal that is not approved yet. */
export const cancel = (
  { engine }: Pick<Dependencies, "engine">,
  request: WithdrawalRequest,
  owned: OwnedId
) =>
  Effect.flatMap(own(engine, owned), ({ id }) =>
    decideOn(engine, request, id, { _tag: "CancelWithdrawal", at: request.at })
  )

// ----------------------------------------------------------------------------- staff

const find = (engine: Engine.EngineService, id: string) =>
  Effect.flatMap(engine.withdrawal(id), (found) =>
    found === undefined
      ? Effect.fail<Engine.WithdrawalNotFound>({ _tag: "WithdrawalNotFound", id })
      : Effect.succeed(found)
  )

const voteOf = (
  { approvalsMin, engine }: Pick<Dependencies, "approvalsMin" | "engine">,
  { at, by }: WithdrawalRequest
) => ({
  ...{ at, by },
  ...Approver.vote(engine.registry, { by, at, needs: "refunds" }, approvalsMin)
})

/** Approves a withdrawal, once enough people do. A flagged address holds it. */
export const approve = (deps: Dependencies, request: WithdrawalRequest, id: string) => {
  const { engine, screening } = deps
  const decision = Effect.gen(function* () {
    const { address, hold } = yield* find(engine, id)
    const verdict = yield* screening.address(address, "refund address")
    if (verdict._tag === "Inconclusive") return yield* RefundAddressScreening.cannotScreen
    const flagged = verdict._tag === "Flagged" ? verdict.reason : null
    if (flagged !== null && flagged !== hold) yield* RefundSteps.heldRefund(id, flagged)
    const decided = { flagged, screening: verdict.evidence, ...voteOf(deps, request) }
    return yield* decideOn(engine, request, id, { _tag: "ApproveWithdrawal", ...decided })
  })
  return engine.unlessReplayed(request, decision)
}

/** Rejects a withdrawal, once enough people do. Its amount returns to the balance. */
export const reject = (deps: Dependencies, request: WithdrawalRequest, id: string) =>
  Effect.suspend(() =>
    decideOn(deps.engine, request, id, { _tag: "RejectWithdrawal", ...voteOf(deps, request) })
  )

/** Records the transaction that sent a withdrawal. Fails like the record of a refund. */
export const recordSent = (
  deps: Dependencies,
  request: WithdrawalRequest,
  { id, txHash }: { readonly id: string; readonly txHash: string }
) => {
  const { engine, recording } = deps
  const record = Effect.gen(function* () {
    const withdrawal = yield* find(engine, id)
    const { address, createdAt, status } = withdrawal
    // Before an approval, a transaction must claim nothing and raise no alarm.
    if (status === "requested" || status === "held") {
      return yield* Effect.fail<Withdrawal.WithdrawalState>({
        ...{ _tag: "WithdrawalState", status, command: "SendWithdrawal" }
      })
    }
    const sent = yield* Refunds.prove(
      deps,
      request,
      {
        ...{ id, createdAt, refunds: Withdrawal.asRefunds(withdrawal) },
        ...{ refundAddress: address, refundHold: null, deposits: [] }
      },
      { txHash, address }
    )
    if (sent === undefined) return Refunds.repetitionOf(withdrawal)
    const { at, flagged, txHash: proven } = sent
    const command = { _tag: "SendWithdrawal", txHash: proven, flagged, at } as const
    return yield* decideOn(engine, request, id, command)
  })
  return engine.unlessReplayed(request, recording.withPermit(record))
}
