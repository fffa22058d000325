/**
 * Names and data of the events of log entries of version 1, the order of fields included. An
 * event's bytes never change once it has an id (L2), so no output of this file ever changes. A
 * later version has a separate renderer (EventRenderers.ts).
 */
import * as Batch from "../batch/Batch.ts"
import * as BatchRow from "../batch/BatchRow.ts"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import * as Funding from "../money/Funding.ts"
import * as Money from "../money/Money.ts"
import * as Network from "../Network.ts"
import type * as Payout from "../payout/Payout.ts"
import * as Recall from "../payout/Recall.ts"
import * as Refund from "../refund/Refund.ts"
import type * as EventData from "./EventData.ts"
import type * as WebhookEvent from "./WebhookEvent.ts"

const usdc = (amount: Money.Micro): number => Money.toJson(amount, 6)

const fiat = (amount: Money.Minor, currency: Network.Currency): number =>
  Money.toJson(amount, Network.decimals(currency))

/**
 * Names by transition: registration set, sandbox set, overview set; `null` if a set has none.
 * `createdAsRow` is for a row of a batch; every other payout waits for funds from its creation.
 */
export const names = {
  created: ["payout.created", "payout.awaiting_funds", "payout.created"],
  createdAsRow: ["payout.created", null, "payout.created"],
  AWAITING_FUNDS: ["payout.awaiting_funds", null, null],
  STABLECOIN_RECEIVED: ["payout.funds_received", "payout.stablecoin_received", "payout.processing"],
  COMPLIANCE_HOLD: ["payout.compliance_hold", null, null],
  PAYOUT_INITIATED: ["payout.initiated", "payout.payout_initiated", null],
  PAYOUT_CONFIRMED: ["payout.confirmed", null, null],
  SETTLED: ["payout.settled", "payout.settled", "payout.completed"],
  FAILED: ["payout.failed", "payout.failed", "payout.failed"],
  REVERSED: ["payout.reversed", null, null],
  MANUAL_REVIEW: ["payout.manual_review", null, null],
  refunded: [null, null, "payout.refunded"],
  recalled: ["payout.recalled", null, null]
} as const satisfies Record<string, WebhookEvent.Names>

const none: WebhookEvent.Names = [null, null, null]

const namesOf = (transition: WebhookEvent.Transition): WebhookEvent.Names => {
  const { payout, previousStatus, recall } = transition
  const { status } = payout
  if (recall !== undefined) return names.recalled
  if (previousStatus === null) return status === "CREATED" ? names.createdAsRow : names.created
  if (previousStatus === status) return names.refunded
  return status in names ? names[status as keyof typeof names] : none
}

const refundData = <S extends string>({
  address,
  amount,
  asset,
  status,
  txHash
}: Omit<WebhookEvent.RenderedRefund, "status"> & { readonly status: S }) => ({
  status,
  amount_usdc: usdc(amount),
  chain_id: asset?.chainId,
  token_address: asset?.token,
  token_amount: asset && ForeignDeposit.format(asset),
  address: address ?? undefined,
  tx_hash: txHash ?? undefined
})

const instant = (at: number): string => new Date(at).toISOString()

/** A recall without the reason and the evidence, which are for staff. */
const recallData = (
  { closedAt, id, kind, openedAt, outcome, return: back, status }: Recall.Recall,
  currency: Network.Currency
): EventData.Rendered<EventData.Recall> => ({
  recall_id: id,
  kind,
  status,
  opened_at: instant(openedAt),
  returned_amount_fiat: back && fiat(back.returned, currency),
  returned_amount_usdc: back && usdc(back.value),
  provider_reference: back?.providerReference,
  returned_at: back && instant(back.at),
  outcome,
  closed_at: closedAt === undefined ? undefined : instant(closedAt)
})

/**
 * The metadata, or undefined if it is empty. JSON leaves out undefined fields, and an object with
 * all fields keeps one shape.
 */
const metadataOf = ({ metadata }: Payout.Payout): Payout.Payout["metadata"] | undefined => {
  for (const _ in metadata) return metadata
  return undefined
}

/** The reason as a code, which never contains a match of screening. */
const reasonOf = ({ payout, reason }: WebhookEvent.Transition): string | undefined => {
  if (reason !== undefined) return reason
  switch (payout.status) {
    case "FAILED":
      return payout.failureReason ?? undefined
    case "MANUAL_REVIEW":
      return payout.reviewReason ?? undefined
    case "COMPLIANCE_HOLD":
      return "compliance_review"
    default:
      return undefined
  }
}

