/**
 * Parses a rate feed exactly: JSON in the format of Open Exchange Rates. A number is read as
 * decimal text and rounded once, half to even, to millionths. Pure.
 */
import { Result, Schema } from "effect"
import type * as Money from "../domain/money/Money.ts"

export interface Feed {
  /** The time at which the rates applied, milliseconds. */
  readonly at: number
  /** Units of a currency per dollar, as received. */
  readonly rates: Readonly<Record<string, unknown>>
}

const Body = Schema.fromJsonString(
  Schema.Struct({
    timestamp: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 253_402_300_799 })),
    base: Schema.Literal("USD"),
    rates: Schema.Record(Schema.String, Schema.Unknown)
  })
)
const decode = Schema.decodeUnknownResult(Body)

export const read = (body: string): Result.Result<Feed, string> =>
  Result.match(decode(body), {
    onFailure: () => Result.fail("it is not in the format of Open Exchange Rates with base USD"),
    onSuccess: ({ rates, timestamp }) => Result.succeed({ at: timestamp * 1000, rates })
  })

/** Decimals of a rate. */
const decimals = 6

/** The highest number of decimal places, or of zeros to append; a number with more is no rate. */
const placesMax = 40

/** `12.50e3`: digits, fraction and exponent. */
const number = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** Rounds half to even. */
const dividedHalfEven = (value: bigint, divisor: bigint): bigint => {
  const whole = value / divisor
  const twice = (value % divisor) * 2n
  const isUp = twice > divisor || (twice === divisor && whole % 2n === 1n)
  return isUp ? whole + 1n : whole
}

/** A rate in millionths, or the reason why the number is no rate. */
export const toRate = (value: unknown): Result.Result<Money.Rate, string> => {
  if (typeof value !== "number" || !Number.isFinite(value)) return Result.fail("it is no number")
  if (value <= 0) return Result.fail("it is not above zero")
  // The shortest text of a double is the text that was sent, up to the digits a double has.
  const [, whole = "", fraction = "", exponent = "0"] = number.exec(String(value)) ?? []
  const places = fraction.length - Number(exponent)
  if (Math.abs(places) > placesMax) return Result.fail(`${value} has too many digits`)
  const digits = BigInt(whole + fraction)
  const rate =
    places <= decimals
      ? digits * 10n ** BigInt(decimals - places)
      : dividedHalfEven(digits, 10n ** BigInt(places - decimals))
  if (rate <= 0n) return Result.fail(`${value} is too small`)
  return rate <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Result.succeed(Number(rate))
    : Result.fail(`${value} is too large`)
}
