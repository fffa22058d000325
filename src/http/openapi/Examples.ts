/**
 * One example for every operation, by method and path: what is asked and what is answered. The
 * OpenAPI document and `/docs` show these and no others; a test holds them against the schemas.
 */
import * as Data from "./ExampleData.ts"

export interface Example {
  /** What the operation is for, where its contract does not say it. */
  readonly about: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The same as a file to upload. */
  readonly csv?: string
  /** The body of the successful answer; text where the answer is no JSON. */
  readonly answer: unknown
}

const { ids, idempotencyKey: idempotency_key } = Data
const reason = "checked by two people, ticket 311"
const payoutPath = { id: ids.payout }

const quotes: Readonly<Record<string, Example>> = {
  "POST /v1/quotes": {
    about: "Locks a rate for a short time. A quote is good for one payout.",
    body: { source_amount_usdc: 25, target_currency: "UGX", idempotency_key },
    answer: Data.quote
  },
  "GET /v1/quotes/{id}": {
    about: "ACTIVE until its end, LOCKED by its payout, USED once that is on its way.",
    path: { id: ids.quote },
    answer: { ...Data.quote, status: "LOCKED" }
  },
  "GET /v1/quotes": {
    about: "Every quote of the account, whatever became of it.",
    query: { status: "ACTIVE" },
    answer: Data.page(Data.quote)
  }
}

const payouts: Readonly<Record<string, Example>> = {
  "POST /v1/payouts": {
    about:
      "Locks the quote and answers with the address that the exact amount of USDC must be sent to.",
    body: {
      quote_id: ids.quote,
      ...Data.recipient,
      reference: "INV-1042",
      metadata: { order: "1042" },
      refund_address: Data.refundAddress,
      idempotency_key
    },
    answer: Data.payoutCreated
  },
  "GET /v1/payouts/{id}": {
    about: "With every state it has been in. SETTLED, FAILED and REVERSED are final.",
    path: payoutPath,
    answer: Data.payout
  },
  "GET /v1/payouts": {
    about: "A list read after a write shows that write.",
    query: { status: "SETTLED", limit: "20" },
    answer: Data.page(Data.payout)
  },
  "POST /v1/payouts/{id}/cancel": {
    about: "Possible until funds arrive; the payout ends as FAILED with the reason `cancelled`.",
    path: payoutPath,
    body: { idempotency_key },
    answer: Data.payoutCancelled
  },
  "POST /v1/payouts/bulk": {
    about: "Up to 100 payouts, each with a quote of its own, funded by one transfer. All or none.",
    body: { payouts: [Data.bulkItem] },
    answer: Data.bulkCreated
  },
  "GET /v1/payouts/bulk": {
    about: "Newest first.",
    answer: Data.page(Data.bulkSummary)
  },
  "GET /v1/payouts/bulk/{batch_id}": {
    about: "Counts what is completed, failed and pending, and lists the payouts.",
    path: { batch_id: ids.bulk },
    answer: Data.bulk
  },
  "POST /v1/sandbox/payouts/{id}/simulate": {
    about:
      "Sandbox only: brings a payout to an outcome now, or simulates a deposit to its address.",
    path: payoutPath,
    body: { outcome: "settle" },
    answer: Data.payout
  }
}

const batches: Readonly<Record<string, Example>> = {
  "POST /v1/batches": {
    about:
      "Up to 1,000 rows as JSON or as a CSV file in the form field `file`; the service quotes each " +
      "row itself. One wrong row refuses the whole batch, and the answer lists every wrong row.",
    body: { payouts: Data.batchRows },
    csv: Data.batchCsv,
    answer: Data.batch
  },
  "GET /v1/batches": {
    about: "Newest first.",
    answer: Data.page(Data.batchDone)
  },
  "GET /v1/batches/{id}": {
    about: "Total = completed + failed + pending, at every moment.",
    path: { id: ids.batch },
    answer: Data.batchDone
  },
  "GET /v1/batches/{id}/payouts": {
    about: "One entry for each row, in the order of their creation.",
    path: { id: ids.batch },
    query: { status: "FAILED" },
    answer: Data.page(Data.batchItem)
  },
  "POST /v1/batches/{id}/cancel": {
    about: "Stops the rows that are not funded yet.",
    path: { id: ids.batch },
    body: { idempotency_key },
    answer: { ...Data.batch, status: "cancelled", failed: 2, pending: 0 }
  }
}

