/** Events and deliveries: translates between the wire and the engine, nothing else. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Events.ts"
import * as Fields from "../api/Fields.ts"
import * as Pagination from "../Pagination.ts"
import type { Refusal, Rejection } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const { core } = engine

  const shown = (after: Delivery.Delivery) => Route.ok(Serializers.delivery(after))

  /** The account's own endpoint; any other is not there. */
  const findEndpoint = (accountId: string, id: string): Effect.Effect<string, Refusal> =>
    core.endpoints.get(id)?.accountId === accountId
      ? Effect.succeed(id)
      : Effect.fail({ _tag: "NotFound", what: "endpoint", id })

  /** One that takes deliveries now. */
  const findActive = Effect.fnUntraced(function* (accountId: string, id: string) {
    yield* findEndpoint(accountId, id)
    if (core.endpoints.get(id)?.isActive === true) return id
    return yield* Effect.fail({ _tag: "EndpointOff", id, isDeleted: false } as const)
  })

  const findDelivery = Effect.fnUntraced(function* (accountId: string, id: string) {
    const delivery = yield* engine.delivery(id)
    return delivery === undefined || delivery.notice.accountId !== accountId
      ? yield* Effect.fail({ _tag: "DeliveryNotFound", id } as const)
      : delivery
  })

  const findEvent = Effect.fnUntraced(function* (accountId: string, id: string) {
    const event = yield* engine.lists.event(id)
    return event === undefined || event.accountId !== accountId
      ? yield* Effect.fail<Refusal>({ _tag: "NotFound", what: "event", id })
      : event
  })

  const list = Route.make(
    Api.list,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, query }) {
      const page = Pagination.read(query)
      // Following one that is not there would mean to begin anew without saying so.
      if (query.after !== undefined) yield* findEvent(accountId, query.after)
      const filter = {
        accountId,
        type: query.type,
        subjectId: query.payout_id,
        from: Fields.parseInstant(query.created_from ?? ""),
        to: Fields.parseInstant(query.created_to ?? ""),
        after: query.after
      }
      const listed = yield* engine.lists.events(filter, page)
      return Route.ok(Pagination.show(listed, page, Serializers.event))
    })
  )

  const get = Route.make(Api.get, { access: "account" }, ({ accountId, params }) =>
    Effect.map(findEvent(accountId, params.id), (event) => Route.ok(Serializers.event(event)))
  )

  const listDeliveries = Route.make(
    Api.listDeliveries,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, params, query }) {
      const endpointId = yield* findEndpoint(accountId, params.id)
      const page = Pagination.read(query)
      const listed = yield* engine.lists.deliveries({ endpointId, status: query.status }, page)
      return Route.ok(Pagination.show(listed, page, Serializers.delivery))
    })
  )

  const getDelivery = Route.make(Api.getDelivery, { access: "account" }, ({ accountId, params }) =>
    Effect.map(findDelivery(accountId, params.id), shown)
  )

  const resend = Route.make(
    Api.resend,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, params, request }) {
      yield* findDelivery(accountId, params.id)
      return yield* Answers.of(request, shown, (asked) => engine.resend(asked, params.id))
    })
  )

  const resendFailed = Route.make(
    Api.resendFailed,
    { access: "account" },
    ({ accountId, params, payload, request }) => {
      const again = Effect.gen(function* () {
        const endpointId = yield* findActive(accountId, params.id)
        const since = Fields.parseInstant(payload.since)
        const page = { limit: Limits.webhooks.resentMax, offset: 0 }
        const filter = { endpointId, status: "failed", since } as const
        const { items, total } = yield* engine.lists.deliveries(filter, page)
        const asked = { ...request, idempotency: null }
        const concurrency = Limits.webhooks.resentAtOnce
        // One that someone else made again meanwhile is made again: nothing is wanted of it here.
        const made = yield* Effect.forEach(
          items,
          ({ id }) =>
            engine.resend(asked, id).pipe(
              Effect.as(1),
              Effect.catchTags({
                InvalidDeliveryState: () => Effect.succeed(0),
                EndpointOff: () => Effect.succeed(0)
              })
            ),
          { concurrency }
        )
        const resent = made.reduce((sum, one) => sum + one, 0)
        return Route.ok({ resent, remaining: total - items.length })
      })
      return Answers.of<Answers.Json, Rejection>(
        request,
        (answer) => answer,
        (asked) => engine.actOnce(asked, again)
      )
    }
  )

  return [list, get, listDeliveries, getDelivery, resend, resendFailed]
})
