/** `/v1/webhooks`: translates between the wire and the use cases. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import type * as WebhookSender from "../../engine/ports/WebhookSender.ts"
import * as TestWebhook from "../../usecases/TestWebhook.ts"
import * as WebhookEndpoints from "../../usecases/WebhookEndpoints.ts"
import * as Fields from "../contract/Fields.ts"
import * as Json from "../contract/Json.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./WebhookContract.ts"
import * as WebhookJson from "./WebhookJson.ts"

const testJson = ({ attempt, deliveryId, eventId }: TestWebhook.TestResult) => ({
  event_id: eventId,
  delivery_id: deliveryId,
  delivered: Delivery.isSuccess(attempt.statusCode),
  status_code: attempt.statusCode,
  latency_ms: attempt.latencyMs,
  error: attempt.error
})

/** Fields that the request changes; `null` clears a description. */
const changesOf = ({
  payload
}: Route.RequestOf<typeof Contract.update>): WebhookEndpoints.EndpointChanges => {
  const { description, events, is_active: isActive, url } = payload
  return {
    ...(url === undefined || url === null ? {} : { url }),
    ...(events === undefined || events === null ? {} : { events }),
    ...(description === undefined ? {} : { description }),
    ...(isActive === undefined || isActive === null ? {} : { isActive })
  }
}

const { endpoint, endpointWithSecret } = WebhookJson

/** Check of an endpoint's address; it is reported together with the body's other errors. */
const rulesOf =
  ({ checkUrl }: WebhookSender.WebhookSender["Service"]): Route.Rules =>
  ({ url }) => {
    const isBounded = typeof url === "string" && url.length <= Limits.http.urlCharsMax
    const problem = isBounded && url !== "" ? checkUrl(url) : undefined
    if (problem === undefined) return []
    return [{ field: "url", code: problem.code, message: problem.message }]
  }

export const routes = Effect.gen(function* () {
  const deps = { ...(yield* WebhookEndpoints.dependencies), ...(yield* Policy.Policy) }
  const rules = rulesOf(deps.sender)

  const register = (request: Route.RequestOf<typeof Contract.create>) => {
    const { accountId, command, engine, ids, payload } = request
    const { description = null, events, url } = payload
    return CommandResponses.of(Contract.create, command, endpointWithSecret, (request) =>
      WebhookEndpoints.register({ ...deps, engine, source: ids }, request, {
        ...{ accountId, url, events, description }
      })
    )
  }

  return [
    Route.make(Contract.create, register, { rules }),
    Route.make(Contract.createAlias, register, { rules }),

    Route.make(Contract.list, ({ accountId, engine, query }) =>
      Effect.sync(() => {
        const all = WebhookEndpoints.list(engine, accountId)
        return Route.answer(Contract.list, Pagination.of(all, query, endpoint))
      })
    ),

    Route.make(Contract.get, ({ accountId, engine, params: { id } }) =>
      Effect.map(WebhookEndpoints.get(engine, { accountId, id }), (one) =>
        Route.answer(Contract.get, endpoint(one))
      )
    ),

    Route.make(
      Contract.update,
      (request) => {
        const { accountId, command, engine, params } = request
        const changes = changesOf(request)
        return CommandResponses.of(Contract.update, command, endpoint, (request) =>
          WebhookEndpoints.change(engine, request, { accountId, id: params.id, changes })
        )
      },
      { rules }
    ),

    Route.make(Contract.remove, ({ accountId, command, engine, params: { id } }) =>
      CommandResponses.of(Contract.remove, command, Json.deleted, (request) =>
        WebhookEndpoints.remove(engine, request, { accountId, id })
      )
    ),

    Route.make(Contract.test, ({ accountId, command, engine, ids, params: { id }, payload }) =>
      CommandResponses.of(Contract.test, command, testJson, (request) =>
        TestWebhook.run({ ...deps, engine, source: ids }, request, {
          ...{ accountId, id, type: payload.type ?? "webhook.test" }
        })
      )
    ),

    Route.make(Contract.rotate, ({ accountId, command, engine, ids, params: { id }, payload }) =>
      CommandResponses.of(Contract.rotate, command, endpointWithSecret, (request) => {
        const overlapMs = Fields.overlapMs(payload.overlap_hours)
        const own = { ...deps, engine, source: ids }
        return WebhookEndpoints.rotateSecret(own, request, { accountId, id, overlapMs })
      })
    )
  ]
})
