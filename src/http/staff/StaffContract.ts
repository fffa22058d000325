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
import * as PartyFields from "../contract/PartyFields.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as EventContract from "../events/EventContract.ts"
import * as EventExamples from "../events/EventExamples.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"
import * as PayoutExamples from "../payouts/PayoutExamples.ts"

const Account = Schema.Struct({
  id: Schema.String,
  name: Fields.AccountName,
  email: Schema.String,
  kyc_status: Accounts.KycStatus,
  status: Accounts.Status,
  originator: PartyFields.shownOriginator,
  created_at: Fields.Instant,
  updated_at: Fields.Instant
}).annotate({ identifier: "Account" })

const key = {
  id: Schema.String,
  name: Fields.KeyName,
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
  description: "Only this response contains `key`. A replay of the request has `null` instead."
})

const Email = Fields.text(254).check(
  Fields.rule("not_an_email", "must be an e-mail address", (value) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
  )
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
  summary: "Create an account",
  description:
    "Creates a customer's account, whose KYC starts as `PENDING` unless the request says " +
    "otherwise. Until it is `APPROVED`, API keys are refused, and users can only read and " +
    "manage their team.",
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
  description: "Returns the accounts of all customers.",
  access: { by: "admin" },
  location: "directory",
  query: {
    ...Fields.page,
    search: Schema.optionalKey(Fields.searchText(100)).annotate({
      description: "Finds words of the id, name or e-mail address, in any order and letter case."
    }),
    kyc_status: Schema.optionalKey(Accounts.KycStatus),
    status: Schema.optionalKey(Accounts.Status)
  },
  success: Fields.list(Account),
  example: { answer: Data.page(accountExample) }
})

export const getAccount = Operation.get("getAccount", "/admin/v1/accounts/:id", {
  summary: "Get an account",
  description: "Returns the account of one customer.",
  missing: ["ACCOUNT_NOT_FOUND"],
  access: { by: "admin" },
  location: "directory",
  success: Account,
  example: { path: { id: Data.ids.account }, answer: accountExample }
})

