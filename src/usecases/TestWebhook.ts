/** Sends a test event to an endpoint and waits for the result. */
import { Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Ids from "../domain/Ids.ts"
import type * as Delivery from "../domain/webhook/Delivery.ts"
import * as Endpoint from "../domain/webhook/Endpoint.ts"
import * as TestEvent from "../domain/webhook/TestEvent.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type { OwnedId } from "./PartitionContext.ts"
import * as WebhookEndpoints from "./WebhookEndpoints.ts"

export interface Input extends OwnedId {
  /** The event type, such as `payout.settled`. */
  readonly type: string
}

export interface TestResult {
  readonly eventId: string
  readonly deliveryId: string
  readonly attempt: Delivery.Attempt
}

export interface Dependencies extends WebhookEndpoints.Dependencies {
  readonly timeScale: number
}

/** Sends a test, which is in the log before it is sent, as every delivery is. */
const attempt = Effect.fnUntraced(function* (
  { engine, sender, source, timeScale }: Dependencies,
  context: Request.CommandContext,
  input: Input
) {
  const { deliveries } = engine
  const { at } = context
  const endpoint = yield* WebhookEndpoints.get(engine, input)
  const eventId = IdGenerator.id(source, "evt", at)
  const webhookEvent = TestEvent.make(eventId, input.type, endpoint, at)
  const id = Ids.delivery(eventId, endpoint.id)
  const event = { _tag: "DeliveryTested", id, endpointId: endpoint.id, webhookEvent, at } as const
  const send = Effect.gen(function* () {
    yield* engine.executeUnkeyed(context, {
      locks: [],
      decide: () => Result.succeed({ events: [event], result: undefined })
    })
    const { body } = webhookEvent
    const secrets = Endpoint.secrets(endpoint, at)
    const outcome = yield* sender.send({ url: endpoint.url, secrets, eventId, body })
    // If the result cannot be written in time, the delivery stays pending and is retried.
    yield* deliveries.report(id, { _tag: "ReportAttempt", attempt: outcome, timeScale }).pipe(
      Effect.catchTag("InvalidDeliveryState", () => Effect.void),
      Effect.timeoutOption(Limits.webhooks.testReportMsMax)
    )
    return { eventId, deliveryId: id, attempt: outcome } satisfies TestResult
  })
  return yield* deliveries.during(id, send)
})

/** Acts at most once per key. Fails with `EndpointNotFound`. */
export const run = (deps: Dependencies, request: Request.Request<TestResult>, input: Input) =>
  deps.engine.actOnce(request, attempt(deps, request, input))
