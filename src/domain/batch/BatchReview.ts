/**
 * The review of a batch before it is submitted. It has the sums by currency and by network, and
 * rows that look like a second payment, in the file or after an earlier payout.
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
  /** Micro-USDC, part of the amount. */
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

const add = (sum: Total, total: Total): Total => ({
  ...sum,
  count: sum.count + total.count,
  amount: sum.amount + total.amount,
  target: sum.target + total.target,
  fee: sum.fee + total.fee
})

/** Totals in the order in which each group first occurs. */
export const totals = (
  rows: ReadonlyArray<NewBatch.PricedRow>,
  by: "currency" | "network",
  spread: number
): ReadonlyArray<Total> => {
  const sums = new Map<string, Total>()
  for (const row of rows) {
    const total = totalOf(row, spread)
    const sum = sums.get(total[by])
    sums.set(total[by], sum === undefined ? total : add(sum, total))
  }
  return [...sums.values()]
}

/** A recipient's payment. The same payment is seldom meant twice. */
export interface Payment {
  readonly phone: string
  /** Micro-USDC. */
  readonly amount: Money.Micro
}

/** Milliseconds that a payment is remembered for a warning: two weeks of wages. */
export const paidBeforeMs = 14 * dayMs

export const isPaidOrOpen = ({ status }: Pick<Payout.Payout, "status">): boolean =>
  status !== "FAILED" && status !== "REVERSED"

const keyOf = ({ amount, phone }: Payment): string => `${phone} ${amount}`

export const paymentOf = ({ phone, sourceAmount }: Payout.Payout): Payment => ({
  phone,
  amount: sourceAmount
})

/** A row that repeats the payment of a payout, and that payout. */
export interface EarlierPayment {
  readonly row: number
  readonly payout: Payout.Payout
}

/** Rows whose payment one of these payouts makes already; of several payouts the newest counts. */
export const paidBefore = (
  rows: ReadonlyArray<NewBatch.PricedRow>,
  payouts: ReadonlyArray<Payout.Payout>
): ReadonlyArray<EarlierPayment> => {
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

/** A row that pays the same amount to the same phone as an earlier row. */
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
