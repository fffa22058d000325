/** Contract of the operators' API: accounts, keys, holds and reviews, deliveries. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Limits from "../../config/Limits.ts"
import * as Accounts from "../../domain/account/Account.ts"
import * as Sorting from "../Sorting.ts"
import * as Batches from "./Batches.ts"
import * as Events from "./Events.ts"
import * as Example from "./Example.ts"
import * as Data from "./ExampleData.ts"
import * as Fields from "./Fields.ts"
import * as Payouts from "./Payouts.ts"

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

const byId = { params: { id: Schema.String } }
const byKey = { params: { id: Schema.String, key_id: Schema.String } }
const idempotency_key = Fields.maybe(Fields.IdempotencyKey)

export const createAccount = HttpApiEndpoint.post("createAccount", "/admin/v1/accounts", {
  payload: Schema.Struct({
    name: Fields.text(200),
    email: Email,
    kyc_status: Fields.maybe(Accounts.KycStatus),
    idempotency_key
  }),
  success: Account.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Create an account; KYC starts as PENDING" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description:
        "Until the account's KYC is APPROVED, its API keys are refused, and its users can read and " +
        "manage their team only.",
      body: { name: Data.account.name, email: Data.account.email, kyc_status: "APPROVED" },
      answer: Data.account
    })
  )

export const listAccounts = HttpApiEndpoint.get("listAccounts", "/admin/v1/accounts", {
  query: {
    ...Fields.page,
    search: Schema.optionalKey(Fields.searchText(100)).annotate({
      description: "Words that stand in id, name or e-mail address, in any order and letter case"
    }),
    kyc_status: Schema.optionalKey(Accounts.KycStatus),
    status: Schema.optionalKey(Accounts.Status)
  },
  success: Fields.list(Account),
  error: Fields.readErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "List accounts, newest first" }))
  .annotate(
    OpenApi.Transform,
    Example.of({ description: "All customers.", answer: Data.page(Data.account) })
  )

export const getAccount = HttpApiEndpoint.get("getAccount", "/admin/v1/accounts/:id", {
  ...byId,
  success: Account,
  error: Fields.readErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Get an account" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "One customer.",
      path: { id: Data.ids.account },
      answer: Data.account
    })
  )

export const updateAccount = HttpApiEndpoint.patch("updateAccount", "/admin/v1/accounts/:id", {
  ...byId,
  payload: Schema.Struct({
    kyc_status: Fields.maybe(Accounts.KycStatus),
    status: Fields.maybe(Accounts.Status),
    name: Fields.maybe(Fields.text(200)),
    reason: Fields.maybe(Fields.text(500))
  }),
  success: Account,
  error: Fields.writeErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Change KYC status, status or name" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "A SUSPENDED account is refused with FORBIDDEN from its next request on.",
      path: { id: Data.ids.account },
      body: { status: "SUSPENDED" },
      answer: { ...Data.account, status: "SUSPENDED" }
    })
  )

export const createKey = HttpApiEndpoint.post("createApiKey", "/admin/v1/accounts/:id/api-keys", {
  ...byId,
  payload: Schema.Struct({
    name: Fields.text(100),
    scope: Fields.KeyScope,
    ...Fields.newKeyBounds,
    idempotency_key
  }),
  success: KeyWithSecret.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Issue an API key" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description:
        "Several keys of one account may be active. The key itself is shown this once. It ends with " +
        "the operator's key that issued it, or when the person who issued it may no longer do so.",
      path: { id: Data.ids.account },
      body: { name: "server", scope: "full", allowed_ips: [...Data.keyAddresses] },
      answer: Data.keyWithSecret
    })
  )

export const listKeys = HttpApiEndpoint.get("listApiKeys", "/admin/v1/accounts/:id/api-keys", {
  ...byId,
  query: Fields.page,
  success: Fields.list(Key),
  error: Fields.readErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "List an account's keys, without secrets" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "Revoked ones included.",
      path: { id: Data.ids.account },
      answer: Data.page(Data.key)
    })
  )

export const rotateKey = HttpApiEndpoint.post(
  "rotateApiKey",
  "/admin/v1/accounts/:id/api-keys/:key_id/rotate",
  {
    ...byKey,
    payload: Schema.Struct({ overlap_hours: Fields.maybe(Fields.OverlapHours), idempotency_key }),
    success: KeyWithSecret.pipe(HttpApiSchema.status(201)),
    error: Fields.writeErrors
  }
)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Issue a successor; this key keeps working for up to 24 hours"
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      description:
        "The new key has the name, scope, allowed addresses and end of the old one, which keeps working " +
        "for `overlap_hours`: 24 unless the request says less, and 0 ends it at once.",
      path: { id: Data.ids.account, key_id: Data.ids.key },
      body: { idempotency_key: Data.idempotencyKey },
      answer: Data.keyWithSecret
    })
  )

export const revokeKey = HttpApiEndpoint.delete(
  "revokeApiKey",
  "/admin/v1/accounts/:id/api-keys/:key_id",
  {
    ...byKey,
    success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
    error: Fields.writeErrors
  }
)
  .annotateMerge(OpenApi.annotations({ summary: "Revoke a key, from the next request on" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "The key ends with the next request.",
      path: { id: Data.ids.account, key_id: Data.ids.key },
      answer: { id: Data.ids.key, deleted: true }
    })
  )

const decision = {
  reason: Fields.text(500),
  refund_address: Fields.maybe(Fields.Address).annotate({
    description: "Where money goes that is due back because of this decision"
  }),
  idempotency_key
}

const Decision = {
  ...byId,
  payload: Schema.Struct(decision),
  success: Payouts.AdminPayout,
  error: Fields.writeErrors
}

/** The example of a decision, which leads to a status. */
const decided = (status: string, more: object = {}) =>
  Example.of({
    path: { id: Data.ids.payout },
    body: { reason: Data.reason, ...more },
    answer: { ...Data.payoutSeen, status, hold_reason: null, screening: null, approvals: [] }
  })

