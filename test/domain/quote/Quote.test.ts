import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Money from "../../../src/domain/money/Money.ts"
import * as Network from "../../../src/domain/Network.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Quote from "../../../src/domain/quote/Quote.ts"
import { at, createdEvent, event, historyTo, quote, t0, usdc } from "../../support/fixtures.ts"

const policy: Quote.Policy = {
  amountMin: usdc(0.01),
  amountMax: usdc(10_000),
  ttlMs: 5 * 60_000,
  spread: 0.01
}
const source = (micro: number) => ({ _tag: "Source", micro }) as const
const target = (minor: number) => ({ _tag: "Target", minor }) as const

const request = (
  amount: Quote.Proposal["amount"],
  currency: Network.Currency = "UGX",
  middle = 3_700_000_000
): Quote.Proposal => ({ id: "qt_1", accountId: "acct_1", currency, amount, middle, at: t0 })

const outOfRange = Result.fail({
  ...{ _tag: "AmountOutOfRange", min: policy.amountMin, max: policy.amountMax }
})

describe("The price of a quote", () => {
  it("has the spread taken off the middle rate and the recipient's amount rounded down", () => {
    expect(Quote.create(request(source(usdc(25))), policy)).toEqual(
      Result.succeed({
        ...{ _tag: "QuoteCreated", id: "qt_1", accountId: "acct_1", currency: "UGX" },
        ...{ sourceAmount: usdc(25), targetAmount: 91_575, rate: 3_663_000_000, spread: 0.01 },
        ...{ at: t0, expiresAt: at(5) }
      })
    )
  })

  it.each([
    ["UGX", 0],
    ["KES", 0],
    ["TZS", 0],
    ["GHS", 2],
    ["NGN", 2]
  ] as const)("is in minor units of %s with %i decimals", (currency, decimals) => {
    const priced = Result.getOrThrow(
      Quote.create(request(source(usdc(1)), currency, 15_666_667), { ...policy, spread: 0 })
    )
    expect(priced.targetAmount).toBe(decimals === 0 ? 15 : 1566)
  })

  it("is the least USDC that buys a target, and the recipient gets exactly the target", () => {
    const priced = Result.getOrThrow(Quote.create(request(target(91_576)), policy))
    expect(priced.targetAmount).toBe(91_576)
    expect(priced.sourceAmount).toBe(25_000_274)
    expect(Money.convert(priced.sourceAmount - 1, priced.rate, 0)).toBe(91_575)
  })

  it.each([
    ["the minimum", usdc(0.01), true],
    ["one micro-USDC below the minimum", usdc(0.01) - 1, false],
    ["zero", 0, false],
    ["the maximum", usdc(10_000), true],
    ["one micro-USDC above the maximum", usdc(10_000) + 1, false]
  ])("is checked for this source amount: %s", (_, micro, isFine) => {
    const priced = Quote.create(request(source(micro)), policy)
    if (isFine) expect(Result.getOrThrow(priced).sourceAmount).toBe(micro)
    else expect(priced).toEqual(outOfRange)
  })

  it("is checked for a target amount by its cost in USDC", () => {
    expect(Result.isSuccess(Quote.create(request(target(36_630_000)), policy))).toBe(true)
    expect(Quote.create(request(target(36_630_001)), policy)).toEqual(outOfRange)
    expect(Quote.create(request(target(0)), policy)).toEqual(outOfRange)
    expect(Quote.create(request(target(Number.MAX_SAFE_INTEGER)), policy)).toEqual(outOfRange)
  })

  it("is refused for an amount that buys nothing", () => {
    expect(Quote.create(request(source(usdc(0.01)), "KES", 50_000_000), policy)).toEqual(
      Result.fail({ _tag: "NothingToReceive", currency: "KES" })
    )
  })

  it.each([source(usdc(25)), target(1_000)])("is refused at a rate of zero: $_tag", (amount) => {
    const all = { ...policy, spread: 1 }
    expect(Quote.create(request(amount), all)).toEqual(
      Result.fail({ _tag: "NothingToReceive", currency: "UGX" })
    )
  })

  it("never gives the recipient more than the source is worth", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Network.currencies),
        fc.boolean(),
        fc.integer({ min: 1, max: 20_000_000_000 }),
        fc.integer({ min: 1_000_000, max: 4_000_000_000 }),
        (currency, isSource, amount, middle) => {
          const wanted = isSource ? source(amount) : target(amount)
          const priced = Quote.create(request(wanted, currency, middle), policy)
          if (Result.isFailure(priced)) return true
          const { rate, sourceAmount, targetAmount } = priced.success
          const decimals = Network.decimals(currency)
          return (
            targetAmount > 0 &&
            targetAmount <= Money.convert(sourceAmount, rate, decimals) &&
            sourceAmount >= policy.amountMin &&
            sourceAmount <= policy.amountMax
          )
        }
      ),
      { numRuns: 10_000 }
    )
  })
})

