/**
 * Names, addresses and times of the examples, and the examples that no event of a domain object
 * makes: logs, reports, incidents, nodes.
 */

export const created_at = "2026-03-02T09:00:00.000Z"

export const ids = {
  quote: "qt_01KJQ1T9G0W5V8Z6C2R7K4N9TB",
  payout: "po_01KJQ1TAF8X3M7D2QF5H9J6PVE",
  otherPayout: "po_01KJQ1TAF9C8T4RW1N6Y2S5KZG",
  batch: "bt_01KJQ1V2E0M4K7T9XW3Z5C8QHJ",
  bulk: "bk_01KJQ1W40075GN2D8SR6VY3FPA",
  balance: "bal_01KJPZS4M0C6N9R3W7T1Y5H8VQ",
  movement: "mov_0000000002C6N9R3W7T1Y5H8VQ",
  withdrawal: "wdr_01KJQ4E9J1T6N3W0Y8D5V2S7XA",
  withdrawalAddress: "adr_01KJNZS4M0D7P0S4X8V2Z6J9WR",
  beneficiary: "ben_01KJQ1X5T0P9B4H6ZK8M2R7WCE",
  recall: "rcl_01KJQ3D8H0S5M2V9X7C4T1R6WZ",
  recipient: "rcp_01KJQ2C3W0B7T5N8R1Z6K9H4VD",
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
export const refundAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
/** The operator's refund transaction. */
export const refundHash = "0x1c8e5a40b7d9f2663e0a9d7b54c1f8e2760d3a5b9c4e8f10d2b6a7c3e9f5d814"
/** Any text that the client chooses. It makes a retry safe. */
export const idempotencyKey = "invoice-1042"

export const recipient = {
  recipient_phone: "+256770000001",
  recipient_name: "Amina Nakato",
  network: "MTN_UG"
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

/** `batchRows` as a file. */
export const batchCsv = `phone,network,amount_usdc,name,idempotency_key
+256770000001,mtn_uganda,25.5,Amina Nakato,salary-2026-03-0001
+254712000002,mpesa_kenya,40,,salary-2026-03-0002
`

export const bulkItem = { quote_id: ids.quote, ...recipient, idempotency_key: idempotencyKey }

/** A refused payout in the request log. */
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

export const settledTotals = {
  count: 1,
  source_amount_usdc: 25,
  fee_usdc: 0.25,
  target_amounts: [{ currency: "UGX", amount: 91575 }]
}

export const keyAddresses = ["203.0.113.0/24"]

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

/** Transactions that sent USDC to a deposit address on Base. */
export const foreignDeposits = { reason, chain_id: 8453, tx_hashes: [txHash] }

/** A page of a list with one object. */
export const page = <A>(...data: ReadonlyArray<A>) => ({
  data,
  total: data.length,
  limit: 20,
  offset: 0
})

/** A page of a list with cursors that is not full, so it is the last. */
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
      cause: "It does not respond, or it responds with errors.",
      remedy:
        "Check its status page, and that this host reaches it. The service tries one transfer at " +
        "a time and continues automatically.",
      runbook_url: "https://wiki.example.com/payouts#providerleftalone"
    }
  ]
}

export const float = {
  polled_at: "2025-06-15T11:20:04.000Z",
  policy: "warn" as const,
  data: [
    {
      ...{ provider: "mtn", currency: "UGX" as const, state: "low" as const },
      ...{ balance: 6_250_000, balance_at: "2025-06-15T11:20:04.000Z", unknown_since: null },
      ...{ committed: 1_900_000, cover: 4_350_000, hours_left: 5.2, threshold: 5_000_000 }
    },
    {
      ...{ provider: "pawapay", currency: "KES" as const, state: "unknown" as const },
      ...{ balance: null, balance_at: "2025-06-15T11:17:03.000Z" },
      ...{ unknown_since: "2025-06-15T11:18:03.000Z" },
      ...{ committed: 48_200, cover: null, hours_left: null, threshold: null }
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

/** Two nodes, one of which has stopped without notice. */
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
