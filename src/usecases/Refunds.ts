/**
 * Sets refund addresses, records sent refunds and releases held ones. A transfer counts as a refund
 * once the chain does not contradict it.
 */
import { Clock, Effect, Semaphore } from "effect"
import * as Approver from "../domain/account/Approver.ts"
import type * as Batch from "../domain/batch/Batch.ts"
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as PayoutGuards from "../domain/payout/PayoutGuards.ts"
import * as Refund from "../domain/refund/Refund.ts"
import * as RefundSteps from "../engine/actor/RefundSteps.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Screening from "../engine/ports/Screening.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import type { OwnedId, PartitionContext } from "./PartitionContext.ts"
import type * as PayoutOrBatch from "./PayoutOrBatch.ts"
import * as RefundAddressScreening from "./RefundAddressScreening.ts"

/** The transaction does not prove a refund that is due. */
export interface NotTheRefund {
  readonly _tag: "NotTheRefund"
  readonly reason: "nothing_due" | "not_found" | "already_used" | "not_the_refund"
  /** The contradiction on chain. */
  readonly detail?: string
}

/** Neither the refund nor the request has an address. */
export interface RefundAddressMissing {
  readonly _tag: "RefundAddressMissing"
}

/** A compliance review holds the refund. */
export interface RefundHeld {
  readonly _tag: "RefundHeld"
}

/** A transfer that an operator reports as a refund. */
export interface Transfer {
  readonly txHash: string
  /** `null` for the address that was set before. */
  readonly address: string | null
  /** The asset of the refund; `undefined` for the service's own USDC. */
  readonly asset?: ForeignDeposit.AssetName | undefined
}

/** A payout or batch with a refund, or a withdrawal in the form of one. */
type RefundSubject = Pick<
  Payout.Payout | Batch.Batch,
  ("id" | "refunds" | "refundAddress" | "createdAt" | "deposits" | "foreignDeposits") | "refundHold"
>

/** The transfer was recorded before, so nothing was done. */
export interface Repeated<A> {
  readonly _tag: "Repeated"
  readonly result: A
}

export const dependencies = Effect.gen(function* () {
  return {
    /** Lock of recordings, so that each finds the refunds that earlier ones recorded. */
    recording: yield* Semaphore.make(1),
    partitions: yield* Partitions.Partitions,
    chain: yield* Chain.Chain,
    approvalsMin: (yield* Policy.Policy).holdApprovals,
    screening: yield* Screening.Screening,
    vet: yield* RefundAddressScreening.make
  }
})

/** Dependencies; `A` is a payout or a batch. */
export interface Dependencies<A, E>
  extends Effect.Success<typeof dependencies>,
    Pick<PartitionContext, "engine">,
    PayoutOrBatch.Kind<A, E> {}

/** Dependencies of a proof. */
export type ProofDependencies = Omit<
  Dependencies<never, never>,
  keyof PayoutOrBatch.Kind<never, never>
>

export interface AddressChange extends OwnedId {
  readonly address: string
}

/** Fails with `RefundAddressRefused`, or as the command does. */
export const setAddress = <A, E>(
  { command, engine, findOwn, vet }: Dependencies<A, E>,
  request: Request.Request<A>,
  { accountId, address, id }: AddressChange
) =>
  engine.unlessReplayed(
    request,
    findOwn(accountId, id).pipe(
      Effect.andThen(vet(address)),
      Effect.andThen(command(request, id, { _tag: "SetRefundAddress", address, at: request.at }))
    )
  )

/** Refunds of a partition with this transaction. */
export const refundsWith = Partitions.procedure<string, ReadonlyArray<Refund.Refund>>({
  name: "refunds with",
  run: (engine, txHash) => engine.refundsWith(txHash)
})

/** One of a transaction's transfers, claimed for the refund of a payout or batch. */
interface Claim {
  readonly txHash: string
  readonly address: string
  /** Micro-USDC, or the units of a foreign asset with its name. */
  readonly amount: number | string
  /** Number of such transfers in the transaction. */
  readonly transfers: number
  /** Id of the payout or batch that claims the transfer as its refund. */
  readonly of: string
}

/**
 * Claims a transfer for one refund in the directory's log, so that recordings in two partitions at
 * the same time cannot both count it (L8). `false` if every such transfer is claimed. `refundsWith`
 * finds recorded refunds, so a claim needs to last no longer than an idempotency key.
 */
export const claim = Partitions.procedure<Claim, boolean>({
  name: "claim refund",
  run: Effect.fnUntraced(function* (engine, { address, amount, of, transfers, txHash }) {
    const at = yield* Clock.currentTimeMillis
    for (let ordinal = 0; ordinal < transfers; ordinal++) {
      const name = `${txHash} ${address.toLowerCase()} ${amount} ${ordinal}`
      if (yield* engine.claim(at, { scope: "refund transfers", name, owner: of })) return true
    }
    return false
  })
})

const notTheRefund = (reason: NotTheRefund["reason"], detail?: string) =>
  Effect.fail<NotTheRefund>({
    _tag: "NotTheRefund",
    reason,
    ...(detail === undefined ? {} : { detail })
  })

