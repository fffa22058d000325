/**
 * Money as integers: USDC in micro-units (10^-6), recipient currencies in minor units
 * (10^-decimals), exchange rates in millionths of a currency unit per USDC. Conversion multiplies
 * in bigint and rounds **down**, once. Nothing here ever holds an amount as a fraction; JSON
 * numbers appear only at the edge.
 */
import { Result } from "effect"

/** Micro-USDC: a safe integer, 1 USDC = 1,000,000. */
export type Micro = number

/** Minor units of a recipient currency, a safe integer: shillings for UGX, kobo for NGN. */
export type Minor = number

/** Currency units per 1 USDC, times 1,000,000: a safe integer. */
export type Rate = number

export const microPerUsdc = 1_000_000

/**
 * The largest amount in USDC. Below 2^29 doubles are spaced by less than 10^-7. So each text of
 * seven decimals has a separate double, and none passes for a text of six.
 */
export const usdcMax = 500_000_000

export type AmountProblem = "not_a_number" | "negative" | "too_many_decimals" | "too_large"

/**
 * Reads a JSON number as an integer of 10^-decimals units, exactly or not at all.
 * `12.5` with 6 decimals is `12500000`; `0.1234567` is refused, never rounded.
 */
export const fromJson = (
  value: unknown,
  decimals: number
): Result.Result<number, AmountProblem> => {
  if (typeof value !== "number" || !Number.isFinite(value)) return Result.fail("not_a_number")
  if (value < 0) return Result.fail("negative")
  if (value > usdcMax) return Result.fail("too_large")
  const scale = 10 ** decimals
  const units = Math.round(value * scale)
  // The double nearest to units/scale is what JSON.parse gives for that decimal text, so equality
  // here means that the text had no digits beyond `decimals`.
  return units / scale === value ? Result.succeed(units) : Result.fail("too_many_decimals")
}

/** A valid amount of USDC as a micro-amount. */
export const micro = (usdc: number): Micro => Result.getOrThrow(fromJson(usdc, 6))

/** The JSON number of an integer amount: the double nearest to the exact decimal. */
export const toJson = (units: number, decimals: number): number => units / 10 ** decimals

/** `25000000` micro-USDC as `25.000000`: six decimals always, for text that people read. */
export const formatUsdc = (amount: Micro): string => {
  const whole = Math.floor(amount / microPerUsdc)
  return `${whole}.${String(amount % microPerUsdc).padStart(6, "0")}`
}

/** The recipient's amount for an amount of USDC at a rate, rounded down to the minor unit. */
export const convert = (amount: Micro, rate: Rate, decimals: number): Minor =>
  Number((BigInt(amount) * BigInt(rate) * 10n ** BigInt(decimals)) / 1_000_000_000_000n)

/** The least USDC that buys at least `target` at a rate: rounded up to the micro-USDC. */
export const cost = (target: Minor, rate: Rate, decimals: number): Micro => {
  const unit = BigInt(rate) * 10n ** BigInt(decimals)
  return Number((BigInt(target) * 1_000_000_000_000n + unit - 1n) / unit)
}

/**
 * `left * right / divisor`, rounded down. Every response about a payout needs it twice, so it uses
 * plain numbers while they are exact: BigInt is slower.
 */
const scaled = (left: number, right: number, divisor: number): number => {
  const product = left * right
  return Number.isSafeInteger(product)
    ? (product - (product % divisor)) / divisor
    : Number((BigInt(left) * BigInt(right)) / BigInt(divisor))
}

/** A spread (a fraction such as 0.01) in millionths. */
const spreadMillionths = (spread: number): number => Math.round(spread * microPerUsdc)

/** A middle rate less the spread, rounded down to the millionth. */
export const withSpread = (middle: Rate, spread: number): Rate =>
  scaled(middle, microPerUsdc - spreadMillionths(spread), microPerUsdc)

/** The middle rate of a rate less the spread: the least middle rate with that result. */
export const beforeSpread = (rate: Rate, spread: number): Rate => {
  const remainder = microPerUsdc - spreadMillionths(spread)
  const middle = scaled(rate, microPerUsdc, remainder)
  return withSpread(middle, spread) === rate ? middle : middle + 1
}

/** The fee, which is the spread's part of an amount of USDC, rounded down to the micro-USDC. */
export const costOfSpread = (amount: Micro, spread: number): Micro =>
  scaled(amount, spreadMillionths(spread), microPerUsdc)
