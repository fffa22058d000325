/**
 * Handles a request from its head to its response, alike for every operation: admission, query,
 * body, and the operation in its partition.
 *
 * The router gives only the path. Query and body are decoded here, with the bounds of a body, the
 * key in a header, and an error for a number that a double does not hold exactly.
 */
import { Context, Effect, type Fiber, Result } from "effect"
import {
  type HttpMethod,
  HttpRouter,
  HttpServerRequest,
  type HttpServerResponse
} from "effect/http"
import type * as Engine from "../../engine/Engine.ts"
import * as Partition from "../../engine/Partition.ts"
import type * as Partitions from "../../engine/Partitions.ts"
import type * as Operation from "../contract/Operation.ts"
import type { Refusal, Rejection } from "../contract/Rejection.ts"
import * as CanonicalParameters from "../decoding/CanonicalParameters.ts"
import * as Decode from "../decoding/Decode.ts"
import type * as Admission from "../middleware/Admission.ts"
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

/** A route with its decoders and its metrics. */
export interface Endpoint {
  readonly route: Route.Route
  readonly query: Decode.QueryDecoder | undefined
  readonly payload: Decode.Decoder | undefined
  /** Turns equal spellings of a parameter into one. */
  readonly canonical: ReturnType<typeof CanonicalParameters.make>
  readonly metrics: RequestMetrics.RequestMetrics
}

const kindOf = ({ access: { isForDashboard, limit } }: Operation.Any): RequestMetrics.Kind => {
  if (limit === "probe") return "probe"
  return isForDashboard ? "page" : "api"
}

export const make = (route: Route.Route, metricsOf: RequestMetrics.Make): Endpoint => {
  const { operation, payload } = route
  return {
    route,
    // A contract's schemas need no services, which `Schema.Top` does not show.
    query:
      operation.query === undefined ? undefined : Decode.queryDecoder(operation.query as never),
    payload: payload === undefined ? undefined : Decode.decoder(payload as never),
    canonical: CanonicalParameters.make(operation.payload),
    metrics: metricsOf(operation.method, operation.path, kindOf(operation))
  }
}

const noFields: Decode.Fields = {}

const noBytes = new Uint8Array()

/** Runs an operation at the owner of its partition, which is another node. */
export type Forward = (
  endpoint: Endpoint,
  context: RequestContext.Fields,
  to: { readonly number: number; readonly query: unknown }
) => Route.Reply

/** Parts of the server that endpoints need. */
export interface Serving {
  readonly admit: Admission.Admit
  readonly partitions: Partitions.PartitionsService
  readonly site: SessionAuth.Site
  readonly forward: Forward
  /** Name of this node at the balancer. */
  readonly nodeName: string | undefined
}

/** The run of an operation: its partition, and whether it may be repeated. */
export interface Invocation {
  /** The partition; `undefined` if the operation runs on the node that took the request. */
  readonly running: Pick<Partitions.Running, "engine" | "ids"> | undefined
  /** True if several partitions run the operation. */
  readonly isDivided: boolean
  /** True if the operation may run again on another node, even without a key of its sender. */
  readonly mayRepeat: boolean
}

/**
 * Context of a command: its sender, and the key that identifies a retry. If there are several
 * partitions, their logs do not have the API keys, so a key's account is named. An idempotency key
 * of the staff is scoped to the object that they name, in whichever partition it is.
 */
const commandOf = (
  endpoint: Endpoint,
  { at, caller, from, id, params }: RequestContext.Request,
  payload: Decode.Fields,
  { isDivided, mayRepeat }: Invocation
): Engine.CommandContext => {
  const by = caller?.id ?? "public"
  const idOrObject = isDivided ? `${by} ${params.id ?? ""}` : by
  const sender = caller?.accountId ?? idOrObject
  const idempotent = Idempotency.of(endpoint, sender, params, payload)
  const repetition = mayRepeat
    ? Idempotency.orRequest(idempotent, endpoint, sender, id)
    : idempotent
  const isNamed = caller?.kind === "person" || isDivided
  return isNamed && caller !== undefined && caller.accountId !== null
    ? { at, by, as: caller.accountId, from, ...repetition }
    : { at, by, from, ...repetition }
}

