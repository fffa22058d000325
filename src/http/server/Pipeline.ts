/**
 * The way of a request: route, key, account, rate limit, scope, body, operation; in this order and
 * no other (contract §2). Every response leaves through here, with its request id and rate headers.
 * Up to the operation all of it is plain functions; the operation is one fiber. Only a person's
 * session is looked up before, by a fiber of its own.
 */
import { Cause, Clock, Effect, Exit, type Fiber, FiberSet, Option, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Engine from "../../engine/Engine.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as State from "../../engine/state/State.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import type * as KeyUse from "../../usecases/KeyUse.ts"
import * as Authorization from "../middleware/Authorization.ts"
import * as RateLimits from "../middleware/RateLimits.ts"
import * as RequestMetrics from "../middleware/RequestMetrics.ts"
import * as RequestSlots from "../middleware/RequestSlots.ts"
import * as SessionAuth from "../middleware/SessionAuth.ts"
import * as Problems from "../Problems.ts"
import * as Body from "./Body.ts"
import * as Decode from "./Decode.ts"
import * as Exchange from "./Exchange.ts"
import type { Handler } from "./Listener.ts"
import * as RequestHead from "./RequestHead.ts"
import type * as Route from "./Route.ts"
import * as Router from "./Router.ts"

export interface Options {
  readonly environment: "sandbox" | "production"
  readonly core: State.State
  readonly rateLimits: RateLimits.RateLimits
  readonly routes: ReadonlyArray<Route.Route>
  readonly keyUse: KeyUse.KeyUse
  /** `undefined`: nobody has a session. */
  readonly people: Identity.Identity["Service"] | undefined
  readonly home: SessionAuth.Site
}

/** A request on its way. */
interface Passage extends Exchange.Exchange {
  /** Where its caller stands; known before anything else is said. */
  readonly standing: RateLimits.RateLimitResult
  /** When it was taken, by `performance.now()`, and where its answer is counted. */
  readonly begun: number
  readonly traffic: RequestMetrics.RequestMetrics
  /** Whose account it is about, once that is known. */
  accountId: string | undefined
  /** Its place among the requests under way, if it has one. */
  place: RequestSlots.Share | undefined
  /** Who works on it. */
  fiber: Fiber.Fiber<unknown, unknown> | undefined
}

/** A request as it came, before anything is known of who asks. */
type Arrival = Omit<Passage, "standing">

/** Who asks for what; nothing is refused yet. */
interface Survey {
  readonly found: Result.Result<Router.Found, Problems.Refusal>
  /** Who calls; `undefined` on a public route, a failure where nobody proves to. */
  readonly caller: Result.Result<Authorization.Caller | undefined, Problems.Refusal>
}

/** A request that may be served, by whom. */
interface Admitted {
  readonly found: Router.Found
  readonly caller: Authorization.Caller | undefined
}

/** Two paths of one route share their keys. */
const scopePath = (path: string): string =>
  path === "/v1/webhooks" ? "/v1/webhooks/endpoints" : path

const notRepeatable = { idempotency: null }

const idempotencyOf = (
  { compiled, params }: Router.Found,
  caller: string,
  payload: Router.Fields
): Pick<Engine.RequestContext, "idempotency" | "spelled"> => {
  const key = payload.idempotency_key
  const { method, path } = compiled.route
  if (method !== "POST" || typeof key !== "string") return notRepeatable
  const place = Object.values(params).join("/")
  const same = compiled.canonical?.(payload) ?? payload
  const idempotency = {
    scope: `${caller} ${method} ${scopePath(path)}`,
    key,
    fingerprint: Decode.fingerprint(place, same)
  }
  if (same === payload) return { idempotency }
  return { idempotency, spelled: () => Decode.fingerprint(place, payload) }
}

const readOnly: Problems.Refusal = { _tag: "Forbidden", message: "This key may only read." }

const notAllowed: Problems.Refusal = {
  _tag: "Forbidden",
  message: "Your role does not allow this."
}

/** Key, account, rate limit, scope. */
const admit = (
  core: State.State,
  { caller: asking, found }: Survey,
  { retryAfterSeconds }: RateLimits.RateLimitResult
): Result.Result<Admitted, Problems.Refusal> => {
  // Where there is no route there is nothing to need a key for.
  if (Result.isSuccess(found) && Result.isFailure(asking)) {
    return Result.fail(
      retryAfterSeconds === undefined ? asking.failure : { _tag: "RateLimited", retryAfterSeconds }
    )
  }
  const caller = Result.isSuccess(asking) ? asking.success : undefined
  const needs = Result.isSuccess(found) ? found.success.compiled.route.needs : "read"
  const refusal = caller === undefined ? undefined : Authorization.checkAccount(core, caller, needs)
  if (refusal !== undefined) return Result.fail(refusal)
  if (retryAfterSeconds !== undefined) {
    return Result.fail({ _tag: "RateLimited", retryAfterSeconds })
  }
  if (Result.isFailure(found)) return Result.fail(found.failure)
  if (caller === undefined || caller.may(needs)) {
    return Result.succeed({ found: found.success, caller })
  }
  return Result.fail(caller.kind === "key" ? readOnly : notAllowed)
}

const noFields: Result.Result<Router.Fields> = Result.succeed({})

const nothing: ReadonlyArray<Problems.FieldError> = []

const noBytes = new Uint8Array()

/** Body and query as the route takes them, then the operation. `body`: `undefined` for a read. */
const operation = (
  { caller, found }: Admitted,
  { at, request }: Passage,
  body: Body.Received | undefined,
  home: SessionAuth.Site
): Effect.Effect<Route.Answer, Problems.Rejection> => {
  const { compiled, params } = found
  const payload = body === undefined ? noFields : Body.payload(compiled, request.headers, body)
  if (Result.isFailure(payload)) return Effect.fail(payload.failure)
  const query = compiled.query === undefined ? noFields : compiled.query(found.query)
  if (Result.isFailure(query)) return Effect.fail(query.failure)
  const accountId = caller?.accountId ?? ""
  const by = caller?.id ?? "public"
  const idempotency = idempotencyOf(found, caller?.accountId ?? by, payload.success)
  const as = caller?.kind === "person" && caller.accountId !== null ? { as: accountId } : {}
  const asked = { at, by, ...as, from: home.addressOf(request), ...idempotency }
  const problems = body?._tag === "Upload" ? body.upload.problems : nothing
  const bytes = body?._tag === "Bytes" ? body.bytes : noBytes
  const raw = compiled.route.takesBytes ? { raw: Exchange.raw(request, bytes) } : {}
  const client = compiled.route.isPages ? { client: SessionAuth.clientOf(request, home) } : {}
  const said = { params, query: query.success, payload: payload.success, at, accountId }
  const call = { ...said, ...raw, ...client }
  return compiled.route.handle({ ...call, found: problems, request: asked } as never)
}

const replayedHeader = ["idempotent-replayed", "true"]

const respond = (passage: Passage, answer: Route.Answer): void => {
  const standing = RateLimits.headers(passage.standing)
  if (answer.stream !== undefined) {
    passage.traffic.answered(passage, answer.status, answer.body)
    return Exchange.stream(passage, answer.stream, standing)
  }
  const isReplayed = answer.replayed === true
  const headers = isReplayed ? [...standing, ...replayedHeader] : standing
  const own = answer.headers
  passage.traffic.answered(passage, answer.status, answer.body)
  Exchange.respond(passage, answer, own === undefined ? headers : [...headers, ...own])
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
  const subject = RequestMetrics.subjectOf("", request.url ?? "")
  return { request_id: requestId, ...(subject === undefined ? {} : Tracing.naming(subject)) }
}

/** What is not known of a request at its beginning. */
const unknown = { accountId: undefined, place: undefined, fiber: undefined }

const underWayNow = {
  name: "http_requests_under_way",
  description: `Requests that hold a place: with ${Limits.http.requestsMax} more are refused`
}

const crowded: Readonly<Record<RequestSlots.Refused, Problems.Problem>> = {
  all: Problems.of(new Unavailable({ message: "Too many requests are under way." })),
  account: Problems.of(
    new Unavailable({ message: "Too many requests of this account are under way." })
  )
}

const keyNeeded: Problems.Refusal = { _tag: "Unauthorized", message: "Sign in at the dashboard." }

export const make = Effect.fnUntraced(function* ({ core, ...options }: Options) {
  const { home, keyUse, people } = options
  const draw = yield* IdGenerator.IdGenerator
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime<never>()
  const meter = yield* Metrics.make
  const trafficOn = RequestMetrics.make(meter, yield* Tracing.Trace)
  const nowhere = trafficOn("none", "none")
  const refused = meter.counter(Metrics.refused, { queue: "requests" })
  const find = Router.make(options.routes, trafficOn)
  const stand = options.rateLimits.count
  const addressOf = (request: Exchange.Exchange["request"]) =>
    RateLimits.addressOf(home.addressOf(request))
  const places = RequestSlots.make()
  meter.gauge(underWayNow, places.taken)

  /** Who calls, as the request itself proves it: a key, or nobody. */
  const keyOf = (
    { access, isPrivate }: Route.Route,
    authorization: string | undefined,
    at: number
  ): Survey["caller"] => {
    if (isPrivate || access === "person") return Result.fail(keyNeeded)
    const audience = access === "admin" ? "admin" : "account"
    const { environment } = options
    const key = Authorization.authenticate(core, environment, audience, authorization, at)
    if (Result.isFailure(key)) return Result.fail(key.failure)
    keyUse.note(key.success.id, at)
    return Result.succeed(Authorization.ofKey(key.success))
  }

  const survey = (found: Survey["found"], request: Exchange.Exchange["request"], at: number) => {
    if (Result.isFailure(found)) return { found, caller: Result.succeed(undefined) }
    const { route } = found.success.compiled
    if (route.access !== "public") {
      return { found, caller: keyOf(route, request.headers.authorization, at) }
    }
    // Signing in is public, but only for our own page.
    const foreign = route.isPages ? SessionAuth.checkPage(request, home) : undefined
    return {
      found,
      caller: foreign === undefined ? Result.succeed(undefined) : Result.fail(foreign)
    }
  }

  const standingOf = ({ caller: asking, found }: Survey, { at, request }: Exchange.Exchange) => {
    // Keys are guessed from somewhere: that address is slowed down, and no good key of it is.
    if (Result.isFailure(asking)) return stand(addressOf(request), "refused", at)
    const caller = asking.success
    const limit = Result.isSuccess(found) ? found.success.compiled.route.limit : "default"
    const kind = caller?.kind === "person" && limit === "default" ? "dashboard" : limit
    return stand(caller?.id ?? addressOf(request), kind, at)
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
    if (passage.place !== undefined) places.leave(passage.place)
    passage.place = undefined
  }

  /**
   * Takes a place among the requests under way, until it is answered or nobody waits for it. Where
   * there is none it is refused.
   */
  const enter = (passage: Passage, isRead: boolean): boolean => {
    const place = places.take(isRead, passage.accountId)
    if (typeof place === "string") {
      refused.count += 1
      refuseWith(passage, crowded[place])
      return false
    }
    passage.place = place
    Exchange.onClose(passage, (isAnswered) => {
      leave(passage)
      if (!isAnswered) passage.fiber?.interruptUnsafe()
    })
    return true
  }

  const perform = (passage: Passage, admitted: Admitted, body: Body.Received | undefined): void => {
    const worked = Effect.suspend(() => operation(admitted, passage, body, home))
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
    passage.accountId = admitted.success.caller?.accountId ?? undefined
    const { limit, method } = route
    // A probe needs no place.
    if (limit !== "probe" && !enter(passage, method === "GET")) return
    if (method === "GET") return perform(passage, admitted.success, undefined)
    Body.read(passage, route, (body) => {
      if (Result.isSuccess(body)) return perform(passage, admitted.success, body.success)
      leave(passage)
      refuseWith(passage, Problems.of(body.failure))
    })
  }

  const begin = (arrival: Arrival, surveyed: Survey): void => {
    const standing = standingOf(surveyed, arrival)
    pass({ ...arrival, standing }, surveyed)
  }

  /** Looks the session up, and goes on from there. */
  const admitVisitor = (
    known: Identity.Identity["Service"],
    arrival: Arrival,
    found: Survey["found"],
    { access }: Route.Route
  ): void => {
    // Whoever brings a cookie costs a question to the database, whether it is worth something.
    const standing = stand(addressOf(arrival.request), "dashboard", arrival.at)
    const passage: Passage = { ...arrival, standing }
    const { retryAfterSeconds } = standing
    if (retryAfterSeconds !== undefined) {
      return refuseWith(passage, Problems.of({ _tag: "RateLimited", retryAfterSeconds }))
    }
    if (!enter(passage, true)) return
    const fiber = run(SessionAuth.caller(known, core, home, arrival.request, access))
    passage.fiber = fiber
    fiber.addObserver((exit) => {
      leave(passage)
      if (Exit.isSuccess(exit)) return begin(arrival, { found, caller: exit.value })
      const standing = stand(addressOf(arrival.request), "default", arrival.at)
      refuse({ ...arrival, standing }, exit.cause)
    })
  }

  const handler: Handler = (request, response) => {
    const begun = performance.now()
    const at = clock.currentTimeMillisUnsafe()
    const exchange = { request, response, requestId: IdGenerator.id(draw, "req", at), at }
    const taken = Result.try(() => {
      const malformed = RequestHead.refusalOf(request)
      const found =
        malformed === undefined
          ? find(request.method ?? "", request.url ?? "")
          : Result.fail(malformed)
      const compiled = Result.isSuccess(found) ? found.success.compiled : undefined
      const arrival = { ...exchange, ...unknown, begun, traffic: compiled?.traffic ?? nowhere }
      return people !== undefined &&
        compiled !== undefined &&
        SessionAuth.isExpected(request, compiled.route, people)
        ? admitVisitor(people, arrival, found, compiled.route)
        : begin(arrival, survey(found, request, at))
    })
    if (Result.isSuccess(taken)) return
    const standing = stand(addressOf(request), "default", at)
    const passage = { ...exchange, ...unknown, begun, traffic: nowhere, standing }
    refuse(passage, Cause.die(taken.failure))
  }
  return handler
})
