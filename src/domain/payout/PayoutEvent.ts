/**
 * Statuses, reasons and events of a payout, as the log stores them. Entries are permanent: a field
 * keeps its name, and a new one is optional, with a meaning for entries without it.
 */
import { Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import * as Funding from "../money/Funding.ts"
import * as Network from "../Network.ts"
import * as Personal from "../Personal.ts"
import * as ScreeningEvidence from "../ScreeningEvidence.ts"
import * as Parties from "./Parties.ts"
import * as Recall from "./Recall.ts"

export const statuses = [
  "CREATED",
  "AWAITING_FUNDS",
  "STABLECOIN_RECEIVED",
  "COMPLIANCE_HOLD",
  "PAYOUT_INITIATED",
  "PAYOUT_CONFIRMED",
  "SETTLED",
  "FAILED",
  "REVERSED",
  "MANUAL_REVIEW"
] as const
export type Status = (typeof statuses)[number]

export const FailureReason = Schema.Literals([
  "insufficient_balance",
  "invalid_recipient",
  "recipient_limit",
  "network_unavailable",
  "provider_rejected",
  "compliance_rejected",
  "deposit_expired",
  "cancelled",
  "unspecified"
])
export type FailureReason = typeof FailureReason.Type

const refusals: ReadonlySet<string | null> = new Set<FailureReason>([
  ...(["insufficient_balance", "invalid_recipient", "recipient_limit"] as const),
  ...(["network_unavailable", "provider_rejected", "unspecified"] as const)
])

/** True if a payout failed because its provider refused it, and not for a reason of ours. */
export const isRefusal = (reason: string | null): boolean => refusals.has(reason)

export const ReviewReason = Schema.Literals(["underpaid", "provider_unknown", "defect"])
export type ReviewReason = typeof ReviewReason.Type

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) => Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, ...fields })

/** Money of a payout, micro-USDC: held, in its suspense account, and due as a refund. */
const heldAmounts = { held: Schema.Number, suspense: Schema.Number, due: Schema.Number }

export const Created = event("PayoutCreated", {
  accountId: Schema.String,
  quoteId: Schema.NullOr(Schema.String),
  batchId: Schema.NullOr(Schema.String),
  status: Schema.Literals(statuses),
  currency: Schema.Literals(Network.currencies),
  /** Micro-USDC. */
  sourceAmount: Schema.Number,
  /** Minor units of the currency. */
  targetAmount: Schema.Number,
  rate: Schema.Number,
  phone: Personal.ofRecipient(Schema.String),
  name: Personal.ofRecipient(Schema.NullOr(Schema.String)),
  network: Schema.Literals(Network.slugs),
  depositAddress: Schema.String,
  fundingDeadline: Schema.Number,
  beneficiaryId: Schema.NullOr(Schema.String),
  idempotencyKey: Schema.NullOr(Schema.String),
  reference: Personal.ofRecipient(Schema.NullOr(Schema.String)),
  metadata: Personal.ofRecipient(Schema.Record(Schema.String, Schema.String)),
  /** A fraction. */
  spread: Schema.Number,
  refundAddress: Schema.optionalKey(Schema.String),
  /** Absent if the request and its beneficiary have no such data. */
  parties: Schema.optionalKey(Parties.Parties),
  /** The account's balance pays. Absent if a deposit to the payout's own address does. */
  funding: Schema.optionalKey(Schema.Literal("balance")),
  /** Refunds go to the account's balance. Absent if operators send them. */
  excess: Schema.optionalKey(Schema.Literal("balance"))
})

export type Created = typeof Created.Type

export const Event = Schema.Union([
  Created,
  event("FundingOpened", { fundingDeadline: Schema.Number }),
  event("FundingWindowClosed", {}),
  event("DepositSeen", { deposit: Funding.Deposit }),
  event("DepositDropped", { deposit: Funding.Deposit }),
  event("DepositFinalized", { deposit: Funding.Deposit }),
  /** A row's share of its batch's funds, or a part of the account's balance, micro-USDC. */
  event("FundsAllocated", { amount: Schema.Number }),
  /** Allocated money went back to the account's balance, micro-USDC. */
  event("FundsReturned", { amount: Schema.Number }),
  event("FundsReceived", {}),
  /** A final transfer too small to be a deposit. */
  event("DustReceived", { deposit: Funding.Deposit }),
  /** Micro-USDC of the suspense account that pay for the payout or go back. */
  event("SuspenseReleased", { amount: Schema.Number }),
  event("PayoutScreened", {
    evidence: ScreeningEvidence.Evidence,
    senders: Schema.optionalKey(Schema.Array(Schema.String))
  }),
  /** Senders of money to refund were screened. `hold`: the reason to hold the refund, or `null`. */
  event("SendersScreened", {
    senders: Schema.Array(Schema.String),
    hold: Personal.ofRecipient(Schema.NullOr(Schema.String)),
    evidence: Schema.optionalKey(ScreeningEvidence.Evidence)
  }),
  /** An operator released held refunds. */
  event("RefundsReleased", { by: Schema.String }),
  event("HoldApproved", { by: Schema.String }),
  /** All money of a held payout stays in its account: held, in suspense and due back. */
  event("PayoutFrozen", {
    by: Schema.String,
    reason: Personal.ofRecipient(Schema.String),
    ...heldAmounts
  }),
  event("PayoutUnfrozen", { by: Schema.String, ...heldAmounts }),
  event("ActionApproved", Approval.fields),
  event("PayoutHeld", { reason: Personal.ofRecipient(Schema.String) }),
  event("TransferRequested", {
    reference: Schema.String,
    attempt: Schema.Number,
    deadline: Schema.Number,
    provider: Schema.optionalKey(Schema.String)
  }),
  event("TransferAccepted", { reference: Schema.String }),
  event("TransferRefused", { reference: Schema.String, reason: FailureReason }),
  event("PayoutSettled", { providerReference: Schema.NullOr(Schema.String) }),
  event("PayoutFailed", { reason: FailureReason }),
  event("PayoutReversed", { reason: FailureReason }),
  event("ReviewOpened", { reason: ReviewReason }),
  /** A final transfer on another chain, or in another token. */
  event("ForeignDepositBooked", { transfer: ForeignDeposit.ForeignDeposit }),
  event("RefundOpened", {
    amount: Schema.Number,
    /** The amount of a refund on another chain, or in another token. Then `amount` is 0. */
    asset: Schema.optionalKey(ForeignDeposit.Amount)
  }),
  event("RefundSent", {
    amount: Schema.Number,
    asset: Schema.optionalKey(ForeignDeposit.Amount),
    address: Schema.String,
    txHash: Schema.String,
    /**
     * The reason why the address is listed. The transfer is recorded, and further refunds are held.
     */
    flagged: Schema.optionalKey(Personal.ofRecipient(Schema.String))
  }),
  event("RefundConfirmed", {
    txHash: Schema.String,
    /** True if a third party paid the refund, from no address of the service's. */
    isThirdParty: Schema.optionalKey(Schema.Boolean)
  }),
  event("RefundDisproved", { txHash: Schema.String }),
  /** The account's balance got the refund that was due, micro-USDC. */
  event("RefundCredited", { amount: Schema.Number }),
  event("RefundAddressSet", { address: Schema.String }),
  event("RecallOpened", Recall.eventFields.RecallOpened),
  event("RecallReturned", Recall.eventFields.RecallReturned),
  event("RecallClosed", Recall.eventFields.RecallClosed)
])
export type Event = typeof Event.Type
