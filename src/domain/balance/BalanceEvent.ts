/**
 * The events of an account's balance, as the log stores them. Entries are permanent: a field keeps
 * its name, and a new one is optional, with a meaning for entries without it. Payments from the
 * balance and returns to it are events of their payouts, batches and withdrawals.
 */
import { Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import * as Funding from "../money/Funding.ts"
import * as Personal from "../Personal.ts"
import * as ScreeningEvidence from "../ScreeningEvidence.ts"

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) => Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, ...fields })

export const Opened = event("BalanceOpened", {
  accountId: Schema.String,
  depositAddress: Schema.String
})
export type Opened = typeof Opened.Type

/** The destination of refunds: a refund address, or the balance. */
export const Excess = Schema.Literals(["refund", "balance"])
export type Excess = typeof Excess.Type

/** An address for withdrawals. */
export const Address = Schema.Struct({
  id: Schema.String,
  address: Schema.String,
  name: Personal.ofAccount(Schema.String),
  createdAt: Schema.Number,
  /** Milliseconds from which withdrawals may use it. */
  usableFrom: Schema.Number
})
export type Address = typeof Address.Type

export const Event = Schema.Union([
  Opened,
  /** Micro-USDC below which the customer is informed; `null` for no threshold. */
  event("BalanceThresholdSet", { threshold: Schema.NullOr(Schema.Number) }),
  /** The destination of refunds of payouts and batches that are created afterwards. */
  event("BalanceExcessSet", { excess: Excess }),
  event("BalanceDepositSeen", { deposit: Funding.Deposit }),
  event("BalanceDepositDropped", { deposit: Funding.Deposit }),
  event("BalanceDepositFinalized", { deposit: Funding.Deposit }),
  /** A final transfer too small to be a deposit. */
  event("BalanceDustReceived", { deposit: Funding.Deposit }),
  /** A sender of final deposits was screened. `hold`: the reason to hold them, or `null`. */
  event("BalanceSenderScreened", {
    sender: Schema.String,
    hold: Personal.ofAccount(Schema.NullOr(Schema.String)),
    evidence: Schema.optionalKey(ScreeningEvidence.Evidence)
  }),
  event("BalanceActionApproved", Approval.fields),
  /** An operator released the held deposits of a sender, micro-USDC, to the balance. */
  event("BalanceHoldReleased", { sender: Schema.String, amount: Schema.Number, by: Schema.String }),
  /**
   * Operators corrected the balance: micro-USDC that they add, or negative ones that they take. The
   * other side is in the service's write-offs.
   */
  event("BalanceCorrected", {
    correctionId: Schema.String,
    amount: Schema.Number,
    by: Schema.String
  }),
  /** The account named an address for withdrawals. It is usable from a later time, milliseconds. */
  event("BalanceAddressAdded", {
    addressId: Schema.String,
    address: Schema.String,
    name: Personal.ofAccount(Schema.String),
    usableFrom: Schema.Number
  }),
  event("BalanceAddressRemoved", { addressId: Schema.String }),
  /** Staff ended the wait for an address. */
  event("BalanceAddressActivated", { addressId: Schema.String, by: Schema.String }),
  /** A final deposit, with its sender's dust, is part of the balance. Micro-USDC. */
  event("BalanceCredited", { deposit: Funding.Deposit, dust: Schema.Number })
])
export type Event = typeof Event.Type