const described = (summary: string) => OpenApi.annotations({ summary })

const byPeople = (summary: string, what: string) =>
  OpenApi.annotations({
    summary,
    description:
      `${what} as many people as release a hold: until enough have sent the same request, with the same ` +
      "parameters, the payout stays as it is and shows a `pending_action`. A request that differs " +
      "replaces it and starts the count again."
  })

export const listPayouts = HttpApiEndpoint.get("adminListPayouts", "/admin/v1/payouts", {
  query: {
    ...Fields.sortedPage("po", Sorting.byCreation),
    status: Schema.optionalKey(Fields.PayoutStatus),
    account_id: Schema.optionalKey(Fields.text(64)),
    batch_id: Schema.optionalKey(Fields.text(64)),
    network: Schema.optionalKey(Fields.Slug),
    search: Payouts.search,
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
  success: Fields.cursorList(Payouts.AdminPayout),
  error: Fields.readErrors
})
  .annotateMerge(described("List payouts of all accounts, newest first"))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description:
        "Payouts of all accounts: what waits for a person is in COMPLIANCE_HOLD or MANUAL_REVIEW.",
      query: { status: "COMPLIANCE_HOLD", account_id: Data.ids.account },
      answer: Data.cursorPage(Data.payoutSeen)
    })
  )

export const listBatches = HttpApiEndpoint.get("adminListBatches", "/admin/v1/batches", {
  query: {
    ...Fields.sortedPage(["bk", "bt"], Sorting.byCreation),
    account_id: Schema.optionalKey(Fields.text(64)),
    ...Batches.adminFilters,
    refund: Fields.refundState,
    parked: Schema.optionalKey(Schema.Literal("true")).annotate({
      description: "Only those that wait for an operator, after repeated defects of the program"
    })
  },
  success: Fields.cursorList(Batches.AdminBatch),
  error: Fields.readErrors
})
  .annotateMerge(described("List batches and bulk batches of all accounts, newest first"))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "With `refund=open`, those whose money is to go back.",
      query: { refund: "open" },
      answer: Data.cursorPage({ ...Data.batchRefunded, ...Data.adminBatchFacts })
    })
  )

