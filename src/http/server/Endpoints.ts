/**
 * The endpoints of the contract, each with the operation that answers it: what `HttpApiBuilder`
 * registers, and what a route of its own uses in the same way.
 *
 * Handlers are raw, so that the body is decoded here and not by the builder: it reads a number that
 * its double does not hold exactly without a word, and knows neither the bounds of a body nor the
 * key in a header.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Result } from "effect"
import {
  type HttpMethod,
  HttpRouter,
  HttpServerRequest,
  type HttpServerResponse
} from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiError, type HttpApiGroup } from "effect/http-api"
import * as Admission from "../middleware/Admission.ts"
import * as Idempotency from "../middleware/Idempotency.ts"
import * as RequestContext from "../middleware/RequestContext.ts"
import * as RequestLifecycle from "../middleware/RequestLifecycle.ts"
import type * as RequestMetrics from "../middleware/RequestMetrics.ts"
import * as Responses from "../middleware/Responses.ts"
import * as SessionAuth from "../middleware/SessionAuth.ts"
import * as Problems from "../Problems.ts"
import * as Body from "./Body.ts"
import * as CanonicalParameters from "./CanonicalParameters.ts"
import * as Decode from "./Decode.ts"
import type * as Route from "./Route.ts"
import * as ValidationMessages from "./ValidationMessages.ts"

export type Fields = Readonly<Record<string, unknown>>

type Params = Readonly<Record<string, string | undefined>>

type Decoder = (
  input: Fields,
  already?: ReadonlyArray<Problems.FieldError>
) => Result.Result<Fields, Problems.Refusal>

/** An endpoint with its operation, its decoder and its metrics. */
export interface Endpoint {
  readonly route: Route.Route
  readonly payload: Decoder | undefined
  /** Gives each parameter its one spelling, where there are several. */
  readonly canonical: ReturnType<typeof CanonicalParameters.make>
  readonly metrics: RequestMetrics.RequestMetrics
}

export const make = (route: Route.Route, metricsOf: RequestMetrics.Make): Endpoint => ({
  route,
  payload: route.payload === undefined ? undefined : Decode.decoder(route.payload as never),
  canonical: CanonicalParameters.make(route.contract),
  metrics: metricsOf(route.method, route.path, route.limit === "probe")
})

const noFields: Fields = {}

const nothing: ReadonlyArray<Problems.FieldError> = []

const noBytes = new Uint8Array()

/** The call that an operation gets, once the body is read; `undefined` for a read. */
const callOf = (
  { canonical, route }: Endpoint,
  site: SessionAuth.Site,
  { at, caller, source }: RequestContext.Fields,
  params: Params,
  query: unknown,
  body: Body.Received | undefined,
  payload: Fields
) => {
  const accountId = caller?.accountId ?? ""
  const by = caller?.id ?? "public"
  const repetition = Idempotency.of(route, caller?.accountId ?? by, params, payload, canonical)
  const as = caller?.kind === "person" && caller.accountId !== null ? { as: accountId } : {}
  const bytes = body?._tag === "Bytes" ? body.bytes : noBytes
  return {
    ...{ params, query, payload, at, accountId },
    ...(route.takesBytes ? { raw: Body.raw(source, bytes) } : {}),
    ...(route.isPages ? { client: SessionAuth.clientOf(source, site) } : {}),
    found: body?._tag === "Upload" ? body.upload.problems : nothing,
    request: { at, by, ...as, from: site.addressOf(source), ...repetition }
  }
}

/** Decodes the body and runs the operation. */
const operate = (
  endpoint: Endpoint,
  site: SessionAuth.Site,
  context: RequestContext.Fields,
  params: Params,
  query: unknown,
  body: Body.Received | undefined
): Route.Handled => {
  const payload =
    body === undefined
      ? Result.succeed(noFields)
      : Body.payload(endpoint, context.source.headers, body)
  if (Result.isFailure(payload)) return Effect.fail(payload.failure)
  const call = callOf(endpoint, site, context, params, query, body, payload.success)
  const handled = endpoint.route.handle(call as never)
  // A callback's operation logs what it does not believe; others log nothing.
  return endpoint.route.takesBytes
    ? Effect.annotateLogs(handled, RequestLifecycle.annotations(context))
    : handled
}

