/**
 * The endpoints of the contract, each with the operation that answers it: what `HttpApiBuilder`
 * registers, and what a route of its own uses in the same way.
 *
 * Handlers are raw, so that the body is decoded here and not by the builder: it reads a number that
 * its double does not hold exactly without an error, and has neither the bounds of a body nor the
 * key in a header.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, type Fiber, Layer, Result } from "effect"
import {
  type HttpMethod,
  HttpRouter,
  HttpServerRequest,
  type HttpServerResponse
} from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiError, type HttpApiGroup } from "effect/http-api"
import type * as Engine from "../../engine/Engine.ts"
import type * as Partitions from "../../engine/Partitions.ts"
import * as CanonicalParameters from "../decoding/CanonicalParameters.ts"
import * as Decode from "../decoding/Decode.ts"
import * as ValidationMessages from "../decoding/ValidationMessages.ts"
import * as Admission from "../middleware/Admission.ts"
import * as Idempotency from "../middleware/Idempotency.ts"
import * as RequestContext from "../middleware/RequestContext.ts"
import * as RequestLifecycle from "../middleware/RequestLifecycle.ts"
import type * as RequestMetrics from "../middleware/RequestMetrics.ts"
import * as Responses from "../middleware/Responses.ts"
import type * as Route from "../middleware/Route.ts"
import * as SessionAuth from "../middleware/SessionAuth.ts"
import * as Problems from "../Problems.ts"
import * as Body from "./Body.ts"
import * as Placement from "./Placement.ts"

/** An endpoint with its operation, its decoder and its metrics. */
export interface Endpoint extends Placement.Placed {
  readonly payload: Decode.Decoder | undefined
  /** Gives each parameter its one spelling, where there are several. */
  readonly canonical: ReturnType<typeof CanonicalParameters.make>
  readonly metrics: RequestMetrics.RequestMetrics
}

/** `handlers`: the operation of each partition, or the directory's alone. */
export const make = (
  route: Route.Route,
  handlers: Placement.Placed["handlers"],
  metricsOf: RequestMetrics.Make
): Endpoint => ({
  route,
  handlers,
  // A route's schemas need no services; `Schema.Top` does not show it.
  payload: route.payload === undefined ? undefined : Decode.decoder(route.payload as never),
  canonical: CanonicalParameters.make(route.contract),
  metrics: metricsOf(route.method, route.path, route.limit === "probe")
})

const noFields: Decode.Fields = {}

const nothing: ReadonlyArray<Problems.FieldError> = []

const noBytes = new Uint8Array()

/** What endpoints need of the server. */
export interface Serving {
  readonly admit: Admission.Admit
  readonly partitions: Partitions.PartitionsService
  readonly site: SessionAuth.Site
}

/** A body as it came, and what the endpoint's schema makes of it. */
interface DecodedBody {
  /** `undefined`: the request is a read and has none. */
  readonly received: Body.Received | undefined
  readonly payload: Decode.Fields
}

/** What an operation gets, in the one partition or in that of several. */
interface Operand extends DecodedBody {
  readonly partition?: number
}

/**
 * Who sent a request, and what makes a retry of it a retry. One of several partitions has no API
 * keys in its log, so that the account is named for a key too; and an idempotency key of the staff
 * counts for the object that they name, in whichever partition it is.
 */
const requestOf = (
  { site }: Serving,
  endpoint: Endpoint,
  { at, caller, params, source }: RequestContext.Fields,
  { partition, payload }: Operand
): Engine.CommandContext => {
  const by = caller?.id ?? "public"
  const own = partition === undefined ? by : `${by} ${params.id ?? ""}`
  const repetition = Idempotency.of(endpoint, caller?.accountId ?? own, params, payload)
  const from = site.addressOf(source)
  const isNamed = caller?.kind === "person" || partition !== undefined
  return isNamed && caller !== undefined && caller.accountId !== null
    ? { at, by, as: caller.accountId, from, ...repetition }
    : { at, by, from, ...repetition }
}

