/** Examples of events under every name, made by the renderer, and of their deliveries. */
import { Result } from "effect"
import * as Ids from "../../domain/Ids.ts"
import * as Quotes from "../../domain/quote/Quote.ts"
import * as Deliveries from "../../domain/webhook/Delivery.ts"
import * as Endpoints from "../../domain/webhook/Endpoint.ts"
import { current, types } from "../../domain/webhook/EventRenderers.ts"
import * as TestEvent from "../../domain/webhook/TestEvent.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as BatchExamples from "../batches/BatchExamples.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as EventJson from "./EventJson.ts"

const { endpoint, quote } = Objects

/** The events of one step of a payout, under every name. */
const ofStep = ({ after, before, event, opened }: Objects.Step) => {
  const transition = WebhookEvent.transition(before, after, event, opened)
  const names = transition === undefined ? [] : WebhookEvent.select(current, transition, types)
  const named = names.flatMap((name) =>
    transition === undefined ? [] : [WebhookEvent.make(current, transition, name)]
  )
  if (event._tag === "DepositFinalized") {
    return [...named, WebhookEvent.deposit(current, after, event.deposit, event.at)]
  }
  if (before === undefined || !isOfRefund(event)) return named
  return [...named, WebhookEvent.refund(current, { before, after, event }, 1_042) ?? []].flat()
}

const isOfRefund = (event: Objects.Step["event"]): event is WebhookEvent.RefundEvent =>
  event._tag.startsWith("Refund")

const lives = [
  ...[Objects.settled, Objects.failed, Objects.reviewed],
  ...[Objects.refunded, Objects.disproved, Objects.returned]
]

const ofBatch = (
  type: "batch.funded" | "batch.completed" | "batch.cancelled",
  life: BatchExamples.Life
) => WebhookEvent.batch(current, type, life, life.batch.updatedAt)

const { expiresAt } = quote

const reason = "no delivery succeeded for five days"
const disabledAt = Objects.createdAt + Endpoints.failingMsMax
const disabled = Endpoints.disabled(endpoint, {
  ...{ _tag: "EndpointDisabled", id: endpoint.id, reason, at: disabledAt }
})

const made = [
  ...lives.flatMap(({ steps }) => steps.flatMap(ofStep)),
  ofBatch("batch.funded", BatchExamples.funded),
  ofBatch("batch.completed", BatchExamples.completed),
  ofBatch("batch.cancelled", BatchExamples.cancelled),
  WebhookEvent.quoteExpired(current, Quotes.expired(quote), expiresAt),
  WebhookEvent.endpointDisabled(current, disabled, disabledAt),
  ...types
    .filter((type) => /^(balance|withdrawal)\.|^refund\.credited$/.test(type))
    .concat("webhook.test")
    .map((type) => TestEvent.make(Data.ids.event, type, endpoint, Objects.createdAt))
]

const byType = new Map(made.toReversed().map((one) => [one.type, one]))

/** One envelope per event name, as it is delivered. */
export const events: Readonly<Record<string, EventJson.Envelope>> = Object.fromEntries(
  [...types, "webhook.test"].flatMap((type) => {
    const one = byType.get(type)
    return one === undefined ? [] : [[type, EventJson.event(one)]]
  })
)

const settled = byType.get("payout.settled") ?? TestEvent.make("", "", endpoint, 0)

export const event = EventJson.event(settled)

const pending = Deliveries.created(Ids.delivery(settled.id, endpoint.id), endpoint.id, settled)

const refused: Deliveries.Attempt = {
  ...{ at: settled.at, statusCode: 503, latencyMs: 412, error: "answered 503" },
  sent: {
    "User-Agent": "payout-service/1.0.0",
    "X-Service-Signature": `sha256=${"5d".repeat(32)}`,
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  },
  answer: {
    headers: { "content-type": "text/plain", "retry-after": "30" },
    body: "try again later"
  },
  retryAfterSeconds: 30
}

const live = (delivery: Deliveries.Delivery, command: Deliveries.Command) =>
  Result.getOrThrow(Deliveries.decide(delivery, command)).reduce(Deliveries.evolve, delivery)

const retried = live(pending, { _tag: "ReportAttempt", attempt: refused, timeScale: 1 })

export const delivery = EventJson.delivery(retried)

/** A failed delivery, whose endpoint was disabled. */
export const deliveryFailed = EventJson.delivery(
  live(retried, { _tag: "Abandon", at: settled.at + 60_000, reason: "endpoint disabled" })
)

export const deliveryResent = EventJson.delivery(
  live(pending, { _tag: "Resend", at: settled.at + 60_000 })
)
