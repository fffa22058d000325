/**
 * The objects that all examples are about: one customer, who pays one recipient in Uganda and
 * another in Kenya. The examples of operations and events are made of these.
 */

const created_at = "2026-03-02T09:00:00.000Z"
const updated_at = "2026-03-02T09:01:40.000Z"

export const ids = {
  quote: "qt_01KJQ1T9G0W5V8Z6C2R7K4N9TB",
  payout: "po_01KJQ1TAF8X3M7D2QF5H9J6PVE",
  otherPayout: "po_01KJQ1TAF9C8T4RW1N6Y2S5KZG",
  batch: "bt_01KJQ1V2E0M4K7T9XW3Z5C8QHJ",
  bulk: "bk_01KJQ1W40075GN2D8SR6VY3FPA",
  beneficiary: "ben_01KJQ1X5T0P9B4H6ZK8M2R7WCE",
  endpoint: "we_01KJQ1Y7J0S6F3N8Q1V5D9XTGK",
  event: "evt_01KJQ1TAF82Z6W9C4H7M3P5RXN040",
  delivery: "dlv_01KJQ1TAFC5D8K2T7V9Q4N6YSB",
  account: "acct_01KJPZR300H8W5X2M6T9C4Q7VD",
  key: "key_01KJPZRT00B3N7K9F5Z2Y8S6GP",
  request: "req_01KJQ1TAF0R4T8V2X6Z9B5D7HK"
} as const

export const depositAddress = "0x926bc5803D4C9FA144a8e1083faC66479cb46243"
export const txHash = "0x9f2d6b1c4e8a07355bd1f6c09a3e7d5421f8b6c0d3e9a7f4512b8c6d0e3f9a71"
export const webhookUrl = "https://example.com/hooks/payouts"
/** Where the customer wants money back. */
export const refundAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
/** What the operator sent back with. */
export const refundHash = "0x1c8e5a40b7d9f2663e0a9d7b54c1f8e2760d3a5b9c4e8f10d2b6a7c3e9f5d814"
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw1nP8gqL0v3Y="

/** What a client sends along to make a retry safe: any text of its own. */
export const idempotencyKey = "invoice-1042"

/** A quote as events show it. */
export const quoteData = {
  quote_id: ids.quote,
  source_currency: "USDC",
  target_currency: "UGX",
  source_amount: 25,
  target_amount: 91575,
  exchange_rate: 3663,
  spread_percent: 0.01,
  status: "ACTIVE",
  expires_at: "2026-03-02T09:05:00.000Z",
  created_at
}

export const quote = { ...quoteData, mid_market_rate: 3700, fee_usdc: 0.25 }

export const recipient = {
  recipient_phone: "+256770000001",
  recipient_name: "Amina Nakato",
  network: "MTN_UG"
}

