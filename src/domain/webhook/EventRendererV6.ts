/**
 * Names and data of the events of log entries of version 6: those of version 5, but that events of
 * payouts have the rate before the margin and the fee, those of batches sums by currency and the
 * rows, and those of refunds what they return and why. An event's bytes never change once it has an
 * id (L2), so no output of this file ever changes; a later version has another renderer
 * (EventRenderers.ts).
 */
import type * as Batch from "../batch/Batch.ts"
import * as BatchRow from "../batch/BatchRow.ts"
import * as Money from "../money/Money.ts"
import * as Network from "../Network.ts"
import type * as Payout from "../payout/Payout.ts"
import type * as EventData from "./EventData.ts"
import * as EventRendererV5 from "./EventRendererV5.ts"
import type * as WebhookEvent from "./WebhookEvent.ts"

const usdc = (amount: Money.Micro): number => Money.toJson(amount, 6)

const fiat = (amount: Money.Minor, currency: Network.Currency): number =>
  Money.toJson(amount, Network.decimals(currency))

const rowData = (row: BatchRow.Row): EventData.Rendered<EventData.BatchRow> => ({
  payout_id: row.id,
  idempotency_key: row.idempotencyKey,
  reference: row.reference ?? undefined,
  status: row.status,
  failure_reason: row.failureReason ?? undefined,
  amount_usdc: usdc(row.sourceAmount),
  fee_usdc: usdc(BatchRow.fee(row)),
  exchange_rate: Money.toJson(row.rate, 6),
  mid_market_rate: Money.toJson(Money.beforeSpread(row.rate, row.spread), 6),
  target_amount_fiat: fiat(row.targetAmount, row.currency),
  target_currency: row.currency,
  network: row.network,
  recipient_phone: row.phone
})

const currencyData = (total: BatchRow.Total): EventData.Rendered<EventData.CurrencyTotal> => ({
  target_currency: total.currency,
  count: total.count,
  amount_usdc: usdc(total.amount),
  target_amount_fiat: fiat(total.target, total.currency),
  fee_usdc: usdc(total.fee)
})

/** Sums of all rows: they are known of batches that were created in an entry of this version. */
const sumsOf = ({ currencies }: Batch.Batch) =>
  currencies === undefined
    ? {}
    : {
        fee_usdc: usdc(currencies.reduce((sum, { fee }) => sum + fee, 0)),
        currencies: currencies.map(currencyData)
      }

type RefundReason = EventData.RefundReason

/** A payout that a reviewer rejects is reversed from its hold. */
const reasonOfPayout = ({ failureReason, status, timeline }: Payout.Payout): RefundReason => {
  if (status === "FAILED") return failureReason ?? "unspecified"
  if (status !== "REVERSED") return "overpaid"
  return timeline.at(-2)?.status === "COMPLIANCE_HOLD" ? "compliance_rejected" : "unspecified"
}

const reasonOfBatch = (batch: Batch.Batch): RefundReason => {
  const { allocated, due, funding, sourceAmount } = batch
  if (funding === "cancelled") return "cancelled"
  if (funding === "expired") return "deposit_expired"
  return allocated + due < sourceAmount ? "rows_failed" : "overpaid"
}

/** What was to be paid with the money that goes back. */
const returned = ({ rows, subject }: WebhookEvent.Returned) =>
  "kind" in subject
    ? {
        reason: reasonOfBatch(subject),
        source_amount_usdc: usdc(subject.sourceAmount),
        ...sumsOf(subject),
        rows: rows?.map(rowData)
      }
    : {
        reason: reasonOfPayout(subject),
        source_amount_usdc: usdc(subject.sourceAmount),
        target_amount_fiat: fiat(subject.targetAmount, subject.currency),
        target_currency: subject.currency,
        exchange_rate: Money.toJson(subject.rate, 6)
      }

const before = EventRendererV5.renderer

/** The rate before the margin, and what the margin costs. */
const priceOf = ({ rate, sourceAmount, spread }: Payout.Payout) => ({
  mid_market_rate: Money.toJson(Money.beforeSpread(rate, spread), 6),
  fee_usdc: usdc(Money.costOfSpread(sourceAmount, spread))
})

export const renderer: WebhookEvent.Renderer = {
  ...before,
  // A wildcard means the whole registration set, so that its sequence numbers have no gaps.
  isExplicitOnly: () => false,
  payout: (transition) => Object.assign(before.payout(transition), priceOf(transition.payout)),
  refund: (name, change): EventData.Rendered<typeof EventData.Refund.Type> => ({
    ...EventRendererV5.refund(name, change),
    ...returned(change)
  }),
  batch: (batch, rows): EventData.Rendered<typeof EventData.Batch.Type> => ({
    ...EventRendererV5.batch(batch),
    ...(batch.name === undefined ? {} : { name: batch.name }),
    ...sumsOf(batch),
    rows: rows?.map(rowData)
  })
}
