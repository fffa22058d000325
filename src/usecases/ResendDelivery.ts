/** Resends webhook deliveries, including finished ones. */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Delivery from "../domain/webhook/Delivery.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import type { OwnedId } from "./PartitionContext.ts"
import * as WebhookEndpoints from "./WebhookEndpoints.ts"

/** A delivery, if the account has it. */
export const get = Effect.fnUntraced(function* (
  engine: Engine.EngineService,
  accountId: string,
  id: string
) {
  const delivery = yield* engine.delivery(id)
  return delivery === undefined || delivery.webhookEvent.accountId !== accountId
    ? yield* Effect.fail<Engine.DeliveryNotFound>({ _tag: "DeliveryNotFound", id })
    : delivery
})

/** Fails with `DeliveryNotFound`, `EndpointNotActive` or `Delivery.Rejection`. */
export const run = Effect.fn("ResendDelivery.run")(function* (
  engine: Engine.EngineService,
  request: Request.Request<Delivery.Delivery>,
  { accountId, id }: OwnedId
) {
  yield* get(engine, accountId, id)
  return yield* engine.resend(request, id)
})

export interface FailedInput extends OwnedId {
  /** Milliseconds: only deliveries since this time; `undefined` for all. */
  readonly since: number | undefined
  /** True to include deliveries that wait for their next attempt. */
  readonly hasPending: boolean
}

export interface ResendResult {
  readonly resent: number
  /** Number of deliveries beyond the limit of one request. */
  readonly remaining: number
}

const resendFailed = Effect.fnUntraced(function* (
  engine: Engine.EngineService,
  context: Request.CommandContext,
  { hasPending, since, ...owned }: FailedInput
) {
  const { id: endpointId, isActive } = yield* WebhookEndpoints.get(engine, owned)
  if (!isActive) {
    const off = { _tag: "EndpointNotActive", id: endpointId, isDeleted: false } as const
    return yield* Effect.fail<Engine.EndpointNotActive>(off)
  }
  const page = { limit: Limits.webhooks.resentMax, offset: 0 }
  const statuses = hasPending ? (["failed", "pending"] as const) : (["failed"] as const)
  const lists = yield* Effect.forEach(statuses, (status) =>
    engine.lists.deliveries({ endpointId, status, since }, page)
  )
  const items = lists.flatMap((list) => list.items).slice(0, page.limit)
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const request = { ...context, idempotency: null }
  // A delivery that another request resent in the meantime is not resent.
  const counts = yield* Effect.forEach(
    items,
    ({ id }) =>
      engine.resend(request, id, statuses).pipe(
        Effect.as(1),
        Effect.catchTags({
          InvalidDeliveryState: () => Effect.succeed(0),
          EndpointNotActive: () => Effect.succeed(0)
        })
      ),
    { concurrency: Limits.webhooks.resentAtOnce }
  )
  const resent = counts.reduce((sum, count) => sum + count, 0)
  return { resent, remaining: total - items.length } satisfies ResendResult
})

/** Acts at most once per key. Fails with `EndpointNotFound` or `EndpointNotActive`. */
export const runFailed = (
  engine: Engine.EngineService,
  request: Request.Request<ResendResult>,
  input: FailedInput
) => engine.actOnce(request, resendFailed(engine, request, input))