const follow = (history: ReadonlyArray<Payout.Event>): Quote.Quote =>
  history.reduce(Quote.follow, quote)

const ofStatus: Readonly<Record<Quote.Status, { quote: Quote.Quote; now: number }>> = {
  ACTIVE: { quote, now: t0 },
  LOCKED: { quote: follow(historyTo.AWAITING_FUNDS), now: t0 },
  USED: { quote: follow(historyTo.PAYOUT_INITIATED), now: t0 },
  EXPIRED: { quote, now: at(6) }
}

describe("The status of a quote", () => {
  it.each(["ACTIVE", "LOCKED", "USED", "EXPIRED"] as const)("can be %s", (status) => {
    expect(Quote.status(ofStatus[status].quote, ofStatus[status].now)).toBe(status)
  })

  it("never becomes EXPIRED at the end of the TTL once it is LOCKED or USED", () => {
    for (const status of ["LOCKED", "USED"] as const) {
      expect(Quote.status(ofStatus[status].quote, at(600))).toBe(status)
    }
  })

  it("is derived from a state with the fields of the first event", () => {
    const priced = Result.getOrThrow(Quote.create(request(source(usdc(25))), policy))
    expect(Quote.created(priced)).toEqual(quote)
  })
})

describe("The status of an unused quote", () => {
  it.each([
    ["at its creation", "ACTIVE", 0],
    ["a millisecond before its TTL ends", "ACTIVE", 5 * 60_000 - 1],
    ["at the end of its TTL", "EXPIRED", 5 * 60_000],
    ["a millisecond after its TTL", "EXPIRED", 5 * 60_000 + 1]
  ])("%s is %s", (_, status, later) => {
    expect(Quote.status(quote, t0 + later)).toBe(status)
  })
})

describe("The expiry of an unused quote", () => {
  const expired = Quote.expired(quote)

  it("releases the quote, which is EXPIRED from then on", () => {
    expect(expired).toEqual({ ...quote, lock: "released" })
    for (const now of [t0, at(5), at(600)]) expect(Quote.status(expired, now)).toBe("EXPIRED")
  })

  it("survives the log's JSON", () => {
    const event: typeof Quote.Expired.Type = { _tag: "QuoteExpired", id: "qt_1", at: at(5) }
    const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Quote.Expired))
    expect(decode(JSON.stringify(event))).toEqual(event)
  })
})

describe("A quote of a payout", () => {
  it.each([
    ["AWAITING_FUNDS", "LOCKED"],
    ["STABLECOIN_RECEIVED", "LOCKED"],
    ["COMPLIANCE_HOLD", "LOCKED"],
    ["PAYOUT_INITIATED", "USED"],
    ["PAYOUT_CONFIRMED", "USED"],
    ["MANUAL_REVIEW", "USED"],
    ["SETTLED", "USED"],
    ["FAILED", "USED"],
    ["REVERSED", "EXPIRED"]
  ] as const)("follows a payout in %s and is %s", (status, expected) => {
    const followed = follow(historyTo[status])
    expect(Quote.status(followed, t0)).toBe(expected)
    expect(followed.payoutId).toBe(createdEvent.id)
  })

  it.each([
    ["cancelled", event("PayoutFailed", at(1), { reason: "cancelled" })],
    ["expired", event("PayoutFailed", at(30), { reason: "deposit_expired" })],
    ["reversed", event("PayoutReversed", at(30), { reason: "compliance_rejected" })]
  ])("is EXPIRED, even inside its TTL, when the payout is %s before a transfer", (_, end) => {
    expect(Quote.status(follow([createdEvent, end]), t0)).toBe("EXPIRED")
  })

  it("stays LOCKED while an operator reviews an underpaid payout", () => {
    const review = event("ReviewOpened", at(30), { reason: "underpaid" })
    expect(Quote.status(follow([createdEvent, review]), at(31))).toBe("LOCKED")
  })

  it("is USED when an operator settles a payout that never had a transfer", () => {
    const review = event("ReviewOpened", at(3), { reason: "defect" })
    const end = event("PayoutSettled", at(4), { providerReference: null })
    expect(Quote.status(follow([...historyTo.STABLECOIN_RECEIVED, review, end]), t0)).toBe("USED")
  })

  it("stays USED after a retried transfer is refused", () => {
    const again = event("TransferRequested", at(5), { reference: "tr_2", attempt: 2, deadline: 0 })
    const end = event("PayoutFailed", at(6), { reason: "recipient_limit" })
    expect(Quote.status(follow([...historyTo.PAYOUT_INITIATED, again, end]), t0)).toBe("USED")
  })
})

it("A quote's first event survives the log's JSON", () => {
  const priced = Result.getOrThrow(Quote.create(request(source(usdc(25))), policy))
  const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Quote.Created))
  expect(decode(JSON.stringify(priced))).toEqual(priced)
})
