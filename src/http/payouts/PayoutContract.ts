/** Contract of `/v1/payouts`. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as Recalls from "../../domain/payout/Recall.ts"
import * as ScreeningEvidence from "../../domain/ScreeningEvidence.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as PartyFields from "../contract/PartyFields.ts"
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
  message: Fields.DepositMessage,
  ...Fields.payment,
  funding: Fields.fromBalance,
  created_at: Fields.Instant
}

/** The response to a creation. */
const Created = Schema.Struct({ ...common, warnings: Fields.warnings }).annotate({
  identifier: "PayoutCreated"
})

export const recallKindMeaning =
  "Kind of the recall. `returned`: the provider gave the money back. `recalled`: the customer or " +
  "the recipient asked for it. `disputed`: a claim of a wrong number or of fraud."

export const recallOutcomeMeaning =
  "Outcome of the recall. `returned`: money came back. `kept`: the recipient keeps it. " +
  "`written_off`: it did not come back, and the service stops asking for it."

/** A recall of a settled payout. */
const recall = {
  recall_id: Schema.String.annotate({ description: "Id of the recall." }),
  kind: Recalls.Kind.annotate({ description: recallKindMeaning }),
  status: Recalls.Status.annotate({
    description:
      "Progress of the recall. `open`: support works on it. `returned`: the provider has " +
      "returned money. `closed`: it has an `outcome`."
  }),
  opened_at: Fields.Instant,
  returned_amount_fiat: Schema.optionalKey(Schema.Finite).annotate({
    description:
      "Amount that the provider returned, in the target currency. Present only after a return."
  }),
  returned_amount_usdc: Schema.optionalKey(Schema.Finite).annotate({
    description:
      "Share of the source amount that the returned amount stands for, the fee included. It is " +
      "refunded. Present only after a return."
  }),
  provider_reference: Schema.optionalKey(Schema.String).annotate({
    description: "The provider's reference of the return. Present only after a return."
  }),
  returned_at: Schema.optionalKey(Fields.Instant),
  outcome: Schema.optionalKey(Recalls.Outcome).annotate({
    description: `${recallOutcomeMeaning} Present only if the recall is closed.`
  }),
  closed_at: Schema.optionalKey(Fields.Instant)
}

const Recall = Schema.Struct(recall).annotate({ identifier: "Recall" })

const AdminRecall = Schema.Struct({
  ...recall,
  reason: Schema.String.annotate({ description: "Reason that staff gave for the recall." }),
  evidence: Schema.optionalKey(Schema.String).annotate({
    description: "Evidence that staff gave. Present only if there is some."
  })
}).annotate({ identifier: "AdminRecall" })

const recallsOf = <S extends Schema.Top>(schema: S) =>
  Schema.optionalKey(Schema.Array(schema)).annotate({
    description:
      "Recalls of the payout after it settled, oldest first. Present only if there are any."
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
  ...PartyFields.shownParties,
  failure_reason: Schema.optionalKey(PayoutEvent.FailureReason),
  ...Fields.reason,
  funding_status: Fields.FundingStatus,
  deposits: Schema.Array(Fields.Deposit),
  refund_address: Schema.optionalKey(Schema.String),
  refund: Schema.optionalKey(Fields.Refund),
  foreign_refunds: Fields.foreignRefunds,
  recalls: recallsOf(Recall),
  timeline: Schema.Array(Schema.Struct({ status: Fields.PayoutStatus, at: Fields.Instant }))
}

export const Payout = Schema.Struct(whole).annotate({ identifier: "Payout" })

const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.annotate({ description })

const texts = Schema.Array(Schema.String)

const bounded = `at most ${Limits.screening.listedCharsMax.toLocaleString("en")} characters`

/** An entry of the sanctions list: a person, an organisation, a vessel or an aircraft. */
const Listed = Schema.Struct({
  number: described(Schema.Finite, "Number of the entry in OFAC's list."),
  type: described(
    ScreeningEvidence.ListEntry.fields.type,
    "Kind of the entry. Vessels and aircraft match by address only."
  ),
  programs: described(texts, "Codes of the sanctions programs."),
  title: described(
    Schema.NullOr(Schema.String),
    "Office or rank of the person. `null` if none is listed."
  ),
  dates_of_birth: described(
    texts,
    "Dates, years or ranges of birth from the remarks, as published."
  ),
  places_of_birth: described(texts, "Places of birth from the remarks, as published."),
  nationalities: described(texts, "Nationalities and citizenships from the remarks, as published."),
  remarks: described(Schema.String, `Remarks as published, ${bounded}.`),
  aliases: described(texts, `Other names, with ${bounded} in total.`),
  url: described(
    Schema.String,
    "URL of OFAC's public page of the entry. The service never requests it."
  )
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
        "List entry as it was published when it matched. `null` for an address that only the " +
          "sanctions oracle lists."
      )
    })
  ).annotate({
    description:
      "List entries whose scores suffice for a hold, best first, at most " +
      `${Limits.screening.candidatesMax}.`
  }),
  registered_name: Schema.NullOr(Schema.String),
  reason: described(Schema.NullOr(Schema.String), "Reason of the verdict. `null` if it is `clear`.")
})

