/** One example of an envelope for every name of an event. */
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import * as Data from "../contract/ExampleData.ts"

const { ids, idempotencyKey: idempotency_key } = Data
const refund = (status: string): object => ({
  status,
  amount_usdc: 25,
  ...(status === "due" ? {} : { address: Data.refundAddress, tx_hash: Data.refundHash })
})

const reversed = {
  status: "REVERSED",
  idempotency_key,
  reason: "compliance_rejected",
  source_amount_usdc: 25,
  target_amount_fiat: 91575,
  target_currency: "UGX",
  exchange_rate: 3663
}

/** The rows of a batch, each with its state. */
const rows = (first: object, second: object): ReadonlyArray<object> => [
  {
    payout_id: ids.payout,
    idempotency_key: "salary-2026-03-0001",
    ...first,
    amount_usdc: 25.5,
    fee_usdc: 0.255,
    exchange_rate: 3663,
    mid_market_rate: 3700,
    target_amount_fiat: 93406,
    target_currency: "UGX",
    network: "MTN_UG",
    recipient_phone: "+256770000001"
  },
  {
    payout_id: ids.otherPayout,
    idempotency_key: "salary-2026-03-0002",
    ...second,
    amount_usdc: 40,
    fee_usdc: 0.4,
    exchange_rate: 127.71,
    mid_market_rate: 129,
    target_amount_fiat: 5108,
    target_currency: "KES",
    network: "MPESA_KE",
    recipient_phone: "+254712000002"
  }
]

const waiting = { status: "AWAITING_FUNDS" }

const batch = {
  batch_id: ids.batch,
  id: ids.batch,
  kind: "batch",
  total: 2,
  completed: 0,
  failed: 0,
  pending: 2,
  total_amount_usdc: 65.5,
  amount_received_usdc: 65.5,
  fee_usdc: 0.655,
  currencies: [
    {
      target_currency: "UGX",
      count: 1,
      amount_usdc: 25.5,
      target_amount_fiat: 93406,
      fee_usdc: 0.255
    },
    { target_currency: "KES", count: 1, amount_usdc: 40, target_amount_fiat: 5108, fee_usdc: 0.4 }
  ],
  rows: rows(waiting, waiting)
}

const completed = {
  status: "completed",
  ...{ completed: 1, failed: 1, pending: 0 },
  rows: rows({ status: "SETTLED" }, { status: "FAILED", failure_reason: "invalid_recipient" })
}

const before = { provider_reference: null, settled_at: null }

/** The state in a payout's event, by the last part of its name. */
const states: Readonly<Record<string, object>> = {
  created: { ...before, status: "AWAITING_FUNDS", previous_status: null, sequence: 1 },
  funds_received: {
    ...before,
    status: "STABLECOIN_RECEIVED",
    previous_status: "AWAITING_FUNDS",
    sequence: 2
  },
  initiated: {
    ...before,
    status: "PAYOUT_INITIATED",
    previous_status: "STABLECOIN_RECEIVED",
    sequence: 3
  },
  confirmed: {
    ...before,
    status: "PAYOUT_CONFIRMED",
    previous_status: "PAYOUT_INITIATED",
    sequence: 4
  },
  settled: { sequence: 5 },
  failed: {
    ...before,
    status: "FAILED",
    previous_status: "AWAITING_FUNDS",
    sequence: 2,
    failure_reason: "invalid_recipient",
    reason: "invalid_recipient"
  },
  compliance_hold: {
    ...before,
    status: "COMPLIANCE_HOLD",
    previous_status: "STABLECOIN_RECEIVED",
    sequence: 3,
    reason: "compliance_review"
  },
  reversed: {
    ...before,
    status: "REVERSED",
    previous_status: "COMPLIANCE_HOLD",
    sequence: 4,
    reason: "compliance_rejected",
    refund: { status: "due", amount_usdc: 25 }
  },
  refunded: {
    ...before,
    status: "REVERSED",
    previous_status: "REVERSED",
    sequence: 5,
    refund: refund("confirmed")
  },
  manual_review: {
    ...before,
    status: "MANUAL_REVIEW",
    previous_status: "PAYOUT_INITIATED",
    sequence: 4,
    reason: "provider_unknown"
  }
}

/** Names of the other two sets, by those of the registration set. */
const alike: Readonly<Record<string, string>> = {
  awaiting_funds: "created",
  stablecoin_received: "funds_received",
  processing: "funds_received",
  payout_initiated: "initiated",
  completed: "settled"
}

const others: Readonly<Record<string, object>> = {
  "deposit.received": {
    payout_id: ids.payout,
    deposit_address: Data.depositAddress,
    amount_usdc: 25,
    tx_hash: Data.txHash,
    log_index: 7,
    block_number: 24512311,
    amount_received_usdc: 25,
    amount_due_usdc: 0
  },
  "refund.due": { payout_id: ids.payout, refund: refund("due"), ...reversed },
  "refund.sent": { payout_id: ids.payout, refund: refund("sent"), ...reversed },
  "refund.confirmed": { payout_id: ids.payout, refund: refund("confirmed"), ...reversed },
  "refund.failed": { payout_id: ids.payout, refund: refund("failed"), ...reversed },
  "batch.funded": { ...batch, status: "processing" },
  "batch.completed": { ...batch, ...completed },
  "batch.cancelled": { ...batch, status: "cancelled", amount_received_usdc: 0 },
  "quote.expired": { ...Data.quoteData, status: "EXPIRED" },
  "webhook.endpoint_disabled": {
    endpoint_id: ids.endpoint,
    url: Data.webhookUrl,
    reason: "no delivery succeeded for five days",
    disabled_at: Data.event.created_at
  },
  "webhook.test": {
    test: true,
    endpoint_id: ids.endpoint,
    ...Data.payoutData,
    ...states.created,
    idempotency_key: null
  }
}

const dataOf = (type: string): object => {
  const last = type.replace("payout.", "")
  return others[type] ?? { ...Data.payoutData, ...states[alike[last] ?? last] }
}

/** One envelope for every name of an event, as it is delivered. */
export const events: Readonly<Record<string, object>> = Object.fromEntries(
  [...EventRenderers.types, "webhook.test"].map((type) => [
    type,
    { id: ids.event, type, created_at: Data.event.created_at, data: dataOf(type) }
  ])
)