const beneficiaries: Readonly<Record<string, Example>> = {
  "POST /v1/beneficiaries": {
    about: "A payout may then name the beneficiary in place of phone, name and network.",
    body: {
      name: Data.beneficiary.name,
      phone: Data.beneficiary.phone,
      network: Data.beneficiary.network,
      nickname: Data.beneficiary.nickname
    },
    answer: Data.beneficiary
  },
  "GET /v1/beneficiaries": {
    about: "`search` looks for words of name, phone and nickname, in any letter case and order.",
    query: { search: "amina", network: "mtn_uganda" },
    answer: Data.page(Data.beneficiary)
  },
  "GET /v1/beneficiaries/{id}": {
    about: "A saved recipient of this account.",
    path: { id: ids.beneficiary },
    answer: Data.beneficiary
  },
  "PATCH /v1/beneficiaries/{id}": {
    about: "Only what is given changes.",
    path: { id: ids.beneficiary },
    body: { nickname: "Amina (Kampala)" },
    answer: { ...Data.beneficiary, nickname: "Amina (Kampala)" }
  },
  "DELETE /v1/beneficiaries/{id}": {
    about: "For good. Payouts that were made to it stay as they are.",
    path: { id: ids.beneficiary },
    answer: { id: ids.beneficiary, deleted: true }
  }
}

/** What operators see of a batch beside what its account sees. */
const adminBatchFacts = { account_id: ids.account, pending_action: null, refund_hold: null }

const admin: Readonly<Record<string, Example>> = {
  "POST /admin/v1/accounts": {
    about: "An account can do nothing before its KYC is APPROVED.",
    body: { name: Data.account.name, email: Data.account.email, kyc_status: "APPROVED" },
    answer: Data.account
  },
  "GET /admin/v1/accounts": { about: "All customers.", answer: Data.page(Data.account) },
  "GET /admin/v1/accounts/{id}": {
    about: "One customer.",
    path: { id: ids.account },
    answer: Data.account
  },
  "PATCH /admin/v1/accounts/{id}": {
    about: "A SUSPENDED account is refused with FORBIDDEN from its next request on.",
    path: { id: ids.account },
    body: { status: "SUSPENDED" },
    answer: { ...Data.account, status: "SUSPENDED" }
  },
  "POST /admin/v1/accounts/{id}/api-keys": {
    about: "Several keys of one account may be active. The key itself is shown this once.",
    path: { id: ids.account },
    body: { name: "server", scope: "full" },
    answer: Data.keyWithSecret
  },
  "GET /admin/v1/accounts/{id}/api-keys": {
    about: "Revoked ones included.",
    path: { id: ids.account },
    answer: Data.page(Data.key)
  },
  "POST /admin/v1/accounts/{id}/api-keys/{key_id}/rotate": {
    about: "The old key ends with the next request.",
    path: { id: ids.account, key_id: ids.key },
    body: { idempotency_key },
    answer: Data.keyWithSecret
  },
  "DELETE /admin/v1/accounts/{id}/api-keys/{key_id}": {
    about: "The key ends with the next request.",
    path: { id: ids.account, key_id: ids.key },
    answer: { id: ids.key, deleted: true }
  },
  "POST /admin/v1/operators": {
    about: "Approvals with the key count as those of the person at the root of its chain of issue.",
    body: { name: "Nakato" },
    answer: Data.operatorWithKey
  },
  "GET /v1/audit-logs": {
    about: "What people and keys of the account did, and what its people's sign-ins came to.",
    query: { action: "payout.created", from: "2025-06-01" },
    answer: Data.page(Data.auditLog)
  },
  "GET /admin/v1/audit-logs": {
    about: "The same of all accounts, and of what was done for the service itself.",
    query: { account_id: ids.account },
    answer: Data.page(Data.auditLog)
  },
  "GET /admin/v1/operators": { about: "Revoked ones included.", answer: Data.page(Data.operator) },
  "DELETE /admin/v1/operators/{id}": {
    about: "The key ends with the next request. The last one stays.",
    path: { id: ids.key },
    answer: { id: ids.key, deleted: true }
  },
  "GET /admin/v1/batches": {
    about: "With `refund=open`, those whose money is to go back.",
    query: { refund: "open" },
    answer: Data.page({ ...Data.batchRefunded, ...adminBatchFacts })
  },
  "GET /admin/v1/batches/{id}": {
    about: "A batch or bulk batch of any account; `parked_at` says that it waits for an operator.",
    path: { id: ids.batch },
    answer: { ...Data.batchDone, ...adminBatchFacts }
  },
  "POST /admin/v1/batches/{id}/resume": {
    about:
      "Of a batch that the program parked after repeated defects. It goes on where it stopped.",
    path: { id: ids.batch },
    body: { reason },
    answer: { ...Data.batchDone, ...adminBatchFacts }
  },
  "GET /admin/v1/payouts": {
    about:
      "Payouts of all accounts: what waits for a person is in COMPLIANCE_HOLD or MANUAL_REVIEW.",
    query: { status: "COMPLIANCE_HOLD", account_id: ids.account },
    answer: Data.page(Data.payoutSeen)
  },
  "GET /admin/v1/payouts/{id}": {
    about: "A payout of any account, with what an operator must know to decide.",
    path: payoutPath,
    answer: Data.payoutSeen
  }
}

