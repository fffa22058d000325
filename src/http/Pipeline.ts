/**
 * The way of a request: route, key, account, rate limit, scope, body, operation; in this order and
 * no other (contract §2). Every response leaves through here, with its request id and rate headers.
 * Up to the operation all of it is plain functions; the operation is one fiber.
 */
import { Cause, Clock, Effect, Exit, type Fiber, FiberSet, Option, Result } from "effect"
import * as Config from "../Config.ts"
import type * as Account from "../domain/Account.ts"
import type * as Core from "../engine/Core.ts"
import * as Draw from "../engine/Draw.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Meter from "../engine/Meter.ts"
import * as Trace from "../engine/Trace.ts"
import { Unavailable } from "../engine/Unavailable.ts"
import * as Authorization from "./Authorization.ts"
import * as Body from "./Body.ts"
import * as Decode from "./Decode.ts"
import * as Exchange from "./Exchange.ts"
import type { Handler } from "./Listener.ts"
import * as Problems from "./Problems.ts"
import * as RateLimits from "./RateLimits.ts"
import type * as Route from "./Route.ts"
import * as Router from "./Router.ts"
import * as Traffic from "./Traffic.ts"

export interface Options {
  readonly environment: "sandbox" | "production"
  readonly core: Core.Core
  readonly rateLimits: RateLimits.RateLimits
  readonly routes: ReadonlyArray<Route.Route>
}

/** A request on its way. */
interface Passage extends Exchange.Exchange {
  /** Where its caller stands; known before anything else is said. */
  readonly standing: RateLimits.Standing
  /** When it was taken, by `performance.now()`, and where its answer is counted. */
  readonly begun: number
  readonly traffic: Traffic.Traffic
  /** Whose account it is about, once that is known. */
  accountId: string | undefined
  /** Whether it has a place among the requests under way. */
  holdsPlace: boolean
  /** Who works on it. */
  fiber: Fiber.Fiber<unknown, unknown> | undefined
}

/** Who asks for what; nothing is refused yet. */
interface Survey {
  readonly found: Result.Result<Router.Found, Problems.Refusal>
  /** The caller's key; `undefined` on a public route, a failure where one is missing. */
  readonly key: Result.Result<Account.Key | undefined, Problems.Refusal>
}

/** A request that may be served, by whom. */
interface Admitted {
  readonly found: Router.Found
  readonly key: Account.Key | undefined
}

/** Two paths of one route share their keys. */
const scopePath = (path: string): string =>
  path === "/v1/webhooks" ? "/v1/webhooks/endpoints" : path

const idempotencyOf = (
  { compiled, params }: Router.Found,
  caller: string,
  payload: Router.Fields
): Engine.Idempotency | null => {
  const key = payload.idempotency_key
  const { method, path } = compiled.route
  if (method !== "POST" || typeof key !== "string") return null
  const fingerprint = Decode.fingerprint(Object.values(params).join("/"), payload)
  return { scope: `${caller} ${method} ${scopePath(path)}`, key, fingerprint }
}

const readOnly: Problems.Refusal = { _tag: "Forbidden", message: "This key may only read." }

/** Key, account, rate limit, scope. */
const admit = (
  core: Core.Core,
  { found, key }: Survey,
  { retryAfterSeconds }: RateLimits.Standing
): Result.Result<Admitted, Problems.Refusal> => {
  // Where there is no route there is nothing to need a key for.
  if (Result.isSuccess(found) && Result.isFailure(key)) return Result.fail(key.failure)
  const caller = Result.isSuccess(key) ? key.success : undefined
  const refusal = caller === undefined ? undefined : Authorization.checkAccount(core, caller)
  if (refusal !== undefined) return Result.fail(refusal)
  if (retryAfterSeconds !== undefined) {
    return Result.fail({ _tag: "RateLimited", retryAfterSeconds })
  }
  if (Result.isFailure(found)) return Result.fail(found.failure)
  const isWrite = found.success.compiled.route.method !== "GET"
  return isWrite && caller?.scope === "read_only"
    ? Result.fail(readOnly)
    : Result.succeed({ found: found.success, key: caller })
}

const noFields: Result.Result<Router.Fields> = Result.succeed({})

const nothing: ReadonlyArray<Problems.FieldError> = []

/** Body and query as the route takes them, then the operation. `body`: `undefined` for a read. */
const operation = (
  { found, key }: Admitted,
  { at, request }: Passage,
  body: Body.Received | undefined
): Effect.Effect<Route.Answer, Problems.Rejection> => {
  const { compiled, params } = found
  const payload = body === undefined ? noFields : Body.payload(compiled, request.headers, body)
  if (Result.isFailure(payload)) return Effect.fail(payload.failure)
  const query = compiled.query === undefined ? noFields : compiled.query(found.query)
  if (Result.isFailure(query)) return Effect.fail(query.failure)
  const accountId = key?.accountId ?? ""
  const by = key?.id ?? "public"
  const idempotency = idempotencyOf(found, key?.accountId ?? by, payload.success)
  const asked = { at, by, idempotency }
  const problems = body?._tag === "Upload" ? body.upload.problems : nothing
  const raw = body?._tag === "Bytes" ? { raw: Exchange.raw(request, body.bytes) } : {}
  const call = { params, query: query.success, payload: payload.success, at, accountId, ...raw }
  return compiled.route.handle({ ...call, found: problems, request: asked } as never)
}

const replayedHeader = ["idempotent-replayed", "true"]

const respond = (passage: Passage, answer: Route.Answer): void => {
  const standing = RateLimits.headers(passage.standing)
  const isReplayed = answer.replayed === true
  passage.traffic.answered(passage, answer.status, answer.body)
  Exchange.respond(passage, answer, isReplayed ? [...standing, ...replayedHeader] : standing)
}

