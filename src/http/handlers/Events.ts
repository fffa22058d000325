/** Events and deliveries: translates between the wire and the engine. */
import { Effect } from "effect"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as ResendDelivery from "../../usecases/ResendDelivery.ts"
import * as WebhookEndpoints from "../../usecases/WebhookEndpoints.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Events.ts"
import * as Fields from "../api/Fields.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

const eventRoutes = (engine: Engine.Engine["Service"]) => {
  const list = Route.make(
    Api.list,
    { access: "account", area: "webhooks" },
    Effect.fnUntraced(function* ({ accountId, query }) {
      const page = Pagination.read(query)
      // Following an unknown event would silently start from the beginning.
      if (query.after !== undefined) {
        yield* Ownership.event(engine, accountId, query.after)
      }
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

  const get = Route.make(
    Api.get,
    { access: "account", area: "webhooks" },
    ({ accountId, params }) =>
      Effect.map(Ownership.event(engine, accountId, params.id), (event) =>
        Route.ok(Serializers.event(event))
      )
  )

  return [list, get]
}

const deliveryRoutes = (engine: Engine.Engine["Service"]) => {
  const shown = (after: Delivery.Delivery) => Route.ok(Serializers.delivery(after))

  const list = Route.make(
    Api.listDeliveries,
    { access: "account", area: "webhooks" },
    Effect.fnUntraced(function* ({ accountId, params, query }) {
      const owned = { accountId, id: params.id }
      const { id: endpointId } = yield* WebhookEndpoints.get(engine, owned)
      const filter = {
        endpointId,
        status: query.status,
        type: query.type,
        since: Fields.parseInstant(query.created_from ?? "")
      }
      return yield* Pagination.reading(query, (page) =>
        Effect.map(engine.lists.deliveries(filter, page), (listed) =>
          Route.ok(Pagination.showWithCursor(listed, page, Serializers.delivery))
        )
      )
    })
  )

  const get = Route.make(
    Api.getDelivery,
    { access: "account", area: "webhooks" },
    ({ accountId, params }) => Effect.map(ResendDelivery.get(engine, accountId, params.id), shown)
  )

  const resend = Route.make(
    Api.resend,
    { access: "account", area: "webhooks" },
    ({ accountId, params, request }) =>
      Answers.of(request, shown, (asked) =>
        ResendDelivery.run(engine, asked, { accountId, id: params.id })
      )
  )

  const resendFailed = Route.make(
    Api.resendFailed,
    { access: "account", area: "webhooks" },
    ({ accountId, params, payload, request }) =>
      Answers.of(
        request,
        ({ remaining, resent }: ResendDelivery.Resent) => Route.ok({ resent, remaining }),
        (asked) => {
          const since = Fields.parseInstant(payload.since)
          const { pending: hasPending = false } = payload
          const input = { accountId, id: params.id, since, hasPending }
          return ResendDelivery.runFailed(engine, asked, input)
        }
      )
  )

  return [list, get, resend, resendFailed]
}

export const routes = Effect.map(Engine.Engine, (engine) => [
  ...eventRoutes(engine),
  ...deliveryRoutes(engine)
])
