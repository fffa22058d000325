/** Shares of settled payouts in the results of sales, for random payouts, sales and returns. */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as Booking from "../../../src/domain/books/Booking.ts"
import * as Ledger from "../../../src/domain/books/Ledger.ts"
import type * as Profit from "../../../src/domain/books/Profit.ts"
import * as ProfitReport from "../../../src/usecases/ProfitReport.ts"

const numRuns = Number(process.env.FC_RUNS ?? 300)

const currency = "UGX" as const

const somePayout = fc.record({
  settledAt: fc.integer({ min: 0, max: 50 }),
  sourceAmount: fc.integer({ min: 1, max: 1_000 }),
  spread: fc.constantFrom(0, 0.005, 0.01),
  targetAmount: fc.integer({ min: 1, max: 4_000 })
})

const someTaking = fc.record({
  at: fc.integer({ min: 0, max: 50 }),
  usdc: fc.integer({ min: 1, max: 2_000 }),
  result: fc.option(fc.integer({ min: -700, max: 700 }), { nil: null })
})

const someBooks = fc.record({
  payouts: fc.array(somePayout, { maxLength: 30 }),
  takings: fc.array(someTaking, { maxLength: 15 })
})

type Books = typeof someBooks extends fc.Arbitrary<infer A> ? A : never

const payoutsOf = ({ payouts }: Books) =>
  payouts.map((each, n) => ({
    ...{ ...each, id: `po_${String(n).padStart(2, "0")}`, accountId: "acct_1", currency },
    ...({ network: "MTN_UG", refunds: [], batchId: null } as const)
  }))

const takingsOf = ({ takings }: Books): ReadonlyArray<Profit.Taking> =>
  takings.map((each, n) => ({ ...each, id: `bkg_${String(n).padStart(2, "0")}`, currency }))

const reportOf = (books: Books, from = 0, before = 100) => {
  const all = ProfitReport.collector({ from, before, asOf: 100 })
  for (const payout of payoutsOf(books)) {
    all.add(ProfitReport.settledOf(payout, payout.settledAt))
  }
  takingsOf(books).forEach(all.take)
  return ProfitReport.rowsOf({ ...all, costs: new Map() })
}

const sum = (amounts: ReadonlyArray<bigint>): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n)

const convertedOf = ({ fee, source }: ProfitReport.Settled): bigint => BigInt(source - fee)

const bookingOf = ({ at, id, result, usdc }: Profit.Taking): Booking.Booking => ({
  ...{ id, kind: "usdc_sale", provider: null, currency, moved: 1_000, debit: "treasury_fiat" },
  ...{ credit: "conversion", sold: usdc, result, payoutId: null, valueDate: "2026-03-02" },
  ...{ reference: "r", reason: "r", status: "booked", approvals: [], createdAt: at, bookedAt: at }
})

describe("The shares of payouts", () => {
  it("and the unassigned rest sum to the booked results and to the USDC of all takings", () => {
    fc.assert(
      fc.property(someBooks, (books) => {
        const { rows, unassigned } = reportOf(books)
        const shares = [...rows, ...unassigned].map(({ share }) => share)
        const takings = takingsOf(books)
        const sales = takings.filter(({ result }) => result !== null)
        assert.strictEqual(
          sum(shares.map(({ result }) => result ?? 0n)),
          sum(sales.map(({ result }) => BigInt(result ?? 0)))
        )
        assert.strictEqual(
          sum(shares.map(({ sold }) => sold)),
          sum(sales.map(({ usdc }) => BigInt(usdc)))
        )
        assert.strictEqual(
          sum(shares.map(({ returned, sold }) => returned + sold)),
          sum(takings.map(({ usdc }) => BigInt(usdc)))
        )
      }),
      { numRuns }
    )
  })

  it("never take more than a payout converted, and take the first payouts first", () => {
    fc.assert(
      fc.property(someBooks, (books) => {
        const { rows, unassigned } = reportOf(books)
        const left = rows.map((row) => convertedOf(row) - row.share.sold - row.share.returned)
        assert.isTrue(left.every((amount) => amount >= 0n))
        const firstLeft = left.findIndex((amount) => amount > 0n)
        if (firstLeft < 0) return
        assert.deepStrictEqual(unassigned, [])
        for (const { share } of rows.slice(firstLeft + 1)) {
          assert.deepStrictEqual(share, { sold: 0n, returned: 0n, result: null })
        }
      }),
      { numRuns }
    )
  })

  it("agree with the accounts conversion, spread_income and fx_result", () => {
    fc.assert(
      fc.property(someBooks, (all) => {
        const books = { ...all, takings: all.takings.filter(({ result }) => result !== null) }
        const balances: Ledger.Balances = new Map()
        for (const payout of payoutsOf(books)) {
          const { id, settledAt: at } = payout
          const settled = { _tag: "PayoutSettled", id, at, providerReference: "r" } as const
          Ledger.book(balances, Ledger.postings(payout, settled))
        }
        for (const taking of takingsOf(books)) {
          Ledger.book(balances, Booking.postings(bookingOf(taking)))
        }
        const { rows, unassigned } = reportOf(books)
        const totals = rows.reduce(ProfitReport.add, ProfitReport.none)
        const rest = unassigned[0]?.share ?? { sold: 0n, result: null }
        assert.strictEqual(
          balances.get("conversion USDC") ?? 0n,
          totals.sold + rest.sold - totals.converted
        )
        assert.strictEqual(balances.get("spread_income USDC") ?? 0n, -totals.fee)
        assert.strictEqual(
          balances.get("fx_result UGX") ?? 0n,
          -((totals.locals.get(currency)?.result ?? 0n) + (rest.result ?? 0n))
        )
      }),
      { numRuns }
    )
  })
})

describe("The shares of a period", () => {
  it("are those of a report of all time", () => {
    fc.assert(
      fc.property(
        someBooks,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 60 }),
        (books, from, before) => {
          const whole = reportOf(books)
          const part = reportOf(books, from, before)
          assert.deepStrictEqual(
            part.rows,
            whole.rows.filter(({ settledAt }) => settledAt >= from && settledAt < before)
          )
          assert.deepStrictEqual(part.unassigned, whole.unassigned)
        }
      ),
      { numRuns }
    )
  })
})
