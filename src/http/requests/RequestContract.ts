/** Contract of `/v1/requests`: recent requests of the account, to find the cause of an error. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const fields = {
  id: Schema.String.annotate({ description: "Id of the request, as in `X-Request-Id`." }),
  created_at: Fields.Instant,
  caller_id: Schema.String.annotate({
    description: "Id of the API key (`key_…`) or dashboard user (`usr_…`) that sent the request."
  }),
  caller_name: Schema.NullOr(Schema.String).annotate({
    description: "Current name of the key or user."
  }),
  ip_address: Schema.String.annotate({
    description: "Network address of the client."
  }),
  method: Schema.String,
  path: Schema.String.annotate({ description: "Path with its query. Search texts are masked." }),
  status: Schema.Finite.annotate({
    description:
      "HTTP status of the response. 499 if the client closed the connection before the " +
      "response."
  }),
  latency_ms: Schema.Finite,
  idempotency_key: Schema.NullOr(Schema.String),
  replayed: Schema.Boolean.annotate({
    description: "`true` if the response is a replay of the first response to this idempotency key."
  }),
  error_code: Schema.NullOr(Schema.String),
  subject_id: Schema.NullOr(Schema.String).annotate({
    description:
      "Id of the payout, batch or quote in the request or response. `null` if there is none."
  })
}

const Request = Schema.Struct(fields).annotate({ identifier: "LoggedRequest" })

const masked =
  `Body, at most ${Limits.requests.bodyCharsMax.toLocaleString("en")} characters. Phone numbers, ` +
  "names, details of people, metadata and secrets are masked. `null` if there is none."

const RequestWithBodies = Schema.Struct({
  ...fields,
  request_body: Schema.NullOr(Schema.String).annotate({ description: masked }),
  response_body: Schema.NullOr(Schema.String).annotate({ description: masked })
}).annotate({ identifier: "LoggedRequestWithBodies" })

export const list = Operation.get("listRequests", "/v1/requests", {
  summary: "List recent requests, newest first",
  description:
    "Returns requests of the last seven days, at most " +
    `${Limits.requests.keptPerAccountMax.toLocaleString("en")} per account, for ` +
    "debugging. A request appears about a second after its response. Above " +
    `${Limits.requests.notedPerAccountMax} requests per second, some are left out.`,
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
    search: Schema.optionalKey(
      Fields.text(128).annotate({
        description:
          "Finds requests by their id, idempotency key, error code or object's id, or by a part " +
          "of the path."
      })
    )
  },
  success: Fields.cursorList(Request),
  example: { query: { outcome: "failed" }, answer: Data.cursorPage(Data.loggedRequest) }
})

export const get = Operation.get("getRequest", "/v1/requests/:id", {
  summary: "Get a recent request",
  description: "Returns one request with its bodies. Use the `request_id` of an error.",
  missing: ["REQUEST_NOT_FOUND"],
  access: { by: "account" },
  location: "here",
  success: RequestWithBodies,
  example: { path: { id: Data.ids.request }, answer: Data.loggedRequestWithBodies }
})

export const group = Operation.group({
  name: "Requests",
  description: "Recent requests of the account, for debugging.",
  operations: [list, get]
})
