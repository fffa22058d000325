/** Contract of `/v1/requests`: recent requests of the account, to find the cause of an error. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Limits from "../../config/Limits.ts"
import * as Example from "./Example.ts"
import * as Data from "./ExampleData.ts"
import * as Fields from "./Fields.ts"

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

export const list = HttpApiEndpoint.get("listRequests", "/v1/requests", {
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
  error: Fields.readErrors
})
  .annotateMerge(
    OpenApi.annotations({
      summary: "List recent requests, newest first",
      description:
        "Requests of the last seven days, up to " +
        `${Limits.requests.keptPerAccountMax.toLocaleString("en")} of an account, about a second ` +
        "after their answers. For debugging alone: of more than " +
        `${Limits.requests.notedPerAccountMax} a second some are left out. \`search\` finds a ` +
        "request id, an idempotency key, an error code, a payout, batch or quote, or a part of a path."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({ query: { outcome: "failed" }, answer: Data.cursorPage(Data.loggedRequest) })
  )

export const get = HttpApiEndpoint.get("getRequest", "/v1/requests/:id", {
  params: { id: Schema.String },
  success: RequestWithBodies,
  error: Fields.readErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Get a recent request with its bodies" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "The request that an error's `request_id` names.",
      path: { id: Data.ids.request },
      answer: Data.loggedRequestWithBodies
    })
  )

export class Group extends HttpApiGroup.make("Requests")
  .add(list, get)
  .annotate(
    OpenApi.Description,
    "Recent requests of the account, to find the cause of an error."
  ) {}
