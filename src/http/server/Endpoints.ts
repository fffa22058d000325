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
import type * as Identity from "../../engine/ports/Identity.ts"
import * as CanonicalParameters from "../decoding/CanonicalParameters.ts"
import * as Decode from "../decoding/Decode.ts"
import * as ValidationMessages from "../decoding/ValidationMessages.ts"
import * as Admission from "../middleware/Admission.ts"
import type * as Authorization from "../middleware/Authorization.ts"
import * as Idempotency from "../middleware/Idempotency.ts"
import * as RequestContext from "../middleware/RequestContext.ts"
import * as RequestHead from "../middleware/RequestHead.ts"
import * as RequestLifecycle from "../middleware/RequestLifecycle.ts"
import type * as RequestMetrics from "../middleware/RequestMetrics.ts"
import * as Responses from "../middleware/Responses.ts"
import type * as Route from "../middleware/Route.ts"
import * as SessionAuth from "../middleware/SessionAuth.ts"
import * as Problems from "../Problems.ts"
import * as Body from "./Body.ts"
import * as Placement from "./Placement.ts"

/** An endpoint with its operations, its decoder and its metrics. */
export interface Endpoint {
  readonly route: Route.Route
  /** By the number of a partition that this process runs; what runs here is the first. */
  readonly handlers: Array<Route.Route["handle"] | undefined>
  readonly payload: Decode.Decoder | undefined
  /** Gives each parameter its one spelling, where there are several. */
  readonly canonical: ReturnType<typeof CanonicalParameters.make>
  readonly metrics: RequestMetrics.RequestMetrics
}

const kindOf = ({ isPages, limit }: Route.Route): RequestMetrics.Kind => {
  if (limit === "probe") return "probe"
  return isPages ? "page" : "api"
}

export const make = (route: Route.Route, metricsOf: RequestMetrics.Make): Endpoint => ({
  route,
  handlers: route.runs._tag === "Here" ? [route.handle] : [],
  // A route's schemas need no services; `Schema.Top` does not show it.
  payload: route.payload === undefined ? undefined : Decode.decoder(route.payload as never),
  canonical: CanonicalParameters.make(route.contract),
  metrics: metricsOf(route.method, route.path, kindOf(route))
})

const noFields: Decode.Fields = {}

const nothing: ReadonlyArray<Problems.FieldError> = []

const noBytes = new Uint8Array()

/** A request that was admitted, as its operation sees it in whichever process that runs. */
export interface Arrived {
  /** The value of `X-Request-Id`. */
  readonly id: string
  /** Milliseconds. */
  readonly at: number
  readonly caller: Pick<Authorization.Caller, "id" | "kind" | "accountId"> | undefined
  readonly params: RequestContext.Fields["params"]
  /** The network address that it came from. */
  readonly from: string
  /** The idempotency key of its header. */
  readonly key: string | undefined
  /** Of the dashboard's routes. */
  readonly client: Identity.Client | undefined
  /** `undefined`: it is a read and has no body. */
  readonly received: Body.Received | undefined
}

/** Runs an operation at the owner of its partition, which is another process. */
export type Forward = (
  endpoint: Endpoint,
  context: RequestContext.Fields,
  arrived: Arrived,
  to: { readonly number: number; readonly query: unknown }
) => Route.Handled

/** What endpoints need of the server. */
export interface Serving {
  readonly admit: Admission.Admit
  readonly partitions: Partitions.PartitionsService
  readonly site: SessionAuth.Site
  readonly forward: Forward
  /** What a balancer calls this process. */
  readonly nodeName: string | undefined
}

/** Where an operation runs, and what it gets there. */
export interface Run {
  readonly handle: Route.Route["handle"]
  /** `undefined`: it is not one of several that each partition has. */
  readonly partition: number | undefined
  readonly query: unknown
  /** Whether it may be run again elsewhere, also without a key of its sender. */
  readonly mayRepeat: boolean
  /** The request as it came, for a route that takes its bytes. */
  readonly raw?: Route.Raw
}

/**
 * Who sent a request, and what makes a retry of it a retry. One of several partitions has no API
 * keys in its log, so that the account is named for a key too; and an idempotency key of the staff
 * counts for the object that they name, in whichever partition it is.
 */
const requestOf = (
  endpoint: Endpoint,
  { at, caller, from, id, params }: Arrived,
  payload: Decode.Fields,
  { mayRepeat, partition }: Run
): Engine.CommandContext => {
  const by = caller?.id ?? "public"
  const own = partition === undefined ? by : `${by} ${params.id ?? ""}`
  const sender = caller?.accountId ?? own
  const known = Idempotency.of(endpoint, sender, params, payload)
  const repetition = mayRepeat ? Idempotency.orRequest(known, endpoint, sender, id) : known
  const isNamed = caller?.kind === "person" || partition !== undefined
  return isNamed && caller !== undefined && caller.accountId !== null
    ? { at, by, as: caller.accountId, from, ...repetition }
    : { at, by, from, ...repetition }
}