/** The call that an operation gets. */
const callOf = (
  serving: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields,
  operand: Operand
) => {
  const { site } = serving
  const { route } = endpoint
  const { at, caller, params, query, source } = context
  const { payload, received } = operand
  const accountId = caller?.accountId ?? ""
  const request = requestOf(serving, endpoint, context, operand)
  const found = received?._tag === "Upload" ? received.upload.problems : nothing
  const call = { params, query, payload, at, accountId, found, request }
  if (route.isPages) return { ...call, client: SessionAuth.clientOf(source, site) }
  if (!route.takesBytes) return call
  return { ...call, raw: Body.raw(source, received?._tag === "Bytes" ? received.bytes : noBytes) }
}

/** Runs the operation: in the one partition that has it, or where it belongs. */
const handle = (
  serving: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields,
  body: DecodedBody
): Route.Handled => {
  // The call's fields were decoded by the schemas of this very route.
  if (endpoint.handlers.length === 1) {
    return endpoint.route.handle(callOf(serving, endpoint, context, body) as never)
  }
  return Placement.run(serving.partitions, endpoint, context, (number, query) => {
    const call = callOf(serving, endpoint, context, { ...body, partition: number })
    return { ...call, query } as never
  })
}

/** Decodes the body and runs the operation. */
const operate = (
  serving: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields,
  received: Body.Received | undefined
): Route.Handled => {
  const payload =
    received === undefined
      ? Result.succeed(noFields)
      : Body.payload(endpoint, context.source.headers, received)
  if (Result.isFailure(payload)) return Effect.fail(payload.failure)
  const handled = handle(serving, endpoint, context, { payload: payload.success, received })
  // A callback's operation logs what it refuses; others log nothing.
  return endpoint.route.takesBytes
    ? Effect.annotateLogs(handled, RequestLifecycle.annotations(context))
    : handled
}

/** Reads the body, runs the operation and makes the response. */
const respond = (
  serving: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields
): Effect.Effect<HttpServerResponse.HttpServerResponse, Problems.Rejection> => {
  const { route } = endpoint
  const handled =
    route.method === "GET"
      ? operate(serving, endpoint, context, undefined)
      : Effect.flatMapEager(Body.read(context.source, route), (received) =>
          operate(serving, endpoint, context, received)
        )
  return Effect.mapEager(handled, (answer) => Responses.answer(context, answer))
}

/** Whether an id is missing, as where a client's template got an empty one. */
const isUnnamed = (params: RequestContext.Fields["params"]): boolean => {
  for (const name in params) if (params[name] === "" && name !== "*") return true
  return false
}

/** Admits a request to an endpoint before what follows. */
const admitted = <A, E, R>(
  { admit }: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields,
  next: () => Effect.Effect<A, E, R>
): Effect.Effect<A, E | Problems.Rejection, R> => {
  if (isUnnamed(context.params)) {
    return Effect.fail(admit.unrouted(context, { _tag: "NoSuchPath" }))
  }
  context.metrics = endpoint.metrics
  return Effect.flatMapEager(admit.to(endpoint.route, context), next)
}

/** The response to a request that is refused. */
export const refused = (context: RequestContext.Fields) => (rejection: Problems.Rejection) =>
  Effect.succeed(Responses.problem(context, Problems.of(rejection)))

/** The context of the request that runs in a fiber, with the parameters of its route. */
const contextIn = (fiber: Fiber.Fiber<unknown, unknown>): RequestContext.Fields => {
  const context = Context.getUnsafe(fiber.context, RequestContext.RequestContext)
  context.params = Context.getUnsafe(fiber.context, HttpRouter.RouteContext).params
  return context
}

