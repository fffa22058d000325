/**
 * Examples of what is told and asked about the world outside: webhooks, events, deliveries, public
 * facts, probes, and one envelope for every name of an event.
 */
import * as Limits from "../../config/Limits.ts"
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import * as Data from "./ExampleData.ts"
import type { Example } from "./Examples.ts"

const { ids, idempotencyKey: idempotency_key } = Data
const byEndpoint = { id: ids.endpoint }
const byDelivery = { id: ids.delivery }

const registration = {
  url: Data.endpoint.url,
  events: Data.endpoint.events,
  description: Data.endpoint.description
}

const endpoints: Readonly<Record<string, Example>> = {
  "POST /v1/webhooks/endpoints": {
    about: "Events go to the URL from now on, signed with the secret, which is shown this once.",
    body: registration,
    answer: Data.endpointWithSecret
  },
  "POST /v1/webhooks": {
    about: "Another path to the same.",
    body: registration,
    answer: Data.endpointWithSecret
  },
  "GET /v1/webhooks/endpoints": {
    about: "Secrets are not shown.",
    answer: Data.page(Data.endpoint)
  },
  "GET /v1/webhooks/endpoints/{id}": {
    about: "The secret is not shown.",
    path: byEndpoint,
    answer: Data.endpoint
  },
  "PUT /v1/webhooks/endpoints/{id}": {
    about: "An endpoint with `is_active` false gets nothing.",
    path: byEndpoint,
    body: { events: ["*"], is_active: true },
    answer: { ...Data.endpoint, events: ["*"] }
  },
  "DELETE /v1/webhooks/endpoints/{id}": {
    about: "Deliveries that were pending end at once.",
    path: byEndpoint,
    answer: { id: ids.endpoint, deleted: true }
  },
  "POST /v1/webhooks/endpoints/{id}/test": {
    about:
      "Sends `webhook.test`, or the event named in `type` as it would be now, with made-up values.",
    path: byEndpoint,
    body: { type: "payout.settled" },
    answer: {
      event_id: ids.event,
      delivery_id: ids.delivery,
      delivered: true,
      status_code: 200,
      latency_ms: 87,
      error: null
    }
  },
  "POST /v1/webhooks/endpoints/{id}/rotate-secret": {
    about:
      "During the overlap deliveries carry both signatures; X-Service-Signature is still the old secret's.",
    path: byEndpoint,
    body: { overlap_hours: 24, idempotency_key },
    answer: Data.endpointWithSecret
  },
  "GET /v1/webhooks/endpoints/{id}/deliveries": {
    about: "What was sent to the endpoint and how each attempt went.",
    path: byEndpoint,
    query: { status: "failed" },
    answer: Data.page(Data.deliveryFailed)
  },
  "GET /v1/webhooks/deliveries/{id}": {
    about: "One event to one endpoint.",
    path: byDelivery,
    answer: Data.delivery
  },
  "POST /v1/webhooks/deliveries/{id}/resend": {
    about: "The same bytes again, now, with a new series of attempts.",
    path: byDelivery,
    body: { idempotency_key },
    answer: { ...Data.delivery, attempts: [] }
  },
  "POST /v1/webhooks/endpoints/{id}/resend-failed": {
    about: "After an outage of the receiver: everything that failed since then goes out again.",
    path: byEndpoint,
    body: { since: "2026-03-02T00:00:00.000Z" },
    answer: { resent: 3, remaining: 0 }
  },
  "GET /v1/events": {
    about:
      "What happened, whether an endpoint heard of it or not. `after` takes the id of an event.",
    query: { type: "payout.settled", payout_id: ids.payout },
    answer: Data.page(Data.event)
  },
  "GET /v1/events/{id}": {
    about: "The same envelope that is delivered.",
    path: { id: ids.event },
    answer: Data.event
  },
  "GET /admin/v1/webhook-deliveries": {
    about: "Deliveries of all accounts.",
    query: { status: "failed" },
    answer: Data.page(Data.deliveryFailed)
  },
  "POST /admin/v1/webhook-deliveries/{id}/resend": {
    about: "The same bytes again, with a new series of attempts.",
    path: byDelivery,
    body: { idempotency_key },
    answer: { ...Data.delivery, attempts: [] }
  }
}

const system: Readonly<Record<string, Example>> = {
  "GET /v1/networks": {
    about: "Limits are per transaction, in the recipient's currency.",
    answer: {
      data: [
        {
          network: "MTN_UG",
          slug: "mtn_uganda",
          name: "MTN MoMo",
          country: "UG",
          currency: "UGX",
          status: "operational",
          min_amount: 500,
          max_amount: 5000000,
          decimals: 0,
          recipient_name: "optional"
        }
      ]
    }
  },
  "GET /v1/rates": {
    about: "What a quote would lock at this moment.",
    answer: {
      data: [
        {
          source_currency: "USDC",
          target_currency: "UGX",
          exchange_rate: 3663,
          spread_percent: 0.01,
          networks: ["MTN_UG", "AIRTEL_UG"],
          updated_at: Data.quote.created_at
        }
      ]
    }
  },
  "GET /healthz": { about: "Says nothing about the database.", answer: { status: "ok" } },
  "GET /readyz": {
    about: "For a load balancer: whether this process takes requests.",
    answer: { status: "ready", seq: 184203, epoch: 12 }
  },
  "GET /metrics": {
    about: "For a scraper.",
    answer: "# TYPE payout_log_writable gauge\npayout_log_writable 1\n"
  },
  "GET /openapi.json": {
    about: "OpenAPI 3.1.",
    answer: { openapi: "3.1.0", info: { title: "Payout Service", version: Limits.version } }
  },
  "GET /docs": { about: "One page without scripts.", answer: "<!doctype html>…" },
  "GET /changelog": { about: "One page without scripts.", answer: "<!doctype html>…" }
}

export const world = { ...endpoints, ...system }

const refund = (status: string): object => ({
  status,
  amount_usdc: 25,
  ...(status === "due" ? {} : { address: Data.refundAddress, tx_hash: Data.refundHash })
})

const reversed = { status: "REVERSED", idempotency_key }

const batch = {
  batch_id: ids.batch,
  id: ids.batch,
  kind: "batch",
  total: 2,
  completed: 0,
  failed: 0,
  pending: 2,
  total_amount_usdc: 25,
  amount_received_usdc: 25
}

const before = { provider_reference: null, settled_at: null }

/** The state a payout's event tells of, by the last part of its name. */
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
  "batch.completed": { ...batch, status: "completed", completed: 2, pending: 0 },
  "batch.cancelled": { ...batch, status: "cancelled", amount_received_usdc: 0 },
  "quote.expired": { ...Data.quote, status: "EXPIRED" },
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
