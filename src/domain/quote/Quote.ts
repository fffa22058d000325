/**
 * A quote locks a rate for a short time and is used at most once (L8).
 *
 *     ACTIVE ──payout created──▶ LOCKED ──transfer requested──▶ USED
 *        │                          │
 *        └──expires───▶ EXPIRED ◀───┘ payout ended before a transfer
 *
 * A quote is EXPIRED at the very end of its TTL; the event that records this follows a moment
 * later. All other changes follow the events of its payout, so the two cannot disagree.
 */
import { Result, Schema } from "effect"
import * as Money from "../money/Money.ts"
import * as Network from "../Network.ts"

export type Status = "ACTIVE" | "LOCKED" | "USED" | "EXPIRED"

export const Created = Schema.TaggedStruct("QuoteCreated", {
  id: Schema.String,
  accountId: Schema.String,
  currency: Schema.Literals(Network.currencies),
  /** Micro-USDC. */
  sourceAmount: Schema.Number,
  /** Minor units of the currency. */
  targetAmount: Schema.Number,
  /** Millionths of a currency unit per USDC, less the spread. */
  rate: Schema.Number,
  /** A fraction. */
  spread: Schema.Number,
  at: Schema.Number,
  expiresAt: Schema.Number
})
export type Created = typeof Created.Type

/** The TTL ended before a payout used the quote. */
export const Expired = Schema.TaggedStruct("QuoteExpired", {
  id: Schema.String,
  at: Schema.Number
})

const { _tag, at, ...facts } = Created.fields

export const Quote = Schema.Struct({
  ...facts,
  createdAt: Schema.Number,
  /** The one payout made from this quote. */
  payoutId: Schema.NullOr(Schema.String),
  /** The quote's use, set by the events of its payout. */
  lock: Schema.Literals(["none", "held", "used", "released"])
})
export type Quote = typeof Quote.Type

/** Bounds that differ between environments. Amounts in micro-USDC, times in milliseconds. */
export interface Policy {
  readonly amountMin: Money.Micro
  readonly amountMax: Money.Micro
  readonly ttlMs: number
  readonly spread: number
}

export interface Proposal {
  readonly id: string
  readonly accountId: string
  readonly currency: Network.Currency
  readonly amount:
    | { readonly _tag: "Source"; readonly micro: Money.Micro }
    | { readonly _tag: "Target"; readonly minor: Money.Minor }
  /** The current middle rate, before the spread. */
  readonly middle: Money.Rate
  readonly at: number
}

export type Rejection =
  | {
      readonly _tag: "AmountOutOfRange"
      readonly min: Money.Micro
      readonly max: Money.Micro
    }
  | { readonly _tag: "NothingToReceive"; readonly currency: Network.Currency }

/** The problem of an amount, in the client's terms. */
export const amountProblem = (
  rejection: Rejection
): { readonly code: string; readonly message: string } => {
  if (rejection._tag === "NothingToReceive") {
    const message = `is too small to pay anything in ${rejection.currency}`
    return { code: "too_small", message }
  }
  const [min, max] = [rejection.min, rejection.max].map((amount) => Money.toJson(amount, 6))
  return { code: "out_of_range", message: `must be from ${min} to ${max} USDC` }
}

export type AmountBounds = Pick<Policy, "amountMax" | "amountMin">

/** The problem of an amount that exceeds every policy. It is checked before conversion. */
export const amountMaxProblem = (usdc: number, { amountMax, amountMin }: AmountBounds) =>
  usdc > Money.usdcMax
    ? amountProblem({ _tag: "AmountOutOfRange", min: amountMin, max: amountMax })
    : undefined

export const create = (request: Proposal, policy: Policy): Result.Result<Created, Rejection> => {
  const { amount, at, currency } = request
  const decimals = Network.decimals(currency)
  const rate = Money.withSpread(request.middle, policy.spread)
  if (rate <= 0) return Result.fail({ _tag: "NothingToReceive", currency })
  const sourceAmount =
    amount._tag === "Source" ? amount.micro : Money.cost(amount.minor, rate, decimals)
  if (sourceAmount < policy.amountMin || sourceAmount > policy.amountMax) {
    return Result.fail({
      _tag: "AmountOutOfRange",
      min: policy.amountMin,
      max: policy.amountMax
    })
  }
  const targetAmount =
    amount._tag === "Target" ? amount.minor : Money.convert(amount.micro, rate, decimals)
  if (targetAmount <= 0) return Result.fail({ _tag: "NothingToReceive", currency })
  return Result.succeed({
    _tag: "QuoteCreated",
    id: request.id,
    accountId: request.accountId,
    currency,
    sourceAmount,
    targetAmount,
    rate,
    spread: policy.spread,
    at,
    expiresAt: at + policy.ttlMs
  })
}

export const created = (event: Created): Quote => ({
  id: event.id,
  accountId: event.accountId,
  currency: event.currency,
  sourceAmount: event.sourceAmount,
  targetAmount: event.targetAmount,
  rate: event.rate,
  spread: event.spread,
  expiresAt: event.expiresAt,
  createdAt: event.at,
  payoutId: null,
  lock: "none"
})

/** The quote after its TTL ended unused. */
export const expired = (quote: Quote): Quote => ({ ...quote, lock: "released" })

/** The quote after its payout was created. */
export const held = (quote: Quote, payoutId: string): Quote => ({
  ...quote,
  payoutId,
  lock: "held"
})

/** The quote after an event of its payout. */
export const follow = (
  quote: Quote,
  event: { readonly _tag: string; readonly id: string }
): Quote => {
  switch (event._tag) {
    case "PayoutCreated":
      return held(quote, event.id)
    case "TransferRequested":
    case "PayoutSettled":
      return quote.lock === "used" ? quote : { ...quote, lock: "used" }
    case "PayoutFailed":
    case "PayoutReversed":
      return quote.lock === "held" ? { ...quote, lock: "released" } : quote
    default:
      return quote
  }
}

/** The locks that a quote of a status may have. */
export const locksOf: Readonly<Record<Status, ReadonlyArray<Quote["lock"]>>> = {
  ACTIVE: ["none"],
  LOCKED: ["held"],
  USED: ["used"],
  EXPIRED: ["none", "released"]
}

/** The status at a time (milliseconds). */
export const status = (quote: Quote, now: number): Status => {
  switch (quote.lock) {
    case "held":
      return "LOCKED"
    case "used":
      return "USED"
    case "released":
      return "EXPIRED"
    case "none":
      return now >= quote.expiresAt ? "EXPIRED" : "ACTIVE"
  }
}
