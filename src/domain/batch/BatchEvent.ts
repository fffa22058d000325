/**
 * The words a batch's history is written in. Entries live for ever, so a field here is never
 * renamed, and a new one gets a reader for old entries.
 */
import { Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import * as Funding from "../money/Funding.ts"
import * as ScreeningEvidence from "../ScreeningEvidence.ts"

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) => Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, ...fields })

export const Kind = Schema.Literals(["batch", "bulk"])
export type Kind = typeof Kind.Type

export const facts = {
  accountId: Schema.String,
  kind: Kind,
  /** How many rows it has. */
  total: Schema.Number,
  /** Micro-USDC of all rows. */
  sourceAmount: Schema.Number,
  depositAddress: Schema.String,
  fundingDeadline: Schema.Number
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
  /** Micro-USDC of the suspense account that pay for the rows, or go back. */
  event("BatchSuspenseReleased", { amount: Schema.Number }),
  /** Senders of money that is due back. `hold`: why it is kept back; `null`: nothing is against it. */
  event("BatchSendersScreened", {
    senders: Schema.Array(Schema.String),
    hold: Schema.NullOr(Schema.String),
    evidence: Schema.optionalKey(ScreeningEvidence.Evidence)
  }),
  /** A person lets money go back that was kept back. */
  event("BatchRefundsReleased", { by: Schema.String }),
  event("BatchWindowClosed", {}),
  event("BatchFunded", {}),
  event("BatchFundingExpired", {}),
  event("BatchCancelled", {}),
  event("BatchRefundOpened", { amount: Schema.Number }),
  event("BatchActionApproved", Approval.fields),
  event("BatchRefundAddressSet", { address: Schema.String }),
  event("BatchRefundSent", {
    amount: Schema.Number,
    address: Schema.String,
    txHash: Schema.String,
    /** What screening has against the address: the transfer is recorded, and everything else kept back. */
    flagged: Schema.optionalKey(Schema.String)
  }),
  event("BatchRefundConfirmed", {
    txHash: Schema.String,
    /** Somebody else paid it: no address of the service's. */
    isThirdParty: Schema.optionalKey(Schema.Boolean)
  }),
  event("BatchRefundDisproved", { txHash: Schema.String }),
  /** Its fiber failed repeatedly: nothing is done for it until an operator resumes it. */
  event("BatchParked", {}),
  event("BatchResumed", {})
])
export type Event = typeof Event.Type