/** The rate before the spread, and the fee. */
const priceOf = ({ rate, sourceAmount, spread }: Payout.Payout) => ({
  mid_market_rate: Money.toJson(Money.beforeSpread(rate, spread), 6),
  fee_usdc: usdc(Money.costOfSpread(sourceAmount, spread))
})

const payout = (
  transition: WebhookEvent.Transition
): EventData.Rendered<typeof EventData.Payout.Type> => {
  const { payout, previousStatus, recall, refund, sequence } = transition
  return {
    payout_id: payout.id,
    id: payout.id,
    status: payout.status,
    previous_status: previousStatus,
    sequence,
    source_amount_usdc: usdc(payout.sourceAmount),
    target_amount_fiat: fiat(payout.targetAmount, payout.currency),
    target_currency: payout.currency,
    exchange_rate: Money.toJson(payout.rate, 6),
    recipient_phone: payout.phone,
    network: payout.network,
    provider_reference: payout.providerReference,
    settled_at: payout.settledAt === null ? null : instant(payout.settledAt),
    batch_id: payout.batchId,
    idempotency_key: payout.idempotencyKey,
    failure_reason: payout.failureReason ?? undefined,
    reason: reasonOf(transition),
    reference: payout.reference ?? undefined,
    metadata: metadataOf(payout),
    refund: refund === undefined ? undefined : refundData(refund),
    recall: recall && recallData(recall, payout.currency),
    ...priceOf(payout)
  }
}

/** Micro-USDC that arrived and is final, dust included. */
const arrived = ({ deposits, suspense }: WebhookEvent.FundedSubject): Money.Micro =>
  Funding.deposited(deposits) + (suspense?.received ?? 0)

/**
 * Micro-USDC still to be sent. Deposits that are not final yet count as sent, refunds do not. A row
 * of a batch is funded by the batch.
 */
const dueOf = (subject: WebhookEvent.FundedSubject): Money.Micro => {
  const { deposits, refunds } = subject
  const usable = arrived(subject) + Funding.detected(deposits) - Refund.refunded(refunds)
  if ("kind" in subject) {
    return subject.funding === "open" ? Math.max(0, subject.due - usable) : 0
  }
  const isWaiting = subject.status === "AWAITING_FUNDS" || subject.status === "MANUAL_REVIEW"
  return isWaiting && subject.batchId === null ? Math.max(0, subject.sourceAmount - usable) : 0
}

/** The customer's reference and metadata of a payout; empty for a batch. */
const orderOf = (subject: WebhookEvent.FundedSubject) =>
  "kind" in subject
    ? {}
    : { reference: subject.reference ?? undefined, metadata: metadataOf(subject) }

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

const sumsOf = ({ currencies }: Batch.Batch) => ({
  fee_usdc: usdc(currencies.reduce((sum, { fee }) => sum + fee, 0)),
  currencies: currencies.map(currencyData)
})

type RefundReason = EventData.RefundReason

/** The reason of a payout's refund. A payout that a reviewer rejects is reversed from its hold. */
const reasonOfPayout = (payout: Payout.Payout): RefundReason => {
  const { failureReason, status, timeline } = payout
  if (status === "FAILED") return failureReason ?? "unspecified"
  if (status !== "REVERSED") return Recall.value(payout) > 0 ? "returned" : "overpaid"
  return timeline.at(-2)?.status === "COMPLIANCE_HOLD" ? "compliance_rejected" : "unspecified"
}

const reasonOfBatch = (batch: Batch.Batch): RefundReason => {
  const { allocated, due, funding, sourceAmount } = batch
  if (funding === "cancelled") return "cancelled"
  if (funding === "expired") return "deposit_expired"
  return allocated + due < sourceAmount ? "rows_failed" : "overpaid"
}

const reasonIn = ({ asset }: WebhookEvent.RenderedRefund, own: RefundReason): RefundReason =>
  asset === undefined ? own : "foreign_deposit"

