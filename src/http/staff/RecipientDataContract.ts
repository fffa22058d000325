/** Contract of the staff's requests about the personal data of an account's recipients. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as BeneficiaryContract from "../beneficiaries/BeneficiaryContract.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as EventContract from "../events/EventContract.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"
import * as PayoutExamples from "../payouts/PayoutExamples.ts"

const status = Schema.Literals(["kept", "requested", "restricted", "erased"]).annotate({
  description:
    "`requested` until enough people have requested the erasure, `restricted` until `erased_at`, " +
    "and `erased` afterwards. `kept` if only a legal hold was set or ended."
})

const LegalHold = Schema.Struct({
  since: Fields.Instant,
  by: Schema.String.annotate({ description: "User (e-mail address) or key (name) that set it." }),
  reason: Schema.String.annotate({ description: "Reason that staff gave for the hold." })
}).annotate({ identifier: "LegalHold" })

const state = {
  status,
  erased_at: Schema.NullOr(Fields.Instant).annotate({
    description: "Time of the erasure, which is in the future for restricted data. `null` if none."
  }),
  legal_hold: Schema.NullOr(LegalHold).annotate({
    description: "Legal hold that prevents an erasure. `null` if none is set."
  }),
  approvals: Schema.Array(Schema.String).annotate({
    description:
      "Users (e-mail addresses) and keys (names) that requested the erasure, while it waits for " +
      "more people."
  }),
  approvals_needed: Schema.Finite.annotate({
    description: "Number of people who must request an erasure."
  })
}

const RecipientData = Schema.Struct(state).annotate({ identifier: "RecipientData" })
export type RecipientData = typeof RecipientData.Type

const FormerNumber = Schema.Struct({
  id: Schema.NullOr(Schema.String).annotate({
    description: "Id of the recipient in the audit log. `null` if the data stays."
  }),
  status: status.annotate({
    description:
      "`kept` if another beneficiary has the number now. Its data stays, because it may be about " +
      "another person. The other values are those of the response."
  }),
  erased_at: Schema.NullOr(Fields.Instant).annotate({
    description: "Time of the erasure, which is in the future for restricted data. `null` if none."
  }),
  beneficiary_id: Schema.NullOr(Schema.String).annotate({
    description: "Beneficiary that has the number now. `null` unless `status` is `kept`."
  })
}).annotate({ identifier: "FormerNumber" })

const RecipientErasure = Schema.Struct({
  ...state,
  former_numbers: Schema.Array(FormerNumber).annotate({
    description:
      "Former phone numbers of the recipient's beneficiaries, with the state of their data. Newest " +
      "first."
  })
}).annotate({ identifier: "RecipientErasure" })
export type RecipientErasure = typeof RecipientErasure.Type

const RecipientRecord = Schema.Struct({
  id: Schema.String,
  phone: Schema.String.annotate({
    description: "Phone number of the recipient. Reads `restricted` for restricted data."
  }),
  ...state
}).annotate({ identifier: "RecipientRecord" })

/** The recipient that a request is about. */
const named = {
  phone: Fields.maybe(Fields.Phone).annotate({
    description:
      "Phone number of the recipient in E.164 form. Required, unless `beneficiary_id` is given.",
    examples: ["+256770000001"]
  }),
  beneficiary_id: Fields.maybe(Fields.text(64)).annotate({
    description: "Id of a beneficiary of the account, whose phone number names the recipient."
  })
}

