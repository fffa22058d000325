import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Network from "../../../src/domain/Network.ts"
import * as NewPayout from "../../../src/domain/payout/NewPayout.ts"
import * as Quote from "../../../src/domain/quote/Quote.ts"
import { at, createdEvent, event, historyTo, mtnUganda, quote } from "../../support/fixtures.ts"

const policy: NewPayout.Policy = {
  fundingWindowMs: 30 * 60_000,
  networkLimits: true,
  hasNameLookup: () => true
}

const request: NewPayout.Proposal = {
  id: createdEvent.id,
  accountId: "acct_1",
  quoteId: "qt_1",
  batchId: null,
  phone: "+256770000001",
  name: "Amina",
  network: mtnUganda,
  depositAddress: createdEvent.depositAddress,
  idempotencyKey: "key-1",
  beneficiaryId: null,
  reference: null,
  metadata: {},
  refundAddress: null,
  at: at(0)
}

const decide = (
  change: Partial<NewPayout.Proposal> = {},
  of: Quote.Quote | undefined = quote,
  rules: NewPayout.Policy = policy
) => NewPayout.decide({ ...request, ...change }, of, rules)

const locked = Quote.follow(quote, createdEvent)
const used = historyTo.PAYOUT_INITIATED.reduce(Quote.follow, quote)
const released = Quote.follow(locked, event("PayoutFailed", at(1), { reason: "cancelled" }))

const notFound = Result.fail({ _tag: "QuoteNotFound", quoteId: "qt_1" })
const alreadyUsed = Result.fail({ _tag: "QuoteAlreadyUsed", quoteId: "qt_1" })
const expired = Result.fail({ _tag: "QuoteExpired", quoteId: "qt_1", expiredAt: at(5) })
const endedWithPayout = Result.fail({ _tag: "QuoteExpired", quoteId: "qt_1", expiredAt: null })

/** The codes by field, or the other outcome. */
const problems = (decision: ReturnType<typeof decide>) =>
  Result.isFailure(decision) && decision.failure._tag === "InvalidFields"
    ? decision.failure.problems.map(({ code, field }) => `${field}: ${code}`)
    : decision

const kenyan = { network: Network.bySlug("MPESA_KE") }

describe("A new payout", () => {
  it("takes its amounts from the quote and its recipient from the request", () => {
    expect(decide()).toEqual(Result.succeed(createdEvent))
  })

  it("keeps the reference and metadata of the request", () => {
    const attached = {
      ...{ name: null, idempotencyKey: null, beneficiaryId: "ben_1" },
      ...{ reference: "invoice 7", metadata: { order: "7" } }
    }
    expect(Result.getOrThrow(decide(attached))).toMatchObject(attached)
  })

  it("keeps the refund address if the request has one", () => {
    expect(Result.getOrThrow(decide({ refundAddress: "0xback" })).refundAddress).toBe("0xback")
    expect(Result.getOrThrow(decide())).not.toHaveProperty("refundAddress")
  })

  it("keeps the parties of the request, and has no field for absent ones", () => {
    const parties = { recipient: { birthDate: "1990-04-23" }, sourceOfFunds: "loan" }
    expect(Result.getOrThrow(decide({ parties })).parties).toEqual(parties)
    expect(Result.getOrThrow(decide())).not.toHaveProperty("parties")
  })

  it("opens the funding window at the time of the request", () => {
    const born = Result.getOrThrow(decide({ at: at(4) }, quote, { ...policy, fundingWindowMs: 1 }))
    expect(born).toMatchObject({ at: at(4), fundingDeadline: at(4) + 1 })
  })

  it("accepts any network of the quote's currency", () => {
    const network = Network.bySlug("AIRTEL_UG")
    expect(Result.getOrThrow(decide({ network })).network).toBe("AIRTEL_UG")
  })
})

describe("The quote of a new payout", () => {
  it("must exist, and belong to the account", () => {
    expect(NewPayout.decide(request, undefined, policy)).toEqual(notFound)
    expect(decide({ accountId: "acct_2" })).toEqual(notFound)
  })

  it("is valid through the last millisecond of its TTL", () => {
    expect(Result.isSuccess(decide({ at: at(5) - 1 }))).toBe(true)
    expect(decide({ at: at(5) })).toEqual(expired)
  })

  it.each([
    ["locked", locked, alreadyUsed],
    ["used", used, alreadyUsed],
    ["released by a payout that ended", released, endedWithPayout]
  ])("is refused when %s", (_, of, rejection) => {
    expect(decide({ at: at(1) }, of)).toEqual(rejection)
  })

  it("is reported as used rather than expired when both are true", () => {
    expect(decide({ at: at(6) }, locked)).toEqual(alreadyUsed)
    expect(decide({ at: at(6) }, used)).toEqual(alreadyUsed)
  })
})

