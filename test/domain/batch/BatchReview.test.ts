/** Totals and duplicates of rows, which the user reviews before submission. */
import { describe, expect, it } from "vitest"
import * as BatchReview from "../../../src/domain/batch/BatchReview.ts"
import type * as NewBatch from "../../../src/domain/batch/NewBatch.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import type * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import { createdEvent, historyTo, replay, usdc } from "../../support/fixtures.ts"

const priced = (row: number, change: Partial<PayoutEvent.Created>): NewBatch.PricedRow => ({
  row,
  payout: { ...createdEvent, ...change }
})

const ugx = { currency: "UGX", rate: 3_663_000_000 } as const
const rows = [
  priced(1, { ...ugx, network: "MTN_UG", sourceAmount: usdc(10), targetAmount: 36_630 }),
  priced(2, {
    ...{ currency: "KES", network: "MPESA_KE", rate: 127_710_000 },
    ...{ sourceAmount: usdc(5), targetAmount: 638 }
  }),
  priced(4, { ...ugx, network: "AIRTEL_UG", sourceAmount: usdc(20), targetAmount: 73_260 })
]

describe("The totals of a batch", () => {
  it("sum counts, amounts and fees by currency, in the order of the rows", () => {
    expect(BatchReview.totals(rows, "currency", 0.01)).toMatchObject([
      { currency: "UGX", count: 2, amount: usdc(30), target: 109_890, fee: usdc(0.3) },
      { currency: "KES", count: 1, amount: usdc(5), target: 638, fee: usdc(0.05) }
    ])
  })

  it("sum by network", () => {
    expect(
      BatchReview.totals(rows, "network", 0).map(({ count, fee, network }) => [network, count, fee])
    ).toEqual([
      ["MTN_UG", 1, 0],
      ["MPESA_KE", 1, 0],
      ["AIRTEL_UG", 1, 0]
    ])
  })

  it("are empty without rows", () => {
    expect(BatchReview.totals([], "currency", 0.01)).toEqual([])
  })
})

describe("Duplicates", () => {
  it("are rows with the phone and amount of an earlier row, each reported with the first one", () => {
    const same = { phone: "+256770000001", sourceAmount: usdc(10) }
    expect(
      BatchReview.duplicates([
        priced(1, same),
        priced(2, { ...same, phone: "+256770000002" }),
        priced(3, { ...same, sourceAmount: usdc(11) }),
        priced(5, same),
        priced(6, same)
      ])
    ).toEqual([
      { row: 5, sameAs: 1 },
      { row: 6, sameAs: 1 }
    ])
  })
})

const paid = (id: string, change: Partial<Payout.Payout> = {}): Payout.Payout => ({
  ...replay([createdEvent]),
  ...{ id, phone: "+256770000001", sourceAmount: usdc(10), ...change }
})

describe("A row that was paid before", () => {
  const row = priced(3, { phone: "+256770000001", sourceAmount: usdc(10) })

  it("is reported with the newest payout of the same amount to the same phone", () => {
    const others = [
      paid("po_9", { sourceAmount: usdc(10) + 1 }),
      paid("po_8", { phone: "+256770000002" })
    ]
    for (const ids of [
      ["po_1", "po_3", "po_2"],
      ["po_3", "po_2", "po_1"]
    ]) {
      const payouts = [...others, ...ids.map((id) => paid(id))]
      const found = BatchReview.paidBefore([row], payouts)
      expect(found.map(({ payout, row }) => [row, payout.id])).toEqual([[3, "po_3"]])
    }
    expect(BatchReview.paidBefore([row], others)).toEqual([])
  })

  it("has a payout that is open or paid, not failed or reversed", () => {
    const left = Object.keys(historyTo).filter(
      (status) => !BatchReview.isPaidOrOpen({ status: status as Payout.Status })
    )
    expect(left.toSorted()).toEqual(["FAILED", "REVERSED"])
  })

  it("is found for two weeks after the payout", () => {
    expect(BatchReview.paidBeforeMs).toBe(14 * 24 * 60 * 60 * 1_000)
  })
})
