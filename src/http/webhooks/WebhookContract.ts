/** Contract of `/v1/webhooks`. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as WebhookJson from "./WebhookJson.ts"

const common = {
  id: Schema.String,
  url: Schema.String,
  events: Schema.Array(Schema.String),
  description: Schema.NullOr(Schema.String),
  is_active: Schema.Boolean,
  disabled_reason: Schema.optionalKey(Schema.String).annotate({
    description: "Reason why the service disabled the endpoint. Present only if it did."
  }),
  created_at: Fields.Instant
}

const Endpoint = Schema.Struct(common).annotate({ identifier: "WebhookEndpoint" })

/** An endpoint with its signing secret, only at creation and rotation. */
const EndpointWithSecret = Schema.Struct({ ...common, secret: Schema.String }).annotate({
  identifier: "WebhookEndpointWithSecret"
})

const EventName = Fields.word.check(
  Fields.rule(
    "unknown_event",
    `must be one of ${EventRenderers.subscribableNames.join(", ")}`,
    (name) => EventRenderers.subscribableNames.includes(name)
  )
)

const Events = Schema.Array(EventName).check(
  Fields.rule("empty", "must name at least one event", (events) => events.length > 0),
  Fields.rule("too_many", "must name at most 64 events", (events) => events.length <= 64)
)

const Url = Fields.text(Limits.http.urlCharsMax)

const registration = {
  payload: Schema.Struct({
    url: Url,
    events: Events,
    description: Fields.maybe(Fields.text(500)),
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: EndpointWithSecret,
  status: 201 as const
}

const example = WebhookJson.endpoint(Objects.endpoint)
const withSecret = WebhookJson.endpointWithSecret(Objects.endpoint)
const body = { url: example.url, events: example.events, description: example.description }

export const create = Operation.post("createWebhookEndpoint", "/v1/webhooks/endpoints", {
  summary: "Create a webhook endpoint",
  description:
    "Creates an endpoint that receives events from now on. Only this response contains " +
    "the secret that signs them.",
  access: { by: "account", area: "webhooks", proof: "fresh" },
  ...registration,
  example: { body, answer: withSecret }
})

export const createAlias = Operation.post("createWebhook", "/v1/webhooks", {
  summary: "Create a webhook endpoint (alias)",
  description: "Creates an endpoint, exactly as `POST /v1/webhooks/endpoints` does.",
  access: { by: "account", area: "webhooks", proof: "fresh" },
  ...registration,
  example: { body, answer: withSecret }
})

export const list = Operation.get("listWebhookEndpoints", "/v1/webhooks/endpoints", {
  summary: "List webhook endpoints, newest first",
  description: "Returns the webhook endpoints of the account, without secrets.",
  access: { by: "account", area: "webhooks" },
  query: Fields.page,
  success: Fields.list(Endpoint),
  example: { answer: Data.page(example) }
})

export const get = Operation.get("getWebhookEndpoint", "/v1/webhooks/endpoints/:id", {
  summary: "Get a webhook endpoint",
  description: "Returns one webhook endpoint, without its secret.",
  missing: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
  access: { by: "account", area: "webhooks" },
  success: Endpoint,
  example: { path: { id: Data.ids.endpoint }, answer: example }
})

export const update = Operation.put("updateWebhookEndpoint", "/v1/webhooks/endpoints/:id", {
  summary: "Update a webhook endpoint",
  description:
    "Changes the fields that the request contains. While `is_active` is `false`, no " +
    "events are sent to the endpoint.",
  missing: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
  access: { by: "account", area: "webhooks", proof: "fresh" },
  payload: Schema.Struct({
    url: Fields.maybe(Url),
    events: Fields.maybe(Events),
    description: Fields.maybe(Fields.text(500)),
    is_active: Fields.maybe(Schema.Boolean)
  }),
  success: Endpoint,
  example: {
    path: { id: Data.ids.endpoint },
    body: { events: ["*"], is_active: true },
    answer: { ...example, events: ["*"] }
  }
})

export const remove = Operation.delete("deleteWebhookEndpoint", "/v1/webhooks/endpoints/:id", {
  summary: "Delete a webhook endpoint",
  description: "Deletes an endpoint permanently. Its pending deliveries are not attempted again.",
  missing: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
  access: { by: "account", area: "webhooks" },
  success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
  example: { path: { id: Data.ids.endpoint }, answer: { id: Data.ids.endpoint, deleted: true } }
})

export const test = Operation.post("testWebhookEndpoint", "/v1/webhooks/endpoints/:id/test", {
  summary: "Send a test event",
  description:
    "Sends `webhook.test`, or the event in `type`, with made-up values, and returns the " +
    "result of the attempt.",
  missing: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
  conflicts: ["DUPLICATE_IDEMPOTENCY_KEY", "OUTCOME_UNKNOWN", "INVALID_STATE"],
  access: { by: "account", area: "webhooks" },
  payload: Schema.Struct({
    type: Fields.maybe(
      Fields.word.check(
        Fields.rule(
          "unknown_event",
          "must be webhook.test or a name of an event",
          (name) =>
            name === "webhook.test" ||
            (EventRenderers.subscribableNames.includes(name) && !name.includes("*"))
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
    error: Schema.NullOr(Schema.String).annotate({
      description: "Description of the fault. `null` if the attempt succeeded."
    })
  }),
  example: {
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
  }
})

export const rotate = Operation.post(
  "rotateWebhookSecret",
  "/v1/webhooks/endpoints/:id/rotate-secret",
  {
    summary: "Rotate a signing secret",
    description:
      "Creates a new signing secret. The old one expires after `overlap_hours`. Until then " +
      "`webhook-signature` contains a signature of each secret, and `X-Service-Signature` " +
      "uses the old one.",
    missing: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
    access: { by: "account", area: "webhooks", proof: "fresh" },
    payload: Schema.Struct({
      overlap_hours: Fields.maybe(Fields.OverlapHours),
      idempotency_key: Fields.maybe(Fields.IdempotencyKey)
    }),
    success: EndpointWithSecret,
    example: {
      path: { id: Data.ids.endpoint },
      body: { overlap_hours: 24, idempotency_key: Data.idempotencyKey },
      answer: withSecret
    }
  }
)

export const group = Operation.group({
  name: "Webhooks",
  description: "A webhook endpoint is a URL of yours that receives events.",
  operations: [create, createAlias, list, get, update, remove, test, rotate]
})