export const getBatch = HttpApiEndpoint.get("adminGetBatch", "/admin/v1/batches/:id", {
  ...byId,
  success: Batches.AdminBatch,
  error: Fields.readErrors
})
  .annotateMerge(described("Get a batch or bulk batch of any account"))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description:
        "A batch or bulk batch of any account; `parked_at` says that it waits for an operator.",
      path: { id: Data.ids.batch },
      answer: { ...Data.batchDone, ...Data.adminBatchFacts }
    })
  )

export const resumeBatch = HttpApiEndpoint.post("resumeBatch", "/admin/v1/batches/:id/resume", {
  ...byId,
  payload: Schema.Struct({ reason: Fields.text(500), idempotency_key }),
  success: Batches.AdminBatch,
  error: Fields.writeErrors
})
  .annotateMerge(
    OpenApi.annotations({
      summary: "Resume a parked batch",
      description:
        "A batch is parked after repeated defects of the program: its unfunded rows wait. Resume it " +
        "once the cause is removed; it continues where it stopped. 409 INVALID_STATE if not parked."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.batch },
      body: { reason: Data.reason },
      answer: { ...Data.batchDone, ...Data.adminBatchFacts }
    })
  )

export const getPayout = HttpApiEndpoint.get("adminGetPayout", "/admin/v1/payouts/:id", {
  ...byId,
  success: Payouts.AdminPayout,
  error: Fields.readErrors
})
  .annotateMerge(described("Get a payout of any account, with why it is held or reviewed"))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "A payout of any account, with what an operator must know to decide.",
      path: { id: Data.ids.payout },
      answer: Data.payoutSeen
    })
  )

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

export const earlierDecisions = HttpApiEndpoint.get(
  "earlierDecisions",
  "/admin/v1/payouts/:id/earlier-decisions",
  {
    ...byId,
    success: Schema.Struct({ data: Schema.Array(EarlierDecision) }),
    error: Fields.readErrors
  }
)
  .annotateMerge(
    OpenApi.annotations({ summary: "List what staff decided about payouts like this one" })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      description:
        "Approvals, rejections and freezes of other held payouts to the same phone, to the same name or with the " +
        `same list entry. Of all accounts, newest first, at most ${Limits.screening.earlierDecisionsMax}.`,
      path: { id: Data.ids.payout },
      answer: { data: [Data.earlierDecision] }
    })
  )

export const approve = HttpApiEndpoint.post(
  "approvePayout",
  "/admin/v1/payouts/:id/approve",
  Decision
)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Release a compliance hold",
      description:
        "Releases a payout from COMPLIANCE_HOLD; where two people must approve it, with the second."
    })
  )
  .annotate(OpenApi.Transform, decided("PAYOUT_INITIATED"))

export const reject = HttpApiEndpoint.post("rejectPayout", "/admin/v1/payouts/:id/reject", Decision)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Reject a held payout: it is reversed, and a refund opened",
      description: "Ends a payout in COMPLIANCE_HOLD as REVERSED and opens its refund."
    })
  )
  .annotate(OpenApi.Transform, decided("REVERSED"))

const Freezing = {
  ...byId,
  payload: Schema.Struct({ reason: Fields.text(500), idempotency_key }),
  success: Payouts.AdminPayout,
  error: Fields.writeErrors
}

export const freeze = HttpApiEndpoint.post("freezePayout", "/admin/v1/payouts/:id/freeze", Freezing)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Freeze the money of a held payout",
      description:
        "For property that must be blocked and not given back. The payout stays COMPLIANCE_HOLD and " +
        "shows `frozen`; its money is in an account of its own, what arrives later joins it, and " +
        "everything that would move it is 409 INVALID_STATE until it is unfrozen. It moves no money, " +
        "so one person is enough. Approvals given before are void."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.payout },
      body: { reason: Data.reason },
      answer: Data.payoutFrozen
    })
  )

export const unfreeze = HttpApiEndpoint.post(
  "unfreezePayout",
  "/admin/v1/payouts/:id/unfreeze",
  Freezing
)
  .annotateMerge(
    byPeople("Unfreeze a payout: it is a hold again, to approve or reject", "It needs")
  )
  .annotate(OpenApi.Transform, decided("COMPLIANCE_HOLD"))

