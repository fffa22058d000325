/** Operators' bookings: terms, approvals and postings. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import * as Booking from "../../../src/domain/books/Booking.ts"
import * as Ledger from "../../../src/domain/books/Ledger.ts"

const today = "2026-03-02"

const given: Booking.Given = {
  ...{ kind: "top_up", provider: "mtn", currency: "UGX", moved: 5_000 },
  ...{ debit: null, credit: "treasury_fiat", sold: null, result: null, payoutId: null },
  ...{ valueDate: today, reference: "wire 4711", reason: "bank statement" }
}

const terms = Result.getOrThrow(Booking.termsOf(given, today))

const problems = (more: Partial<Booking.Given>): ReadonlyArray<string> => {
  const read = Booking.termsOf({ ...given, ...more }, today)
  return Result.isFailure(read) ? read.failure.map(({ code, field }) => `${field} ${code}`) : []
}

const vote = { by: "usr_ada", peopleMin: 2 }
const alone = { at: 1, by: "usr_ada", firstOpenDay: undefined }
const ofTwo = { ...alone, vote }

const bookingOf = (events: ReadonlyArray<Booking.Event>): Booking.Booking => {
  const booking = events.reduce<Booking.Booking | undefined>(Booking.evolve, undefined)
  return booking ?? assert.fail("no booking")
}

const proposed = (context: Booking.Context, of = terms) =>
  bookingOf(Result.getOrThrow(Booking.propose("bkg_1", of, context)))

const decided = (booking: Booking.Booking, decision: ReturnType<typeof Booking.approve>) =>
  Result.getOrThrow(decision).reduce<Booking.Booking>(Booking.evolve, booking)

const balancesOf = (booking: Booking.Booking) => {
  const balances: Ledger.Balances = new Map()
  Ledger.book(balances, Booking.postings(booking))
  return { balances: Object.fromEntries(balances), trial: [...Ledger.trial(balances).values()] }
}

describe("The terms of a booking", () => {
  it("take the only account of a side when it is not given", () => {
    assert.strictEqual(terms.debit, "provider_float")
    assert.deepStrictEqual(problems({ credit: null }), ["credit_account required"])
  })

  it("name every field that is wrong", () => {
    assert.deepStrictEqual(problems({ provider: null }), ["provider required"])
    assert.deepStrictEqual(problems({ moved: 0 }), ["amount out_of_range"])
    assert.deepStrictEqual(problems({ currency: "USDC" }), ["currency not_applicable"])
    assert.deepStrictEqual(problems({ valueDate: "2026-03-03" }), ["value_date out_of_range"])
    assert.deepStrictEqual(problems({ debit: "gas" }), ["debit_account unknown"])
    assert.deepStrictEqual(problems({ sold: 1, result: 1, moved: -1 }), [
      ...["sold_usdc not_applicable", "fx_result not_applicable", "amount out_of_range"]
    ])
  })

  it("refuse accounts that follow from payouts and batches, and one account twice", () => {
    const correction = { ...given, kind: "correction", debit: "gas" } as const
    assert.deepStrictEqual(problems({ ...correction, credit: "customers" }), [
      "credit_account unknown"
    ])
    assert.deepStrictEqual(problems({ ...correction, credit: "gas" }), [
      "credit_account out_of_range"
    ])
    assert.deepStrictEqual(problems({ ...correction, credit: "provider_float" }), [])
  })

  it("of a sale need the USDC and a result below the amount", () => {
    const sale = { kind: "usdc_sale", provider: null, credit: null } as const
    assert.deepStrictEqual(problems(sale), ["sold_usdc required", "fx_result required"])
    assert.deepStrictEqual(problems({ ...sale, sold: 1, result: 5_000 }), [
      "fx_result out_of_range"
    ])
    assert.deepStrictEqual(problems({ ...sale, sold: 1, result: -5_000 }), [])
    assert.deepStrictEqual(problems({ ...sale, sold: 0, result: 0 }), ["sold_usdc out_of_range"])
  })

  it("name a payout only if they are about a fee, gas, a write-off or a correction", () => {
    const named = { payoutId: "po_1" }
    assert.deepStrictEqual(problems(named), ["payout_id not_applicable"])
    assert.deepStrictEqual(problems({ ...named, kind: "provider_fee", credit: null }), [])
    const correction = { kind: "correction", debit: "gas", credit: "treasury_fiat" } as const
    assert.deepStrictEqual(problems({ ...named, ...correction }), [])
  })

  it("of a payout are in its currency, or in USDC", () => {
    const problemOf = (currency: Booking.Terms["currency"], of?: "UGX") =>
      Booking.payoutProblem({ payoutId: "po_1", currency }, of)
    assert.deepInclude(problemOf("UGX"), { field: "payout_id", code: "unknown" })
    assert.deepInclude(problemOf("KES", "UGX"), { field: "currency", code: "not_applicable" })
    assert.isUndefined(problemOf("UGX", "UGX"))
    assert.isUndefined(problemOf("USDC", "UGX"))
    assert.isUndefined(Booking.payoutProblem({ payoutId: null, currency: "KES" }, undefined))
  })
})

describe("A booking", () => {
  it("is booked at once if one person suffices", () => {
    assert.deepInclude(proposed(alone), { status: "booked", bookedAt: 1, approvals: ["usr_ada"] })
  })

  it("waits for a second person, and the same person counts once", () => {
    const waiting = proposed(ofTwo)
    assert.deepInclude(waiting, { status: "proposed", bookedAt: null })
    assert.deepStrictEqual(Result.getOrThrow(Booking.approve(waiting, ofTwo)), [])
    const bob = { ...ofTwo, by: "usr_bob", at: 2, vote: { by: "usr_bob", peopleMin: 2 } }
    const booked = decided(waiting, Booking.approve(waiting, bob))
    assert.deepInclude(booked, {
      ...{ status: "booked", bookedAt: 2, approvals: ["usr_ada", "usr_bob"] }
    })
  })

  it("needs a third person if three must approve, or if an approver may no longer approve", () => {
    const waiting = proposed(ofTwo)
    const bob = { by: "usr_bob", peopleMin: 3 }
    const two = decided(waiting, Booking.approve(waiting, { ...ofTwo, by: bob.by, vote: bob }))
    assert.deepInclude(two, { status: "proposed", approvals: ["usr_ada", "usr_bob"] })
    const without = { by: "usr_eve", peopleMin: 3, mayApprove: (id: string) => id !== "usr_ada" }
    const three = decided(two, Booking.approve(two, { ...ofTwo, by: "usr_eve", vote: without }))
    assert.strictEqual(three.status, "proposed")
  })

  it("cannot be approved or withdrawn after its end", () => {
    const ended = [
      proposed(alone),
      decided(proposed(ofTwo), Booking.withdraw(proposed(ofTwo), alone))
    ]
    for (const [booking, status] of [
      [ended[0], "booked"],
      [ended[1], "withdrawn"]
    ] as const) {
      if (booking === undefined) return assert.fail("no booking")
      for (const decide of [Booking.approve, Booking.withdraw]) {
        assert.deepStrictEqual(
          decide(booking, alone),
          Result.fail({ _tag: "BookingEnded", status })
        )
      }
    }
  })

  it("with a value date in a closed month is refused, also when the month closed meantime", () => {
    const firstOpenDay = "2026-03-03"
    const refused = Result.fail({ _tag: "MonthClosed", valueDate: today, firstOpenDay } as const)
    assert.deepStrictEqual(Booking.propose("bkg_1", terms, { ...alone, firstOpenDay }), refused)
    const waiting = proposed(ofTwo)
    assert.deepStrictEqual(Booking.approve(waiting, { ...alone, firstOpenDay }), refused)
    const open = Booking.propose("bkg_1", terms, { ...alone, firstOpenDay: today })
    assert.isTrue(Result.isSuccess(open))
  })
})

describe("The postings of a booking", () => {
  it("move the amount from one account to the other", () => {
    assert.deepStrictEqual(balancesOf(proposed(alone)), {
      balances: { "provider_float UGX": 5_000n, "treasury_fiat UGX": -5_000n },
      trial: [0n]
    })
  })

  it("of a sale move the USDC, and divide the amount into its cost and the result", () => {
    const sale = { ...given, kind: "usdc_sale", provider: null, credit: null } as const
    const read = Booking.termsOf({ ...sale, sold: 1_000_000, result: -200 }, today)
    assert.deepStrictEqual(balancesOf(proposed(alone, Result.getOrThrow(read))), {
      balances: {
        "treasury_fiat UGX": 5_000n,
        "conversion UGX": -5_200n,
        "fx_result UGX": 200n,
        "conversion USDC": 1_000_000n,
        "deposits USDC": -1_000_000n
      },
      trial: [0n, 0n]
    })
  })
})