/**
 * Waits for every node after a change of the directory. Once the change is answered, a revoked key,
 * a suspended account and a lowered role are refused everywhere.
 */
const onceApplied = (
  { appliedEverywhere }: Partitions.PartitionsService,
  engine: Engine.EngineService,
  handled: Route.Reply
): Route.Reply =>
  Effect.tap(handled, () => Effect.suspend(() => appliedEverywhere(engine.tip().seq)))

/** Decodes the body and runs the operation on this node. Fills in the request's record. */
export const runHere = (
  partitions: Partitions.PartitionsService,
  endpoint: Endpoint,
  request: RequestContext.Request,
  run: Invocation
): Route.Reply => {
  const { body } = request
  const payload =
    body === undefined ? Result.succeed(noFields) : Body.payload(endpoint, request, body)
  if (Result.isFailure(payload)) return Effect.fail(payload.failure)
  request.payload = payload.success
  request.accountId = request.caller?.accountId ?? ""
  request.command = commandOf(endpoint, request, payload.success, run)
  request.engine = run.running?.engine
  request.ids = run.running?.ids
  const { handle, operation } = endpoint.route
  // The fields were decoded by the schemas of this very operation.
  const reply = handle(request as never)
  return operation.location === "directory" &&
    operation.method !== "GET" &&
    run.running !== undefined
    ? onceApplied(partitions, run.running.engine, reply)
    : reply
}

/** True if there are several partitions, and each has the operation. */
export const isDivided = (
  { count }: Pick<Partitions.PartitionsService, "count">,
  { location }: Operation.Any
): boolean => count > 1 && location !== "here" && location !== "directory"

const localRun: Invocation = { running: undefined, isDivided: false, mayRepeat: false }

/** Runs an operation that belongs to the node that takes the request. */
const operateLocally = (
  { partitions, site }: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields
): Route.Reply => {
  if (!endpoint.route.takesBytes) return runHere(partitions, endpoint, context, localRun)
  const { body, source } = context
  const bytes = body?._tag === "Bytes" ? body.bytes : noBytes
  context.raw = Body.raw(source, site.schemeOf(source), bytes)
  // A callback's operation logs its refusals; others log nothing.
  const annotations = RequestLifecycle.annotations(context)
  return Effect.annotateLogs(runHere(partitions, endpoint, context, localRun), annotations)
}