export const retry = HttpApiEndpoint.post("retryPayout", "/admin/v1/payouts/:id/retry", Decision)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Try a payout in manual review again",
      description: "Sends a payout in MANUAL_REVIEW on its way again."
    })
  )
  .annotate(OpenApi.Transform, decided("PAYOUT_INITIATED"))

export const settle = HttpApiEndpoint.post("settlePayout", "/admin/v1/payouts/:id/settle", {
  ...Decision,
  payload: Schema.Struct({ ...decision, provider_reference: Fields.maybe(Fields.text(128)) })
})
  .annotateMerge(byPeople("Say that a payout in manual review was delivered", "It needs"))
  .annotate(OpenApi.Transform, decided("SETTLED", { provider_reference: "SBX-B670DD12" }))

const Ending = {
  ...Decision,
  payload: Schema.Struct({
    ...decision,
    override: Fields.maybe(Schema.Boolean).annotate({
      description: "Also where the provider has no definite answer yet and may still pay"
    })
  })
}

export const fail = HttpApiEndpoint.post("failPayout", "/admin/v1/payouts/:id/fail", Ending)
  .annotateMerge(
    byPeople("Say that a payout in manual review failed: a refund is opened", "`override` needs")
  )
  .annotate(OpenApi.Transform, decided("FAILED"))

export const reverse = HttpApiEndpoint.post(
  "reversePayout",
  "/admin/v1/payouts/:id/reverse",
  Ending
)
  .annotateMerge(
    byPeople("Reverse a payout in manual review: a refund is opened", "`override` needs")
  )
  .annotate(OpenApi.Transform, decided("REVERSED"))

const AdminDelivery = Schema.Struct({
  ...Events.Delivery.fields,
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
  ...Data.deliveryFailed,
  account_id: Data.ids.account,
  endpoint_url: Data.webhookUrl,
  endpoint_is_active: true
}

export const getDelivery = HttpApiEndpoint.get(
  "adminGetDelivery",
  "/admin/v1/webhook-deliveries/:id",
  { ...byId, success: AdminDelivery, error: Fields.readErrors }
)
  .annotateMerge(described("Get a webhook delivery of any account"))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "One event to one endpoint, with its account and the endpoint's URL.",
      path: { id: Data.ids.delivery },
      answer: deliveryOfAccount
    })
  )

export const listDeliveries = HttpApiEndpoint.get(
  "adminListDeliveries",
  "/admin/v1/webhook-deliveries",
  {
    query: {
      ...Fields.cursorPage("dlv"),
      status: Schema.optionalKey(Events.DeliveryStatus),
      account_id: Schema.optionalKey(Fields.text(64)),
      payout_id: Schema.optionalKey(Fields.text(64)),
      test: Schema.optionalKey(Schema.Literal("false")).annotate({
        description: "Without deliveries of test events"
      })
    },
    success: Fields.cursorList(AdminDelivery),
    error: Fields.readErrors
  }
)
  .annotateMerge(described("List webhook deliveries of all accounts, newest first"))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "Deliveries of all accounts.",
      query: { status: "failed" },
      answer: Data.cursorPage(deliveryOfAccount)
    })
  )

export const resendDelivery = HttpApiEndpoint.post(
  "adminResendDelivery",
  "/admin/v1/webhook-deliveries/:id/resend",
  {
    ...byId,
    payload: Schema.Struct({ idempotency_key }),
    success: AdminDelivery,
    error: Fields.writeErrors
  }
)
  .annotateMerge(described("Make a delivery of any account again"))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "The same bytes again, with a new series of attempts.",
      path: { id: Data.ids.delivery },
      body: { idempotency_key: Data.idempotencyKey },
      answer: { ...deliveryOfAccount, status: "pending", attempts: [] }
    })
  )

export class Group extends HttpApiGroup.make("Admin")
  .add(
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
  )
  .annotate(OpenApi.Description, "For operators of the service, with an operator's key.") {}