const notScreened = new Unavailable({
  message: "The senders of the deposits are not screened yet."
})

/**
 * Screening's reason against a refund's address. The transfer is already made, so it is recorded
 * with any finding. Without a verdict it is not recorded yet.
 */
const flagOf = Effect.fnUntraced(function* (
  { screening }: ProofDependencies,
  refunded: RefundSubject,
  address: string
) {
  const verdict = yield* screening.address(address, "refund address")
  if (verdict._tag === "Inconclusive") return yield* RefundAddressScreening.cannotScreen
  if (verdict._tag === "Clear") {
    if (Refund.mayRefund(refunded)) return undefined
    return yield* refunded.refundHold === null
      ? notScreened
      : Effect.fail<RefundHeld>({ _tag: "RefundHeld" })
  }
  yield* RefundSteps.heldRefund(refunded.id, verdict.reason)
  return verdict.reason
})

/** The command for a transfer that the chain confirms; `undefined` if it was recorded before. */
export const prove = Effect.fnUntraced(function* (
  deps: ProofDependencies,
  { at, by }: Request.Origin,
  refunded: RefundSubject,
  transfer: Transfer
) {
  const { approvalsMin, chain, engine, partitions } = deps
  // Lower case, because a transaction in two spellings would prove two refunds.
  const txHash = transfer.txHash.toLowerCase()
  if (refunded.refunds.some((refund) => refund.txHash === txHash)) return undefined
  const due = Refund.dueIn(refunded.refunds, transfer.asset)
  if (due === undefined) return yield* notTheRefund("nothing_due")
  const address = transfer.address ?? refunded.refundAddress
  if (address === null) {
    return yield* Effect.fail<RefundAddressMissing>({ _tag: "RefundAddressMissing" })
  }
  const { amount, asset } = due
  const sum = { amount, ...(asset === undefined ? {} : { asset }) }
  const proof = yield* Chain.proveRefund(chain, { ...sum, address, txHash }, refunded.createdAt)
  if (proof._tag === "Absent") return yield* notTheRefund("not_found")
  if (proof._tag === "Wrong") return yield* notTheRefund("not_the_refund", proof.reason)
  // A transaction proves as many refunds as it has transfers, in all partitions together.
  const refunds = yield* Partitions.callAll(partitions, refundsWith, txHash)
  const sameTransfers = refunds
    .flat()
    .filter(
      (refund) =>
        refund.amount === amount &&
        ForeignDeposit.isSameAmount(refund.asset, asset) &&
        refund.address?.toLowerCase() === address.toLowerCase()
    )
  if (sameTransfers.length >= proof.transfers) return yield* notTheRefund("already_used")
  const flag = yield* flagOf(deps, refunded, address)
  if (partitions.count > 1) {
    const { transfers } = proof
    const claimed = asset && `${asset.units} ${ForeignDeposit.idOf(asset)}`
    const of = refunded.id
    const transferClaim = { txHash, address, amount: claimed ?? amount, transfers, of }
    const isOurs = yield* partitions.call(claim, Partition.directory, transferClaim)
    if (!isOurs) return yield* notTheRefund("already_used")
  }
  const vote = Approver.vote(engine.registry, { by, at, needs: "refunds" }, approvalsMin)
  return { _tag: "SendRefund", ...sum, address, txHash, at, flagged: flag, ...vote } as const
})

export const repetitionOf = <A>(result: A): Repeated<A> => ({ _tag: "Repeated", result })

/**
 * Refuses before the chain is queried. The payout's guard refuses if it is frozen during the query.
 */
const refuseFrozen = (refunded: Payout.Payout | Batch.Batch) =>
  "frozen" in refunded && PayoutGuards.isFrozen(refunded)
    ? Effect.fail<Payout.InvalidState>({
        _tag: "InvalidState",
        status: refunded.status,
        command: "SendRefund",
        cause: "frozen"
      })
    : Effect.void

/**
 * Records that a refund was sent. Fails with `NotTheRefund`, `RefundAddressMissing` or
 * `RefundHeld`, or as the command does.
 */
export const record = <A extends Payout.Payout | Batch.Batch, E>(
  deps: Dependencies<A, E>,
  request: Request.Request<A>,
  { id, ...transfer }: Transfer & { readonly id: string }
) => {
  const { command, engine, find, recording } = deps
  const recordOnce = Effect.gen(function* () {
    const refunded = yield* find(id)
    yield* refuseFrozen(refunded)
    const sendRefund = yield* prove(deps, request, refunded, transfer)
    return sendRefund === undefined
      ? repetitionOf(refunded)
      : yield* command(request, id, sendRefund)
  })
  return engine.unlessReplayed(request, recording.withPermit(recordOnce))
}

/** Releases refunds that a compliance review holds. */
export const release = <A, E>(
  { approvalsMin, command, engine }: Dependencies<A, E>,
  request: Request.Request<A>,
  { id }: { readonly id: string }
) =>
  Effect.suspend(() => {
    const { at, by } = request
    const vote = Approver.vote(engine.registry, { by, at, needs: "holds" }, approvalsMin)
    return command(request, id, { _tag: "ReleaseRefunds", by, at, ...vote })
  })
