/** Contract of `/v1/requests`: recent requests of the account, to find the cause of an error. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const fields = {
  id: Schema.String.annotate({ description: "The value of `X-Request-Id`" }),
  created_at: Fields.Instant,
  caller_id: Schema.String.annotate({
    description: "The API key, `key_…`, or the dashboard's user, `usr_…`, that sent it"
  }),
  caller_name: Schema.NullOr(Schema.String).annotate({
    description: "What the key or the user is called now"
  }),
  ip_address: Schema.String.annotate({
    description: "The address that it came from"
  }),
  method: Schema.String,
  path: Schema.String.annotate({ description: "With its query; searches are masked" }),
  status: Schema.Finite.annotate({
    description: "Of the answer; 499: the client closed the connection before it"
  }),
  latency_ms: Schema.Finite,
  idempotency_key: Schema.NullOr(Schema.String),
  replayed: Schema.Boolean.annotate({
    description: "Whether it got the answer that its idempotency key had before"
  }),
  error_code: Schema.NullOr(Schema.String),
  subject_id: Schema.NullOr(Schema.String).annotate({
    description: "The payout, batch or quote that it names or created"
  })
}

const Request = Schema.Struct(fields).annotate({ identifier: "LoggedRequest" })

const masked =
  "Phone numbers, names, metadata and secrets are masked; at most " +
  `${Limits.requests.bodyCharsMax.toLocaleString("en")} characters. Null where there is none`

const RequestWithBodies = Schema.Struct({
  ...fields,
  request_body: Schema.NullOr(Schema.String).annotate({ description: masked }),
  response_body: Schema.NullOr(Schema.String).annotate({ description: masked })
}).annotate({ identifier: "LoggedRequestWithBodies" })

export const list = Operation.get("listRequests", "/v1/requests", {
  summary: "List recent requests, newest first",
  description:
    "Requests of the last seven days, up to " +
    `${Limits.requests.keptPerAccountMax.toLocaleString("en")} of an account, about a second ` +
    "after their answers. For debugging alone: of more than " +
    `${Limits.requests.notedPerAccountMax} a second some are left out. \`search\` finds a ` +
    "request id, an idempotency key, an error code, a payout, batch or quote, or a part of a path.",
  access: { by: "account" },
  location: "here",
  query: {
    ...Fields.cursorPage("req"),
    caller_id: Schema.optionalKey(Fields.text(64)),
    method: Schema.optionalKey(Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE"])),
    outcome: Schema.optionalKey(Schema.Literals(["succeeded", "failed"])),
    subject_id: Schema.optionalKey(Fields.text(64)),
    created_from: Schema.optionalKey(Fields.QueryInstant),
    created_to: Schema.optionalKey(Fields.QueryInstant),
    search: Schema.optionalKey(Fields.text(128))
  },
  success: Fields.cursorList(Request),
  example: { query: { outcome: "failed" }, answer: Data.cursorPage(Data.loggedRequest) }
})

export const get = Operation.get("getRequest", "/v1/requests/:id", {
  summary: "Get a recent request with its bodies",
  description: "The request that an error's `request_id` names.",
  missing: ["REQUEST_NOT_FOUND"],
  access: { by: "account" },
  location: "here",
  success: RequestWithBodies,
  example: { path: { id: Data.ids.request }, answer: Data.loggedRequestWithBodies }
})

export const group = Operation.group({
  name: "Requests",
  description: "Recent requests of the account, to find the cause of an error.",
  operations: [list, get]
})