const refuseWith = (passage: Passage, problem: Problems.Problem): void => {
  const body = Problems.body(problem, passage.requestId)
  passage.traffic.answered(passage, problem.status, body)
  const standing = RateLimits.headers(passage.standing)
  Exchange.respond(passage, { status: problem.status, body }, [
    ...standing,
    ...(problem.headers ?? [])
  ])
}

/** A request in a line of the log, and the payout or batch it names. */
const named = ({ request, requestId }: Passage): Readonly<Record<string, string>> => {
  const subject = Traffic.subjectOf("", request.url ?? "")
  return { request_id: requestId, ...(subject === undefined ? {} : Trace.naming(subject)) }
}

/** What is not known of a request at its beginning. */
const unknown = { accountId: undefined, holdsPlace: false, fiber: undefined }

const underWayNow = {
  name: "http_requests_under_way",
  description: "Requests that hold a place: with 4,096 more are refused"
}

const crowded = Problems.of(new Unavailable({ message: "Too many requests are under way." }))

export const make = Effect.fnUntraced(function* ({ core, ...options }: Options) {
  const draw = yield* Draw.Draw
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime<never>()
  const meter = yield* Meter.make
  const trafficOn = Traffic.make(meter, yield* Trace.Trace)
  const nowhere = trafficOn("none", "none")
  const refused = meter.counter(Meter.refused, { queue: "requests" })
  const find = Router.make(options.routes, trafficOn)
  const stand = options.rateLimits.count
  let underWay = 0
  meter.gauge(underWayNow, () => underWay)

  const survey = ({ headers, method = "", url = "" }: Exchange.Exchange["request"]): Survey => {
    const found = find(method, url)
    if (Result.isFailure(found)) return { found, key: Result.succeed(undefined) }
    const { access } = found.success.compiled.route
    const key =
      access === "public"
        ? Result.succeed(undefined)
        : Authorization.authenticate(core, options.environment, access, headers.authorization)
    return { found, key }
  }

  const standingOf = ({ found, key }: Survey, { at, request }: Exchange.Exchange) => {
    const caller = Result.isSuccess(key) ? key.success : undefined
    const kind = Result.isSuccess(found) ? found.success.compiled.route.limit : "default"
    return stand(caller?.id ?? RateLimits.addressOf(request.socket.remoteAddress), kind, at)
  }

  /** What a cause of failure is to the caller. Of a defect nothing is told but that it happened. */
  const refuse = (passage: Passage, cause: Cause.Cause<Problems.Rejection>): void => {
    const failure = Cause.findErrorOption(cause)
    if (Option.isSome(failure)) return refuseWith(passage, Problems.of(failure.value))
    if (Cause.hasInterruptsOnly(cause)) return refuseWith(passage, Problems.stopping)
    run(Effect.logError("A request failed", cause).pipe(Effect.annotateLogs(named(passage))))
    refuseWith(passage, Problems.defect)
  }

  const leave = (passage: Passage): void => {
    if (passage.holdsPlace) underWay -= 1
    passage.holdsPlace = false
  }

  /** Takes a place among the requests under way, until it is answered or nobody waits for it. */
  const enter = (passage: Passage): void => {
    underWay += 1
    passage.holdsPlace = true
    Exchange.onClose(passage, (isAnswered) => {
      leave(passage)
      if (!isAnswered) passage.fiber?.interruptUnsafe()
    })
  }

  const perform = (passage: Passage, admitted: Admitted, body: Body.Received | undefined): void => {
    const worked = Effect.suspend(() => operation(admitted, passage, body))
    // A callback's operation logs what it does not believe; others have nothing to say.
    const isLogged = admitted.found.compiled.route.takesBytes
    const fiber = run(isLogged ? Effect.annotateLogs(worked, named(passage)) : worked)
    passage.fiber = fiber
    fiber.addObserver((exit) => {
      leave(passage)
      return Exit.isSuccess(exit) ? respond(passage, exit.value) : refuse(passage, exit.cause)
    })
  }

  const pass = (passage: Passage, surveyed: Survey): void => {
    const admitted = admit(core, surveyed, passage.standing)
    if (Result.isFailure(admitted)) return refuseWith(passage, Problems.of(admitted.failure))
    const { route } = admitted.success.found.compiled
    passage.accountId = admitted.success.key?.accountId ?? undefined
    const { limit, method } = route
    // A probe needs no place.
    if (limit !== "probe") {
      if (underWay >= Config.http.requestsMax) {
        refused.count += 1
        return refuseWith(passage, crowded)
      }
      enter(passage)
    }
    if (method === "GET") return perform(passage, admitted.success, undefined)
    Body.read(passage, route, (body) => {
      if (Result.isSuccess(body)) return perform(passage, admitted.success, body.success)
      leave(passage)
      refuseWith(passage, Problems.of(body.failure))
    })
  }

  const handler: Handler = (request, response) => {
    const begun = performance.now()
    const at = clock.currentTimeMillisUnsafe()
    const exchange = { request, response, requestId: Draw.id(draw, "req", at), at }
    const taken = Result.try(() => {
      const surveyed = survey(request)
      const standing = standingOf(surveyed, exchange)
      const { found } = surveyed
      const traffic = Result.isSuccess(found) ? found.success.compiled.traffic : nowhere
      pass({ ...exchange, ...unknown, begun, traffic, standing }, surveyed)
    })
    if (Result.isSuccess(taken)) return
    const standing = stand(RateLimits.addressOf(request.socket.remoteAddress), "default", at)
    const passage = { ...exchange, ...unknown, begun, traffic: nowhere, standing }
    refuse(passage, Cause.die(taken.failure))
  }
  return handler
})
