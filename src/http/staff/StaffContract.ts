/** Contract of the operators' API: accounts, keys, holds and reviews, deliveries. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Accounts from "../../domain/account/Account.ts"
import type * as Payouts from "../../domain/payout/Payout.ts"
import * as AccountJson from "../account/AccountJson.ts"
import * as BatchContract from "../batches/BatchContract.ts"
import * as BatchExamples from "../batches/BatchExamples.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as EventContract from "../events/EventContract.ts"
import * as EventExamples from "../events/EventExamples.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"
import * as PayoutExamples from "../payouts/PayoutExamples.ts"

const Account = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  kyc_status: Accounts.KycStatus,
  status: Accounts.Status,
  created_at: Fields.Instant,
  updated_at: Fields.Instant
}).annotate({ identifier: "Account" })

const key = {
  id: Schema.String,
  name: Schema.String,
  scope: Fields.KeyScope,
  last4: Schema.String,
  created_at: Fields.Instant,
  ...Fields.keyBounds
}

const Key = Schema.Struct({
  ...key,
  revoked_at: Schema.NullOr(Fields.Instant),
  last_used_at: Fields.lastUsedAt
}).annotate({
  identifier: "ApiKey"
})

const KeyWithSecret = Schema.Struct({ ...key, key: Schema.NullOr(Schema.String) }).annotate({
  identifier: "ApiKeyWithSecret",
  description: "The only time `key` is shown; a replay of the request has null in its place"
})

const Email = Fields.text(254).check(
  Schema.makeFilter((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), {
    message: "not_an_email: must be an e-mail address"
  })
)

const idempotency_key = Fields.maybe(Fields.IdempotencyKey)

const accountExample = AccountJson.account(Objects.account)
const keyWithSecret = AccountJson.apiKeyWithSecret(
  Objects.key,
  "sk_sandbox_51f09c2e8d7b4a6390c1e5d27f3a"
)
const keyExample = {
  ...AccountJson.apiKey(Objects.key),
  ...AccountJson.lastUse(Objects.key.createdAt)
}

export const createAccount = Operation.post("createAccount", "/admin/v1/accounts", {
  summary: "Create an account; KYC starts as PENDING",
  description:
    "Until the account's KYC is APPROVED, its API keys are refused, and its users can read and " +
    "manage their team only.",
  access: { by: "admin", needs: "accounts" },
  location: "directory",
  payload: Schema.Struct({
    name: Fields.text(200),
    email: Email,
    kyc_status: Fields.maybe(Accounts.KycStatus),
    idempotency_key
  }),
  success: Account,
  status: 201,
  example: {
    body: { name: accountExample.name, email: accountExample.email, kyc_status: "APPROVED" },
    answer: accountExample
  }
})

export const listAccounts = Operation.get("listAccounts", "/admin/v1/accounts", {
  summary: "List accounts, newest first",
  description: "All customers.",
  access: { by: "admin" },
  location: "directory",
  query: {
    ...Fields.page,
    search: Schema.optionalKey(Fields.searchText(100)).annotate({
      description: "Words that stand in id, name or e-mail address, in any order and letter case"
    }),
    kyc_status: Schema.optionalKey(Accounts.KycStatus),
    status: Schema.optionalKey(Accounts.Status)
  },
  success: Fields.list(Account),
  example: { answer: Data.page(accountExample) }
})

export const getAccount = Operation.get("getAccount", "/admin/v1/accounts/:id", {
  summary: "Get an account",
  description: "One customer.",
  missing: ["ACCOUNT_NOT_FOUND"],
  access: { by: "admin" },
  location: "directory",
  success: Account,
  example: { path: { id: Data.ids.account }, answer: accountExample }
})

export const updateAccount = Operation.patch("updateAccount", "/admin/v1/accounts/:id", {
  summary: "Change KYC status, status or name",
  description: "A SUSPENDED account is refused with FORBIDDEN from its next request on.",
  missing: ["ACCOUNT_NOT_FOUND"],
  access: { by: "admin", needs: "accounts" },
  location: "directory",
  payload: Schema.Struct({
    kyc_status: Fields.maybe(Accounts.KycStatus),
    status: Fields.maybe(Accounts.Status),
    name: Fields.maybe(Fields.text(200)),
    reason: Fields.maybe(Fields.text(500))
  }),
  success: Account,
  example: {
    path: { id: Data.ids.account },
    body: { status: "SUSPENDED" },
    answer: { ...accountExample, status: "SUSPENDED" }
  }
})

export const createKey = Operation.post("createApiKey", "/admin/v1/accounts/:id/api-keys", {
  summary: "Issue an API key",
  description:
    "Several keys of one account may be active. The key itself is shown this once. It ends with " +
    "the operator's key that issued it, or when the person who issued it may no longer do so.",
  missing: ["ACCOUNT_NOT_FOUND"],
  access: { by: "admin", needs: "issue", proof: "fresh" },
  location: "directory",
  payload: Schema.Struct({
    name: Fields.text(100),
    scope: Fields.KeyScope,
    ...Fields.newKeyBounds,
    idempotency_key
  }),
  success: KeyWithSecret,
  status: 201,
  example: {
    path: { id: Data.ids.account },
    body: { name: "server", scope: "full", allowed_ips: [...Data.keyAddresses] },
    answer: keyWithSecret
  }
})

export const listKeys = Operation.get("listApiKeys", "/admin/v1/accounts/:id/api-keys", {
  summary: "List an account's keys, without secrets",
  description: "Revoked ones included.",
  missing: ["ACCOUNT_NOT_FOUND"],
  access: { by: "admin" },
  location: "directory",
  query: Fields.page,
  success: Fields.list(Key),
  example: { path: { id: Data.ids.account }, answer: Data.page(keyExample) }
})

export const rotateKey = Operation.post(
  "rotateApiKey",
  "/admin/v1/accounts/:id/api-keys/:key_id/rotate",
  {
    summary: "Issue a successor; this key keeps working for up to 24 hours",
    description:
      "The new key has the name, scope, allowed addresses and end of the old one, which keeps working " +
      "for `overlap_hours`: 24 unless the request says less, and 0 ends it at once.",
    missing: ["ACCOUNT_NOT_FOUND", "API_KEY_NOT_FOUND"],
    access: { by: "admin", needs: "issue", proof: "fresh" },
    location: "directory",
    payload: Schema.Struct({ overlap_hours: Fields.maybe(Fields.OverlapHours), idempotency_key }),
    success: KeyWithSecret,
    status: 201,
    example: {
      path: { id: Data.ids.account, key_id: Data.ids.key },
      body: { idempotency_key: Data.idempotencyKey },
      answer: keyWithSecret
    }
  }
)

export const revokeKey = Operation.delete(
  "revokeApiKey",
  "/admin/v1/accounts/:id/api-keys/:key_id",
  {
    summary: "Revoke a key, from the next request on",
    description: "The key ends with the next request.",
    missing: ["ACCOUNT_NOT_FOUND", "API_KEY_NOT_FOUND"],
    access: { by: "admin", needs: "issue" },
    location: "directory",
    success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
    example: {
      path: { id: Data.ids.account, key_id: Data.ids.key },
      answer: { id: Data.ids.key, deleted: true }
    }
  }
)

const decision = {
  reason: Fields.text(500),
  refund_address: Fields.maybe(Fields.Address).annotate({
    description: "Where money goes that is due back because of this decision"
  }),
  idempotency_key
}

const Decision = {
  payload: Schema.Struct(decision),
  success: PayoutContract.AdminPayout
}

/** Example of a decision about a payout. */
const decided = (before: Objects.Life, command: Payouts.Command, more: object = {}) => ({
  example: {
    path: { id: Data.ids.payout },
    body: { reason: Data.reason, ...more },
    answer: PayoutExamples.seen(Objects.live(before, command))
  }
})