/** Runs the operation on this node, or at the owner of its partition. */
const operate = (
  serving: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields
): Route.Reply => {
  const { operation } = endpoint.route
  const { nodeName, partitions, site } = serving
  const { source } = context
  context.from = site.addressOf(source)
  context.key = RequestHead.keyOf(source.headers)
  if (operation.access.isForDashboard) context.client = SessionAuth.clientOf(source, site)
  if (operation.location === "here") return operateLocally(serving, endpoint, context)
  const { at, count, isShared, whileRunning } = partitions
  const onlyPartition = isShared || count > 1 ? undefined : at(Partition.directory)
  if (onlyPartition !== undefined) {
    const run = { running: onlyPartition, isDivided: false, mayRepeat: false }
    return runHere(partitions, endpoint, context, run)
  }
  const divided = isDivided(partitions, operation)
  return Placement.run(partitions, endpoint.route, context, (number, query) => {
    const running = at(number)
    const forwardRequest = () => serving.forward(endpoint, context, { number, query })
    if (running === undefined) return forwardRequest()
    if (operation.location === "account") context.node = nodeName
    const request = query === context.query ? context : { ...context, query }
    const run = { running, isDivided: divided, mayRepeat: isShared }
    const here = runHere(partitions, endpoint, request, run)
    return isShared ? Effect.catchTag(whileRunning(number, here), "Moved", forwardRequest) : here
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
): Effect.Effect<HttpServerResponse.HttpServerResponse, Rejection> => {
  const { route } = endpoint
  const handled =
    route.operation.method === "GET"
      ? operate(serving, endpoint, context)
      : Effect.flatMapEager(read(serving, context, route), (body) => {
          const slot = serving.admit.begin(context)
          if (Result.isFailure(slot)) return Effect.fail(slot.failure)
          context.body = body
          context.received = Body.readable(body)
          return operate(serving, endpoint, context)
        })
  return Effect.mapEager(handled, (answer) => Responses.answer(context, answer))
}

/** True if an id is empty, as when a client's template got no value. */
const isUnnamed = (params: RequestContext.Fields["params"]): boolean => {
  for (const name in params) if (params[name] === "" && name !== "*") return true
  return false
}

type Parameters = Readonly<Record<string, string | ReadonlyArray<string>>>

/** Decodes the query of a request that was admitted. */
const decodeQuery = (
  { query }: Endpoint,
  context: RequestContext.Fields,
  parameters: Parameters
): Refusal | undefined => {
  if (query === undefined) return undefined
  const decoded = query(parameters)
  if (Result.isFailure(decoded)) return decoded.failure
  context.query = decoded.success
  return undefined
}

/** Admits a request and runs its operation. */
export const serve = (
  serving: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields,
  parameters: Parameters
): Effect.Effect<HttpServerResponse.HttpServerResponse, Rejection> => {
  if (isUnnamed(context.params)) {
    return Effect.fail(serving.admit.refuseUnrouted(context, { _tag: "NoSuchPath" }))
  }
  context.metrics = endpoint.metrics
  return Effect.flatMapEager(serving.admit.to(endpoint.route.operation, context), () => {
    const refusal = decodeQuery(endpoint, context, parameters)
    return refusal === undefined ? respond(serving, endpoint, context) : Effect.fail(refusal)
  })
}

/** The response to a refused request. */
export const refuse =
  ({ admit }: Pick<Serving, "admit">, { route }: Endpoint, context: RequestContext.Fields) =>
  (rejection: Rejection) =>
    Effect.sync(() => {
      const overLimit = admit.countRefused(route.operation, context)
      return Responses.problem(context, Problems.of(overLimit ?? rejection))
    })

/** The context of the request that runs in a fiber, with the parameters of its route. */
const contextIn = (fiber: Fiber.Fiber<unknown, unknown>): RequestContext.Fields => {
  const context = Context.getUnsafe(fiber.context, RequestContext.RequestContext)
  context.params = Context.getUnsafe(fiber.context, HttpRouter.RouteContext).params
  return context
}

const keyOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`

/** Endpoints by their method and path. */
export type Table = ReadonlyMap<string, Endpoint>

/** The table of all endpoints. Two routes of one operation are a defect at the start. */
export const tableOf = (endpoints: ReadonlyArray<Endpoint>): Table => {
  const table = new Map<string, Endpoint>()
  for (const endpoint of endpoints) {
    const key = keyOf(endpoint.route.operation)
    if (table.has(key)) throw new Error(`${key} has two routes`)
    table.set(key, endpoint)
  }
  return table
}

/** The endpoint of an operation. An operation without a route is a defect at the start. */
export const find = (table: Table, operation: Operation.Any): Endpoint => {
  const endpoint = table.get(keyOf(operation))
  if (endpoint === undefined) throw new Error(`${keyOf(operation)} has no route`)
  return endpoint
}

/** Adds an endpoint to the router. */
export const toRoute = (serving: Serving, endpoint: Endpoint) => {
  const { method, path } = endpoint.route.operation
  return HttpRouter.route(
    method as HttpMethod.HttpMethod,
    path as HttpRouter.PathInput,
    Effect.withFiber((fiber) => {
      const context = contextIn(fiber)
      const parameters = Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)
      return Effect.catch(
        serve(serving, endpoint, context, parameters),
        refuse(serving, endpoint, context)
      )
    })
  )
}
