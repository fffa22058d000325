/**
 * The report of sent refunds, on the service's own chain and on others. A refund belongs to the
 * period in which it was sent, so it is never in two periods. Pages go through payouts and then
 * batches, newest first.
 */
import { Effect } from "effect"
import type * as Batch from "../domain/batch/Batch.ts"
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"
import * as Money from "../domain/money/Money.ts"
import * as CustomerReason from "../domain/payout/CustomerReason.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as Recall from "../domain/payout/Recall.ts"
import type * as Refund from "../domain/refund/Refund.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as ForeignAmounts from "./ForeignAmounts.ts"
import * as ReportRows from "./ReportRows.ts"

/** The columns of the report's file. */
export const columns = [
  ...(["payout_id", "batch_id", "sent_at", "confirmed_at", "status"] as const),
  ...(["amount_usdc", "address", "tx_hash", "reason", "reference"] as const),
  ...(["chain_id", "chain", "token_address", "token_amount"] as const)
] as const

type Cells = Readonly<Record<(typeof columns)[number], string | number | null>>

/** The cells of a line, in the order of the columns. */
export const cellsOf = (line: Cells): ReadonlyArray<string | null> =>
  columns.map((name) => ReportRows.cellOf(name, line[name]))

/** The reason of the refund that the customer may see. */
type Reason =
  | CustomerReason.Reason["code"]
  | "rows_failed"
  | "overpaid"
  | "returned"
  | "foreign_deposit"

const reasonOfPayout = (payout: Payout.Payout): Reason => {
  const isLost = payout.status === "FAILED" || payout.status === "REVERSED"
  const paidReason = Recall.value(payout) > 0 ? "returned" : "overpaid"
  return (isLost ? CustomerReason.of(payout)?.code : undefined) ?? paidReason
}

const reasonOfBatch = ({ failed, funding }: Batch.Batch): Reason => {
  if (funding === "cancelled") return "cancelled"
  if (funding === "expired") return "deposit_expired"
  return failed > 0 ? "rows_failed" : "overpaid"
}

/** A payout or batch with refunds, and its fields of a line. */
interface Subject {
  readonly id: string
  readonly accountId: string
  readonly refunds: ReadonlyArray<Refund.Refund>
  readonly facts: {
    readonly payout_id: string | null
    readonly batch_id: string | null
    readonly reference: string | null
    readonly reason: Reason
  }
}

export const ofPayout = (payout: Payout.Payout): Subject => ({
  ...{ id: payout.id, accountId: payout.accountId, refunds: payout.refunds },
  facts: {
    ...{ payout_id: payout.id, batch_id: payout.batchId, reference: payout.reference },
    reason: reasonOfPayout(payout)
  }
})

const ofBatch = (batch: Batch.Batch): Subject => ({
  ...{ id: batch.id, accountId: batch.accountId, refunds: batch.refunds },
  facts: {
    ...{ payout_id: null, batch_id: batch.id, reference: batch.name ?? null },
    reason: reasonOfBatch(batch)
  }
})

/** The asset of a refund in USDC of the service's own chain, which `amount_usdc` has. */
const ownAsset = { chain_id: null, chain: null, token_address: null, token_amount: null }

const lineOf = ({ facts }: Subject, refund: Refund.Refund) => ({
  payout_id: facts.payout_id,
  batch_id: facts.batch_id,
  sent_at: ReportRows.instantOf(refund.sentAt),
  confirmed_at: ReportRows.instantOf(refund.confirmedAt),
  status: refund.status,
  amount_usdc: Money.toJson(refund.amount, 6),
  address: refund.address,
  tx_hash: refund.txHash,
  reason: refund.asset === undefined ? facts.reason : ("foreign_deposit" as const),
  reference: facts.reference,
  ...(refund.asset === undefined ? ownAsset : ForeignAmounts.json(refund.asset))
})

type Line = ReturnType<typeof lineOf>

/** The line's part of the sums by asset. */
const assetsOf = ({ chain_id, token_address, token_amount }: Line): ReportRows.Sums["assets"] => {
  if (chain_id === null || token_address === null || token_amount === null) return {}
  const amount = ForeignDeposit.parse({ chainId: chain_id, token: token_address }, token_amount)
  return { [ForeignDeposit.idOf(amount)]: amount }
}

export const report: ReportRows.Report<Line> = {
  name: "refunds",
  isPaged: true,
  columns,
  cellsOf,
  none: { count: 0, usdc: { amount_usdc: 0 }, targets: {}, assets: {} },
  sumsOf: (line) => ({
    count: 1,
    usdc: { amount_usdc: ReportRows.micro(line.amount_usdc) },
    targets: {},
    assets: assetsOf(line)
  })
}

export const linesOf = (subject: Subject, { before, from }: ReportRows.Period) =>
  subject.refunds
    .filter(({ sentAt }) => sentAt !== undefined && sentAt >= from && sentAt < before)
    .map((refund) => ({ accountId: subject.accountId, line: lineOf(subject, refund) }))

const isBatch = (id: string): boolean => !id.startsWith("po_")

/**
 * A page of the lines of `limit` payouts and batches that have a refund. It may have fewer lines,
 * because some refunds were sent in another period.
 */
export const page = Partitions.procedure<ReportRows.PageQuery, ReportRows.Page<Line>>({
  name: "refunds",
  run: Effect.fnUntraced(function* ({ lists }, query) {
    const { accountId, after, before, limit } = query
    const filter = {
      ...(accountId === null ? {} : { accountId }),
      // A payout or batch was created before its refund was sent.
      ...{ isRefundSent: true, to: before }
    }
    const cursorIf = (isReading: boolean) =>
      after === null || !isReading ? undefined : { id: after, name: "" }
    const isInBatches = after !== null && isBatch(after)
    const payouts = isInBatches
      ? []
      : yield* lists.payoutPage(filter, { limit, offset: 0, after: cursorIf(true) })
    const remaining = limit - payouts.length
    const batches =
      remaining === 0
        ? { items: [] }
        : yield* lists.batches(filter, {
            limit: remaining,
            offset: 0,
            after: cursorIf(isInBatches)
          })
    const subjects = [...payouts.map(ofPayout), ...batches.items.map(ofBatch)]
    return {
      rows: subjects.flatMap((subject) => linesOf(subject, query)),
      next: subjects.length < limit ? null : (subjects.at(-1)?.id ?? null)
    }
  })
})
