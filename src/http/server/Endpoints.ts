/**
 * Handling of a request from its head to its response, the same for every operation:
 * admission, query, body, and the operation in the partition where it belongs.
 *
 * The router gives only the path. Query and body are decoded here, with the bounds of a body, the
 * key in a header, and an error for a number that its double does not hold exactly.
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
  /** Gives each parameter its one spelling, where there are several. */
  readonly canonical: ReturnType<typeof CanonicalParameters.make>
  readonly metrics: RequestMetrics.RequestMetrics
}

const kindOf = ({
  access: { isForDashboard: isPages, limit }
}: Operation.Any): RequestMetrics.Kind => {
  if (limit === "probe") return "probe"
  return isPages ? "page" : "api"
}

export const make = (route: Route.Route, metricsOf: RequestMetrics.Make): Endpoint => {
  const { operation, payload } = route
  return {
    route,
    // A contract's schemas need no services; `Schema.Top` does not show it.
    query:
      operation.query === undefined ? undefined : Decode.queryDecoder(operation.query as never),
    payload: payload === undefined ? undefined : Decode.decoder(payload as never),
    canonical: CanonicalParameters.make(operation.payload),
    metrics: metricsOf(operation.method, operation.path, kindOf(operation))
  }
}

const noFields: Decode.Fields = {}

const noBytes = new Uint8Array()

/** Runs an operation at the owner of its partition, which is another process. */
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
  /** Name of this process at the balancer. */
  readonly nodeName: string | undefined
}

/** Place where an operation runs. */
export interface Invocation {
  /** The partition; `undefined`: it runs in the process that took the request. */
  readonly running: Pick<Partitions.Running, "engine" | "ids"> | undefined
  /** True if it is one of several, one per partition. */
  readonly isDivided: boolean
  /** True if it may be run again elsewhere, even without a key of its sender. */
  readonly mayRepeat: boolean
}

/**
 * Context of a command: its sender, and the key by which a retry is known. One of several
 * partitions has no API keys in its log, so that the account is named for a key too; and an
 * idempotency key of the staff counts for the object that they name, in whichever partition it is.
 */
const commandOf = (
  endpoint: Endpoint,
  { at, caller, from, id, params }: RequestContext.Request,
  payload: Decode.Fields,
  { isDivided, mayRepeat }: Invocation
): Engine.CommandContext => {
  const by = caller?.id ?? "public"
  const own = isDivided ? `${by} ${params.id ?? ""}` : by
  const sender = caller?.accountId ?? own
  const known = Idempotency.of(endpoint, sender, params, payload)
  const repetition = mayRepeat ? Idempotency.orRequest(known, endpoint, sender, id) : known
  const isNamed = caller?.kind === "person" || isDivided
  return isNamed && caller !== undefined && caller.accountId !== null
    ? { at, by, as: caller.accountId, from, ...repetition }
    : { at, by, from, ...repetition }
}

/**
 * After a change of the directory every process is waited for: a key that is revoked, an account
 * that is suspended and a role that is lowered are refused everywhere once it is answered.
 */
const onceApplied = (
  { appliedEverywhere }: Partitions.PartitionsService,
  engine: Engine.EngineService,
  handled: Route.Reply
): Route.Reply =>
  Effect.tap(handled, () => Effect.suspend(() => appliedEverywhere(engine.tip().seq)))

/** Decodes the body and runs the operation in this process. The record is filled in. */
export const runHere = (
  partitions: Partitions.PartitionsService,
  endpoint: Endpoint,
  request: RequestContext.Request,
  run: Invocation
): Route.Reply => {
  const { body, key } = request
  const payload = body === undefined ? Result.succeed(noFields) : Body.payload(endpoint, key, body)
  if (Result.isFailure(payload)) return Effect.fail(payload.failure)
  request.payload = payload.success
  request.accountId = request.caller?.accountId ?? ""
  request.command = commandOf(endpoint, request, payload.success, run)
  request.engine = run.running?.engine
  request.ids = run.running?.ids
  const { handle, operation } = endpoint.route
  // The fields were decoded by the schemas of this very operation.
  const handled = handle(request as never)
  return operation.location === "directory" &&
    operation.method !== "GET" &&
    run.running !== undefined
    ? onceApplied(partitions, run.running.engine, handled)
    : handled
}