/** Fields about the payout or batch whose money is refunded. */
const returned = ({ refund, rows, subject }: WebhookEvent.RefundDetails) =>
  "kind" in subject
    ? {
        reason: reasonIn(refund, reasonOfBatch(subject)),
        source_amount_usdc: usdc(subject.sourceAmount),
        ...sumsOf(subject),
        rows: refund.asset === undefined ? rows?.map(rowData) : undefined
      }
    : {
        reason: reasonIn(refund, reasonOfPayout(subject)),
        source_amount_usdc: usdc(subject.sourceAmount),
        target_amount_fiat: fiat(subject.targetAmount, subject.currency),
        target_currency: subject.currency,
        exchange_rate: Money.toJson(subject.rate, 6)
      }

const refund = (
  name: "payout_id" | "batch_id",
  change: WebhookEvent.RefundDetails
): EventData.Rendered<typeof EventData.Refund.Type> => {
  const { refund, subject } = change
  return {
    [name]: subject.id,
    refund: refundData(refund),
    ...("kind" in subject
      ? { status: Batch.status(subject) }
      : {
          status: subject.status,
          batch_id: subject.batchId ?? undefined,
          idempotency_key: subject.idempotencyKey,
          ...orderOf(subject)
        }),
    ...returned(change)
  }
}

const batch = (
  batch: Batch.Batch,
  rows: WebhookEvent.Rows
): EventData.Rendered<typeof EventData.Batch.Type> => ({
  batch_id: batch.id,
  id: batch.id,
  kind: batch.kind,
  status: Batch.status(batch),
  total: batch.total,
  completed: batch.completed,
  failed: batch.failed,
  pending: Batch.pending(batch),
  total_amount_usdc: usdc(batch.sourceAmount),
  amount_received_usdc: usdc(arrived(batch)),
  ...(batch.name === undefined ? {} : { name: batch.name }),
  ...sumsOf(batch),
  rows: rows?.map(rowData)
})

export const renderer: WebhookEvent.Renderer = {
  namesOf,
  payout,
  deposit: (
    name,
    subject,
    { amount, blockNumber, logIndex, txHash }
  ): EventData.Rendered<typeof EventData.Deposit.Type> => ({
    [name]: subject.id,
    deposit_address: subject.depositAddress,
    amount_usdc: usdc(amount),
    tx_hash: txHash,
    log_index: logIndex,
    block_number: blockNumber,
    amount_received_usdc: usdc(arrived(subject)),
    amount_due_usdc: usdc(dueOf(subject)),
    ...orderOf(subject)
  }),
  quoteExpired: (quote): EventData.Rendered<typeof EventData.Quote.Type> => ({
    quote_id: quote.id,
    source_currency: "USDC",
    target_currency: quote.currency,
    source_amount: usdc(quote.sourceAmount),
    target_amount: fiat(quote.targetAmount, quote.currency),
    exchange_rate: Money.toJson(quote.rate, 6),
    spread_percent: quote.spread,
    status: "EXPIRED",
    expires_at: instant(quote.expiresAt),
    created_at: instant(quote.createdAt)
  }),
  balanceCredited: (
    { amount },
    movement
  ): EventData.Rendered<typeof EventData.BalanceCredited.Type> => ({
    movement_id: movement.id,
    amount_usdc: Money.toJson(movement.amount, 6),
    available_usdc: Money.toJson(amount, 6),
    tx_hash: movement.type === "deposit" ? movement.subject : null
  }),
  balanceLow: ({ amount, threshold }): EventData.Rendered<typeof EventData.BalanceLow.Type> => ({
    available_usdc: Money.toJson(amount, 6),
    low_threshold_usdc: Money.toJson(threshold ?? 0, 6)
  }),
  withdrawal: (withdrawal): EventData.Rendered<typeof EventData.Withdrawal.Type> => ({
    withdrawal_id: withdrawal.id,
    status: withdrawal.status,
    amount_usdc: Money.toJson(withdrawal.amount, 6),
    address_id: withdrawal.addressId,
    address: withdrawal.address,
    reference: withdrawal.reference,
    tx_hash: withdrawal.txHash,
    created_at: instant(withdrawal.createdAt)
  }),
  withdrawalAddressAdded: ({
    address,
    addressId,
    name,
    usableFrom
  }): EventData.Rendered<typeof EventData.WithdrawalAddress.Type> => ({
    ...{ address_id: addressId, address, name },
    usable_from: instant(usableFrom)
  }),
  endpointDisabled: (endpoint, at): EventData.Rendered<typeof EventData.EndpointDisabled.Type> => ({
    endpoint_id: endpoint.id,
    url: endpoint.url,
    reason: endpoint.disabledReason,
    disabled_at: instant(at)
  }),
  refund,
  batch
}
