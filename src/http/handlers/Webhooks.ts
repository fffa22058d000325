/** `/v1/webhooks`: translates between the wire and the use cases. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import type * as WebhookSender from "../../engine/ports/WebhookSender.ts"
import * as TestWebhook from "../../usecases/TestWebhook.ts"
import * as WebhookEndpoints from "../../usecases/WebhookEndpoints.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Webhooks.ts"
import * as Fields from "../contract/Fields.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

const tested = ({ attempt, deliveryId, eventId }: TestWebhook.Tested) => ({
  event_id: eventId,
  delivery_id: deliveryId,
  delivered: Delivery.isSuccess(attempt.statusCode),
  status_code: attempt.statusCode,
  latency_ms: attempt.latencyMs,
  error: attempt.error
})

/** What the request changes; `null` clears a description. */
const changesOf = ({
  payload
}: Route.RequestOf<typeof Api.update>): WebhookEndpoints.EndpointChanges => {
  const { description, events, is_active: isActive, url } = payload
  return {
    ...(url === undefined || url === null ? {} : { url }),
    ...(events === undefined || events === null ? {} : { events }),
    ...(description === undefined ? {} : { description }),
    ...(isActive === undefined || isActive === null ? {} : { isActive })
  }
}

const { endpoint, endpointWithSecret } = Serializers

/** Where events may be sent; named along with everything else that is wrong with a body. */
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

  const register = (request: Route.RequestOf<typeof Api.create>) => {
    const { accountId, command, engine, ids, payload } = request
    const { description = null, events, url } = payload
    return Answers.of(Api.create, command, endpointWithSecret, (request) =>
      WebhookEndpoints.register({ ...deps, engine, source: ids }, request, {
        ...{ accountId, url, events, description }
      })
    )
  }

  return [
    Route.make(Api.create, register, { rules }),
    Route.make(Api.createAlias, register, { rules }),

    Route.make(Api.list, ({ accountId, engine, query }) =>
      Effect.sync(() => {
        const all = WebhookEndpoints.list(engine, accountId)
        return Route.answer(Api.list, Pagination.of(all, query, endpoint))
      })
    ),

    Route.make(Api.get, ({ accountId, engine, params: { id } }) =>
      Effect.map(WebhookEndpoints.get(engine, { accountId, id }), (one) =>
        Route.answer(Api.get, endpoint(one))
      )
    ),

    Route.make(
      Api.update,
      (request) => {
        const { accountId, command, engine, params } = request
        const changes = changesOf(request)
        return Answers.of(Api.update, command, endpoint, (request) =>
          WebhookEndpoints.change(engine, request, { accountId, id: params.id }, changes)
        )
      },
      { rules }
    ),

    Route.make(Api.remove, ({ accountId, command, engine, params: { id } }) =>
      Answers.of(Api.remove, command, Serializers.deleted, (request) =>
        WebhookEndpoints.remove(engine, request, { accountId, id })
      )
    ),

    Route.make(Api.test, ({ accountId, command, engine, ids, params: { id }, payload }) =>
      Answers.of(Api.test, command, tested, (request) =>
        TestWebhook.run({ ...deps, engine, source: ids }, request, {
          ...{ accountId, id, type: payload.type ?? "webhook.test" }
        })
      )
    ),

    Route.make(Api.rotate, ({ accountId, command, engine, ids, params: { id }, payload }) =>
      Answers.of(Api.rotate, command, endpointWithSecret, (request) => {
        const overlapMs = Fields.overlapMs(payload.overlap_hours)
        const own = { ...deps, engine, source: ids }
        return WebhookEndpoints.rotateSecret(own, request, { accountId, id }, overlapMs)
      })
    )
  ]
})
