/** `/v1/webhooks`: translates between the wire and the engine, nothing else. */
import { Effect, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Ids from "../../domain/Ids.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as TestEvent from "../../domain/webhook/TestEvent.ts"
import * as Engine from "../../engine/Engine.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as WebhookSender from "../../engine/ports/WebhookSender.ts"
import type * as State from "../../engine/state/State.ts"
import * as Answers from "../Answers.ts"
import * as Fields from "../api/Fields.ts"
import * as Api from "../api/Webhooks.ts"
import * as Pagination from "../Pagination.ts"
import type { Refusal, Rejection } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

const secretBytes = 32

/** The account's own endpoint; any other is not there. */
const find = (
  core: State.State,
  accountId: string,
  id: string
): Result.Result<Endpoint.Endpoint, Refusal> => {
  const endpoint = core.endpoints.get(id)
  return endpoint === undefined || endpoint.accountId !== accountId
    ? Result.fail({ _tag: "NotFound", what: "endpoint", id })
    : Result.succeed(endpoint)
}

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const courier = yield* WebhookSender.WebhookSender
  const draw = yield* IdGenerator.IdGenerator
  const { timeScale } = yield* Policy.Policy
  const { core, deliveries } = engine

  const changed = (
    context: Engine.RequestContext,
    locks: ReadonlyArray<string>,
    decide: () => Result.Result<Engine.Decision<Answers.Json>, Refusal>
  ) =>
    Answers.of<Answers.Json, Refusal | Engine.NotExecuted>(
      context,
      (answer) => answer,
      (request) =>
        engine.execute(
          request,
          locks,
          Effect.suspend(() => Effect.fromResult(decide()))
        )
    )

  /** Where events may be sent; named along with everything else that is wrong with a body. */
  const rules: Route.Rules = ({ url }) => {
    const problem = typeof url === "string" && url !== "" ? courier.checkUrl(url) : undefined
    if (problem === undefined) return []
    return [{ field: "url", code: problem.code, message: problem.message }]
  }

  const register = ({ accountId, at, payload, request }: Route.CallOf<typeof Api.create>) => {
    const event = {
      _tag: "EndpointCreated",
      id: IdGenerator.id(draw, "we", at),
      accountId,
      url: payload.url,
      events: [...new Set(payload.events)],
      description: payload.description ?? null,
      secret: courier.newSecret(draw.bytes(secretBytes)),
      at
    } as const
    const max = Limits.webhooks.endpointsPerAccountMax
    return changed(request, [`endpoints ${accountId}`], () => {
      const count = core.endpointsByAccount.get(accountId)?.length ?? 0
      if (count >= max) return Result.fail({ _tag: "TooManyEndpoints", max } as const)
      const answer = Route.created(Serializers.endpointWithSecret(Endpoint.created(event)))
      return Result.succeed({ events: [event], result: answer })
    })
  }

  const list = Route.make(Api.list, { access: "account" }, ({ accountId, query }) =>
    Effect.sync(() => {
      const all = (core.endpointsByAccount.get(accountId) ?? []).flatMap(
        (id) => core.endpoints.get(id) ?? []
      )
      return Route.ok(Pagination.of(all.reverse(), query, Serializers.endpoint))
    })
  )

  const get = Route.make(Api.get, { access: "account" }, ({ accountId, params }) =>
    Effect.fromResult(
      Result.map(find(core, accountId, params.id), (endpoint) =>
        Route.ok(Serializers.endpoint(endpoint))
      )
    )
  )

  const update = Route.make(
    Api.update,
    { access: "account", rules },
    ({ accountId, at, params: { id }, payload, request }) =>
      changed(request, [`endpoint ${id}`], () =>
        Result.map(find(core, accountId, id), (endpoint) => {
          const event = {
            _tag: "EndpointUpdated",
            id,
            url: payload.url ?? endpoint.url,
            events: [...new Set(payload.events ?? endpoint.events)],
            description:
              payload.description === undefined ? endpoint.description : payload.description,
            isActive: payload.is_active ?? endpoint.isActive,
            at
          } as const
          const answer = Route.ok(Serializers.endpoint(Endpoint.updated(endpoint, event)))
          return { events: [event], result: answer }
        })
      )
  )

  const remove = Route.make(
    Api.remove,
    { access: "account" },
    ({ accountId, at, params: { id }, request }) =>
      changed(request, [`endpoint ${id}`], () =>
        Result.map(find(core, accountId, id), () => ({
          events: [{ _tag: "EndpointDeleted", id, at } as const],
          result: Route.ok({ id, deleted: true })
        }))
      )
  )

  const rotate = Route.make(
    Api.rotate,
    { access: "account" },
    ({ accountId, at, params: { id }, payload, request }) =>
      changed(request, [`endpoint ${id}`], () =>
        Result.map(find(core, accountId, id), (endpoint) => {
          const secret = courier.newSecret(draw.bytes(secretBytes))
          const overlapMs = Fields.overlapMs(payload.overlap_hours)
          const event = { _tag: "EndpointSecretRotated", id, secret, overlapMs, at } as const
          const answer = Route.ok(Serializers.endpointWithSecret(Endpoint.rotated(endpoint, event)))
          return { events: [event], result: answer }
        })
      )
  )

  /** A test is a delivery like any other: it stands in the log before the receiver is asked. */
  const attempt = Effect.fnUntraced(function* ({
    accountId,
    at,
    params,
    payload,
    request
  }: Route.CallOf<typeof Api.test>) {
    const endpoint = yield* Effect.fromResult(find(core, accountId, params.id))
    const eventId = IdGenerator.id(draw, "evt", at)
    const notice = TestEvent.make(eventId, payload.type ?? "webhook.test", endpoint, at)
    const id = Ids.delivery(eventId, endpoint.id)
    const tested = { _tag: "DeliveryTested", id, endpointId: endpoint.id, notice, at } as const
    return yield* deliveries.during(
      id,
      Effect.gen(function* () {
        yield* engine.execute(
          { ...request, idempotency: null },
          [],
          Effect.succeed({ events: [tested], result: undefined })
        )
        const { body } = notice
        const secrets = Endpoint.secrets(endpoint, at)
        const outcome = yield* courier.send({ url: endpoint.url, secrets, eventId, body })
        // Where it cannot be written in time the delivery stays pending, and is attempted again.
        yield* deliveries.report(id, { _tag: "ReportAttempt", attempt: outcome, timeScale }).pipe(
          Effect.catchTag("InvalidDeliveryState", () => Effect.void),
          Effect.timeoutOption(Limits.webhooks.testReportMsMax)
        )
        const { error, latencyMs, statusCode } = outcome
        return Route.ok({
          event_id: eventId,
          delivery_id: id,
          delivered: Delivery.isSuccess(statusCode),
          status_code: statusCode,
          latency_ms: latencyMs,
          error
        })
      })
    )
  })

  const test = Route.make(Api.test, { access: "account" }, (call) =>
    Answers.of<Answers.Json, Rejection>(
      call.request,
      (answer) => answer,
      (request) => engine.actOnce(request, attempt(call))
    )
  )

  return [
    Route.make(Api.create, { access: "account", rules }, (call) => register(call)),
    Route.make(Api.createAlias, { access: "account", rules }, (call) => register(call)),
    list,
    get,
    update,
    remove,
    test,
    rotate
  ]
})