const about = {
  missing: ["ACCOUNT_NOT_FOUND", "BENEFICIARY_NOT_FOUND", "RECIPIENT_NOT_FOUND"],
  access: { by: "admin", needs: "holds", proof: "fresh" },
  location: "subject",
  payload: Schema.Struct({
    ...named,
    reason: Fields.GivenReason,
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: RecipientData
} as const

const exampleOf = <A extends RecipientData>(answer: A) => ({
  path: { id: Data.ids.account },
  body: { phone: "+256770000001", reason: Data.reason },
  answer
})

const by = "grace@example.com"

const none = { erased_at: null, legal_hold: null, approvals: [], approvals_needed: 2 }

const holdExample = { since: "2026-03-02T09:20:00.000Z", by, reason: Data.reason }

export const listRecipients = Operation.get("listRecipients", "/admin/v1/accounts/:id/recipients", {
  summary: "List recipients with requests about their data, newest first",
  description:
    "Returns the recipients of the account whose erasure waits for more people, whose data is " +
    "restricted, or whose data has a legal hold. Other recipients and erased ones are not listed.",
  missing: ["ACCOUNT_NOT_FOUND"],
  access: { by: "admin" },
  location: "subject",
  query: Fields.cursorPage("rcp"),
  success: Fields.cursorList(RecipientRecord),
  example: {
    path: { id: Data.ids.account },
    answer: Data.cursorPage({
      ...{ id: Data.ids.recipient, phone: "+256770000001", ...none },
      ...{ status: "requested", approvals: [by] }
    })
  }
})

export const eraseRecipient = Operation.post(
  "eraseRecipient",
  "/admin/v1/accounts/:id/recipients/erase",
  {
    ...about,
    summary: "Erase a recipient's personal data",
    description:
      "Erases the name, phone number and all other personal data of one recipient of the account, " +
      "and deletes beneficiaries with the phone number. The data of former numbers of these " +
      "beneficiaries is erased with it. The data reads `erased` afterwards. While " +
      "a law demands the data of a paid recipient (`RETENTION_YEARS`), the data is restricted " +
      "instead. It reads `restricted` and is found by no search until its erasure. With " +
      "`HOLD_APPROVALS` above 1, several people must request the erasure.",
    success: RecipientErasure,
    example: exampleOf({
      ...{ ...none, status: "restricted", erased_at: "2036-04-01T09:30:00.000Z" },
      former_numbers: [
        {
          ...{ id: Data.ids.recipient, status: "erased", beneficiary_id: null },
          erased_at: "2026-03-02T09:20:00.000Z"
        }
      ]
    })
  }
)

export const holdRecipientData = Operation.post(
  "holdRecipientData",
  "/admin/v1/accounts/:id/recipients/hold-data",
  {
    ...about,
    summary: "Set a legal hold on a recipient's data",
    description:
      "Prevents every erasure of the recipient's personal data, also one whose date comes, until " +
      "the hold is released.",
    example: exampleOf({ ...none, status: "kept", legal_hold: holdExample })
  }
)

export const releaseRecipientData = Operation.post(
  "releaseRecipientData",
  "/admin/v1/accounts/:id/recipients/release-data",
  {
    ...about,
    summary: "End a legal hold on a recipient's data",
    description: "Ends the hold. Restricted data whose date has come is erased within a day.",
    example: exampleOf({ ...none, status: "kept" })
  }
)

const Note = Schema.Struct({
  id: Schema.String.annotate({ description: "Id of the entry in the audit log." }),
  at: Fields.Instant,
  action: Schema.String,
  by: Schema.String.annotate({ description: "User (e-mail address) or key (name) that acted." }),
  reason: Schema.String.annotate({ description: "Reason that was given for the action." })
}).annotate({ identifier: "PayoutNote" })

const Webhook = Schema.Struct({
  event_id: Schema.String,
  type: Schema.String,
  created_at: Fields.Instant.annotate({ description: "Time of the event. ISO 8601 in UTC." }),
  endpoint_id: Schema.String,
  endpoint_host: Schema.NullOr(Schema.String).annotate({
    description: "Host of the endpoint's URL. `null` if the endpoint was deleted."
  }),
  status: EventContract.DeliveryStatus.annotate({ description: "Status of the delivery." })
}).annotate({
  identifier: "ExportedWebhook",
  description: "Delivery of an event to a webhook endpoint, without the event's body."
})

const LoggedRequest = Schema.Struct({
  id: Schema.String.annotate({ description: "Id of the request, as in `X-Request-Id`." }),
  created_at: Fields.Instant,
  method: Schema.String,
  path: Schema.String,
  status: Schema.Finite.annotate({ description: "HTTP status of the response." }),
  request_body: Schema.NullOr(Schema.String).annotate({
    description: "Masked body of the request. `null` if there is none."
  }),
  response_body: Schema.NullOr(Schema.String).annotate({
    description: "Masked body of the response. `null` if there is none."
  })
}).annotate({
  identifier: "ExportedRequest",
  description: "Request about the payout, as the request log has it."
})

const RecipientExport = Schema.Struct({
  record: Schema.NullOr(RecipientRecord).annotate({
    description: "State of the recipient's data. `null` if no request changed it."
  }),
  beneficiaries: Schema.Array(BeneficiaryContract.Beneficiary),
  former_numbers: Schema.Array(Schema.String).annotate({
    description:
      "Phone numbers that these beneficiaries had before. Their data is not in this export. Export " +
      "each number."
  }),
  payouts: Schema.Array(
    Schema.Struct({
      ...PayoutContract.AdminPayout.fields,
      notes: Schema.Array(Note).annotate({
        description:
          "Reasons that were given for actions on the payout, at most the newest " +
          `${Limits.retention.exportedNotesMax}.`
      }),
      webhooks: Schema.Array(Webhook).annotate({
        description:
          "Webhook deliveries about the payout and about its batch, newest first. At most " +
          `${Limits.retention.exportedWebhooksMax} of each.`
      }),
      requests: Schema.Array(LoggedRequest).annotate({
        description:
          "Requests of the last seven days about the payout, newest first. At most " +
          `${Limits.retention.exportedRequestsMax}.`
      })
    }).annotate({
      identifier: "ExportedPayout",
      description: "A payout, with reasons of staff, webhook deliveries and logged requests."
    })
  ).annotate({
    description:
      `Payouts to the recipient, newest first, at most ${Limits.retention.exportedPayoutsMax}. ` +
      "Rows of batches are payouts."
  }),
  next_cursor: Fields.NextCursor
}).annotate({ identifier: "RecipientExport" })

export const exportRecipient = Operation.post(
  "exportRecipient",
  "/admin/v1/accounts/:id/recipients/export",
  {
    ...about,
    summary: "Export a recipient's data",
    description:
      "Returns all data about one recipient of the account, for a request by the person or an " +
      "authority. It includes webhook deliveries and logged requests about the payouts. The export " +
      "shows restricted data and is recorded in the audit log. The response is not kept for " +
      "retries. Erased data is not in it.",
    payload: Schema.Struct({
      ...named,
      reason: Fields.GivenReason,
      cursor: Fields.maybe(Fields.cursor("po")).annotate({
        description: "Value of `next_cursor` in the response with the previous page."
      })
    }),
    success: RecipientExport,
    example: {
      path: { id: Data.ids.account },
      body: { phone: "+256770000001", reason: Data.reason },
      answer: {
        record: null,
        beneficiaries: [BeneficiaryContract.example],
        former_numbers: [],
        payouts: [
          {
            ...PayoutExamples.held,
            notes: [
              {
                ...{ id: "aud_4711", at: "2026-03-02T09:20:00.000Z", action: "payout.approved" },
                ...{ by, reason: Data.reason }
              }
            ],
            webhooks: [
              {
                ...{ event_id: Data.ids.event, type: "payout.settled", status: "delivered" },
                ...{ created_at: "2026-03-02T09:20:00.000Z", endpoint_id: Data.ids.endpoint },
                endpoint_host: "example.com"
              }
            ],
            requests: []
          }
        ],
        next_cursor: null
      }
    }
  }
)

export const group = Operation.group({
  name: "Recipients",
  description:
    "Requests about the personal data of recipients. The data on the blockchain and at the " +
    "providers, and backups from before an erasure, are outside the service.",
  operations: [
    listRecipients,
    eraseRecipient,
    holdRecipientData,
    releaseRecipientData,
    exportRecipient
  ]
})
