/**
 * The rows of a batch as its events show them. A batch keeps ended rows, because they leave memory
 * before it does. The others are payouts in memory.
 */
import { Schema, Struct } from "effect"
import * as Money from "../money/Money.ts"
import * as Network from "../Network.ts"
import * as PayoutState from "../payout/PayoutState.ts"

/** The fields of a row in an event, and whether the batch paid for it. Any payout is a row. */
export const Row = Schema.Struct(
  Struct.pick(PayoutState.Payout.fields, [
    ...(["id", "idempotencyKey", "reference", "status", "failureReason"] as const),
    ...(["sourceAmount", "targetAmount", "currency", "rate", "spread"] as const),
    ...(["phone", "network", "allocated"] as const)
  ])
)
export type Row = typeof Row.Type

export const ended = (row: Row): Row => ({
  id: row.id,
  idempotencyKey: row.idempotencyKey,
  reference: row.reference,
  status: row.status,
  failureReason: row.failureReason,
  sourceAmount: row.sourceAmount,
  targetAmount: row.targetAmount,
  currency: row.currency,
  rate: row.rate,
  spread: row.spread,
  phone: row.phone,
  network: row.network,
  allocated: row.allocated
})

/** True if the row ended without its share of the deposit, which goes back. */
export const isUnpaid = ({ allocated }: Row): boolean => allocated === 0

/** Micro-USDC, part of the amount. */
export const fee = ({ sourceAmount, spread }: Pick<Row, "sourceAmount" | "spread">): Money.Micro =>
  Money.costOfSpread(sourceAmount, spread)

/** Sums of the rows that are paid in one currency. */
export const Total = Schema.Struct({
  currency: Schema.Literals(Network.currencies),
  count: Schema.Number,
  /** Micro-USDC. */
  amount: Schema.Number,
  /** Minor units of the currency. */
  target: Schema.Number,
  /** Micro-USDC, part of the amount. */
  fee: Schema.Number
})
export type Total = typeof Total.Type

type Priced = Pick<Row, "currency" | "sourceAmount" | "targetAmount" | "spread">

/** Totals in the order in which each currency first occurs. */
export const totals = (rows: ReadonlyArray<Priced>): ReadonlyArray<Total> => {
  const sums = new Map<Network.Currency, Total>()
  for (const row of rows) {
    const { currency, sourceAmount, targetAmount } = row
    const sum = sums.get(currency) ?? { currency, count: 0, amount: 0, target: 0, fee: 0 }
    sums.set(currency, {
      currency,
      count: sum.count + 1,
      amount: sum.amount + sourceAmount,
      target: sum.target + targetAmount,
      fee: sum.fee + fee(row)
    })
  }
  return [...sums.values()]
}
