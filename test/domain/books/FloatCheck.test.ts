/** The comparison of floats in the books with the balances that providers report. */
import { assert, describe, it } from "@effect/vitest"
import * as BookedFloats from "../../../src/domain/books/BookedFloats.ts"
import type * as Booking from "../../../src/domain/books/Booking.ts"
import * as FloatCheck from "../../../src/domain/books/FloatCheck.ts"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import { historyTo } from "../../support/fixtures.ts"

const topUp: Booking.Terms = {
  ...{ kind: "top_up", provider: "sandbox", currency: "UGX", moved: 100_000, payoutId: null },
  ...{ debit: "provider_float", credit: "treasury_fiat", sold: null, result: null },
  ...{ valueDate: "2026-03-02", reference: "wire 1", reason: "top-up" }
}

const fee: Booking.Terms = {
  ...topUp,
  ...{ kind: "provider_fee", moved: 425, debit: "provider_fees", credit: "provider_float" }
}

type End = "booked" | "proposed" | "withdrawn"

const eventsOf = (id: string, terms: Booking.Terms, end: End): ReadonlyArray<Booking.Event> => {
  const proposed = { _tag: "BookingProposed", id, at: 1, by: "usr_1", ...terms } as const
  if (end === "proposed") return [proposed]
  const _tag = end === "booked" ? "BookingBooked" : "BookingWithdrawn"
  return [proposed, { _tag, id, at: 2, by: "usr_2" }]
}

const booksOf = (
  history: ReadonlyArray<Payout.Event>,
  ...bookings: ReadonlyArray<readonly [Booking.Terms, End]>
): Reconciliation.Books => {
  const books = Reconciliation.open()
  for (const one of history) Reconciliation.record(books, "payout", one)
  bookings.forEach(([terms, end], index) => {
    for (const one of eventsOf(`bkg_${index}`, terms, end)) BookedFloats.record(books, one)
  })
  return books
}

/** The difference of a reported balance, the same in both readings unless another one is given. */
const compare = (books: Reconciliation.Books, after: bigint, before = after) =>
  FloatCheck.compareReported(books, new Map([["sandbox UGX", { before, after }]]))

const paid = 91_575n
const float = 100_000n - 425n - paid
const booked = [
  [topUp, "booked"],
  [fee, "booked"]
] as const

describe("The fees of a provider", () => {
  it("are the booked ones whose payments were in the days", () => {
    const later = { ...fee, valueDate: "2026-03-04", moved: 75 }
    const returned = { ...fee, kind: "correction", moved: 25 } as const
    const reversed = { ...returned, debit: fee.credit, credit: fee.debit }
    const { floats } = booksOf([], [fee, "booked"], [later, "booked"], [reversed, "booked"])
    const between = (firstDay: string, lastDay: string, key = "sandbox UGX") =>
      BookedFloats.feesOf(floats, key, { firstDay, lastDay })
    assert.strictEqual(between("2026-03-02", "2026-03-02"), 400n)
    assert.strictEqual(between("2026-03-02", "2026-03-04"), 475n)
    assert.strictEqual(between("2026-03-03", "2026-03-03"), 0n)
    assert.strictEqual(between("2026-03-02", "2026-03-04", "sandbox KES"), 0n)
  })
})

describe("A float", () => {
  it("is what operators booked, less what payouts paid out", () => {
    const books = booksOf(historyTo.SETTLED, ...booked, [topUp, "proposed"], [topUp, "withdrawn"])
    assert.deepStrictEqual([...FloatCheck.floatsOf(books)], [["sandbox UGX", float]])
    assert.strictEqual(books.balances.get("provider_float UGX"), float)
    assert.deepStrictEqual(FloatCheck.compareLedger(books), [])
    assert.deepStrictEqual(Reconciliation.auditBooks(books), [])
  })

  it("differs from a provider's balance that is higher or lower", () => {
    const books = booksOf(historyTo.SETTLED, ...booked)
    assert.deepStrictEqual([...compare(books, float)], [["sandbox UGX", undefined]])
    for (const reported of [float - 1n, float + 1n]) {
      const found = compare(books, reported).get("sandbox UGX")
      assert.deepInclude(found, { kind: "float_differs", reference: "provider_float UGX" })
      assert.deepStrictEqual(found?.sides, { currency: "UGX", books: float, reported })
    }
  })

  it("agrees with any balance between the two readings, because payouts go on", () => {
    const books = booksOf(historyTo.SETTLED, ...booked)
    assert.isUndefined(compare(books, float - 5n, float + 5n).get("sandbox UGX"))
    assert.isDefined(compare(books, float - 5n, float - 1n).get("sandbox UGX"))
    assert.isDefined(compare(books, float + 1n, float + 5n).get("sandbox UGX"))
  })

  it("may be lower at the provider by transfers with an open outcome", () => {
    const books = booksOf(historyTo.PAYOUT_CONFIRMED, [topUp, "booked"])
    for (const reported of [100_000n, 100_000n - paid]) {
      assert.isUndefined(compare(books, reported).get("sandbox UGX"))
    }
    for (const reported of [100_001n, 100_000n - paid - 1n]) {
      assert.isDefined(compare(books, reported).get("sandbox UGX"))
    }
  })

  it("is not compared before a top-up of it is booked", () => {
    assert.strictEqual(compare(booksOf(historyTo.SETTLED, [fee, "booked"]), 5n).size, 0)
    assert.strictEqual(compare(booksOf(historyTo.SETTLED, [topUp, "proposed"]), 5n).size, 0)
    const kenyan = { ...topUp, currency: "KES" } as const
    assert.strictEqual(compare(booksOf(historyTo.SETTLED, [kenyan, "booked"]), 5n).size, 0)
  })
})
