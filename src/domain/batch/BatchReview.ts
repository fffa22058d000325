/**
 * What a batch would pay, summed before it is submitted: by currency and by network, and rows that
 * look as if they were paid twice, in the file or by an earlier payout.
 */
import { dayMs } from "../Day.ts"
import * as Money from "../money/Money.ts"
import type * as Network from "../Network.ts"
import type * as Payout from "../payout/Payout.ts"
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
  /** Cost of the margin, micro-USDC; it is part of the amount. */
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

/** What a recipient gets: the same payment twice is meant seldom. */
export interface Payment {
  readonly phone: string
  /** Micro-USDC. */
  readonly amount: Money.Micro
}

/** How long a payment is remembered for a warning, milliseconds: two weeks of wages. */
export const paidBeforeMs = 14 * dayMs

export const isPaidOrOpen = ({ status }: Pick<Payout.Payout, "status">): boolean =>
  status !== "FAILED" && status !== "REVERSED"

const keyOf = ({ amount, phone }: Payment): string => `${phone} ${amount}`

export const paymentOf = ({ phone, sourceAmount }: Payout.Payout): Payment => ({
  phone,
  amount: sourceAmount
})

/** A row that pays what another payout pays, and that payout. */
export interface PaidBefore {
  readonly row: number
  readonly payout: Payout.Payout
}

/** Rows that one of these payouts pays already; of several payouts the newest is named. */
export const paidBefore = (
  rows: ReadonlyArray<NewBatch.PricedRow>,
  payouts: ReadonlyArray<Payout.Payout>
): ReadonlyArray<PaidBefore> => {
  const newest = new Map<string, Payout.Payout>()
  for (const payout of payouts) {
    const key = keyOf(paymentOf(payout))
    const other = newest.get(key)
    if (other === undefined || other.id < payout.id) newest.set(key, payout)
  }
  return rows.flatMap(({ payout: { phone, sourceAmount: amount }, row }) => {
    const payout = newest.get(keyOf({ phone, amount }))
    return payout === undefined ? [] : [{ row, payout }]
  })
}

/** A row that pays the same amount to the same phone as an earlier one. */
export interface Duplicate {
  readonly row: number
  readonly sameAs: number
}

export const duplicates = (rows: ReadonlyArray<NewBatch.PricedRow>): ReadonlyArray<Duplicate> => {
  const first = new Map<string, number>()
  return rows.flatMap(({ payout, row }) => {
    const payment = keyOf({ phone: payout.phone, amount: payout.sourceAmount })
    const sameAs = first.get(payment)
    if (sameAs !== undefined) return [{ row, sameAs }]
    first.set(payment, row)
    return []
  })
}
