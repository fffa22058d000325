/**
 * The state of a payout in memory and in the read model. It is a fold of the payout's events
 * (Payout.ts); nothing else changes it.
 */

import { Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import * as Funding from "../money/Funding.ts"
import * as Personal from "../Personal.ts"
import * as Refund from "../refund/Refund.ts"
import * as ScreeningEvidence from "../ScreeningEvidence.ts"
import * as Search from "../Search.ts"
import * as Parties from "./Parties.ts"
import * as PayoutEvent from "./PayoutEvent.ts"
import * as Recall from "./Recall.ts"

/** The instruction to a provider. Its `reference` makes it happen at most once. */
export const Transfer = Schema.Struct({
  reference: Schema.String,
  /** The number of references that this payout has used: 1, 2, 3 …. */
  attempt: Schema.Number,
  phase: Schema.Literals(["requested", "accepted", "refused"]),
  /** Time at which an unknown outcome goes to manual review, milliseconds. */
  deadline: Schema.Number,
  /** The provider of the transfer, if there are several. */
  provider: Schema.optionalKey(Schema.String)
})
export type Transfer = typeof Transfer.Type

const Frozen = Schema.Struct({
  /** Time of the freeze, milliseconds. */
  since: Schema.Number,
  by: Schema.String,
  reason: Personal.ofRecipient(Schema.String)
})

const { _tag, at, refundAddress, ...facts } = PayoutEvent.Created.fields

export const Payout = Schema.Struct({
  ...facts,
  refundAddress: Schema.NullOr(Schema.String),
  sequence: Schema.Number,
  timeline: Schema.Array(
    Schema.Struct({ status: Schema.Literals(PayoutEvent.statuses), at: Schema.Number })
  ),
  createdAt: Schema.Number,
  /** Time of the last change, milliseconds. */
  updatedAt: Schema.Number,
  windowClosed: Schema.Boolean,
  /** Micro-USDC that the batch or the balance passed on to the payout, and did not get back. */
  allocated: Schema.Number,
  deposits: Schema.Array(Funding.Received),
  /** Money that arrived in amounts too small to be deposits. */
  suspense: Schema.NullOr(Funding.Suspense),
  /** Deposits on another chain, or in another token. Absent if there are none. */
  foreignDeposits: Schema.optionalKey(Schema.Array(ForeignDeposit.Booked)),
  refunds: Schema.Array(Refund.Refund),
  /** The reason why refunds are held. */
  refundHold: Personal.ofRecipient(Schema.NullOr(Schema.String)),
  /** The evidence of the last screening. */
  screening: Schema.NullOr(ScreeningEvidence.Evidence),
  /** Ids of the approvers of its hold. */
  approvals: Schema.Array(Schema.String),
  /** An action that needs more approvals. */
  pendingAction: Schema.optionalKey(Approval.Pending),
  /** The reason and time of the freeze. `null` after an unfreeze, absent if there was no freeze. */
  frozen: Schema.optionalKey(Schema.NullOr(Frozen)),
  transfer: Schema.NullOr(Transfer),
  providerReference: Schema.NullOr(Schema.String),
  settledAt: Schema.NullOr(Schema.Number),
  failureReason: Schema.NullOr(PayoutEvent.FailureReason),
  holdReason: Personal.ofRecipient(Schema.NullOr(Schema.String)),
  reviewReason: Schema.NullOr(PayoutEvent.ReviewReason),
  /** Recalls after the settlement, oldest first. Absent if there are none. */
  recalls: Schema.optionalKey(Schema.Array(Recall.Recall))
})
export type Payout = typeof Payout.Type

/** The text that searches match, apart from identifiers. */
export const searchText = ({ name, phone, reference }: Payout): string =>
  Search.textOf([name, phone, reference])

const none: ReadonlyArray<never> = []

const withoutParties = (event: PayoutEvent.Created): Payout => ({
  id: event.id,
  accountId: event.accountId,
  quoteId: event.quoteId,
  batchId: event.batchId,
  status: event.status,
  currency: event.currency,
  sourceAmount: event.sourceAmount,
  targetAmount: event.targetAmount,
  rate: event.rate,
  phone: event.phone,
  name: event.name,
  network: event.network,
  depositAddress: event.depositAddress,
  fundingDeadline: event.fundingDeadline,
  beneficiaryId: event.beneficiaryId,
  idempotencyKey: event.idempotencyKey,
  reference: event.reference,
  metadata: event.metadata,
  spread: event.spread,
  refundAddress: event.refundAddress ?? null,
  sequence: 1,
  timeline: [{ status: event.status, at: event.at }],
  createdAt: event.at,
  updatedAt: event.at,
  windowClosed: false,
  allocated: 0,
  deposits: none,
  suspense: null,
  refunds: none,
  refundHold: null,
  screening: null,
  approvals: none,
  transfer: null,
  providerReference: null,
  settledAt: null,
  failureReason: null,
  holdReason: null,
  reviewReason: null
})

/**
 * The first state. It is written field by field, so that every payout without data about its
 * parties has the same hidden class.
 */
export const created = (event: PayoutEvent.Created): Payout => {
  const payout = Parties.attach(withoutParties(event), event.parties)
  const { excess, funding } = event
  const paid = funding === undefined ? payout : { ...payout, funding }
  return excess === undefined ? paid : { ...paid, excess }
}
