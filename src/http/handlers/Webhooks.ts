/** `/v1/webhooks`: translates between the wire and the use cases. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as TestWebhook from "../../usecases/TestWebhook.ts"
import * as WebhookEndpoints from "../../usecases/WebhookEndpoints.ts"
import * as Answers from "../Answers.ts"
import * as Fields from "../api/Fields.ts"
import * as Api from "../api/Webhooks.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

const account = { access: "account", area: "webhooks" } as const

const endpoint = (one: Endpoint.Endpoint) => Route.ok(Serializers.endpoint(one))

const created = (one: Endpoint.Endpoint) => Route.created(Serializers.endpointWithSecret(one))

const rotated = (one: Endpoint.Endpoint) => Route.ok(Serializers.endpointWithSecret(one))

const tested = ({ attempt, deliveryId, eventId }: TestWebhook.Tested) =>
  Route.ok({
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
}: Route.CallOf<typeof Api.update>): WebhookEndpoints.EndpointChanges => {
  const { description, events, is_active: isActive, url } = payload
  return {
    ...(url === undefined || url === null ? {} : { url }),
    ...(events === undefined || events === null ? {} : { events }),
    ...(description === undefined ? {} : { description }),
    ...(isActive === undefined || isActive === null ? {} : { isActive })
  }
}

export const routes = Effect.gen(function* () {
  const deps = { ...(yield* WebhookEndpoints.dependencies), ...(yield* Policy.Policy) }
  const { engine, sender } = deps

  /** Where events may be sent; named along with everything else that is wrong with a body. */
  const rules: Route.Rules = ({ url }) => {
    const isBounded = typeof url === "string" && url.length <= Limits.http.urlCharsMax
    const problem = isBounded && url !== "" ? sender.checkUrl(url) : undefined
    if (problem === undefined) return []
    return [{ field: "url", code: problem.code, message: problem.message }]
  }

  const register = ({ accountId, payload, request }: Route.CallOf<typeof Api.create>) => {
    const { description = null, events, url } = payload
    return Answers.of(request, created, (asked) =>
      WebhookEndpoints.register(deps, asked, { accountId, url, events, description })
    )
  }

  return [
    Route.make(Api.create, { ...account, proof: "fresh", rules }, (call) => register(call)),
    Route.make(Api.createAlias, { ...account, proof: "fresh", rules }, (call) => register(call)),
    Route.make(Api.list, account, ({ accountId, query }) =>
      Effect.sync(() => {
        const all = WebhookEndpoints.list(engine, accountId)
        return Route.ok(Pagination.of(all, query, Serializers.endpoint))
      })
    ),
    Route.make(Api.get, account, ({ accountId, params: { id } }) =>
      Effect.map(WebhookEndpoints.get(engine, { accountId, id }), endpoint)
    ),
    Route.make(Api.update, { ...account, proof: "fresh", rules }, (call) =>
      Answers.of(call.request, endpoint, (request) => {
        const owned = { accountId: call.accountId, id: call.params.id }
        return WebhookEndpoints.change(engine, request, owned, changesOf(call))
      })
    ),
    Route.make(Api.remove, account, ({ accountId, params: { id }, request }) =>
      Answers.of(request, Route.deleted, (asked) =>
        WebhookEndpoints.remove(engine, asked, { accountId, id })
      )
    ),
    Route.make(Api.test, account, ({ accountId, params: { id }, payload, request }) =>
      Answers.of(request, tested, (asked) =>
        TestWebhook.run(deps, asked, { accountId, id, type: payload.type ?? "webhook.test" })
      )
    ),
    Route.make(
      Api.rotate,
      { ...account, proof: "fresh" },
      ({ accountId, params: { id }, payload, request }) =>
        Answers.of(request, rotated, (asked) => {
          const overlapMs = Fields.overlapMs(payload.overlap_hours)
          return WebhookEndpoints.rotateSecret(deps, asked, { accountId, id }, overlapMs)
        })
    )
  ]
})