/** What an operator says to a payout, and where it leads. */
const verdicts: Readonly<Record<string, readonly [about: string, status: string, body?: object]>> =
  {
    approve: [
      "Releases a payout from COMPLIANCE_HOLD; where two people must approve it, with the second.",
      "PAYOUT_INITIATED"
    ],
    reject: ["Ends a payout in COMPLIANCE_HOLD as REVERSED and opens its refund.", "REVERSED"],
    freeze: [
      "Freezes the money of a payout in COMPLIANCE_HOLD: none of it moves until it is unfrozen.",
      "COMPLIANCE_HOLD"
    ],
    unfreeze: [
      "Makes a frozen payout an ordinary hold again; where two people must say so, with the second.",
      "COMPLIANCE_HOLD"
    ],
    retry: ["Sends a payout in MANUAL_REVIEW on its way again.", "PAYOUT_INITIATED"],
    settle: [
      "Ends a payout in MANUAL_REVIEW that the provider has delivered.",
      "SETTLED",
      { provider_reference: "SBX-B670DD12" }
    ],
    fail: ["Ends a payout in MANUAL_REVIEW that was never delivered; opens its refund.", "FAILED"],
    reverse: ["Ends a payout in MANUAL_REVIEW and opens its refund.", "REVERSED"]
  }

const direction = { address: Data.refundAddress, idempotency_key }
const sending = { reason, tx_hash: Data.refundHash, refund_address: Data.refundAddress }

const refunds: Readonly<Record<string, Example>> = {
  "POST /v1/payouts/{id}/refund-address": {
    about: "In every state. Nothing is ever sent back to where it came from unasked.",
    path: payoutPath,
    body: direction,
    answer: Data.payout
  },
  "POST /v1/batches/{id}/refund-address": {
    about: "Of a batch or a bulk batch, in every state.",
    path: { id: ids.batch },
    body: direction,
    answer: Data.batchDone
  },
  "POST /admin/v1/payouts/{id}/refund": {
    about: "After the treasury has sent what is due. A wrong transaction is refused.",
    path: payoutPath,
    body: sending,
    answer: Data.payoutRefunded
  },
  "POST /admin/v1/batches/{id}/refund": {
    about: "After the treasury has sent what is due. A wrong transaction is refused.",
    path: { id: ids.batch },
    body: sending,
    answer: Data.batchRefunded
  },
  "POST /admin/v1/payouts/{id}/release-refund": {
    about: "After a person has looked at what screening has against who sent the money.",
    path: payoutPath,
    body: { reason },
    answer: Data.payoutReleased
  },
  "POST /admin/v1/batches/{id}/release-refund": {
    about: "After a person has looked at what screening has against who sent the money.",
    path: { id: ids.batch },
    body: { reason },
    answer: Data.batchReleased
  }
}

const decisions = Object.fromEntries(
  Object.entries(verdicts).map(([verb, [about, status, more]]): [string, Example] => [
    `POST /admin/v1/payouts/{id}/${verb}`,
    {
      about,
      path: payoutPath,
      body: { reason, ...more },
      answer:
        verb === "freeze"
          ? Data.payoutFrozen
          : { ...Data.payoutSeen, status, hold_reason: null, screening: null, approvals: [] }
    }
  ])
)

export const money = { ...quotes, ...payouts, ...batches, ...beneficiaries }
export const operators = { ...admin, ...decisions, ...refunds }