export const updateAccount = Operation.patch("updateAccount", "/admin/v1/accounts/:id", {
  summary: "Update an account",
  description:
    "Changes the fields that the request contains. All later requests of a `SUSPENDED` " +
    "account are refused with `FORBIDDEN`. A new `originator` replaces the earlier one, and " +
    "`null` removes it.",
  missing: ["ACCOUNT_NOT_FOUND"],
  access: { by: "admin", needs: "accounts" },
  location: "directory",
  payload: Schema.Struct({
    kyc_status: Fields.maybe(Accounts.KycStatus),
    status: Fields.maybe(Accounts.Status),
    name: Fields.maybe(Fields.text(200)),
    originator: PartyFields.givenOriginator,
    reason: Fields.maybe(Fields.GivenReason)
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
    "Issues a key for the account, which can have several. Only this response contains " +
    "the key itself. The key expires with the operator's key that issued it, or when the " +
    "user who issued it loses the permission to do so.",
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
  summary: "List API keys, newest first",
  description:
    "Returns the keys of the account, revoked ones included, without the keys themselves.",
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
    summary: "Rotate an API key",
    description:
      "Issues a new key with the name, scope, allowed addresses and expiry of the old one. " +
      "The old key expires after `overlap_hours`.",
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
    summary: "Revoke an API key",
    description: "Revokes a key. All later requests with it are refused.",
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
  reason: Fields.GivenReason,
  refund_address: Fields.maybe(Fields.Address).annotate({
    description: "Ethereum address for the refund that this decision opens."
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

/** Texts of an action that several people must request, always or only with a condition. */
const byPeople = (summary: string, what: string, condition = "") => ({
  summary,
  description:
    `${what} ${condition === "" ? "If" : `${condition}, if`} \`HOLD_APPROVALS\` is above 1, that many ` +
    "people must send the same request with the same parameters. Until then, the payout stays as " +
    "it is and shows a `pending_action`. A different request replaces it and starts the count again."
})

export const listPayouts = Operation.get("adminListPayouts", "/admin/v1/payouts", {
  summary: "List payouts of all accounts, newest first",
  description:
    "Returns the payouts of all accounts. Payouts that need a decision are in " +
    "`COMPLIANCE_HOLD` or `MANUAL_REVIEW`.",
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
      description: "`true` returns only payouts whose money is frozen, `false` all others."
    }),
    incident: Schema.optionalKey(Fields.text(Limits.incidents.idCharsMax)).annotate({
      description:
        "Id of an incident. Returns only the payouts that it counts in `waiting_count`, and " +
        "none once it has ended."
    }),
    refund: Fields.refundState,
    recall: Fields.recallOpen
  },
  success: Fields.cursorList(PayoutContract.AdminPayout),
  example: {
    query: { status: "COMPLIANCE_HOLD", account_id: Data.ids.account },
    answer: Data.cursorPage(PayoutExamples.held)
  }
})

export const listBatches = Operation.get("adminListBatches", "/admin/v1/batches", {
  summary: "List batches and bulk batches of all accounts, newest first",
  description: "Returns the batches and bulk batches of all accounts.",
  access: { by: "admin" },
  location: "all",
  query: {
    ...Fields.sortedPage(["bk", "bt"], Sorting.byCreation),
    account_id: Schema.optionalKey(Fields.text(64)),
    ...BatchContract.adminFilters,
    refund: Fields.refundState,
    parked: Schema.optionalKey(Schema.Literal("true")).annotate({
      description: "Returns only parked batches, which wait for an operator."
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
    "Returns one batch or bulk batch. If it has a `parked_at`, it waits for an operator.",
  missing: ["BATCH_NOT_FOUND"],
  access: { by: "admin" },
  location: "subject",
  success: BatchContract.AdminBatch,
  example: { path: { id: Data.ids.batch }, answer: BatchExamples.batchSeen }
})

export const resumeBatch = Operation.post("resumeBatch", "/admin/v1/batches/:id/resume", {
  summary: "Resume a parked batch",
  description:
    "Continues a batch that was parked after repeated defects of the service. Its " +
    "unfunded rows wait until then. Remove the cause first. Returns 409 if the batch is " +
    "not parked.",
  missing: ["BATCH_NOT_FOUND"],
  access: { by: "admin", needs: "reviews", proof: "fresh" },
  location: "subject",
  payload: Schema.Struct({ reason: Fields.GivenReason, idempotency_key }),
  success: BatchContract.AdminBatch,
  example: {
    path: { id: Data.ids.batch },
    body: { reason: Data.reason },
    answer: BatchExamples.batchSeen
  }
})

export const getPayout = Operation.get("adminGetPayout", "/admin/v1/payouts/:id", {
  summary: "Get a payout of any account",
  description: "Returns one payout with everything that an operator needs to decide on it.",
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin" },
  location: "subject",
  success: PayoutContract.AdminPayout,
  example: { path: { id: Data.ids.payout }, answer: PayoutExamples.held }
})

/** A decision on another hold. */
const EarlierDecision = Schema.Struct({
  id: Schema.String.annotate({ description: "Id of the entry in the audit log." }),
  at: Fields.Instant,
  actor: Fields.Actor,
  outcome: Schema.Literals(["approved", "rejected", "frozen", "unfrozen"]).annotate({
    description: "Decision. If several people approved, each approval is a decision."
  }),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Reason that staff gave." }),
  payout_id: Schema.String,
  account_id: Schema.String,
  recipient_name: Schema.NullOr(Schema.String),
  recipient_phone: Schema.String,
  shared: Schema.Array(Schema.Literals(["phone", "name", "list_entry"])).annotate({
    description:
      "Facts that both payouts share, such as the same phone, the same words in " +
      "the recipient's name, or a list entry that suffices for a hold."
  })
}).annotate({ identifier: "EarlierDecision" })

export const earlierDecisions = Operation.get(
  "earlierDecisions",
  "/admin/v1/payouts/:id/earlier-decisions",
  {
    summary: "List earlier decisions on similar payouts",
    description:
      "Returns approvals, rejections and freezes of other payouts to the same phone, to the " +
      "same name or with the same list entry. They are of all accounts, newest first, at " +
      `most ${Limits.screening.earlierDecisionsMax}.`,
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
    "Approves the release of a payout in `COMPLIANCE_HOLD`. The payout continues once " +
    "enough people have approved it.",
  ...decided(Objects.approved, { _tag: "Approve", by, approvalsMin: 2, instruction, at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "holds", proof: "fresh" },
  location: "subject",
  ...Decision
})

export const reject = Operation.post("rejectPayout", "/admin/v1/payouts/:id/reject", {
  summary: "Reject a held payout",
  description: "Ends a payout in `COMPLIANCE_HOLD` as `REVERSED` and opens its refund.",
  ...decided(Objects.held, { _tag: "Reject", at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "holds", proof: "fresh" },
  location: "subject",
  ...Decision
})

const Freezing = {
  payload: Schema.Struct({ reason: Fields.GivenReason, idempotency_key }),
  success: PayoutContract.AdminPayout
}

export const freeze = Operation.post("freezePayout", "/admin/v1/payouts/:id/freeze", {
  summary: "Freeze the money of a held payout",
  description:
    "Freezes money that must neither be paid out nor refunded. The payout stays in " +
    "`COMPLIANCE_HOLD` and shows `frozen`. Later deposits are frozen with it, and every " +
    "request that would move the money returns 409. One person is enough, because no " +
    "money moves. Earlier approvals become void.",
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
  ...byPeople(
    "Unfreeze the money of a held payout",
    "Makes the payout a normal hold again, which can be approved or rejected."
  ),
  ...decided(Objects.frozen, { _tag: "Unfreeze", by, at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "holds", proof: "fresh" },
  location: "subject",
  ...Freezing
})

export const retry = Operation.post("retryPayout", "/admin/v1/payouts/:id/retry", {
  summary: "Retry a payout in manual review",
  description: "Sends a payout in `MANUAL_REVIEW` to the provider again.",
  ...decided(Objects.reviewed, { _tag: "Retry", instruction, at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "reviews", proof: "fresh" },
  location: "subject",
  ...Decision
})

export const settle = Operation.post("settlePayout", "/admin/v1/payouts/:id/settle", {
  ...byPeople(
    "Mark a reviewed payout as settled",
    "Ends a payout in `MANUAL_REVIEW` as `SETTLED`."
  ),
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
      description:
        "`true` to end the payout even if the provider has no definite result yet and may " +
        "still pay."
    })
  })
}

export const fail = Operation.post("failPayout", "/admin/v1/payouts/:id/fail", {
  ...byPeople(
    "Mark a reviewed payout as failed",
    "Ends a payout in `MANUAL_REVIEW` as `FAILED` and opens its refund.",
    "With `override`"
  ),
  ...decided(Objects.reviewed, { _tag: "Fail", reason: "unspecified", at }),
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "reviews", proof: "fresh" },
  location: "subject",
  ...Ending
})

export const reverse = Operation.post("reversePayout", "/admin/v1/payouts/:id/reverse", {
  ...byPeople(
    "Reverse a payout in manual review",
    "Ends a payout in `MANUAL_REVIEW` as `REVERSED` and opens its refund.",
    "With `override`"
  ),
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
    description: "URL of the endpoint. `null` if the endpoint was deleted."
  }),
  endpoint_is_active: Schema.NullOr(Schema.Boolean).annotate({
    description: "`true` if events are sent to the endpoint. `null` if the endpoint was deleted."
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
  description: "Returns one delivery with its account and the endpoint's URL.",
  missing: ["DELIVERY_NOT_FOUND"],
  access: { by: "admin" },
  location: "subject",
  success: AdminDelivery,
  example: { path: { id: EventExamples.delivery.id }, answer: deliveryOfAccount }
})

export const listDeliveries = Operation.get("adminListDeliveries", "/admin/v1/webhook-deliveries", {
  summary: "List webhook deliveries of all accounts, newest first",
  description: "Returns the deliveries of all accounts.",
  access: { by: "admin" },
  location: "all",
  query: {
    ...Fields.cursorPage("dlv"),
    status: Schema.optionalKey(EventContract.DeliveryStatus),
    account_id: Schema.optionalKey(Fields.text(64)),
    payout_id: Schema.optionalKey(Fields.text(64)),
    test: Schema.optionalKey(Schema.Literal("false")).annotate({
      description: "`false` leaves out deliveries of test events."
    })
  },
  success: Fields.cursorList(AdminDelivery),
  example: { query: { status: "failed" }, answer: Data.cursorPage(deliveryOfAccount) }
})

export const resendDelivery = Operation.post(
  "adminResendDelivery",
  "/admin/v1/webhook-deliveries/:id/resend",
  {
    summary: "Resend a delivery of any account",
    description: "Sends the same bytes again, with a new series of attempts.",
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
  description: "Operations for staff, with an operator's key.",
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