const token = { chain_id: 1, token_address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48" }

const fundingExpiresAt = "2026-03-02T09:30:00.000Z"

/** Before anything is paid: all of it is due. */
const due = (amount: number) => ({
  message: `Send exactly ${amount.toFixed(6)} USDC on Ethereum to ${depositAddress}.`,
  amount_received_usdc: 0,
  amount_due_usdc: amount,
  funding_expires_at: fundingExpiresAt,
  ...token,
  payment_uri:
    `ethereum:${token.token_address}@${token.chain_id}/transfer` +
    `?address=${depositAddress}&uint256=${amount * 1_000_000}`
})

/** Once nothing is due any more. */
const paid = (amount: number, message: string) => ({
  message: `Nothing is due: ${message}.`,
  amount_received_usdc: amount,
  amount_due_usdc: 0,
  payment_uri: null
})

/** The rate of a payout of 25 USDC, and what its margin costs. */
const price = { exchange_rate: 3663, mid_market_rate: 3700, fee_usdc: 0.25 }

export const payoutCreated = {
  payout_id: ids.payout,
  status: "AWAITING_FUNDS",
  deposit_address: depositAddress,
  source_amount_usdc: 25,
  target_amount_fiat: 91575,
  target_currency: "UGX",
  ...price,
  recipient_phone: recipient.recipient_phone,
  network: recipient.network,
  ...due(25),
  created_at
}

export const payout = {
  ...payoutCreated,
  ...paid(25, "the payout is settled"),
  status: "SETTLED",
  updated_at,
  quote_id: ids.quote,
  settled_at: updated_at,
  recipient_name: recipient.recipient_name,
  provider_reference: "SBX-B670DD12",
  idempotency_key: idempotencyKey,
  batch_id: null,
  beneficiary_id: ids.beneficiary,
  reference: "INV-1042",
  metadata: { order: "1042" },
  funding_status: "funded",
  deposits: [
    {
      tx_hash: txHash,
      log_index: 7,
      block_number: 24512311,
      amount_usdc: 25,
      status: "final",
      seen_at: "2026-03-02T09:00:02.000Z",
      confirmations: 71
    }
  ],
  refund_address: refundAddress,
  timeline: [
    { status: "AWAITING_FUNDS", at: created_at },
    { status: "STABLECOIN_RECEIVED", at: "2026-03-02T09:00:02.000Z" },
    { status: "PAYOUT_INITIATED", at: "2026-03-02T09:00:05.000Z" },
    { status: "PAYOUT_CONFIRMED", at: "2026-03-02T09:01:39.000Z" },
    { status: "SETTLED", at: updated_at }
  ]
}

/** One that ended before it was funded. */
export const payoutCancelled = {
  ...payout,
  ...paid(0, "the payout has failed"),
  status: "FAILED",
  settled_at: null,
  provider_reference: null,
  failure_reason: "cancelled",
  reason: "cancelled",
  reason_message: "The payout was cancelled before a deposit arrived.",
  funding_status: "awaiting",
  deposits: [],
  timeline: [
    { status: "AWAITING_FUNDS", at: created_at },
    { status: "FAILED", at: updated_at }
  ]
}

/** One that screening flagged. */
const payoutHeld = {
  ...payout,
  ...paid(25, "the payout is held for a compliance review"),
  status: "COMPLIANCE_HOLD",
  settled_at: null,
  provider_reference: null,
  timeline: [
    { status: "AWAITING_FUNDS", at: created_at },
    { status: "STABLECOIN_RECEIVED", at: "2026-03-02T09:00:02.000Z" },
    { status: "COMPLIANCE_HOLD", at: "2026-03-02T09:00:02.100Z" }
  ]
}

/** As an operator sees it. */
export const payoutSeen = {
  ...payoutHeld,
  account_id: ids.account,
  senders: ["0xde709f2102306220921060314715629080e2fb77"],
  hold_reason: "a name on a sanctions list",
  review_reason: null,
  refund_hold: null,
  approvals: ["ada@example.com"],
  approvals_needed: 2,
  pending_action: null,
  screening: {
    verdict: "flagged",
    lists_version: "2026-03-01",
    score: 0.9625,
    matched_entry: "21844 NAKATTO, Amina (a.k.a.)",
    matched_subject: "recipient",
    candidates: [
      {
        matched_entry: "21844 NAKATTO, Amina (a.k.a.)",
        matched_subject: "recipient",
        score: 0.9625,
        listed: {
          ...{ number: 21844, type: "individual", programs: ["SDGT"], title: null },
          dates_of_birth: ["01 Jan 1950"],
          places_of_birth: ["Kampala, Uganda"],
          nationalities: ["Uganda"],
          remarks: "DOB 01 Jan 1950; POB Kampala, Uganda; nationality Uganda; Gender Female.",
          aliases: ["NAKATTO, Amina"],
          url: "https://sanctionssearch.ofac.treas.gov/Details.aspx?id=21844"
        }
      },
      {
        ...{ matched_entry: "9120 NAKATU, Aminah", matched_subject: "recipient", score: 0.871 },
        listed: {
          ...{ number: 9120, type: "individual", programs: ["IRAQ2"], title: null },
          ...{ dates_of_birth: ["1972"], places_of_birth: [], nationalities: [] },
          ...{ remarks: "DOB 1972.", aliases: [] },
          url: "https://sanctionssearch.ofac.treas.gov/Details.aspx?id=9120"
        }
      }
    ],
    registered_name: "NAKATO AMINA",
    reason: "a name on a sanctions list"
  },
  transfer: null
}

/** One whose money a person froze. */
export const payoutFrozen = {
  ...payoutSeen,
  message: "Nothing is due: the payout is held for a compliance review.",
  approvals: [],
  frozen: {
    since: updated_at,
    by: "ada@example.com",
    reason: "a true match, reported",
    amount_usdc: 25
  }
}

/** One whose refund is due, and held no more. */
export const payoutReleased = {
  ...payoutSeen,
  status: "REVERSED",
  approvals: [],
  refund: { status: "due", amount_usdc: 25 },
  timeline: [...payoutHeld.timeline, { status: "REVERSED", at: updated_at }]
}

/** One that was rejected, and whose money is on its way back. */
export const payoutRefunded = {
  ...payoutSeen,
  status: "REVERSED",
  approvals: [],
  refund: {
    status: "sent",
    amount_usdc: 25,
    address: refundAddress,
    tx_hash: refundHash
  },
  timeline: [...payoutHeld.timeline, { status: "REVERSED", at: updated_at }]
}

export const batchRows = [
  {
    phone: "+256770000001",
    network: "mtn_uganda",
    amount_usdc: 25.5,
    name: "Amina Nakato",
    idempotency_key: "salary-2026-03-0001",
    reference: "INV-1042"
  },
  {
    phone: "+254712000002",
    network: "mpesa_kenya",
    amount_usdc: 40,
    idempotency_key: "salary-2026-03-0002"
  }
]

/** The same rows as a file. */
export const batchCsv = `phone,network,amount_usdc,name,idempotency_key
+256770000001,mtn_uganda,25.5,Amina Nakato,salary-2026-03-0001
+254712000002,mpesa_kenya,40,,salary-2026-03-0002
`

export const batch = {
  id: ids.batch,
  name: "Salaries March 2026",
  status: "queued",
  total: 2,
  completed: 0,
  failed: 0,
  pending: 2,
  total_amount_usdc: 65.5,
  deposit_address: depositAddress,
  ...due(65.5),
  funding_status: "awaiting",
  created_at
}

/** One that expired with less than its amount. */
export const batchRefunded = {
  ...batch,
  ...paid(60, "the batch is completed"),
  funding_status: "expired",
  status: "completed",
  failed: 2,
  pending: 0,
  refund_address: refundAddress,
  refund: { status: "sent", amount_usdc: 60, address: refundAddress, tx_hash: refundHash }
}

/** The fields of a batch that only operators get. */
export const adminBatchFacts = {
  ...{ account_id: ids.account, approvals_needed: 2, pending_action: null, refund_hold: null }
}

export const batchReleased = {
  ...batchRefunded,
  ...adminBatchFacts,
  refund: { status: "due", amount_usdc: 60 }
}

export const batchDone = {
  ...batch,
  ...paid(65.5, "the batch is completed"),
  funding_status: "funded",
  ...{ status: "completed", completed: 1, failed: 1, pending: 0 },
  refund_address: refundAddress
}

/** What checking those rows says before they are submitted. */
export const batchChecked = {
  is_valid: true,
  total: 2,
  total_amount_usdc: 65.5,
  fee_usdc: 0.655,
  currencies: [
    {
      target_currency: "UGX",
      count: 1,
      amount_usdc: 25.5,
      target_amount_fiat: 93406,
      exchange_rate: 3663,
      mid_market_rate: 3700,
      spread_percent: 0.01,
      fee_usdc: 0.255
    },
    {
      target_currency: "KES",
      count: 1,
      amount_usdc: 40,
      target_amount_fiat: 5108,
      exchange_rate: 127.71,
      mid_market_rate: 129,
      spread_percent: 0.01,
      fee_usdc: 0.4
    }
  ],
  networks: [
    {
      network: "mtn_uganda",
      target_currency: "UGX",
      count: 1,
      amount_usdc: 25.5,
      target_amount_fiat: 93406
    },
    {
      network: "mpesa_kenya",
      target_currency: "KES",
      count: 1,
      amount_usdc: 40,
      target_amount_fiat: 5108
    }
  ],
  rows: [
    {
      row: 1,
      recipient_phone: "+256770000001",
      recipient_name: "Amina Nakato",
      network: "mtn_uganda",
      amount_usdc: 25.5,
      target_amount_fiat: 93406,
      target_currency: "UGX"
    },
    {
      row: 2,
      recipient_phone: "+254712000002",
      recipient_name: null,
      network: "mpesa_kenya",
      amount_usdc: 40,
      target_amount_fiat: 5108,
      target_currency: "KES"
    }
  ],
  paid_before: [
    {
      row: 2,
      payout_id: "po_01JD6B1N4Q8ZC3T7K2V9XH5M0R",
      batch_id: null,
      status: "SETTLED",
      created_at: "2026-11-14T09:12:40.218Z"
    }
  ],
  duplicates: [],
  errors: [],
  batch_id: null
}

export const batchItem = {
  payout_id: ids.otherPayout,
  idempotency_key: "salary-2026-03-0002",
  status: "FAILED",
  recipient_phone: "+254712000002",
  recipient_name: null,
  amount_usdc: 40,
  ...{ exchange_rate: 127.71, mid_market_rate: 129, fee_usdc: 0.4 },
  target_amount_fiat: 5108,
  target_currency: "KES",
  network: "mpesa_kenya",
  reference: null,
  failure_reason: "invalid_recipient"
}

export const bulkItem = { quote_id: ids.quote, ...recipient, idempotency_key: idempotencyKey }

export const bulkCreated = {
  batch_id: ids.bulk,
  name: null,
  total_count: 1,
  status: "PROCESSING",
  created_at,
  total_amount_usdc: 25,
  deposit_address: depositAddress,
  ...due(25),
  funding_status: "awaiting"
}

export const bulkSummary = {
  batch_id: ids.bulk,
  name: null,
  status: "PROCESSING",
  total: 1,
  completed: 0,
  failed: 0,
  pending: 1,
  total_amount_usdc: 25,
  created_at,
  updated_at,
  deposit_address: depositAddress,
  ...due(25),
  funding_status: "awaiting"
}

export const bulk = {
  ...bulkSummary,
  payouts: [
    {
      payout_id: ids.payout,
      idempotency_key: idempotencyKey,
      status: "PAYOUT_INITIATED",
      recipient_phone: recipient.recipient_phone,
      recipient_name: recipient.recipient_name,
      amount_usdc: 25,
      ...price,
      target_amount_fiat: 91575,
      target_currency: "UGX",
      network: recipient.network,
      reference: null
    }
  ]
}

export const beneficiary = {
  id: ids.beneficiary,
  customer_id: ids.account,
  name: recipient.recipient_name,
  phone: recipient.recipient_phone,
  network: "mtn_uganda",
  nickname: "Amina, Kampala",
  created_at,
  updated_at
}

export const endpoint = {
  id: ids.endpoint,
  url: webhookUrl,
  events: ["payout.settled", "payout.failed"],
  description: "Our ledger",
  is_active: true,
  created_at
}

export const endpointWithSecret = { ...endpoint, secret }

/** The data of a payout's event. */
export const payoutData = {
  payout_id: ids.payout,
  id: ids.payout,
  status: "SETTLED",
  previous_status: "PAYOUT_CONFIRMED",
  sequence: 4,
  source_amount_usdc: 25,
  target_amount_fiat: 91575,
  target_currency: "UGX",
  ...price,
  recipient_phone: recipient.recipient_phone,
  network: recipient.network,
  provider_reference: payout.provider_reference,
  settled_at: updated_at,
  batch_id: null,
  idempotency_key: idempotencyKey
}

export const event = {
  id: ids.event,
  type: "payout.settled",
  created_at: updated_at,
  data: payoutData
}

export const delivery = {
  id: ids.delivery,
  endpoint_id: ids.endpoint,
  event_id: ids.event,
  event_type: "payout.settled",
  payout_id: ids.payout,
  test: false,
  status: "pending",
  attempts: [
    {
      at: updated_at,
      status_code: 503,
      latency_ms: 412,
      error: "answered 503",
      request_headers: {
        "content-type": "application/json",
        "X-Service-Event-Id": ids.event,
        "webhook-id": ids.event,
        "webhook-timestamp": "1772442100",
        "User-Agent": "payout-service/1.0.0",
        "X-Service-Signature": `sha256=${"5d".repeat(32)}`,
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
      },
      response_headers: { "content-type": "text/plain", "retry-after": "30" },
      response_body: "try again later"
    }
  ],
  next_attempt_at: "2026-03-02T09:02:10.412Z",
  created_at: updated_at,
  payload: event
}

export const deliveryFailed = { ...delivery, status: "failed", next_attempt_at: null }

export const account = {
  id: ids.account,
  name: "Acme Remit",
  email: "ops@example.com",
  kyc_status: "APPROVED",
  status: "ACTIVE",
  created_at,
  updated_at
}

/** A payout that was refused, as the log of requests shows it. */
export const loggedRequest = {
  id: ids.request,
  created_at,
  caller_id: ids.key,
  caller_name: "server",
  ip_address: "203.0.113.7",
  method: "POST",
  path: "/v1/payouts",
  status: 409,
  latency_ms: 1.4,
  idempotency_key: idempotencyKey,
  replayed: false,
  error_code: "QUOTE_EXPIRED",
  subject_id: null
}

export const loggedRequestWithBodies = {
  ...loggedRequest,
  request_body: `{"quote_id":"${ids.quote}","recipient_phone":"+256•••01","network":"MTN_UG"}`,
  response_body: `{"error":"QUOTE_EXPIRED","error_code":"QUOTE_EXPIRED","request_id":"${ids.request}"}`
}

export const ownAccount = {
  id: ids.account,
  name: "Acme Remit",
  email: "ops@example.com",
  environment: "sandbox",
  status: "ACTIVE",
  kyc_status: "APPROVED",
  key: {
    ...{ id: ids.key, name: "server", scope: "full", last4: "7f3a", created_at },
    ...{ expires_at: null, allowed_ips: null }
  },
  limits: {
    requests_per_minute: 200,
    quotes_per_minute: 60,
    bulk_requests_per_minute: 10,
    quote_min_usdc: 0.01,
    quote_max_usdc: 10000,
    quote_ttl_seconds: 300,
    funding_window_seconds: 1800,
    payouts_per_bulk: 100,
    payouts_per_batch: 1000
  },
  created_at
}

export const validatedRecipient = {
  is_valid: true,
  phone: recipient.recipient_phone,
  network: "MTN_UG",
  name: "MTN MoMo",
  country: "UG",
  currency: "UGX",
  network_status: "operational",
  registered_name: "NAKATO AMINA",
  is_name_match: true,
  problems: []
}

export const settlement = {
  payout_id: ids.payout,
  settled_at: "2026-03-02T09:01:40.000Z",
  created_at,
  source_amount_usdc: 25,
  ...price,
  target_amount: 91575,
  target_currency: "UGX" as const,
  network: "MTN_UG",
  recipient_phone: recipient.recipient_phone,
  recipient_name: recipient.recipient_name,
  reference: "invoice-1042",
  batch_id: null,
  quote_id: ids.quote,
  provider_reference: "SBX-9ADF9680",
  idempotency_key: idempotencyKey,
  deposit_tx_hashes: txHash
}

export const settledTotals = {
  count: 1,
  source_amount_usdc: 25,
  fee_usdc: 0.25,
  target_amounts: [{ currency: "UGX", amount: 91575 }]
}

export const refundLine = {
  payout_id: ids.payout,
  batch_id: null,
  sent_at: "2026-03-02T09:01:40.000Z",
  confirmed_at: "2026-03-02T09:15:12.000Z",
  status: "confirmed",
  amount_usdc: 25,
  address: refundAddress,
  tx_hash: refundHash,
  reason: "compliance_rejected",
  reference: "invoice-1042"
}

export const feeLine = {
  day: "2026-03-02",
  network: "MTN_UG",
  target_currency: "UGX" as const,
  count: 1,
  source_amount_usdc: 25,
  fee_usdc: 0.25,
  target_amount: 91575
}

export const keyAddresses = ["203.0.113.0/24"]

const keyFacts = {
  ...{ id: ids.key, name: "server", scope: "full", last4: "7f3a", created_at },
  ...{ expires_at: null, allowed_ips: keyAddresses }
}

export const key = { ...keyFacts, revoked_at: null, last_used_at: updated_at }

export const keyWithSecret = { ...keyFacts, key: "sk_sandbox_51f09c2e8d7b4a6390c1e5d27f3a" }

const operatorFacts = {
  ...{ id: ids.key, name: "Nakato", last4: "9d21", created_at, issued_by: null },
  ...{ expires_at: null, allowed_ips: keyAddresses }
}

export const operator = { ...operatorFacts, revoked_at: null, last_used_at: updated_at }

export const operatorWithKey = {
  ...operatorFacts,
  key: "ak_sandbox_0c6e1fa7b2d84c93a5e07f69d21"
}

export const auditLog = {
  id: "aud_1042",
  at: "2025-06-15T12:00:00.000Z",
  actor: { id: "usr_01JXSK9GM0ADA5R6S7T8V9WXYZ", kind: "person", name: "Ada Nakato" },
  account_id: ids.account,
  address: "203.0.113.7",
  action: "payout.created",
  subject_id: ids.payout,
  changes: { quote_id: ids.quote, source_amount: "25.000000 USDC", network: "MTN_UG" },
  reason: null
}

/** A decision on an earlier payout to the same person. */
export const earlierDecision = {
  ...{ id: "aud_988", at: "2026-02-20T10:30:00.000Z", outcome: "rejected", actor: auditLog.actor },
  ...{ reason: "The recipient is the person on the list.", payout_id: ids.otherPayout },
  ...{ account_id: ids.account, recipient_name: "Amina Nakato" },
  ...{ recipient_phone: "+256770000001", shared: ["phone", "name", "list_entry"] }
}

export const auditLine = {
  ...{ id: auditLog.id, at: auditLog.at },
  ...{
    actor_id: auditLog.actor.id,
    actor_kind: "person" as const,
    actor_name: auditLog.actor.name
  },
  ...{ account_id: auditLog.account_id, address: auditLog.address, action: auditLog.action },
  ...{ subject_id: auditLog.subject_id, reason: auditLog.reason, changes: auditLog.changes }
} as const

/** An operator's reason. */
export const reason = "checked by two people, ticket 311"

export const refundDestination = { address: refundAddress, idempotency_key: idempotencyKey }
export const refundSending = { reason, tx_hash: refundHash, refund_address: refundAddress }

export const registration = {
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description
}

/** A page of a list with one object. */
export const page = <A>(...data: ReadonlyArray<A>) => ({
  data,
  total: data.length,
  limit: 20,
  offset: 0
})

/** The same of a list with cursors: it is not full. */
export const cursorPage = <A>(...data: ReadonlyArray<A>) => ({
  ...page(...data),
  next_cursor: null
})

const [firstNode, secondNode] = ["10.0.0.1:7000", "10.0.0.2:7000"] as const

const node = {
  address: firstNode,
  version: "1.0.0",
  is_alive: true,
  started_at: "2026-03-02T08:00:00.000Z",
  seen_at: "2026-03-02T09:01:40.250Z",
  directory_seq: 184203,
  directory_lag: 0,
  clock_skew_ms: 2,
  unreached: [],
  partitions: [0]
}

/** Two nodes, one of which has stopped without a word. */
export const incidents = {
  checked_at: "2025-06-15T11:20:04.000Z",
  data: [
    {
      id: "provider.pawapay",
      kind: "provider",
      severity: "critical",
      title: "pawaPay is down",
      subject: {
        provider: "pawapay",
        networks: ["MTN_UG", "AIRTEL_UG"],
        ...{ currencies: [], chain_id: null, node: null, partitions: [] },
        ...{ endpoint_id: null, account_id: null }
      },
      since: "2025-06-15T11:16:31.000Z",
      waiting_count: 6,
      waiting_usdc: 195,
      customers: [
        { account_id: ids.account, account_name: "Acme", waiting_count: 6, waiting_usdc: 195 }
      ],
      next_try_at: "2025-06-15T11:18:46.000Z",
      cause: "It does not answer, or it answers with errors.",
      remedy:
        "Check its status page, and that this host reaches it. The service tries one transfer at " +
        "a time and continues automatically.",
      runbook_url: "https://wiki.example.com/payouts#a-provider-is-down"
    }
  ]
}

export const pastIncidents = {
  watched_since: "2025-06-12T04:00:02.113Z",
  data: [
    {
      id: "provider.pawapay",
      kind: "provider",
      severity: "critical",
      title: "pawaPay is down",
      since: "2025-06-15T11:16:31.000Z",
      ended_at: "2025-06-15T11:24:50.120Z",
      waiting_count_max: 6,
      waiting_usdc_max: 195
    }
  ]
}

export const cluster = {
  clustered: true,
  nodes: [
    node,
    {
      ...node,
      ...{ address: secondNode, is_alive: false, seen_at: "2026-03-02T09:01:32.100Z" },
      ...{ directory_seq: 184201, directory_lag: 2, partitions: [1] }
    }
  ],
  partitions: {
    total: 2,
    owned: 1,
    of: [
      { number: 0, owner: firstNode, epoch: 12, seq: 184203, since: "2026-03-02T08:00:04.000Z" },
      { number: 1, owner: null, epoch: null, seq: null, since: null }
    ]
  }
}