const at = Objects.time("09:20:00")
const by = "grace@example.com"
const { instruction } = Objects
const { providerReference } = Objects.delivered

const byPeople = (summary: string, what: string) => ({
  summary,
  description:
    `${what} as many people as release a hold: until enough have sent the same request, with the same ` +
    "parameters, the payout stays as it is and shows a `pending_action`. A request that differs " +
    "replaces it and starts the count again."
})

export const listPayouts = Operation.get("adminListPayouts", "/admin/v1/payouts", {
  summary: "List payouts of all accounts, newest first",
  description:
    "Payouts of all accounts: what waits for a person is in COMPLIANCE_HOLD or MANUAL_REVIEW.",
  access: { by: "admin" },
  location: "all",
  query: {
    ...Fields.sortedPage("po", Sorting.byCreation),
    status: Schema.optionalKey(Fields.PayoutStatus),
    account_id: Schema.optionalKey(Fields.text(64)),
    batch_id: Schema.optionalKey(Fields.text(64)),
    network: Schema.optionalKey(Fields.Slug),
    search: PayoutContract.search,
    created_from: Schema.optionalKey(Fields.QueryInstant),
    created_to: Schema.optionalKey(Fields.QueryInstant),
    frozen: Schema.optionalKey(Schema.Literals(["true", "false"])).annotate({
      description: "`true`: only holds whose money is frozen; `false`: all but those"
    }),
    incident: Schema.optionalKey(Fields.text(Limits.incidents.idCharsMax)).annotate({
      description:
        "The `id` of an incident: only the payouts that it counts in `waiting_count`. " +
        "The list is empty once the incident has ended"
    }),
    refund: Fields.refundState
  },
  success: Fields.cursorList(PayoutContract.AdminPayout),
  example: {
    query: { status: "COMPLIANCE_HOLD", account_id: Data.ids.account },
    answer: Data.cursorPage(PayoutExamples.held)
  }
})

