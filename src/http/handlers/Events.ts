/** Events and deliveries: translates between the wire and the engine. */
import { Effect } from "effect"
import * as Ownership from "../../usecases/Ownership.ts"
import * as ResendDelivery from "../../usecases/ResendDelivery.ts"
import * as WebhookEndpoints from "../../usecases/WebhookEndpoints.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Events.ts"
import * as Fields from "../contract/Fields.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

const eventRoutes = [
  Route.make(
    Api.list,
    Effect.fnUntraced(function* ({ accountId, engine, query }) {
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
      return Route.answer(Api.list, Pagination.show(listed, page, Serializers.event))
    })
  ),

  Route.make(Api.get, ({ accountId, engine, params }) =>
    Effect.map(Ownership.event(engine, accountId, params.id), (event) =>
      Route.answer(Api.get, Serializers.event(event))
    )
  )
]

const deliveryRoutes = [
  Route.make(
    Api.listDeliveries,
    Effect.fnUntraced(function* ({ accountId, engine, params, query }) {
      const owned = { accountId, id: params.id }
      const { id: endpointId } = yield* WebhookEndpoints.get(engine, owned)
      const filter = {
        endpointId,
        status: query.status,
        type: query.type,
        since: Fields.parseInstant(query.created_from ?? "")
      }
      return yield* Pagination.answer(
        Api.listDeliveries,
        query,
        (page) => engine.lists.deliveries(filter, page),
        Serializers.delivery
      )
    })
  ),

  Route.make(Api.getDelivery, ({ accountId, engine, params }) =>
    Effect.map(ResendDelivery.get(engine, accountId, params.id), (delivery) =>
      Route.answer(Api.getDelivery, Serializers.delivery(delivery))
    )
  ),

  Route.make(Api.resend, ({ accountId, command, engine, params }) =>
    Answers.of(Api.resend, command, Serializers.delivery, (request) =>
      ResendDelivery.run(engine, request, { accountId, id: params.id })
    )
  ),

  Route.make(Api.resendFailed, ({ accountId, command, engine, params, payload }) =>
    Answers.of(
      Api.resendFailed,
      command,
      ({ remaining, resent }: ResendDelivery.Resent) => ({ resent, remaining }),
      (request) => {
        const since = Fields.parseInstant(payload.since)
        const { pending: hasPending = false } = payload
        const input = { accountId, id: params.id, since, hasPending }
        return ResendDelivery.runFailed(engine, request, input)
      }
    )
  )
]

export const routes = Effect.succeed([...eventRoutes, ...deliveryRoutes])
