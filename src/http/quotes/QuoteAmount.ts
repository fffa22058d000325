/** The amount of a quote: the amount that is sent, or the amount that is received. */
import { Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import type { FieldError } from "../contract/Rejection.ts"
import * as Decode from "../decoding/Decode.ts"
import * as ValidationMessages from "../decoding/ValidationMessages.ts"
import * as FieldRejections from "../FieldRejections.ts"
import type * as QuoteContract from "./QuoteContract.ts"

/** The problem of a target amount: too many decimals, or a value above the limit. */
const targetProblem = (
  target: unknown,
  currency: unknown,
  { amountMax, amountMin }: Quote.AmountBounds
): FieldError | undefined => {
  if (ValidationMessages.numberOf(target) > Money.usdcMax) {
    return FieldRejections.targetAmount(amountMin, amountMax)
  }
  const knownCurrency = Network.currencies.find((each) => each === currency)
  if (knownCurrency === undefined) return undefined
  const decimals = Network.decimals(knownCurrency)
  const amount = Money.fromJson(target, decimals)
  const isTooFine = Result.isFailure(amount) && amount.failure === "too_many_decimals"
  if (!isTooFine && !(target instanceof ValidationMessages.Inexact)) return undefined
  const message =
    decimals === 0
      ? `must be a whole number in ${knownCurrency}`
      : `must have at most ${decimals} decimals in ${knownCurrency}`
  return { field: "target_amount", code: "too_many_decimals", message }
}

/**
 * Problems of a quote: it needs exactly one amount, within its bounds and its currency's decimals.
 */
export const problemsIn =
  (bounds: Quote.AmountBounds) =>
  (body: Decode.Fields): ReadonlyArray<FieldError> => {
    const { source_amount_usdc: source, target_amount: target, target_currency: currency } = body
    if (!Decode.isPresent(target)) {
      const message = "is required, unless target_amount is given"
      const field = "source_amount_usdc"
      if (!Decode.isPresent(source)) return [{ field, code: "required", message }]
      const problem = Quote.amountMaxProblem(ValidationMessages.numberOf(source), bounds)
      return problem === undefined ? [] : [{ field, ...problem }]
    }
    if (Decode.isPresent(source)) {
      const message = "must not come with source_amount_usdc"
      return [{ field: "target_amount", code: "conflict", message }]
    }
    const problem = targetProblem(target, currency, bounds)
    return problem === undefined ? [] : [problem]
  }

/** Problems of each quote in a bulk request. */
export const problemsOfEach =
  (bounds: Quote.AmountBounds) =>
  ({ quotes }: Decode.Fields): ReadonlyArray<FieldError> =>
    (Array.isArray(quotes) ? quotes.slice(0, Limits.batches.bulkRowsMax) : []).flatMap(
      (item: unknown, index) =>
        typeof item === "object" && item !== null
          ? problemsIn(bounds)(item as Decode.Fields).map((one) => ({ ...one, row: index + 1 }))
          : []
    )

/** The amount in integers. The payload must have no problems. */
export const amountOf = (
  payload: Omit<typeof QuoteContract.NewQuote.Type, "idempotency_key">
): Quote.Proposal["amount"] => {
  const { source_amount_usdc: source, target_amount: target, target_currency: currency } = payload
  const units = (value: unknown, decimals: number) =>
    Result.getOrThrow(Money.fromJson(value, decimals))
  return typeof source === "number"
    ? { _tag: "Source", micro: units(source, 6) }
    : { _tag: "Target", minor: units(target, Network.decimals(currency)) }
}