export const listBatches = Operation.get("adminListBatches", "/admin/v1/batches", {
  summary: "List batches and bulk batches of all accounts, newest first",
  description: "With `refund=open`, those whose money is to go back.",
  access: { by: "admin" },
  location: "all",
  query: {
    ...Fields.sortedPage(["bk", "bt"], Sorting.byCreation),
    account_id: Schema.optionalKey(Fields.text(64)),
    ...BatchContract.adminFilters,
    refund: Fields.refundState,
    parked: Schema.optionalKey(Schema.Literal("true")).annotate({
      description: "Only those that wait for an operator, after repeated defects of the program"
    })
  },
  success: Fields.cursorList(BatchContract.AdminBatch),
  example: {
    query: { refund: "open" },
    answer: Data.cursorPage(BatchExamples.batchRefunded)
  }
})

export const getBatch = Operation.get("adminGetBatch", "/admin/v1/batches/:id", {
  summary: "Get a batch or bulk batch of any account",
  description:
    "A batch or bulk batch of any account; `parked_at` says that it waits for an operator.",
  missing: ["BATCH_NOT_FOUND"],
  access: { by: "admin" },
  location: "subject",
  success: BatchContract.AdminBatch,
  example: { path: { id: Data.ids.batch }, answer: BatchExamples.batchSeen }
})

export const resumeBatch = Operation.post("resumeBatch", "/admin/v1/batches/:id/resume", {
  summary: "Resume a parked batch",
  description:
    "A batch is parked after repeated defects of the program: its unfunded rows wait. Resume it " +
    "once the cause is removed; it continues where it stopped. 409 INVALID_STATE if not parked.",
  missing: ["BATCH_NOT_FOUND"],
  access: { by: "admin", needs: "reviews", proof: "fresh" },
  location: "subject",
  payload: Schema.Struct({ reason: Fields.text(500), idempotency_key }),
  success: BatchContract.AdminBatch,
  example: {
    path: { id: Data.ids.batch },
    body: { reason: Data.reason },
    answer: BatchExamples.batchSeen
  }
})

export const getPayout = Operation.get("adminGetPayout", "/admin/v1/payouts/:id", {
  summary: "Get a payout of any account, with why it is held or reviewed",
  description: "A payout of any account, with what an operator must know to decide.",
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin" },
  location: "subject",
  success: PayoutContract.AdminPayout,
  example: { path: { id: Data.ids.payout }, answer: PayoutExamples.held }
})

