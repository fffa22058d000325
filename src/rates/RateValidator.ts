/**
 * Accepts or rejects a rate: it must be in a plausible range, near the second source, and near the
 * last accepted rate unless the second source confirms the jump. Pure.
 */
import { Result } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Money from "../domain/money/Money.ts"
import type { Currency } from "../domain/Network.ts"
import * as FeedParser from "./FeedParser.ts"

export interface Candidate {
  readonly currency: Currency
  readonly feed: FeedParser.Feed
  /** The second source; `undefined` if there is none, or it does not respond. */
  readonly check: FeedParser.Feed | undefined
  /** The last accepted rate. */
  readonly last: Money.Rate | undefined
}

const rateOf = (feed: FeedParser.Feed, currency: Currency): Result.Result<Money.Rate, string> =>
  Object.hasOwn(feed.rates, currency)
    ? FeedParser.toRate(feed.rates[currency])
    : Result.fail("it is missing")

/** The difference of two rates as a fraction of the second. */
const difference = (rate: Money.Rate, reference: Money.Rate): number =>
  Math.abs(rate - reference) / reference

const textOf = (rate: Money.Rate): string => String(rate / 1_000_000)

const isPlausible = (currency: Currency, rate: Money.Rate): boolean => {
  const [low, high] = Limits.rates.plausible[currency]
  return low * 1_000_000 <= rate && rate <= high * 1_000_000
}

/** The rate, or the reason why it is rejected. */
export const validate = ({
  check,
  currency,
  feed,
  last
}: Candidate): Result.Result<Money.Rate, string> => {
  const { confirmMax, deviationMax, jumpMax } = Limits.rates
  const read = rateOf(feed, currency)
  if (Result.isFailure(read)) return read
  const rate = read.success
  if (!isPlausible(currency, rate)) return Result.fail(`${textOf(rate)} is out of all bounds`)
  // A second source without this currency neither confirms nor contradicts.
  const second = check === undefined ? undefined : rateOf(check, currency)
  const reference = second !== undefined && Result.isSuccess(second) ? second.success : undefined
  if (reference !== undefined && difference(rate, reference) > deviationMax) {
    return Result.fail(`${textOf(rate)} is too far from the second source's ${textOf(reference)}`)
  }
  const jumped = last !== undefined && difference(rate, last) > jumpMax
  const isConfirmed = reference !== undefined && difference(rate, reference) <= confirmMax
  return jumped && !isConfirmed
    ? Result.fail(`${textOf(rate)} jumped from ${textOf(last)}, unconfirmed by a second source`)
    : read
}