/** The call that an operation gets. */
const callOf = (endpoint: Endpoint, arrived: Arrived, payload: Decode.Fields, run: Run) => {
  const { at, caller, client, params, received } = arrived
  const { query, raw } = run
  const accountId = caller?.accountId ?? ""
  const request = requestOf(endpoint, arrived, payload, run)
  const found = received?._tag === "Upload" ? received.upload.problems : nothing
  const call = { params, query, payload, at, accountId, found, request }
  if (client !== undefined) return { ...call, client }
  return raw === undefined ? call : { ...call, raw }
}

/** Decodes the body and runs the operation in this process. */
export const runHere = (endpoint: Endpoint, arrived: Arrived, run: Run): Route.Handled => {
  const { key, received } = arrived
  const payload =
    received === undefined ? Result.succeed(noFields) : Body.payload(endpoint, key, received)
  if (Result.isFailure(payload)) return Effect.fail(payload.failure)
  // The call's fields were decoded by the schemas of this very route.
  return run.handle(callOf(endpoint, arrived, payload.success, run) as never)
}

/** Whether each partition has the operation, and there are several. */
export const isDivided = (
  { count }: Pick<Partitions.PartitionsService, "count">,
  { runs: { _tag } }: Route.Route
): boolean => count > 1 && _tag !== "Here" && _tag !== "Directory"

/** Runs the operation in this process, or where it belongs. */
const operate = (
  serving: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields,
  received: Body.Received | undefined
): Route.Handled => {
  const { handlers, route } = endpoint
  const { partitions, site } = serving
  const { at, caller, id, params, query, source } = context
  const from = site.addressOf(source)
  const client = route.isPages ? SessionAuth.clientOf(source, site) : undefined
  const key = RequestHead.keyOf(source.headers)
  const arrived: Arrived = { id, at, caller, params, from, key, client, received }
  const [first] = handlers
  const isOnly = partitions.count === 1 && !partitions.isShared
  if (first !== undefined && (isOnly || route.runs._tag === "Here")) {
    const run = { handle: first, partition: undefined, query, mayRepeat: false }
    if (!route.takesBytes) return runHere(endpoint, arrived, run)
    const raw = Body.raw(
      source,
      site.schemeOf(source),
      received?._tag === "Bytes" ? received.bytes : noBytes
    )
    // A callback's operation logs what it refuses; others log nothing.
    const annotations = RequestLifecycle.annotations(context)
    return Effect.annotateLogs(runHere(endpoint, arrived, { ...run, raw }), annotations)
  }
  const isOfAll = isDivided(partitions, route)
  return Placement.run(partitions, route, context, (number, query) => {
    const handle = handlers[number]
    const partition = isOfAll ? number : undefined
    const forwarded = () => serving.forward(endpoint, context, arrived, { number, query })
    if (handle === undefined) return forwarded()
    if (route.runs._tag === "Account") context.node = serving.nodeName
    const { isShared, whileRunning } = partitions
    const here = runHere(endpoint, arrived, { handle, partition, query, mayRepeat: isShared })
    return isShared ? Effect.catchTag(whileRunning(number, here), "Moved", forwarded) : here
  })
}

const read = (
  { admit: { arrivals, senderOf } }: Serving,
  context: RequestContext.Fields,
  route: Route.Route
) => {
  const refusal = route.before?.(context.params)
  return refusal === undefined
    ? Body.read(context.source, route, { arrivals, sender: senderOf(context) })
    : Effect.fail(refusal)
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
      : Effect.flatMapEager(read(serving, context, route), (received) => {
          const begun = serving.admit.begin(context)
          if (Result.isFailure(begun)) return Effect.fail(begun.failure)
          context.received = Body.readable(received)
          return operate(serving, endpoint, context, received)
        })
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
export const refused =
  ({ admit }: Pick<Serving, "admit">, { route }: Endpoint, context: RequestContext.Fields) =>
  (rejection: Problems.Rejection) =>
    Effect.sync(() => {
      const overLimit = admit.uncounted(route, context)
      return Responses.problem(context, Problems.of(overLimit ?? rejection))
    })

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
          return rejection === undefined
            ? Effect.die(failure)
            : refused(serving, found, context)(rejection)
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
              return Effect.catch(
                respond(serving, found, context),
                refused(serving, found, context)
              )
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
      return Effect.catch(serve(serving, endpoint, context), refused(serving, endpoint, context))
    })
  )