/** An instruction to a provider. */
const Transfer = Schema.Struct({
  reference: described(
    Schema.String,
    "Reference of the instruction, as the provider received it. A payout has at most one " +
      "live instruction."
  ),
  attempt: described(Schema.Finite, "Number of instructions that the payout has had."),
  provider: described(
    Schema.NullOr(Schema.String),
    "Provider of the instruction. `null` if it is simulated, or if the network had no " +
      "provider."
  ),
  phase: described(
    Schema.Literals(["requested", "accepted", "refused"]),
    "Latest response of the provider. `requested` means that there is no definite " +
      "response yet."
  ),
  answer_due_at: described(
    Schema.String,
    "Time at which an unknown outcome becomes a manual review. ISO 8601 in UTC."
  )
})

/** A payout as operators see it. */
export const AdminPayout = Schema.Struct({
  ...whole,
  account_id: Schema.String,
  senders: Schema.Array(Schema.String).annotate({
    description: "Addresses that the deposits came from, each once. A simulated deposit has none."
  }),
  foreign_deposits: Fields.foreignDeposits,
  hold_reason: Schema.NullOr(Schema.String),
  review_reason: Schema.NullOr(PayoutEvent.ReviewReason),
  frozen: Schema.optionalKey(
    Schema.Struct({
      since: Fields.Instant,
      by: Schema.String,
      reason: described(Schema.String, "Reason that staff gave for the freeze."),
      amount_usdc: Schema.Finite,
      foreign_amounts: Fields.foreignAmounts.annotate({
        description:
          "Frozen money on other chains or in other tokens. Present only if there is some."
      })
    })
  ).annotate({
    description:
      "Time, author, reason and amount of the freeze. Present only while the money is " +
      "frozen. The customer sees a hold and not the freeze."
  }),
  recalls: recallsOf(AdminRecall),
  /** The reason why refunds are withheld. */
  refund_hold: Schema.NullOr(Schema.String),
  approvals: Schema.Array(Schema.String),
  approvals_needed: Fields.approvalsNeeded,
  pending_action: Schema.NullOr(Fields.PendingAction),
  screening: Schema.NullOr(Screening),
  transfer: Schema.NullOr(Transfer).annotate({
    description: "Latest instruction to a provider. `null` if there was none."
  })
}).annotate({ identifier: "AdminPayout" })

export const create = Operation.post("createPayout", "/v1/payouts", {
  summary: "Create a payout",
  description:
    "Creates a payout with an `ACTIVE` quote. The response contains the address to send " +
    "the exact amount of USDC to. With `funding` `balance` the payout is funded at once.",
  missing: ["QUOTE_NOT_FOUND", "BENEFICIARY_NOT_FOUND"],
  conflicts: [
    ...(["DUPLICATE_IDEMPOTENCY_KEY", "QUOTE_EXPIRED", "QUOTE_ALREADY_USED"] as const),
    "INSUFFICIENT_BALANCE"
  ],
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({
    quote_id: Fields.text(64),
    beneficiary_id: Fields.maybe(Fields.text(64)).annotate({
      description:
        "Id of a saved recipient. The payout takes the phone, name, network and details from it " +
        "that the request does not contain."
    }),
    recipient_phone: Fields.maybe(Fields.Phone),
    recipient_name: Fields.maybe(Fields.text(200)),
    network: Fields.maybe(Fields.Slug),
    reference: Fields.maybe(Fields.text(128)),
    metadata: Fields.maybe(Fields.Metadata),
    ...PartyFields.given,
    refund_address: Fields.maybe(Fields.Address).annotate({
      description: "Ethereum address that refunds go to. You can set it later."
    }),
    funding: Fields.FundingSource,
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
  summary: "Get a payout",
  description:
    "Returns one payout with all its statuses. `SETTLED`, `FAILED` and `REVERSED` are final.",
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  success: Payout,
  example: { path: { id: Data.ids.payout }, answer: Examples.payout }
})

/** The search of a list of payouts. */
export const search = Schema.optionalKey(Fields.searchText(100)).annotate({
  description:
    "Finds a payout by its id, quote, idempotency key, deposit address, provider " +
    "reference or transaction hash. Among the newest 10,000 payouts, the text can also " +
    "contain words of the recipient's name, the phone and the reference. A word is found " +
    "by its beginning, in any order and letter case, and without accents. Digits are " +
    "found anywhere in a phone number. Empty text finds all."
})

export const list = Operation.get("listPayouts", "/v1/payouts", {
  summary: "List payouts, newest first",
  description:
    "Returns the payouts of the account. The list includes every change that was " +
    "acknowledged before the request.",
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
    "Cancels a payout that is not funded yet. The payout becomes `FAILED` with the reason " +
    "`cancelled`.",
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
  description: "A payout converts USDC to mobile money.",
  operations: [create, get, list, cancel]
})