/** A query that its schema refuses, in our words; other failures are no rejection of ours. */
const rejectionOf = (failure: unknown, query: unknown): Problems.Rejection | undefined => {
  if (!HttpApiError.HttpApiSchemaError.is(failure)) return failure as Problems.Rejection
  if (failure.kind !== "Query") return undefined
  const { issue } = failure.cause
  const errors = ValidationMessages.errorsOf(issue, query, "query")
  return { _tag: "Invalid", errors: ValidationMessages.onePerField(errors) }
}

const keyOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`

/** Endpoints by their method and path. */
export type Table = ReadonlyMap<string, Endpoint>

export const tableOf = (endpoints: ReadonlyArray<Endpoint>): Table =>
  new Map(endpoints.map((endpoint) => [keyOf(endpoint.route), endpoint]))

/** The endpoint of an operation of the contract; one that is missing is a defect at the start. */
export const find = (
  table: Table,
  endpoint: { readonly method: string; readonly path: string }
) => {
  const found = table.get(keyOf(endpoint))
  if (found === undefined) throw new Error(`${keyOf(endpoint)} has no operation`)
  return found
}

/** Admission for every endpoint of the contract. */
export const admission = (serving: Serving, table: Table): Layer.Layer<Admission.Admission> =>
  Layer.succeed(Admission.Admission, (next, { endpoint }) => {
    const found = find(table, endpoint)
    return Effect.withFiber((fiber) => {
      const context = contextIn(fiber)
      return Effect.catch(
        admitted(serving, found, context, () => next),
        (failure) => {
          const query = Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)
          const rejection = rejectionOf(failure, query)
          return rejection === undefined ? Effect.die(failure) : refused(context)(rejection)
        }
      )
    })
  })

/** What `HttpApiBuilder` gives to a raw handler, as far as it is used. */
interface RawRequest {
  readonly query?: unknown
}

type GroupLayer = Layer.Layer<HttpApiGroup.Service<string, string>, never, Admission.Admission>

/** The operations of a contract, but for those that have a route of their own. */
export const layer = (
  contract: HttpApi.Constraint,
  serving: Serving,
  table: Table,
  hasOwnRoute: (endpoint: Endpoint) => boolean
): Layer.Layer<never, never, HttpRouter.HttpRouter | Admission.Admission> => {
  // The builder's types are made for handlers that are written out by name. Here an operation is
  // found by its endpoint, and one that is missing is a defect at the start.
  const api = (contract as HttpApi.Top)
    .middleware(Admission.Admission)
    .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  const groups = Object.values(api.groups).map(
    (group: HttpApiGroup.Top): GroupLayer =>
      HttpApiBuilder.group(api, group.identifier, (handlers) => {
        for (const endpoint of Object.values(group.endpoints)) {
          const found = find(table, endpoint)
          if (hasOwnRoute(found)) continue
          // As above: the identifier is not a literal here.
          handlers.handleRaw(endpoint.identifier as never, ({ query }: RawRequest) =>
            Effect.withFiber((fiber) => {
              const context = contextIn(fiber)
              context.query = query ?? noFields
              return Effect.catch(respond(serving, found, context), refused(context))
            })
          )
        }
        // All endpoints of the group are handled here or by a route of their own.
        return handlers as never
      })
  )
  return HttpApiBuilder.layer(api).pipe(
    Layer.provide(groups as [GroupLayer, ...Array<GroupLayer>]),
    Layer.provide(NodeHttpServer.layerHttpServices)
  )
}

/** Admits a request and runs its operation. */
export const serve = (
  serving: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields
): Effect.Effect<HttpServerResponse.HttpServerResponse, Problems.Rejection> =>
  admitted(serving, endpoint, context, () => respond(serving, endpoint, context))

/** The same endpoint on the router itself, without the builder; it has no query. */
export const ownRoute = (serving: Serving, endpoint: Endpoint) =>
  HttpRouter.route(
    endpoint.route.method as HttpMethod.HttpMethod,
    endpoint.route.path as HttpRouter.PathInput,
    Effect.withFiber((fiber) => {
      const context = contextIn(fiber)
      return Effect.catch(serve(serving, endpoint, context), refused(context))
    })
  )
