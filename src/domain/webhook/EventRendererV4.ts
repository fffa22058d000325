/**
 * Names and data of the events of log entries of versions 1 to 4, the order of fields included. An
 * event's bytes never change once it has an id (L2), so no output of this file ever changes; a
 * later version has a renderer of its own (EventRenderers.ts).
 */
import * as Money from "../money/Money.ts"
import * as Network from "../Network.ts"
import type * as WebhookEvent from "./WebhookEvent.ts"

/**
 * Names by transition: registration set, sandbox set, overview set; `null` where a set has none.
 */
const names: Readonly<Record<string, WebhookEvent.Names>> = {
  created: ["payout.created", "payout.awaiting_funds", "payout.created"],
  STABLECOIN_RECEIVED: ["payout.funds_received", "payout.stablecoin_received", "payout.processing"],
  COMPLIANCE_HOLD: ["payout.compliance_hold", null, null],
  PAYOUT_INITIATED: ["payout.initiated", "payout.payout_initiated", null],
  SETTLED: ["payout.settled", "payout.settled", "payout.completed"],
  FAILED: ["payout.failed", "payout.failed", "payout.failed"],
  REVERSED: ["payout.reversed", null, "payout.refunded"],
  MANUAL_REVIEW: ["payout.manual_review", null, null]
}

const none: WebhookEvent.Names = [null, null, null]

const payout = ({ payout, previousStatus, sequence }: WebhookEvent.Transition): object => ({
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
  ...(payout.failureReason === null ? {} : { failure_reason: payout.failureReason })
})

export const renderer: WebhookEvent.Renderer = {
  namesOf: ({ payout, previousStatus }) =>
    (previousStatus === null ? names.created : names[payout.status]) ?? none,
  isExplicitOnly: () => false,
  payout,
  deposit: (name, { depositAddress, id }, { amount, blockNumber, logIndex, txHash }) => ({
    [name]: id,
    deposit_address: depositAddress,
    amount_usdc: Money.toJson(amount, 6),
    tx_hash: txHash,
    log_index: logIndex,
    block_number: blockNumber
  }),
  quoteExpired: (quote) => ({
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
  endpointDisabled: (endpoint, at) => ({
    endpoint_id: endpoint.id,
    url: endpoint.url,
    reason: endpoint.switchedOffReason,
    disabled_at: new Date(at).toISOString()
  }),
  refund: undefined,
  batch: undefined
}
