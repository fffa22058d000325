/**
 * Where refunds go, and how they went. A transfer counts as a refund once the chain does not
 * contradict it.
 */
import { Clock, Effect, Semaphore } from "effect"
import * as Approver from "../domain/account/Approver.ts"
import type * as Batch from "../domain/batch/Batch.ts"
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
import type * as Funded from "./Funded.ts"
import type { InPartition, Owned } from "./InPartition.ts"
import * as RefundAddressScreening from "./RefundAddressScreening.ts"

/** The transaction is not the proof of a refund that is due. */
export interface NotTheRefund {
  readonly _tag: "NotTheRefund"
  readonly reason: "nothing_due" | "not_found" | "already_used" | "not_the_refund"
  /** Why the chain disproves it. */
  readonly detail?: string
}

/** The refund has no address, and the operator gave none. */
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
  /** `null`: to the address that was set before. */
  readonly address: string | null
}

/** What has a refund: a payout or a batch. */
type Refunded = Pick<
  Payout.Payout | Batch.Batch,
  "id" | "refunds" | "refundAddress" | "createdAt" | "deposits" | "refundHold"
>

/** The same transfer was recorded before; nothing was done now. */
export interface Repeated<A> {
  readonly _tag: "Repeated"
  readonly result: A
}

export const dependencies = Effect.gen(function* () {
  return {
    /** Records are made one after the other, so that each sees what the one before recorded. */
    recording: yield* Semaphore.make(1),
    partitions: yield* Partitions.Partitions,
    chain: yield* Chain.Chain,
    approvalsMin: (yield* Policy.Policy).holdApprovals,
    screening: yield* Screening.Screening,
    vet: yield* RefundAddressScreening.make
  }
})

/** `A`: a payout, or a batch. */
export interface Dependencies<A, E>
  extends Effect.Success<typeof dependencies>,
    Pick<InPartition, "engine">,
    Funded.Kind<A, E> {}

/** The parts that a proof needs. */
type Proving = Omit<Dependencies<never, never>, keyof Funded.Kind<never, never>>

export interface Directed extends Owned {
  readonly address: string
}

/** Fails with `RefundAddressRefused`, or as the payout or batch does. */
export const setAddress = <A, E>(
  { command, engine, own, vet }: Dependencies<A, E>,
  request: Request.Request<A>,
  { accountId, address, id }: Directed
) =>
  engine.unlessReplayed(
    request,
    own(accountId, id).pipe(
      Effect.andThen(vet(address)),
      Effect.andThen(command(request, id, { _tag: "SetRefundAddress", address, at: request.at }))
    )
  )

/** The refunds of a partition that name a transaction. */
export const refundsWith = Partitions.procedure<string, ReadonlyArray<Refund.Refund>>({
  name: "refunds with",
  run: (engine, txHash) => engine.refundsWith(txHash)
})

/** What a claim is of: one of the transfers that a transaction makes, for the refund of a payout. */
interface Claim {
  readonly txHash: string
  readonly address: string
  readonly amount: number
  /** How many such transfers the transaction makes. */
  readonly transfers: number
  /** The payout or batch whose refund it is said to be. */
  readonly of: string
}

/**
 * Claims a transfer for one refund in the directory's log, so that recordings in two partitions at
 * the same time cannot both count it (L8); `false`: others have claimed all there are. What was
 * recorded before is found by `refundsWith`: a claim needs to last no longer than an idempotency key.
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
 * Screening's reason against the address of a refund. The transfer was made: it is recorded with
 * any finding. No answer is not a pass: it is recorded once there is one.
 */
const flagOf = Effect.fnUntraced(function* (
  { screening }: Proving,
  refunded: Refunded,
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

/** The command for a transfer that the chain does not contradict; `undefined`: it is recorded. */
const prove = Effect.fnUntraced(function* (
  deps: Proving,
  { at, by }: Request.Origin,
  refunded: Refunded,
  transfer: Transfer
) {
  const { approvalsMin, chain, engine, partitions } = deps
  // One transaction in two spellings would be the proof of two refunds.
  const txHash = transfer.txHash.toLowerCase()
  if (refunded.refunds.some((refund) => refund.txHash === txHash)) return undefined
  const due = refunded.refunds.find(({ status }) => status === "due")
  if (due === undefined) return yield* notTheRefund("nothing_due")
  const address = transfer.address ?? refunded.refundAddress
  if (address === null) {
    return yield* Effect.fail<RefundAddressMissing>({ _tag: "RefundAddressMissing" })
  }
  const { amount } = due
  const proof = yield* chain.prove(txHash, address, amount, refunded.createdAt)
  if (proof._tag === "Absent") return yield* notTheRefund("not_found")
  if (proof._tag === "Wrong") return yield* notTheRefund("not_the_refund", proof.reason)
  // A transaction proves as many refunds as it has transfers, of whichever partition they are.
  const named = yield* Partitions.callAll(partitions, refundsWith, txHash)
  const others = named
    .flat()
    .filter(
      (refund) =>
        refund.amount === amount && refund.address?.toLowerCase() === address.toLowerCase()
    )
  if (others.length >= proof.transfers) return yield* notTheRefund("already_used")
  const flagged = yield* flagOf(deps, refunded, address)
  if (partitions.count > 1) {
    const { transfers } = proof
    const claimed = { txHash, address, amount, transfers, of: refunded.id }
    const isOurs = yield* partitions.call(claim, Partition.directory, claimed)
    if (!isOurs) return yield* notTheRefund("already_used")
  }
  const vote = Approver.vote(engine.registry, { by, at, needs: "refunds" }, approvalsMin)
  return { _tag: "SendRefund", amount, address, txHash, at, flagged, ...vote } as const
})

const repeated = <A>(result: A): Repeated<A> => ({ _tag: "Repeated", result })

/** Refused before the chain is queried; the payout's guard refuses what changes in the meantime. */
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
 * Records that a refund was sent. Fails with `NotTheRefund`, `RefundAddressMissing`, `RefundHeld`,
 * or as the payout or batch does.
 */
export const record = <A extends Payout.Payout | Batch.Batch, E>(
  deps: Dependencies<A, E>,
  request: Request.Request<A>,
  { id, ...transfer }: Transfer & { readonly id: string }
) => {
  const { command, engine, find, recording } = deps
  const recorded = Effect.gen(function* () {
    const refunded = yield* find(id)
    yield* refuseFrozen(refunded)
    const sent = yield* prove(deps, request, refunded, transfer)
    return sent === undefined ? repeated(refunded) : yield* command(request, id, sent)
  })
  return engine.unlessReplayed(request, recording.withPermit(recorded))
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
