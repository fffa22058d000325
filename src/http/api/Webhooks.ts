/** Contract of `/v1/webhooks`. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Limits from "../../config/Limits.ts"
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import * as Example from "./Example.ts"
import * as Data from "./ExampleData.ts"
import * as Fields from "./Fields.ts"

const common = {
  id: Schema.String,
  url: Schema.String,
  events: Schema.Array(Schema.String),
  description: Schema.NullOr(Schema.String),
  is_active: Schema.Boolean,
  disabled_reason: Schema.optionalKey(Schema.String).annotate({
    description: "Why the service switched it off, where it did"
  }),
  created_at: Fields.Instant
}

const Endpoint = Schema.Struct(common).annotate({ identifier: "WebhookEndpoint" })

/** With the signing secret: at creation and rotation only. */
const EndpointWithSecret = Schema.Struct({ ...common, secret: Schema.String }).annotate({
  identifier: "WebhookEndpointWithSecret"
})

const EventName = Fields.word.check(
  Schema.makeFilter((name) => EventRenderers.known.includes(name), {
    message: `unknown_event: must be one of ${EventRenderers.known.join(", ")}`
  })
)

const Events = Schema.Array(EventName).check(
  Schema.makeFilter((events) => events.length > 0, {
    message: "empty: must name at least one event"
  }),
  Schema.makeFilter((events) => events.length <= 64, {
    message: "too_many: must name at most 64 events"
  })
)

const Url = Fields.text(Limits.http.urlCharsMax)
const byId = { params: { id: Schema.String } }

const registration = {
  payload: Schema.Struct({
    url: Url,
    events: Events,
    description: Fields.maybe(Fields.text(500)),
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: EndpointWithSecret.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
}

export const create = HttpApiEndpoint.post(
  "createWebhookEndpoint",
  "/v1/webhooks/endpoints",
  registration
)
  .annotateMerge(OpenApi.annotations({ summary: "Register an endpoint; shows its secret once" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description:
        "Events go to the URL from now on, signed with the secret, which is shown this once.",
      body: Data.registration,
      answer: Data.endpointWithSecret
    })
  )

export const createAlias = HttpApiEndpoint.post("createWebhook", "/v1/webhooks", registration)
  .annotateMerge(OpenApi.annotations({ summary: "The same as POST /v1/webhooks/endpoints" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "Another path to the same.",
      body: Data.registration,
      answer: Data.endpointWithSecret
    })
  )

export const list = HttpApiEndpoint.get("listWebhookEndpoints", "/v1/webhooks/endpoints", {
  query: Fields.page,
  success: Fields.list(Endpoint),
  error: Fields.readErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "List endpoints, newest first" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "Secrets are not shown.",
      answer: Data.page(Data.endpoint)
    })
  )

export const get = HttpApiEndpoint.get("getWebhookEndpoint", "/v1/webhooks/endpoints/:id", {
  ...byId,
  success: Endpoint,
  error: Fields.readErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Get an endpoint" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "The secret is not shown.",
      path: { id: Data.ids.endpoint },
      answer: Data.endpoint
    })
  )

export const update = HttpApiEndpoint.put("updateWebhookEndpoint", "/v1/webhooks/endpoints/:id", {
  ...byId,
  payload: Schema.Struct({
    url: Fields.maybe(Url),
    events: Fields.maybe(Events),
    description: Fields.maybe(Fields.text(500)),
    is_active: Fields.maybe(Schema.Boolean)
  }),
  success: Endpoint,
  error: Fields.writeErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Change what is given, keep the rest" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "An endpoint with `is_active` false gets nothing.",
      path: { id: Data.ids.endpoint },
      body: { events: ["*"], is_active: true },
      answer: { ...Data.endpoint, events: ["*"] }
    })
  )

export const remove = HttpApiEndpoint.delete(
  "deleteWebhookEndpoint",
  "/v1/webhooks/endpoints/:id",
  {
    ...byId,
    success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
    error: Fields.writeErrors
  }
)
  .annotateMerge(OpenApi.annotations({ summary: "Delete an endpoint; pending deliveries end" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "Deliveries that were pending end at once.",
      path: { id: Data.ids.endpoint },
      answer: { id: Data.ids.endpoint, deleted: true }
    })
  )

export const test = HttpApiEndpoint.post("testWebhookEndpoint", "/v1/webhooks/endpoints/:id/test", {
  ...byId,
  payload: Schema.Struct({
    type: Fields.maybe(
      Fields.word.check(
        Schema.makeFilter(
          (name) =>
            name === "webhook.test" || (EventRenderers.known.includes(name) && !name.includes("*")),
          { message: `unknown_event: must be webhook.test or a name of an event` }
        )
      )
    ),
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: Schema.Struct({
    event_id: Schema.String,
    delivery_id: Schema.String,
    delivered: Schema.Boolean,
    status_code: Schema.NullOr(Schema.Finite),
    latency_ms: Schema.Finite,
    error: Schema.NullOr(Schema.String)
  }),
  error: Fields.writeErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Send a test event at once and say how it went" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description:
        "Sends `webhook.test`, or the event named in `type` as it would be now, with made-up values.",
      path: { id: Data.ids.endpoint },
      body: { type: "payout.settled" },
      answer: {
        event_id: Data.ids.event,
        delivery_id: Data.ids.delivery,
        delivered: true,
        status_code: 200,
        latency_ms: 87,
        error: null
      }
    })
  )

export const rotate = HttpApiEndpoint.post(
  "rotateWebhookSecret",
  "/v1/webhooks/endpoints/:id/rotate-secret",
  {
    ...byId,
    payload: Schema.Struct({
      overlap_hours: Fields.maybe(Fields.OverlapHours),
      idempotency_key: Fields.maybe(Fields.IdempotencyKey)
    }),
    success: EndpointWithSecret,
    error: Fields.writeErrors
  }
)
  .annotateMerge(
    OpenApi.annotations({
      summary: "New secret; the old one signs along for 24 hours, or fewer",
      description:
        "During the overlap `webhook-signature` has the signatures of both secrets, and `X-Service-Signature` is still the old secret's. With `overlap_hours` 0 the old secret ends at once."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.endpoint },
      body: { overlap_hours: 24, idempotency_key: Data.idempotencyKey },
      answer: Data.endpointWithSecret
    })
  )

export class Group extends HttpApiGroup.make("Webhooks")
  .add(create, createAlias, list, get, update, remove, test, rotate)
  .annotate(OpenApi.Description, "Your endpoints that receive events, and their deliveries.") {}
