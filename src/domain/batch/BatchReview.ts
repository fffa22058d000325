/**
 * What a batch would pay, summed before it is submitted: by currency and by network, and rows that
 * look as if they stood in the file twice.
 */
import * as Money from "../money/Money.ts"
import type * as Network from "../Network.ts"
import type * as NewBatch from "./NewBatch.ts"

/** Rows that are paid in one currency, or over one network. */
export interface Total {
  readonly count: number
  readonly currency: Network.Currency
  readonly network: Network.Slug
  /** Micro-USDC. */
  readonly amount: Money.Micro
  /** Minor units of the currency. */
  readonly target: Money.Minor
  /** What the margin costs of the amount, micro-USDC. */
  readonly fee: Money.Micro
  readonly rate: Money.Rate
}

const totalOf = ({ payout }: NewBatch.PricedRow, spread: number): Total => ({
  count: 1,
  currency: payout.currency,
  network: payout.network,
  amount: payout.sourceAmount,
  target: payout.targetAmount,
  fee: Money.costOfSpread(payout.sourceAmount, spread),
  rate: payout.rate
})

const added = (sum: Total, one: Total): Total => ({
  ...sum,
  count: sum.count + one.count,
  amount: sum.amount + one.amount,
  target: sum.target + one.target,
  fee: sum.fee + one.fee
})

/** Totals in the order in which each group is first met. */
export const totals = (
  rows: ReadonlyArray<NewBatch.PricedRow>,
  by: "currency" | "network",
  spread: number
): ReadonlyArray<Total> => {
  const sums = new Map<string, Total>()
  for (const row of rows) {
    const one = totalOf(row, spread)
    const sum = sums.get(one[by])
    sums.set(one[by], sum === undefined ? one : added(sum, one))
  }
  return [...sums.values()]
}

/** A row that pays the same amount to the same phone as an earlier one. */
export interface Duplicate {
  readonly row: number
  readonly sameAs: number
}

export const duplicates = (rows: ReadonlyArray<NewBatch.PricedRow>): ReadonlyArray<Duplicate> => {
  const first = new Map<string, number>()
  return rows.flatMap(({ payout, row }) => {
    const payment = `${payout.phone} ${payout.sourceAmount}`
    const sameAs = first.get(payment)
    if (sameAs !== undefined) return [{ row, sameAs }]
    first.set(payment, row)
    return []
  })
}
