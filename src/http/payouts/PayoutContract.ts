/** Contract of `/v1/payouts`. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as ScreeningEvidence from "../../domain/ScreeningEvidence.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as Examples from "./PayoutExamples.ts"

const common = {
  payout_id: Schema.String,
  status: Fields.PayoutStatus,
  deposit_address: Schema.String,
  source_amount_usdc: Schema.Finite,
  target_amount_fiat: Schema.Finite,
  target_currency: Fields.Currency,
  exchange_rate: Schema.Finite,
  mid_market_rate: Schema.Finite,
  fee_usdc: Schema.Finite,
  recipient_phone: Schema.String,
  network: Schema.String,
  message: Schema.String,
  ...Fields.payment,
  created_at: Fields.Instant
}

/** The response to a creation. */
const Created = Schema.Struct({ ...common, warnings: Fields.warnings }).annotate({
  identifier: "PayoutCreated"
})

const whole = {
  ...common,
  updated_at: Fields.Instant,
  quote_id: Schema.NullOr(Schema.String),
  settled_at: Schema.NullOr(Fields.Instant),
  recipient_name: Schema.NullOr(Schema.String),
  provider_reference: Schema.NullOr(Schema.String),
  idempotency_key: Schema.NullOr(Schema.String),
  batch_id: Schema.NullOr(Schema.String),
  beneficiary_id: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.String),
  failure_reason: Schema.optionalKey(PayoutEvent.FailureReason),
  ...Fields.reason,
  funding_status: Fields.FundingStatus,
  deposits: Schema.Array(Fields.Deposit),
  refund_address: Schema.optionalKey(Schema.String),
  refund: Schema.optionalKey(Fields.Refund),
  timeline: Schema.Array(Schema.Struct({ status: Fields.PayoutStatus, at: Fields.Instant }))
}

export const Payout = Schema.Struct(whole).annotate({ identifier: "Payout" })

const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.annotate({ description })

const texts = Schema.Array(Schema.String)

const bounded = `at most ${Limits.screening.listedCharsMax.toLocaleString("en")} characters`

/** An entry of the sanctions list: a person, an organisation, a vessel or an aircraft. */
const Listed = Schema.Struct({
  number: described(Schema.Finite, "The entry's number in OFAC's list"),
  type: described(
    ScreeningEvidence.ListEntry.fields.type,
    "Vessels and aircraft match by address only"
  ),
  programs: described(texts, "Codes of the sanctions programs"),
  title: described(Schema.NullOr(Schema.String), "An office or a rank; null where none is listed"),
  dates_of_birth: described(texts, "Dates, years or ranges from the remarks, as published"),
  places_of_birth: described(texts, "Places of birth from the remarks, as published"),
  nationalities: described(texts, "Nationalities and citizenships from the remarks, as published"),
  remarks: described(Schema.String, `The remarks as published, ${bounded}`),
  aliases: described(texts, `Other names, as many as have ${bounded} together`),
  url: described(Schema.String, "OFAC's public page of the entry. The service never requests it")
}).annotate({ identifier: "ListedEntry" })

/** The result of the last screening. */
const Screening = Schema.Struct({
  verdict: ScreeningEvidence.Evidence.fields.verdict,
  lists_version: Schema.String,
  score: Schema.Finite,
  matched_entry: Schema.NullOr(Schema.String),
  matched_subject: Schema.NullOr(Schema.String),
  candidates: Schema.Array(
    Schema.Struct({
      matched_entry: Schema.NullOr(Schema.String),
      matched_subject: Schema.String,
      score: Schema.Finite,
      listed: described(
        Schema.NullOr(Listed),
        "The entry as it was published when it matched; null for an address that only the oracle names"
      )
    })
  ).annotate({
    description:
      `Every list entry that scores enough for a hold, best first, at most ` +
      `${Limits.screening.candidatesMax}`
  }),
  registered_name: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String)
})

/** An instruction to a provider. */
const Transfer = Schema.Struct({
  reference: described(
    Schema.String,
    "Of the instruction, as the provider was given it: at most one is live"
  ),
  attempt: described(Schema.Finite, "How many instructions the payout has had"),
  provider: described(Schema.NullOr(Schema.String), "null: simulated, or its network had no route"),
  phase: described(
    Schema.Literals(["requested", "accepted", "refused"]),
    "The provider's last answer; `requested`: none that is definite"
  ),
  answer_due_at: described(
    Schema.String,
    "When an unknown outcome becomes a manual review. ISO 8601, UTC, milliseconds"
  )
})

