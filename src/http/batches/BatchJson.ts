/** The JSON of a batch and of its rows, made from durable state. */

import * as Batches from "../../domain/batch/Batch.ts"
import * as BatchReview from "../../domain/batch/BatchReview.ts"
import type * as CustomerWait from "../../domain/incident/CustomerWait.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import type * as Payouts from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import type * as CheckBatch from "../../usecases/CheckBatch.ts"
import * as Instants from "../contract/Instants.ts"
import * as FundingJson from "../payouts/FundingJson.ts"
import * as PayoutJson from "../payouts/PayoutJson.ts"
import * as StaffView from "../payouts/StaffView.ts"

const fundingMessage = (batch: Batches.Batch, token: Chain.Token, due: Money.Micro): string => {
  const { depositAddress, deposits, funding, unfunded } = batch
  if (due > 0) return FundingJson.instruction(token, due, Batches.received(batch), depositAddress)
  const isWaiting = funding === "open" && unfunded > 0 && deposits.some(({ final }) => !final)
  return isWaiting
    ? "Nothing is due: the batch waits until its deposit is final."
    : `Nothing is due: the batch is ${batchStanding(batch)}.`
}

const batchStanding = (batch: Batches.Batch): string => {
  const status = Batches.status(batch)
  if (status !== "processing" && status !== "queued") return status
  return batch.funding === "expired" ? "expired" : "funded"
}

const funding = (batch: Batches.Batch, token: Chain.Token) => {
  const due = Batches.stillDue(batch)
  return {
    total_amount_usdc: Money.toJson(batch.sourceAmount, 6),
    deposit_address: batch.depositAddress,
    message: fundingMessage(batch, token, due),
    ...FundingJson.payment(token, batch, Batches.received(batch), due),
    funding_status: Batches.fundingStatus(batch),
    ...(batch.fundedBy === undefined ? {} : { funding: batch.fundedBy })
  }
}

/** Funding as at creation, before any deposit, or with the amount that the balance provides. */
const fundingAtFirst = (
  { depositAddress, fundedBy, fundingDeadline, sourceAmount }: Batches.Batch,
  token: Chain.Token
) => {
  const total_amount_usdc = Money.toJson(sourceAmount, 6)
  const window = { depositAddress, fundingDeadline }
  return fundedBy === undefined
    ? {
        ...{ total_amount_usdc, deposit_address: depositAddress },
        message: FundingJson.instruction(token, sourceAmount, 0, depositAddress),
        ...FundingJson.payment(token, window, 0, sourceAmount),
        funding_status: "awaiting" as const
      }
    : {
        ...{ total_amount_usdc, deposit_address: depositAddress },
        message: "Nothing is due: the batch is funded.",
        ...FundingJson.payment(token, window, sourceAmount, 0),
        ...{ funding_status: "funded" as const, funding: fundedBy }
      }
}

const refundAddress = ({ refundAddress }: Batches.Batch) =>
  refundAddress === null ? {} : { refund_address: refundAddress }

const counters = (batch: Batches.Batch) => ({
  total: batch.total,
  completed: batch.completed,
  failed: batch.failed,
  pending: Batches.pending(batch)
})

export const batch = (batch: Batches.Batch, token: Chain.Token) => ({
  id: batch.id,
  name: batch.name ?? null,
  status: Batches.status(batch),
  ...counters(batch),
  ...funding(batch, token),
  created_at: Instants.instant(batch.createdAt),
  ...refundAddress(batch),
  ...FundingJson.refunds(batch)
})

export const adminBatch = (
  one: Batches.Batch,
  { approvalsNeeded, approver, token }: StaffView.StaffView
) => ({
  ...batch(one, token),
  account_id: one.accountId,
  ...FundingJson.foreignDeposits(one),
  approvals_needed: approvalsNeeded,
  pending_action: StaffView.pendingAction(one, approver),
  refund_hold: one.refundHold,
  ...(typeof one.parkedAt === "number" ? { parked_at: Instants.instant(one.parkedAt) } : {})
})

/** The response to a submission and to its retries: nothing has happened to the batch yet. */
export const batchCreated = (
  batch: Batches.Batch,
  token: Chain.Token,
  warnings: FundingJson.Warnings
) => ({
  id: batch.id,
  name: batch.name ?? null,
  status: "queued" as const,
  ...{ total: batch.total, completed: 0, failed: 0, pending: batch.total },
  ...fundingAtFirst(batch, token),
  created_at: Instants.instant(batch.createdAt),
  ...FundingJson.warned(warnings)
})

type RowFacts = Pick<
  Payouts.Payout,
  "phone" | "name" | "network" | "sourceAmount" | "targetAmount" | "currency"
>

