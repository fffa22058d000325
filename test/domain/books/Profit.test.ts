/** Shares in the results of sales, and costs of payouts. */
import { assert, describe, it } from "vitest"
import type * as Booking from "../../../src/domain/books/Booking.ts"
import * as Profit from "../../../src/domain/books/Profit.ts"

const sale = (id: string, usdc: number, result: number | null, at = 1): Profit.Taking => ({
  ...{ id, at, currency: "UGX", usdc, result }
})

const share = (sold: bigint, result: bigint | null, returned = 0n): Profit.Share => ({
  ...{ sold, returned, result }
})

const booking = (more: Partial<Booking.Booking>): Booking.Booking => ({
  ...{ id: "bkg_1", kind: "provider_fee", provider: "mtn", currency: "UGX", moved: 400 },
  ...{ debit: "provider_fees", credit: "provider_float", sold: null, result: null },
  ...{ payoutId: "po_1", valueDate: "2026-03-02", reference: "r", reason: "r" },
  ...{ status: "booked", approvals: [], createdAt: 1, bookedAt: 2, ...more }
})

describe("A sale of USDC", () => {
  it("shares its result in proportion to the USDC, and the last payout takes the rest", () => {
    const { next, rest } = Profit.allocate([sale("bkg_1", 300, -100)])
    assert.deepStrictEqual(next(100n), share(100n, -33n))
    assert.deepStrictEqual(next(100n), share(100n, -33n))
    assert.deepStrictEqual(next(150n), share(100n, -34n))
    assert.deepStrictEqual(rest(), share(0n, null))
  })

  it("is unassigned as far as it exceeds the settled payouts", () => {
    const { next, rest } = Profit.allocate([sale("bkg_2", 50, 5, 2), sale("bkg_1", 100, 10)])
    assert.deepStrictEqual(next(60n), share(60n, 6n))
    assert.deepStrictEqual(rest(), share(90n, 9n))
    assert.deepStrictEqual(next(100n), share(90n, 9n))
    assert.deepStrictEqual(next(10n), share(0n, null))
  })

  it("without a result leaves a share of 0, and an unsold payout has none", () => {
    const { next } = Profit.allocate([sale("bkg_1", 10, 0)])
    assert.deepStrictEqual(next(10n), share(10n, 0n))
    assert.deepStrictEqual(next(10n), share(0n, null))
  })
})

describe("A return of a recall", () => {
  it("takes USDC without a result", () => {
    const { next } = Profit.allocate([sale("rcl_1", 30, null), sale("bkg_1", 40, 8, 2)])
    assert.deepStrictEqual(next(20n), share(0n, null, 20n))
    assert.deepStrictEqual(next(20n), share(10n, 2n, 10n))
  })
})

describe("The costs of a payout", () => {
  it("are the booked fees and gas that name it, less corrections", () => {
    const costs = Profit.costsOf([
      booking({}),
      booking({ kind: "gas", debit: "gas", credit: "treasury_fiat", moved: 70 }),
      booking({ kind: "correction", debit: "provider_float", credit: "provider_fees", moved: 100 }),
      booking({ status: "proposed", bookedAt: null }),
      booking({ payoutId: null }),
      booking({ kind: "write_off", debit: "write_offs", credit: "deposits", currency: "USDC" })
    ])
    assert.deepStrictEqual([...costs], [["po_1", { providerFee: 300n, gas: 70n }]])
  })
})
