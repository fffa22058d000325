/** Contract of events and of their deliveries. */
import { Schema } from "effect"
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as Examples from "./EventExamples.ts"

export const Event = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  created_at: Fields.Instant,
  data: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "Object that the event is about, in the form that the event's name defines."
  })
}).annotate({ identifier: "Event" })

const Headers = Schema.Record(Schema.String, Schema.String)

const Attempt = Schema.Struct({
  at: Fields.Instant.annotate({ description: "Time of the attempt. ISO 8601 in UTC." }),
  status_code: Schema.NullOr(Schema.Finite),
  latency_ms: Schema.Finite,
  error: Schema.NullOr(Schema.String).annotate({
    description: "Description of the fault. `null` if the attempt succeeded."
  }),
  request_headers: Schema.NullOr(Headers).annotate({
    description: "Headers that the attempt sent. `null` if they are no longer stored."
  }),
  response_headers: Schema.NullOr(Headers).annotate({
    description: "First 1,024 characters of the response headers. `null` without a response."
  }),
  response_body: Schema.NullOr(Schema.String).annotate({
    description: "First 1,024 bytes of the response. `null` without a response."
  })
})

export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed"])

export const Delivery = Schema.Struct({
  id: Schema.String,
  endpoint_id: Schema.String,
  event_id: Schema.String,
  event_type: Schema.String,
  payout_id: Schema.NullOr(Schema.String),
  test: Schema.Boolean.annotate({
    description: "`true` if the delivery is a test that you requested."
  }),
  status: DeliveryStatus,
  attempts: Schema.Array(Attempt),
  next_attempt_at: Schema.NullOr(Fields.Instant),
  created_at: Fields.Instant,
  payload: Event.annotate({ description: "Body that every attempt sends." })
}).annotate({ identifier: "Delivery" })

const idempotency_key = Fields.maybe(Fields.IdempotencyKey)

const testType = "webhook.test"

const Type = Fields.word.check(
  Fields.rule("unknown_event", `must be one of ${EventRenderers.types.join(", ")}`, (name) =>
    EventRenderers.types.includes(name)
  )
)

/** Types of deliveries, which include test events. */
const DeliveredType = Fields.word.check(
  Fields.rule(
    "unknown_event",
    `must be one of ${[testType, ...EventRenderers.types].join(", ")}`,
    (name) => name === testType || EventRenderers.types.includes(name)
  )
)

export const list = Operation.get("listEvents", "/v1/events", {
  summary: "List events, newest first",
  description:
    "Returns the events of the account, whether they were delivered or not. To follow " +
    "events without a gap, send the id of the last one as `after`. Events of batches and " +
    "refunds have no `rows` here. Get the event to read them.",
  access: { by: "account", area: "webhooks" },
  query: {
    ...Fields.page,
    type: Schema.optionalKey(Type),
    payout_id: Schema.optionalKey(Fields.text(64)),
    created_from: Schema.optionalKey(Fields.QueryInstant),
    created_to: Schema.optionalKey(Fields.QueryInstant),
    after: Schema.optionalKey(Fields.text(128))
  },
  success: Fields.list(Event),
  example: {
    query: { type: "payout.settled", payout_id: Data.ids.payout },
    answer: Data.page(Examples.event)
  }
})

export const get = Operation.get("getEvent", "/v1/events/:id", {
  summary: "Get an event",
  description: "Returns one event exactly as it is delivered, with the rows of a batch.",
  missing: ["EVENT_NOT_FOUND"],
  access: { by: "account", area: "webhooks" },
  success: Event,
  example: { path: { id: Examples.event.id }, answer: Examples.event }
})

export const listDeliveries = Operation.get(
  "listDeliveries",
  "/v1/webhooks/endpoints/:id/deliveries",
  {
    summary: "List deliveries of an endpoint, newest first",
    description:
      "Returns what was sent to the endpoint, and the result of each attempt. Payloads have " +
      "no `rows` here.",
    missing: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
    access: { by: "account", area: "webhooks" },
    query: {
      ...Fields.cursorPage("dlv"),
      status: Schema.optionalKey(DeliveryStatus),
      type: Schema.optionalKey(DeliveredType),
      created_from: Schema.optionalKey(Fields.QueryInstant)
    },
    success: Fields.cursorList(Delivery),
    example: {
      path: { id: Data.ids.endpoint },
      query: { status: "failed" },
      answer: Data.cursorPage(Examples.deliveryFailed)
    }
  }
)

export const getDelivery = Operation.get("getDelivery", "/v1/webhooks/deliveries/:id", {
  summary: "Get a delivery",
  description: "Returns one delivery of one event to one endpoint, with all attempts.",
  missing: ["DELIVERY_NOT_FOUND"],
  access: { by: "account", area: "webhooks" },
  success: Delivery,
  example: { path: { id: Examples.delivery.id }, answer: Examples.delivery }
})

export const resend = Operation.post("resendDelivery", "/v1/webhooks/deliveries/:id/resend", {
  summary: "Resend a delivery",
  description:
    "Sends the same event to the same endpoint again. A pending delivery is attempted at " +
    "once. Returns 409 if the endpoint is disabled or was deleted.",
  missing: ["DELIVERY_NOT_FOUND"],
  access: { by: "account", area: "webhooks" },
  payload: Schema.Struct({ idempotency_key }),
  success: Delivery,
  example: {
    path: { id: Examples.delivery.id },
    body: { idempotency_key: Data.idempotencyKey },
    answer: Examples.deliveryResent
  }
})

export const resendFailed = Operation.post(
  "resendFailedDeliveries",
  "/v1/webhooks/endpoints/:id/resend-failed",
  {
    summary: "Resend failed deliveries",
    description:
      "Resends the failed deliveries of all events since a time, up to 1,000 per request. " +
      "Send the request again while `remaining` is above 0.",
    missing: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
    conflicts: ["DUPLICATE_IDEMPOTENCY_KEY", "OUTCOME_UNKNOWN", "INVALID_STATE"],
    access: { by: "account", area: "webhooks" },
    payload: Schema.Struct({
      since: Fields.QueryInstant,
      pending: Schema.optionalKey(
        Schema.Boolean.annotate({
          description: "`true` to send deliveries now that wait for their next attempt."
        })
      ),
      idempotency_key
    }),
    success: Schema.Struct({ resent: Schema.Finite, remaining: Schema.Finite }),
    example: {
      path: { id: Data.ids.endpoint },
      body: { since: "2026-03-02T00:00:00.000Z", pending: true },
      answer: { resent: 3, remaining: 0 }
    }
  }
)

export const group = Operation.group({
  name: "Events",
  description: "Events of the account and their deliveries.",
  operations: [list, get, listDeliveries, getDelivery, resend, resendFailed]
})
