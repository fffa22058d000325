/**
 * The events of a batch, as the log stores them. Entries are permanent: a field keeps its name, and
 * a new one is optional, with a meaning for entries without it.
 */
import { Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import * as Funding from "../money/Funding.ts"
import * as Personal from "../Personal.ts"
import * as ScreeningEvidence from "../ScreeningEvidence.ts"
import * as BatchRow from "./BatchRow.ts"

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) => Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, ...fields })

export const Kind = Schema.Literals(["batch", "bulk"])
export type Kind = typeof Kind.Type

export const facts = {
  accountId: Schema.String,
  kind: Kind,
  /** Number of rows. */
  total: Schema.Number,
  /** Micro-USDC of all rows. */
  sourceAmount: Schema.Number,
  depositAddress: Schema.String,
  fundingDeadline: Schema.Number,
  /** Sums of the rows by currency. */
  currencies: Schema.Array(BatchRow.Total),
  /** The client's name of the batch. Absent if there is none. */
  name: Schema.optionalKey(Personal.ofAccount(Schema.String)),
  /** The account's balance pays. Absent if a deposit to the batch's address does. */
  fundedBy: Schema.optionalKey(Schema.Literal("balance")),
  /** Refunds go to the account's balance. Absent if operators send them. */
  excess: Schema.optionalKey(Schema.Literal("balance"))
}

export const Created = event("BatchCreated", facts)
export type Created = typeof Created.Type

export const Event = Schema.Union([
  Created,
  event("BatchDepositSeen", { deposit: Funding.Deposit }),
  event("BatchDepositDropped", { deposit: Funding.Deposit }),
  event("BatchDepositFinalized", { deposit: Funding.Deposit }),
  /** A final transfer too small to be a deposit. */
  event("BatchDustReceived", { deposit: Funding.Deposit }),
  /** Micro-USDC of the suspense account that pay for the rows or go back. */
  event("BatchSuspenseReleased", { amount: Schema.Number }),
  /** The whole amount, from the account's balance, micro-USDC. */
  event("BatchFundsAllocated", { amount: Schema.Number }),
  /** Money that rows do not need went back to the account's balance, micro-USDC. */
  event("BatchFundsReturned", { amount: Schema.Number }),
  /** Senders of money to refund were screened. `hold`: the reason to hold the refund, or `null`. */
  event("BatchSendersScreened", {
    senders: Schema.Array(Schema.String),
    hold: Personal.ofAccount(Schema.NullOr(Schema.String)),
    evidence: Schema.optionalKey(ScreeningEvidence.Evidence)
  }),
  /** An operator released held refunds. */
  event("BatchRefundsReleased", { by: Schema.String }),
  event("BatchWindowClosed", {}),
  event("BatchFunded", {}),
  event("BatchFundingExpired", {}),
  event("BatchCancelled", {}),
  /** A final transfer on another chain, or in another token. */
  event("BatchForeignDepositBooked", { transfer: ForeignDeposit.ForeignDeposit }),
  event("BatchRefundOpened", {
    amount: Schema.Number,
    /** The amount of a refund on another chain, or in another token. Then `amount` is 0. */
    asset: Schema.optionalKey(ForeignDeposit.Amount)
  }),
  event("BatchActionApproved", Approval.fields),
  event("BatchRefundAddressSet", { address: Schema.String }),
  event("BatchRefundSent", {
    amount: Schema.Number,
    asset: Schema.optionalKey(ForeignDeposit.Amount),
    address: Schema.String,
    txHash: Schema.String,
    /**
     * The reason why the address is listed. The transfer is recorded, and further refunds are held.
     */
    flagged: Schema.optionalKey(Personal.ofAccount(Schema.String))
  }),
  event("BatchRefundConfirmed", {
    txHash: Schema.String,
    /** True if a third party paid the refund, from no address of the service's. */
    isThirdParty: Schema.optionalKey(Schema.Boolean)
  }),
  event("BatchRefundDisproved", { txHash: Schema.String }),
  /** The account's balance got the refund that was due, micro-USDC. */
  event("BatchRefundCredited", { amount: Schema.Number }),
  /**
   * The batch's fiber failed repeatedly: nothing is done for the batch until an operator resumes
   * it.
   */
  event("BatchParked", {}),
  event("BatchResumed", {})
])
export type Event = typeof Event.Type

// ----------------------------------------------------------------------------- the prefix

/**
 * Tags of the events of funding and refunds, which payouts also have: in the log, and in payouts.
 * The log keeps the prefix, so that readers of one entry distinguish a batch from a payout by its
 * tag.
 */
const payoutTags = {
  BatchDepositSeen: "DepositSeen",
  BatchDepositDropped: "DepositDropped",
  BatchDepositFinalized: "DepositFinalized",
  BatchDustReceived: "DustReceived",
  BatchSuspenseReleased: "SuspenseReleased",
  BatchFundsAllocated: "FundsAllocated",
  BatchFundsReturned: "FundsReturned",
  BatchWindowClosed: "FundingWindowClosed",
  BatchForeignDepositBooked: "ForeignDepositBooked",
  BatchRefundOpened: "RefundOpened",
  BatchRefundAddressSet: "RefundAddressSet",
  BatchRefundSent: "RefundSent",
  BatchRefundConfirmed: "RefundConfirmed",
  BatchRefundDisproved: "RefundDisproved",
  BatchRefundCredited: "RefundCredited",
  BatchRefundsReleased: "RefundsReleased",
  BatchSendersScreened: "SendersScreened"
} as const
type PayoutTags = typeof payoutTags

const batchTags = new Map<string, string>(
  Object.entries(payoutTags).map(([batchTag, payoutTag]) => [payoutTag, batchTag])
)

type Renamed<E extends Event> = E extends { readonly _tag: infer Tag extends keyof PayoutTags }
  ? Omit<E, "_tag"> & { readonly _tag: PayoutTags[Tag] }
  : E

/** An event of a batch, with the payout's tag if payouts also have it. */
export type Bare = Renamed<Event>

/** The tag of an event without the prefix of a batch; tags of other events do not change. */
export const bareTag = (tag: string): string =>
  (payoutTags as Readonly<Record<string, string>>)[tag] ?? tag

// Both tables contain each shared event once, which TypeScript does not see through a look-up.
export const bare = (event: Event): Bare => ({ ...event, _tag: bareTag(event._tag) }) as Bare

/** The event as the log holds it. */
export const prefixed = (event: Bare): Event =>
  ({ ...event, _tag: batchTags.get(event._tag) ?? event._tag }) as Event