/** A decision on another hold. */
const EarlierDecision = Schema.Struct({
  id: Schema.String.annotate({ description: "The act's id in the audit log" }),
  at: Fields.Instant,
  actor: Fields.Actor,
  outcome: Schema.Literals(["approved", "rejected", "frozen", "unfrozen"]).annotate({
    description: "What was decided; with several approvals each is a decision"
  }),
  reason: Schema.NullOr(Schema.String),
  payout_id: Schema.String,
  account_id: Schema.String,
  recipient_name: Schema.NullOr(Schema.String),
  recipient_phone: Schema.String,
  shared: Schema.Array(Schema.Literals(["phone", "name", "list_entry"])).annotate({
    description:
      "What both payouts have: the phone, the words of the recipient's name, or an entry of the " +
      "list that sufficed for the hold"
  })
}).annotate({ identifier: "EarlierDecision" })

export const earlierDecisions = Operation.get(
  "earlierDecisions",
  "/admin/v1/payouts/:id/earlier-decisions",
  {
    summary: "List what staff decided about payouts like this one",
    description:
      "Approvals, rejections and freezes of other held payouts to the same phone, to the same name or with the " +
      `same list entry. Of all accounts, newest first, at most ${Limits.screening.earlierDecisionsMax}.`,
    missing: ["PAYOUT_NOT_FOUND"],
    access: { by: "admin" },
    location: "subject",
    success: Schema.Struct({ data: Schema.Array(EarlierDecision) }),
    example: { path: { id: Data.ids.payout }, answer: { data: [Data.earlierDecision] } }
  }
)

