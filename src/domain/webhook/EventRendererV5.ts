/**
 * Names and data of the events of log entries of version 5: every state has an event, refunds and
 * batches have events of their own, and the data has the amount due, the reason and the order's
 * reference. An event's bytes never change once it has an id (L2), so no output of this file ever
 * changes; a later version has a renderer of its own (EventRenderers.ts).
 */

import * as Batch from "../batch/Batch.ts"
import * as Funding from "../money/Funding.ts"
import * as Money from "../money/Money.ts"
import * as Network from "../Network.ts"
import type * as Payout from "../payout/Payout.ts"
import * as Refund from "../refund/Refund.ts"
import type * as EventData from "./EventData.ts"
import type * as WebhookEvent from "./WebhookEvent.ts"

/**
 * Names by transition: registration set, sandbox set, overview set; `null` where a set has none.
 * `createdAsRow` is a row of a batch; every other payout waits for funds from its creation.
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
  refunded: [null, null, "payout.refunded"]
} as const satisfies Record<string, WebhookEvent.Names>

const none: WebhookEvent.Names = [null, null, null]

const namesOf = ({ payout, previousStatus }: WebhookEvent.Transition): WebhookEvent.Names => {
  const { status } = payout
  if (previousStatus === null) return status === "CREATED" ? names.createdAsRow : names.created
  if (previousStatus === status) return names.refunded
  return status in names ? names[status as keyof typeof names] : none
}

const refundData = <S extends string>({
  address,
  amount,
  status,
  txHash
}: Omit<WebhookEvent.RenderedRefund, "status"> & { readonly status: S }) => ({
  status,
  amount_usdc: Money.toJson(amount, 6),
  address: address ?? undefined,
  tx_hash: txHash ?? undefined
})

/** JSON leaves out what is undefined, and an object with all fields keeps one shape. */
const metadataOf = ({ metadata }: Payout.Payout): Payout.Payout["metadata"] | undefined => {
  for (const _ in metadata) return metadata
  return undefined
}

/** The reason as a code; never what a screening matched. */
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

const payout = (
  transition: WebhookEvent.Transition
): Omit<EventData.Rendered<typeof EventData.Payout.Type>, "mid_market_rate" | "fee_usdc"> => {
  const { payout, previousStatus, refund, sequence } = transition
  return {
    payout_id: payout.id,
    id: payout.id,
    status: payout.status,
    previous_status: previousStatus,
    sequence,
    source_amount_usdc: Money.toJson(payout.sourceAmount, 6),
    target_amount_fiat: Money.toJson(payout.targetAmount, Network.decimals(payout.currency)),
    target_currency: payout.currency,
    exchange_rate: Money.toJson(payout.rate, 6),
    recipient_phone: payout.phone,
    network: payout.network,
    provider_reference: payout.providerReference,
    settled_at: payout.settledAt === null ? null : new Date(payout.settledAt).toISOString(),
    batch_id: payout.batchId,
    idempotency_key: payout.idempotencyKey,
    failure_reason: payout.failureReason ?? undefined,
    reason: reasonOf(transition),
    reference: payout.reference ?? undefined,
    metadata: metadataOf(payout),
    refund: refund === undefined ? undefined : refundData(refund)
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

/** The customer's reference and metadata of a payout; a batch has none. */
const orderOf = (subject: WebhookEvent.FundedSubject) =>
  "kind" in subject
    ? {}
    : { reference: subject.reference ?? undefined, metadata: metadataOf(subject) }

/** Without what version 6 adds. */
type RefundDataV5 = Omit<
  EventData.Rendered<typeof EventData.Refund.Type>,
  "reason" | "source_amount_usdc"
>

export const refund = (
  name: "payout_id" | "batch_id",
  { refund, subject }: WebhookEvent.Returned
): RefundDataV5 => ({
  [name]: subject.id,
  refund: refundData(refund),
  ...("kind" in subject
    ? { status: Batch.status(subject) }
    : {
        status: subject.status,
        batch_id: subject.batchId ?? undefined,
        idempotency_key: subject.idempotencyKey,
        ...orderOf(subject)
      })
})

export const batch = (batch: Batch.Batch): EventData.Rendered<typeof EventData.Batch.Type> => ({
  batch_id: batch.id,
  id: batch.id,
  kind: batch.kind,
  status: Batch.status(batch),
  total: batch.total,
  completed: batch.completed,
  failed: batch.failed,
  pending: Batch.pending(batch),
  total_amount_usdc: Money.toJson(batch.sourceAmount, 6),
  amount_received_usdc: Money.toJson(arrived(batch), 6)
})

export const renderer: WebhookEvent.Renderer = {
  namesOf,
  isExplicitOnly: (type) => type === names.PAYOUT_CONFIRMED[0] || type === names.AWAITING_FUNDS[0],
  payout,
  deposit: (
    name,
    subject,
    { amount, blockNumber, logIndex, txHash }
  ): EventData.Rendered<typeof EventData.Deposit.Type> => ({
    [name]: subject.id,
    deposit_address: subject.depositAddress,
    amount_usdc: Money.toJson(amount, 6),
    tx_hash: txHash,
    log_index: logIndex,
    block_number: blockNumber,
    amount_received_usdc: Money.toJson(arrived(subject), 6),
    amount_due_usdc: Money.toJson(dueOf(subject), 6),
    ...orderOf(subject)
  }),
  quoteExpired: (quote): EventData.Rendered<typeof EventData.Quote.Type> => ({
    quote_id: quote.id,
    source_currency: "USDC",
    target_currency: quote.currency,
    source_amount: Money.toJson(quote.sourceAmount, 6),
    target_amount: Money.toJson(quote.targetAmount, Network.decimals(quote.currency)),
    exchange_rate: Money.toJson(quote.rate, 6),
    spread_percent: quote.spread,
    status: "EXPIRED",
    expires_at: new Date(quote.expiresAt).toISOString(),
    created_at: new Date(quote.createdAt).toISOString()
  }),
  endpointDisabled: (endpoint, at): EventData.Rendered<typeof EventData.EndpointDisabled.Type> => ({
    endpoint_id: endpoint.id,
    url: endpoint.url,
    reason: endpoint.switchedOffReason,
    disabled_at: new Date(at).toISOString()
  }),
  refund,
  batch
}