/** Reads the body, runs the operation and makes the response. */
const respond = (
  endpoint: Endpoint,
  site: SessionAuth.Site,
  context: RequestContext.Fields,
  params: Params,
  query: unknown
): Effect.Effect<HttpServerResponse.HttpServerResponse, Problems.Rejection> => {
  const { route } = endpoint
  const handled =
    route.method === "GET"
      ? operate(endpoint, site, context, params, query, undefined)
      : Effect.flatMap(Body.read(context.source, route), (body) =>
          operate(endpoint, site, context, params, query, body)
        )
  return Effect.map(handled, (answer) => Responses.answer(context, answer))
}

/** Whether an id is missing, as where a client's template got an empty one. */
const isUnnamed = (params: Params): boolean => {
  for (const name in params) if (params[name] === "" && name !== "*") return true
  return false
}

interface Serving {
  readonly admit: Admission.Admit
  readonly site: SessionAuth.Site
}

/** Admits a request to an endpoint before what follows. */
const admitted = <A, E, R>(
  { admit }: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields,
  params: Params,
  next: () => Effect.Effect<A, E, R>
): Effect.Effect<A, E | Problems.Rejection, R> => {
  if (isUnnamed(params)) return Effect.fail(admit.unrouted(context, { _tag: "NoSuchPath" }))
  context.metrics = endpoint.metrics
  return Effect.flatMap(admit.to(endpoint.route, context), next)
}

/** The response to a request that is refused. */
const refused = (context: RequestContext.Fields) => (rejection: Problems.Rejection) =>
  Effect.succeed(Responses.problem(context, Problems.of(rejection)))

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

const find = (table: Table, endpoint: { readonly method: string; readonly path: string }) => {
  const found = table.get(keyOf(endpoint))
  if (found === undefined) throw new Error(`${keyOf(endpoint)} has no operation`)
  return found
}

/** Admission for every endpoint of the contract. */
export const admission = (serving: Serving, table: Table): Layer.Layer<Admission.Admission> =>
  Layer.succeed(Admission.Admission, (next, { endpoint }) => {
    const found = find(table, endpoint)
    return Effect.withFiber((fiber) => {
      const context = Context.getUnsafe(fiber.context, RequestContext.RequestContext)
      const { params } = Context.getUnsafe(fiber.context, HttpRouter.RouteContext)
      return Effect.catch(
        admitted(serving, found, context, params, () => next),
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
          handlers.handleRaw(endpoint.identifier as never, ({ query }: RawRequest) =>
            Effect.withFiber((fiber) => {
              const context = Context.getUnsafe(fiber.context, RequestContext.RequestContext)
              const { params } = Context.getUnsafe(fiber.context, HttpRouter.RouteContext)
              return Effect.catch(
                respond(found, serving.site, context, params, query ?? noFields),
                refused(context)
              )
            })
          )
        }
        return handlers as never
      })
  )
  return HttpApiBuilder.layer(api).pipe(
    Layer.provide(groups as [GroupLayer, ...Array<GroupLayer>]),
    Layer.provide(NodeHttpServer.layerHttpServices)
  )
}

/** The same endpoint on the router itself, without the builder; it has no query. */
export const ownRoute = (serving: Serving, endpoint: Endpoint) =>
  HttpRouter.route(
    endpoint.route.method as HttpMethod.HttpMethod,
    endpoint.route.path as HttpRouter.PathInput,
    Effect.withFiber((fiber) => {
      const context = Context.getUnsafe(fiber.context, RequestContext.RequestContext)
      const { params } = Context.getUnsafe(fiber.context, HttpRouter.RouteContext)
      const next = () => respond(endpoint, serving.site, context, params, noFields)
      return Effect.catch(admitted(serving, endpoint, context, params, next), refused(context))
    })
  )