export const approve = Operation.post("approvePayout", "/admin/v1/payouts/:id/approve", {
  summary: "Release a compliance hold",
  description:
    "Releases a payout from COMPLIANCE_HOLD; where two people must approve it, with the second.",
  ...decided(Objects.approved, { _tag: "Approve", by, approvalsMin: 2, instruction, at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "holds", proof: "fresh" },
  location: "subject",
  ...Decision
})

export const reject = Operation.post("rejectPayout", "/admin/v1/payouts/:id/reject", {
  summary: "Reject a held payout: it is reversed, and a refund opened",
  description: "Ends a payout in COMPLIANCE_HOLD as REVERSED and opens its refund.",
  ...decided(Objects.held, { _tag: "Reject", at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "holds", proof: "fresh" },
  location: "subject",
  ...Decision
})

const Freezing = {
  payload: Schema.Struct({ reason: Fields.text(500), idempotency_key }),
  success: PayoutContract.AdminPayout
}

export const freeze = Operation.post("freezePayout", "/admin/v1/payouts/:id/freeze", {
  summary: "Freeze the money of a held payout",
  description:
    "For property that must be blocked and not given back. The payout stays COMPLIANCE_HOLD and " +
    "shows `frozen`; its money is in an account of its own, what arrives later joins it, and " +
    "everything that would move it is 409 INVALID_STATE until it is unfrozen. It moves no money, " +
    "so one person is enough. Approvals given before are void.",
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "holds", proof: "fresh" },
  location: "subject",
  ...Freezing,
  example: {
    path: { id: Data.ids.payout },
    body: { reason: Data.reason },
    answer: PayoutExamples.seen(Objects.frozen)
  }
})

export const unfreeze = Operation.post("unfreezePayout", "/admin/v1/payouts/:id/unfreeze", {
  ...byPeople("Unfreeze a payout: it is a hold again, to approve or reject", "It needs"),
  ...decided(Objects.frozen, { _tag: "Unfreeze", by, at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "holds", proof: "fresh" },
  location: "subject",
  ...Freezing
})

export const retry = Operation.post("retryPayout", "/admin/v1/payouts/:id/retry", {
  summary: "Try a payout in manual review again",
  description: "Sends a payout in MANUAL_REVIEW on its way again.",
  ...decided(Objects.reviewed, { _tag: "Retry", instruction, at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "reviews", proof: "fresh" },
  location: "subject",
  ...Decision
})

export const settle = Operation.post("settlePayout", "/admin/v1/payouts/:id/settle", {
  ...byPeople("Say that a payout in manual review was delivered", "It needs"),
  ...decided(
    Objects.reviewed,
    { _tag: "Settle", providerReference, at },
    { provider_reference: providerReference }
  ),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "reviews", proof: "fresh" },
  location: "subject",
  ...Decision,
  payload: Schema.Struct({ ...decision, provider_reference: Fields.maybe(Fields.text(128)) })
})

const Ending = {
  ...Decision,
  payload: Schema.Struct({
    ...decision,
    override: Fields.maybe(Schema.Boolean).annotate({
      description: "Also where the provider has no definite answer yet and may still pay"
    })
  })
}

export const fail = Operation.post("failPayout", "/admin/v1/payouts/:id/fail", {
  ...byPeople("Say that a payout in manual review failed: a refund is opened", "`override` needs"),
  ...decided(Objects.reviewed, { _tag: "Fail", reason: "unspecified", at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "reviews", proof: "fresh" },
  location: "subject",
  ...Ending
})

export const reverse = Operation.post("reversePayout", "/admin/v1/payouts/:id/reverse", {
  ...byPeople("Reverse a payout in manual review: a refund is opened", "`override` needs"),
  ...decided(Objects.reviewed, { _tag: "Reverse", at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "reviews", proof: "fresh" },
  location: "subject",
  ...Ending
})

const AdminDelivery = Schema.Struct({
  ...EventContract.Delivery.fields,
  account_id: Schema.String,
  endpoint_url: Schema.NullOr(Schema.String).annotate({
    description: "Where the endpoint's events are sent; null once it was deleted"
  }),
  endpoint_is_active: Schema.NullOr(Schema.Boolean).annotate({
    description:
      "False while the endpoint is disabled: nothing is sent to it then; null once it was deleted"
  })
}).annotate({ identifier: "AdminDelivery" })

const deliveryOfAccount = {
  ...EventExamples.deliveryFailed,
  account_id: Data.ids.account,
  endpoint_url: Data.webhookUrl,
  endpoint_is_active: false
}

export const getDelivery = Operation.get("adminGetDelivery", "/admin/v1/webhook-deliveries/:id", {
  summary: "Get a webhook delivery of any account",
  description: "One event to one endpoint, with its account and the endpoint's URL.",
  missing: ["DELIVERY_NOT_FOUND"],
  access: { by: "admin" },
  location: "subject",
  success: AdminDelivery,
  example: { path: { id: EventExamples.delivery.id }, answer: deliveryOfAccount }
})

export const listDeliveries = Operation.get("adminListDeliveries", "/admin/v1/webhook-deliveries", {
  summary: "List webhook deliveries of all accounts, newest first",
  description: "Deliveries of all accounts.",
  access: { by: "admin" },
  location: "all",
  query: {
    ...Fields.cursorPage("dlv"),
    status: Schema.optionalKey(EventContract.DeliveryStatus),
    account_id: Schema.optionalKey(Fields.text(64)),
    payout_id: Schema.optionalKey(Fields.text(64)),
    test: Schema.optionalKey(Schema.Literal("false")).annotate({
      description: "Without deliveries of test events"
    })
  },
  success: Fields.cursorList(AdminDelivery),
  example: { query: { status: "failed" }, answer: Data.cursorPage(deliveryOfAccount) }
})

export const resendDelivery = Operation.post(
  "adminResendDelivery",
  "/admin/v1/webhook-deliveries/:id/resend",
  {
    summary: "Make a delivery of any account again",
    description: "The same bytes again, with a new series of attempts.",
    missing: ["DELIVERY_NOT_FOUND"],
    access: { by: "admin", needs: "deliveries" },
    location: "subject",
    payload: Schema.Struct({ idempotency_key }),
    success: AdminDelivery,
    example: {
      path: { id: EventExamples.delivery.id },
      body: { idempotency_key: Data.idempotencyKey },
      answer: { ...deliveryOfAccount, status: "pending", attempts: [] }
    }
  }
)

export const group = Operation.group({
  name: "Admin",
  description: "For operators of the service, with an operator's key.",
  operations: [
    createAccount,
    listAccounts,
    getAccount,
    updateAccount,
    createKey,
    listKeys,
    rotateKey,
    revokeKey,
    listPayouts,
    listBatches,
    getBatch,
    resumeBatch,
    getPayout,
    earlierDecisions,
    approve,
    reject,
    freeze,
    unfreeze,
    retry,
    settle,
    fail,
    reverse,
    listDeliveries,
    getDelivery,
    resendDelivery
  ]
})
