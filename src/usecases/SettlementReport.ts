/**
 * The report of settled payouts. The owner of the account's partition reads its pages, from the
 * newest payout to the oldest.
 */
import { Effect } from "effect"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as ReportRows from "./ReportRows.ts"

/** The columns of the report's file. */
export const columns = [
  ...(["payout_id", "settled_at", "created_at", "source_amount_usdc", "fee_usdc"] as const),
  ...(["exchange_rate", "mid_market_rate"] as const),
  ...(["target_amount", "target_currency", "network"] as const),
  ...(["recipient_phone", "recipient_name", "reference", "batch_id", "quote_id"] as const),
  ...(["provider_reference", "idempotency_key", "deposit_tx_hashes"] as const)
] as const

type Cells = Readonly<Record<(typeof columns)[number], string | number | null>> & {
  readonly target_currency: Network.Currency
}

/** The cells of a line, in the order of the columns. */
export const cellsOf = (line: Cells): ReadonlyArray<string | null> =>
  columns.map((name) => ReportRows.cellOf(name, line[name], line.target_currency))

/** Transactions of the payout's deposits; `null` for rows of a batch, which have none. */
const transactionsOf = ({ deposits }: Payout.Payout): string | null => {
  const hashes = new Set(deposits.map(({ txHash }) => txHash))
  return hashes.size === 0 ? null : [...hashes].join(" ")
}

/** A settled payout as a line of the report. */
export const lineOf = (payout: Payout.Payout) => ({
  payout_id: payout.id,
  settled_at: ReportRows.instantOf(payout.settledAt),
  created_at: ReportRows.instantOf(payout.createdAt),
  source_amount_usdc: Money.toJson(payout.sourceAmount, 6),
  fee_usdc: Money.toJson(Money.costOfSpread(payout.sourceAmount, payout.spread), 6),
  exchange_rate: Money.toJson(payout.rate, 6),
  mid_market_rate: Money.toJson(Money.beforeSpread(payout.rate, payout.spread), 6),
  target_amount: Money.toJson(payout.targetAmount, Network.decimals(payout.currency)),
  target_currency: payout.currency,
  network: payout.network,
  recipient_phone: payout.phone,
  recipient_name: payout.name,
  reference: payout.reference,
  batch_id: payout.batchId,
  quote_id: payout.quoteId,
  provider_reference: payout.providerReference,
  idempotency_key: payout.idempotencyKey,
  deposit_tx_hashes: transactionsOf(payout)
})

type Line = ReturnType<typeof lineOf>

/** A settled payout's part of the totals. */
export const sumsOf = (
  line: Pick<Line, "source_amount_usdc" | "fee_usdc" | "target_amount" | "target_currency">
): ReportRows.Sums => ({
  count: 1,
  usdc: {
    source_amount_usdc: ReportRows.micro(line.source_amount_usdc),
    fee_usdc: ReportRows.micro(line.fee_usdc)
  },
  targets: {
    [line.target_currency]: ReportRows.unitsOf(
      line.target_amount,
      Network.decimals(line.target_currency)
    )
  },
  assets: {}
})

export const none: ReportRows.Sums = {
  count: 0,
  usdc: { source_amount_usdc: 0, fee_usdc: 0 },
  targets: {},
  assets: {}
}

export const report: ReportRows.Report<Line> = {
  name: "settlements",
  isPaged: true,
  columns,
  cellsOf,
  none,
  sumsOf
}

/** A page of lines, of an account or of all accounts of a partition. */
export const page = Partitions.procedure<ReportRows.PageQuery, ReportRows.Page<Line>>({
  name: "settlements",
  run: ({ lists }, { accountId, after, before, from, limit }) => {
    const filter = {
      ...(accountId === null ? {} : { accountId }),
      ...{ status: "SETTLED" as const, settledFrom: from, settledBefore: before },
      // A payout is created before it settles, so the first page begins at the end of the period.
      to: before
    }
    const lastRow = after === null ? undefined : { id: after, name: "" }
    return Effect.map(
      lists.payoutPage(filter, { limit, offset: 0, after: lastRow }),
      (payouts) => ({
        rows: payouts.map((payout) => ({ accountId: payout.accountId, line: lineOf(payout) })),
        next: payouts.length < limit ? null : (payouts.at(-1)?.id ?? null)
      })
    )
  }
})