describe("The fields of a new payout", () => {
  it("must name a network of the quote's currency", () => {
    const decision = decide({ ...kenyan, phone: "+254712345678" })
    expect(problems(decision)).toEqual(["network: currency_mismatch"])
    expect(JSON.stringify(decision)).toContain("UGX")
  })

  it.each([
    ["0770000001", "not_e164"],
    ["256770000001", "not_e164"],
    ["+256 770 000001", "not_e164"],
    ["+254712345678", "wrong_country"],
    ["+25677000000", "wrong_length"],
    ["+2567700000011", "wrong_length"],
    ["+256414000001", "not_mobile"]
  ])("must have a phone of the network's country: %s is %s", (phone, code) => {
    expect(problems(decide({ phone }))).toEqual([`recipient_phone: ${code}`])
  })

  it.each([
    ["the minimum", mtnUganda.amountMin, true],
    ["less than the minimum", mtnUganda.amountMin - 1, false],
    ["the maximum", mtnUganda.amountMax, true],
    ["more than the maximum", mtnUganda.amountMax + 1, false]
  ])("allow only an amount that the network pays: %s", (_, targetAmount, isFine) => {
    const decision = decide({}, { ...quote, targetAmount })
    if (isFine) expect(Result.isSuccess(decision)).toBe(true)
    else expect(problems(decision)).toEqual(["source_amount_usdc: amount_out_of_range"])
    const lenient = { ...policy, networkLimits: false }
    expect(Result.isSuccess(decide({}, { ...quote, targetAmount }, lenient))).toBe(true)
  })

  it.each(Network.slugs)("allow only an amount that %s pays, at both limits", (slug) => {
    const network = Network.bySlug(slug)
    const { amountMax, amountMin, callingCode, currency, nationalLengths } = network
    const start = { UG: "7", KE: "7", GH: "2", TZ: "7", NG: "80" }[slug.slice(-2)] ?? ""
    const phone = `+${callingCode}${start.padEnd(nationalLengths[0] ?? 0, "0")}`
    const paid = [amountMin - 1, amountMin, amountMin + 1, amountMax - 1, amountMax, amountMax + 1]
    const isFine = paid.map((targetAmount) =>
      Result.isSuccess(decide({ network, phone }, { ...quote, currency, targetAmount }))
    )
    expect(isFine).toEqual([false, true, true, true, true, false])
  })

  it("report the network's limits in whole currency units", () => {
    const ghana: Quote.Quote = { ...quote, currency: "GHS", targetAmount: 1 }
    const network = Network.bySlug("MTN_GH")
    const decision = decide({ network, phone: "+233241234567" }, ghana)
    expect(JSON.stringify(decision)).toContain(
      "is too small for MTN_GH, which pays 0.1 to 15,000 GHS per payout"
    )
  })

  it("are all reported at once", () => {
    expect(problems(decide(kenyan))).toEqual([
      "network: currency_mismatch",
      "recipient_phone: wrong_country"
    ])
    expect(problems(decide({ phone: "770" }, { ...quote, targetAmount: 1 }))).toEqual([
      "source_amount_usdc: amount_out_of_range",
      "recipient_phone: not_e164"
    ])
  })
})

describe("The validation of a new payout", () => {
  it("reports a missing quote before anything else", () => {
    const wrong = { ...kenyan, phone: "770", accountId: "acct_2", at: at(6) }
    expect(decide(wrong)).toEqual(notFound)
  })

  it("reports wrong fields before an expired or used quote", () => {
    const wrong = { ...kenyan, phone: "770", at: at(6) }
    for (const of of [quote, locked, used, released]) {
      expect(problems(decide(wrong, of))).toHaveLength(2)
    }
  })
})

describe("The recipient's name in a new payout", () => {
  const strict = { ...policy, hasNameLookup: () => false }

  it("is required in production if no provider of the network returns names", () => {
    expect(problems(decide({ name: null }, quote, strict))).toEqual(["recipient_name: required"])
    expect(decide({ name: null })).toEqual(Result.succeed({ ...createdEvent, name: null }))
    const { hasNameLookup: _, ...silent } = policy
    expect(problems(decide({ name: null }, quote, silent))).toEqual(["recipient_name: required"])
    const decision = decide({ name: null }, quote, strict)
    expect(JSON.stringify(decision)).toContain("this network cannot look up the name of a number")
  })

  it("is optional or required by the network that pays", () => {
    const asked: Array<string> = []
    const hasNameLookup = (network: string) => asked.push(network) > 0
    expect(Result.isSuccess(decide({ name: null }, quote, { ...policy, hasNameLookup }))).toBe(true)
    expect(asked).toEqual(["MTN_UG"])
  })

  it("is optional in the sandbox", () => {
    const lax = { ...strict, networkLimits: false }
    expect(Result.isSuccess(decide({ name: null }, quote, lax))).toBe(true)
  })
})

describe("Warnings of a new payout", () => {
  const lax = { ...policy, networkLimits: false, hasNameLookup: () => false }
  const warned = (change: Partial<typeof createdEvent>, rules: NewPayout.Policy = lax) =>
    NewPayout.warnings({ ...createdEvent, ...change }, rules).map(
      ({ code, field }) => `${field}: ${code}`
    )

  it("name the amount and the missing name that production would refuse", () => {
    expect(warned({})).toEqual([])
    expect(warned({ name: null })).toEqual(["recipient_name: required"])
    expect(warned({ targetAmount: 1 })).toEqual(["source_amount_usdc: amount_out_of_range"])
    expect(warned({ targetAmount: 1, name: null })).toHaveLength(2)
  })

  it("do not appear if production's rules already apply", () => {
    expect(warned({ targetAmount: 1, name: null }, policy)).toEqual([])
  })
})