/** Whether each partition has the operation, and there are several. */
export const isDivided = (
  { count }: Pick<Partitions.PartitionsService, "count">,
  { location }: Operation.Any
): boolean => count > 1 && location !== "here" && location !== "directory"

const runOwn: Invocation = { running: undefined, isDivided: false, mayRepeat: false }

/** Runs an operation of the process that takes the request. */
const operateHere = (
  { partitions, site }: Serving,
  endpoint: Endpoint,
  context: RequestContext.Fields
): Route.Reply => {
  if (!endpoint.route.takesBytes) return runHere(partitions, endpoint, context, runOwn)
  const { body, source } = context
  const bytes = body?._tag === "Bytes" ? body.bytes : noBytes
  context.raw = Body.raw(source, site.schemeOf(source), bytes)
  // A callback's operation logs what it refuses; others log nothing.
  const annotations = RequestLifecycle.annotations(context)
  return Effect.annotateLogs(runHere(partitions, endpoint, context, runOwn), annotations)
}

/** Runs the operation in this process, or where it belongs. */
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
  if (operation.location === "here") return operateHere(serving, endpoint, context)
  const { at, count, isShared, whileRunning } = partitions
  const only = isShared || count > 1 ? undefined : at(Partition.directory)
  if (only !== undefined) {
    const run = { running: only, isDivided: false, mayRepeat: false }
    return runHere(partitions, endpoint, context, run)
  }
  const divided = isDivided(partitions, operation)
  return Placement.run(partitions, endpoint.route, context, (number, query) => {
    const running = at(number)
    const forwarded = () => serving.forward(endpoint, context, { number, query })
    if (running === undefined) return forwarded()
    if (operation.location === "account") context.node = nodeName
    const request = query === context.query ? context : { ...context, query }
    const run = { running, isDivided: divided, mayRepeat: isShared }
    const here = runHere(partitions, endpoint, request, run)
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
): Effect.Effect<HttpServerResponse.HttpServerResponse, Rejection> => {
  const { route } = endpoint
  const handled =
    route.operation.method === "GET"
      ? operate(serving, endpoint, context)
      : Effect.flatMapEager(read(serving, context, route), (body) => {
          const begun = serving.admit.begin(context)
          if (Result.isFailure(begun)) return Effect.fail(begun.failure)
          context.body = body
          context.received = Body.readable(body)
          return operate(serving, endpoint, context)
        })
  return Effect.mapEager(handled, (answer) => Responses.answer(context, answer))
}

/** Whether an id is missing, as where a client's template got an empty one. */
const isUnnamed = (params: RequestContext.Fields["params"]): boolean => {
  for (const name in params) if (params[name] === "" && name !== "*") return true
  return false
}

type Parameters = Readonly<Record<string, string | ReadonlyArray<string>>>

/** Decodes the query of a request that was admitted. */
const queried = (
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
    const refusal = queried(endpoint, context, parameters)
    return refusal === undefined ? respond(serving, endpoint, context) : Effect.fail(refusal)
  })
}

/** The response to a request that is refused. */
export const refused =
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
  const found = table.get(keyOf(operation))
  if (found === undefined) throw new Error(`${keyOf(operation)} has no route`)
  return found
}

/** The endpoint on the router. */
export const routed = (serving: Serving, endpoint: Endpoint) => {
  const { method, path } = endpoint.route.operation
  return HttpRouter.route(
    method as HttpMethod.HttpMethod,
    path as HttpRouter.PathInput,
    Effect.withFiber((fiber) => {
      const context = contextIn(fiber)
      const parameters = Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)
      return Effect.catch(
        serve(serving, endpoint, context, parameters),
        refused(serving, endpoint, context)
      )
    })
  )
}
