/** Events and deliveries: translates between the wire and the engine. */
import { Effect } from "effect"
import * as Ownership from "../../usecases/Ownership.ts"
import * as ResendDelivery from "../../usecases/ResendDelivery.ts"
import * as WebhookEndpoints from "../../usecases/WebhookEndpoints.ts"
import * as Fields from "../contract/Fields.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./EventContract.ts"
import * as EventJson from "./EventJson.ts"

const eventRoutes = [
  Route.make(
    Contract.list,
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
      return Route.answer(Contract.list, Pagination.show(listed, page, EventJson.event))
    })
  ),

  Route.make(Contract.get, ({ accountId, engine, params }) =>
    Effect.map(Ownership.event(engine, accountId, params.id), (event) =>
      Route.answer(Contract.get, EventJson.event(event))
    )
  )
]

const deliveryRoutes = [
  Route.make(
    Contract.listDeliveries,
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
        Contract.listDeliveries,
        query,
        (page) => engine.lists.deliveries(filter, page),
        EventJson.delivery
      )
    })
  ),

  Route.make(Contract.getDelivery, ({ accountId, engine, params }) =>
    Effect.map(ResendDelivery.get(engine, accountId, params.id), (delivery) =>
      Route.answer(Contract.getDelivery, EventJson.delivery(delivery))
    )
  ),

  Route.make(Contract.resend, ({ accountId, command, engine, params }) =>
    CommandResponses.of(Contract.resend, command, EventJson.delivery, (request) =>
      ResendDelivery.run(engine, request, { accountId, id: params.id })
    )
  ),

  Route.make(Contract.resendFailed, ({ accountId, command, engine, params, payload }) =>
    CommandResponses.of(
      Contract.resendFailed,
      command,
      ({ remaining, resent }: ResendDelivery.ResendResult) => ({ resent, remaining }),
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
