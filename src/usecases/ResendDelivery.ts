/** Deliveries made again, finished ones too. */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Delivery from "../domain/webhook/Delivery.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import type { Owned } from "./InPartition.ts"
import * as WebhookEndpoints from "./WebhookEndpoints.ts"

/** The account's own delivery. */
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

/** Fails with `DeliveryNotFound`, `EndpointOff` or `Delivery.Rejection`. */
export const run = Effect.fn("ResendDelivery.run")(function* (
  engine: Engine.EngineService,
  request: Request.Request<Delivery.Delivery>,
  { accountId, id }: Owned
) {
  yield* get(engine, accountId, id)
  return yield* engine.resend(request, id)
})

export interface FailedInput extends Owned {
  /** Failed since this moment, milliseconds. */
  readonly since: number | undefined
  /** Whether those that wait for their next attempt are sent too. */
  readonly hasPending: boolean
}

export interface Resent {
  readonly resent: number
  /** Those beyond the ones that one request takes. */
  readonly remaining: number
}

const resendFailed = Effect.fnUntraced(function* (
  engine: Engine.EngineService,
  context: Request.CommandContext,
  { hasPending, since, ...owned }: FailedInput
) {
  const { id: endpointId, isActive } = yield* WebhookEndpoints.get(engine, owned)
  if (!isActive) {
    const off = { _tag: "EndpointOff", id: endpointId, isDeleted: false } as const
    return yield* Effect.fail<Engine.EndpointOff>(off)
  }
  const page = { limit: Limits.webhooks.resentMax, offset: 0 }
  const statuses = hasPending ? (["failed", "pending"] as const) : (["failed"] as const)
  const lists = yield* Effect.forEach(statuses, (status) =>
    engine.lists.deliveries({ endpointId, status, since }, page)
  )
  const items = lists.flatMap((list) => list.items).slice(0, page.limit)
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const request = { ...context, idempotency: null }
  // A delivery that another request resent after the list was read is not sent a second time.
  const made = yield* Effect.forEach(
    items,
    ({ id }) =>
      engine.resend(request, id, statuses).pipe(
        Effect.as(1),
        Effect.catchTags({
          InvalidDeliveryState: () => Effect.succeed(0),
          EndpointOff: () => Effect.succeed(0)
        })
      ),
    { concurrency: Limits.webhooks.resentAtOnce }
  )
  const resent = made.reduce((sum, one) => sum + one, 0)
  return { resent, remaining: total - items.length } satisfies Resent
})

/** At most once for one key. Fails with `EndpointNotFound` or `EndpointOff`. */
export const runFailed = (
  engine: Engine.EngineService,
  request: Request.Request<Resent>,
  input: FailedInput
) => engine.actOnce(request, resendFailed(engine, request, input))
