/** Turns rejections of use cases into errors of the request's fields. */
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"
import * as Money from "../domain/money/Money.ts"
import * as Quote from "../domain/quote/Quote.ts"
import type * as Beneficiaries from "../usecases/Beneficiaries.ts"
import type * as BookForeignDeposits from "../usecases/BookForeignDeposits.ts"
import type * as CreateQuote from "../usecases/CreateQuote.ts"
import type * as RefundAddressScreening from "../usecases/RefundAddressScreening.ts"
import type * as Refunds from "../usecases/Refunds.ts"
import type { FieldError, Rejection } from "./contract/Rejection.ts"

const invalid = (field: string, code: string, message: string): Rejection => ({
  _tag: "Invalid",
  errors: [{ field, code, message }]
})

const addressMessages: Readonly<
  Record<RefundAddressScreening.RefundAddressRefused["reason"], string>
> = {
  own:
    "is an address of this service or of the token: a refund would not reach you. " +
    "Give an address of your wallet",
  blacklisted: "cannot receive USDC: the token's issuer has blocked it",
  not_allowed: "cannot receive a refund"
}

/** `field` is the field that has the address. */
export const refundAddress =
  (field: string) =>
  (rejection: Rejection | RefundAddressScreening.RefundAddressRefused): Rejection =>
    rejection._tag === "RefundAddressRefused"
      ? invalid(field, rejection.reason, addressMessages[rejection.reason])
      : rejection

const proofMessages: Readonly<Record<Refunds.NotTheRefund["reason"], string>> = {
  nothing_due: "cannot be recorded: no refund is due",
  not_found: "is not on the chain yet",
  already_used: "is the proof of another refund",
  not_the_refund: "is not a transaction that sends this refund"
}

export const refundProof = (
  rejection: Rejection | Refunds.NotTheRefund | Refunds.RefundAddressMissing
): Rejection => {
  if (rejection._tag === "NotTheRefund") {
    const { detail, reason } = rejection
    return invalid("tx_hash", reason, detail ?? proofMessages[reason])
  }
  return rejection._tag === "RefundAddressMissing"
    ? invalid("refund_address", "required", "is required, because no refund address is set")
    : rejection
}

const foreignMessages: Readonly<
  Record<BookForeignDeposits.NoForeignDeposit["reason"], readonly [field: string, message: string]>
> = {
  unknown_chain: ["chain_id", "has no nodes. Add it to RESCUE_RPC_URLS"],
  unknown_token: ["token_address", "is required, because the service knows no USDC on the chain"],
  own_token: ["token_address", "is the service's own USDC, whose deposits it counts itself"],
  not_found: ["tx_hashes", "is not on the chain yet"],
  not_final: ["tx_hashes", "is not final yet. Send the request again later"],
  too_many_deposits: [
    "tx_hashes",
    `would make more than ${ForeignDeposit.countMax} foreign deposits. Name the largest ones`
  ],
  no_transfer: ["tx_hashes", "sends none of the token to the deposit address"]
}

export const foreignDeposit = (
  rejection: Rejection | BookForeignDeposits.NoForeignDeposit
): Rejection => {
  if (rejection._tag !== "NoForeignDeposit") return rejection
  const { reason, txHash } = rejection
  const [field, message] = foreignMessages[reason]
  return invalid(field, reason, txHash === undefined ? message : `${message}: ${txHash}`)
}

export const phone = (rejection: Rejection | Beneficiaries.PhoneRefused): Rejection =>
  rejection._tag === "PhoneRefused"
    ? invalid("phone", rejection.code, rejection.message)
    : rejection

/** The error of a target amount whose value is out of these bounds, in micro-USDC. */
export const targetAmount = (min: Money.Micro, max: Money.Micro): FieldError => {
  const [from, to] = [min, max].map((each) => Money.toJson(each, 6))
  const message = `must be worth ${from} to ${to} USDC`
  return { field: "target_amount", code: "out_of_range", message }
}

/** The amounts of several quotes, each by its field and row. */
export const quoteItems =
  (items: ReadonlyArray<CreateQuote.Item>) =>
  (rejection: Rejection | CreateQuote.ItemsRejected): Rejection => {
    if (rejection._tag !== "ItemsRejected") return rejection
    const errors = rejection.problems.map(({ rejection: one, row }) => {
      const isTarget = items[row - 1]?.amount._tag === "Target"
      return isTarget && one._tag === "AmountOutOfRange"
        ? { ...targetAmount(one.min, one.max), row }
        : {
            row,
            field: isTarget ? "target_amount" : "source_amount_usdc",
            ...Quote.amountProblem(one)
          }
    })
    return { _tag: "Invalid", errors }
  }

/** Names the target amount in the error if the quote gives it. Bounds are in USDC. */
export const quoteAmount =
  (amount: Quote.Proposal["amount"]) =>
  (rejection: Rejection): Rejection => {
    if (amount._tag === "Source" || rejection._tag !== "AmountOutOfRange") return rejection
    return { _tag: "Invalid", errors: [targetAmount(rejection.min, rejection.max)] }
  }