/** A row of a batch, with or without a payout. */
const rowFacts = (of: RowFacts) => ({
  recipient_phone: of.phone,
  recipient_name: of.name,
  amount_usdc: Money.toJson(of.sourceAmount, 6),
  target_amount_fiat: Money.toJson(of.targetAmount, Network.decimals(of.currency)),
  target_currency: of.currency,
  network: Network.bySlug(of.network).longSlug
})

export const batchPayout = (payout: Payouts.Payout, wait: CustomerWait.Wait | undefined) => ({
  payout_id: payout.id,
  idempotency_key: payout.idempotencyKey,
  status: payout.status,
  ...rowFacts(payout),
  ...FundingJson.price(payout),
  reference: payout.reference,
  ...PayoutJson.failureReason(payout),
  ...PayoutJson.reasons(payout, wait)
})

const reviewTotal = ({ amount, count, currency, target }: BatchReview.Total) => ({
  target_currency: currency,
  count,
  amount_usdc: Money.toJson(amount, 6),
  target_amount_fiat: Money.toJson(target, Network.decimals(currency))
})

/** Totals cover the rows that creation would accept. `count`: number of rows that were sent. */
export const batchChecked = (
  { batchId, middles, paidBefore, priced, problems, warnings }: CheckBatch.BatchCheck,
  count: number,
  spread: number
) => {
  const wrong = new Set(problems.map(({ row }) => row))
  const good = priced.filter(({ row }) => !wrong.has(row))
  const currencies = BatchReview.totals(good, "currency", spread)
  const sum = (of: "amount" | "fee") => currencies.reduce((all, one) => all + one[of], 0)
  return {
    is_valid: problems.length === 0,
    total: count,
    total_amount_usdc: Money.toJson(sum("amount"), 6),
    fee_usdc: Money.toJson(sum("fee"), 6),
    currencies: currencies.map((one) => ({
      ...reviewTotal(one),
      exchange_rate: Money.toJson(one.rate, 6),
      mid_market_rate: Money.toJson(middles.get(one.currency) ?? 0, 6),
      spread_percent: spread,
      fee_usdc: Money.toJson(one.fee, 6)
    })),
    networks: BatchReview.totals(good, "network", spread).map((one) => ({
      network: Network.bySlug(one.network).longSlug,
      ...reviewTotal(one)
    })),
    rows: priced.map(({ payout, row }) => ({ row, ...rowFacts(payout) })),
    duplicates: BatchReview.duplicates(priced).map(({ row, sameAs }) => ({
      row,
      same_as_row: sameAs
    })),
    paid_before: paidBefore.map(({ payout, row }) => ({
      row,
      payout_id: payout.id,
      batch_id: payout.batchId,
      status: payout.status,
      created_at: Instants.instant(payout.createdAt)
    })),
    errors: problems,
    ...FundingJson.warned(warnings),
    batch_id: batchId
  }
}

/** The response to a submission and to its retries: nothing has happened to the batch yet. */
export const bulkCreated = (
  batch: Batches.Batch,
  token: Chain.Token,
  warnings: FundingJson.Warnings
) => ({
  batch_id: batch.id,
  name: batch.name ?? null,
  total_count: batch.total,
  status: "PROCESSING" as const,
  ...fundingAtFirst(batch, token),
  created_at: Instants.instant(batch.createdAt),
  ...FundingJson.warned(warnings)
})

export const bulkSummary = (batch: Batches.Batch, token: Chain.Token) => ({
  batch_id: batch.id,
  name: batch.name ?? null,
  status: Batches.status(batch).toUpperCase() as Uppercase<Batches.Status>,
  ...counters(batch),
  ...funding(batch, token),
  created_at: Instants.instant(batch.createdAt),
  updated_at: Instants.instant(batch.updatedAt),
  ...refundAddress(batch),
  ...FundingJson.refunds(batch)
})

const bulkPayout = (payout: Payouts.Payout) => ({
  payout_id: payout.id,
  idempotency_key: payout.idempotencyKey,
  status: payout.status,
  recipient_phone: payout.phone,
  recipient_name: payout.name,
  amount_usdc: Money.toJson(payout.sourceAmount, 6),
  ...FundingJson.price(payout),
  target_amount_fiat: Money.toJson(payout.targetAmount, Network.decimals(payout.currency)),
  target_currency: payout.currency,
  network: payout.network,
  reference: payout.reference,
  ...PayoutJson.failureReason(payout)
})

/**
 * A bulk batch with all its payouts. Its counts are made from the payouts that are shown, because
 * `earlier` may be a moment older than they are.
 */
export const bulk = (
  earlier: Batches.Batch,
  payouts: ReadonlyArray<Payouts.Payout>,
  token: Chain.Token
) => {
  const ended = payouts.filter(({ status }) => PayoutGuards.isFinal(status))
  const completed = ended.filter(({ status }) => status === "SETTLED").length
  return {
    ...bulkSummary({ ...earlier, completed, failed: ended.length - completed }, token),
    payouts: payouts.map(bulkPayout)
  }
}