/** A payout as operators see it. */
export const AdminPayout = Schema.Struct({
  ...whole,
  account_id: Schema.String,
  senders: Schema.Array(Schema.String).annotate({
    description: "Addresses that its deposits came from, each once; a simulated deposit has none"
  }),
  hold_reason: Schema.NullOr(Schema.String),
  review_reason: Schema.NullOr(PayoutEvent.ReviewReason),
  frozen: Schema.optionalKey(
    Schema.Struct({
      since: Fields.Instant,
      by: Schema.String,
      reason: Schema.String,
      amount_usdc: Schema.Finite
    })
  ).annotate({
    description:
      "Only while its money is frozen: since when, by whom and why, and how much. The customer " +
      "sees a hold and nothing of the freeze"
  }),
  /** The reason why refunds are withheld. */
  refund_hold: Schema.NullOr(Schema.String),
  approvals: Schema.Array(Schema.String),
  approvals_needed: Fields.approvalsNeeded,
  pending_action: Schema.NullOr(Fields.PendingAction),
  screening: Schema.NullOr(Screening),
  transfer: Schema.NullOr(Transfer).annotate({
    description: "The latest instruction to a provider; null: there was none"
  })
}).annotate({ identifier: "AdminPayout" })

export const create = Operation.post("createPayout", "/v1/payouts", {
  summary: "Create a payout against an ACTIVE quote",
  description: "Answers with the address that the exact USDC amount must be sent to.",
  missing: ["QUOTE_NOT_FOUND", "BENEFICIARY_NOT_FOUND"],
  conflicts: ["DUPLICATE_IDEMPOTENCY_KEY", "QUOTE_EXPIRED", "QUOTE_ALREADY_USED"],
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({
    quote_id: Fields.text(64),
    beneficiary_id: Fields.maybe(Fields.text(64)).annotate({
      description: "A saved recipient: phone, name and network are taken from it where not given"
    }),
    recipient_phone: Fields.maybe(Fields.Phone),
    recipient_name: Fields.maybe(Fields.text(200)),
    network: Fields.maybe(Fields.Slug),
    reference: Fields.maybe(Fields.text(128)),
    metadata: Fields.maybe(Fields.Metadata),
    refund_address: Fields.maybe(Fields.Address).annotate({
      description: "Where money goes that is due back; can also be set later"
    }),
    idempotency_key: Fields.IdempotencyKey
  }),
  success: Created,
  status: 201,
  example: {
    body: {
      quote_id: Data.ids.quote,
      ...Data.recipient,
      reference: "INV-1042",
      metadata: { order: "1042" },
      refund_address: Data.refundAddress,
      idempotency_key: Data.idempotencyKey
    },
    answer: Examples.payoutCreated
  }
})

export const get = Operation.get("getPayout", "/v1/payouts/:id", {
  summary: "Get a payout with its timeline",
  description: "With every state it has been in. SETTLED, FAILED and REVERSED are final.",
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  success: Payout,
  example: { path: { id: Data.ids.payout }, answer: Examples.payout }
})

/** The search of a list of payouts. */
export const search = Schema.optionalKey(Fields.searchText(100)).annotate({
  description:
    "An id, its quote's id, idempotency key, deposit address, provider's reference or " +
    "transaction hash, whole; or " +
    "words of a recipient's name, phone and reference among the newest 10,000 payouts: every word " +
    "by its beginning, in any order and letter case and without accents; digits anywhere in a " +
    "number. An empty one finds all"
})

export const list = Operation.get("listPayouts", "/v1/payouts", {
  summary: "List payouts, newest first",
  description: "A list read after a write shows that write.",
  access: { by: "account", area: "payouts" },
  query: {
    ...Fields.sortedPage("po", Sorting.byCreation),
    status: Schema.optionalKey(Fields.PayoutStatus),
    batch_id: Schema.optionalKey(Fields.text(64)),
    network: Schema.optionalKey(Fields.Slug),
    search,
    created_from: Schema.optionalKey(Fields.QueryInstant),
    created_to: Schema.optionalKey(Fields.QueryInstant),
    refund: Fields.refundOpen
  },
  success: Fields.cursorList(Payout),
  example: { query: { status: "SETTLED", limit: "20" }, answer: Data.cursorPage(Examples.payout) }
})

export const cancel = Operation.post("cancelPayout", "/v1/payouts/:id/cancel", {
  summary: "Cancel a payout before its funds arrive",
  description:
    "Possible until funds arrive; the payout ends as FAILED with the reason `cancelled`.",
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({ idempotency_key: Fields.maybe(Fields.IdempotencyKey) }),
  success: Payout,
  example: {
    path: { id: Data.ids.payout },
    body: { idempotency_key: Data.idempotencyKey },
    answer: Examples.cancelled
  }
})

export const group = Operation.group({
  name: "Payouts",
  description: "USDC in, mobile money out: one at a time or in bulk.",
  operations: [create, get, list, cancel]
})
