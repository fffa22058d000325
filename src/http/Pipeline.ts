/**
 * The way of a request: route, key, account, rate limit, scope, body, operation; in this order and
 * no other (contract §2). Every response leaves through here, with its request id and rate headers.
 */
import { Cause, Clock, Effect, Exit, Option, Result } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Config from "../Config.ts"
import type * as Account from "../domain/Account.ts"
import type * as Core from "../engine/Core.ts"
import * as Draw from "../engine/Draw.ts"
import type * as Engine from "../engine/Engine.ts"
import { Unavailable } from "../engine/Unavailable.ts"
import * as Authorization from "./Authorization.ts"
import * as Body from "./Body.ts"
import * as Decode from "./Decode.ts"
import * as Problems from "./Problems.ts"
import * as RateLimits from "./RateLimits.ts"
import type * as Route from "./Route.ts"
import * as Router from "./Router.ts"

type Request = HttpServerRequest.HttpServerRequest

export interface Options {
  readonly environment: "sandbox" | "production"
  readonly core: Core.Core
  readonly rateLimits: RateLimits.RateLimits
  readonly routes: ReadonlyArray<Route.Route>
}

/** Who asks for what, and where its caller stands; nothing is refused yet. */
interface Survey {
  readonly found: Result.Result<Router.Found, Problems.Refusal>
  /** The caller's key; `undefined` on a public route, a failure where one is missing. */
  readonly key: Result.Result<Account.Key | undefined, Problems.Refusal>
  readonly standing: RateLimits.Standing
}

const addressOf = (request: Request): string =>
  RateLimits.addressOf(Option.getOrUndefined(request.remoteAddress))

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

/** Scope, body, operation. */
const perform = Effect.fnUntraced(function* (
  found: Router.Found,
  key: Account.Key | undefined,
  request: Request,
  at: number
) {
  const { compiled, params } = found
  const isWrite = compiled.route.method !== "GET"
  if (isWrite && key?.scope === "read_only") {
    const message = "This key may only read."
    return yield* Effect.fail<Problems.Refusal>({ _tag: "Forbidden", message })
  }
  const payload = isWrite ? yield* Body.payload(compiled, request) : {}
  const query =
    compiled.query === undefined ? {} : yield* Effect.fromResult(compiled.query(found.query))
  const accountId = key?.accountId ?? ""
  const by = key?.id ?? "public"
  const idempotency = idempotencyOf(found, key?.accountId ?? by, payload)
  const call = { params, query, payload, at, accountId, request: { at, by, idempotency } }
  return yield* compiled.route.handle(call as never)
})

/** The checks in their order, then the operation. */
const answer = Effect.fnUntraced(function* (
  core: Core.Core,
  { found, key, standing }: Survey,
  request: Request,
  at: number
) {
  // Where there is no route there is nothing to need a key for.
  const caller = Result.isSuccess(found) ? yield* Effect.fromResult(key) : undefined
  const refusal = caller === undefined ? undefined : Authorization.checkAccount(core, caller)
  if (refusal !== undefined) return yield* Effect.fail(refusal)
  const { retryAfterSeconds } = standing
  if (retryAfterSeconds !== undefined) {
    return yield* Effect.fail<Problems.Refusal>({ _tag: "RateLimited", retryAfterSeconds })
  }
  return yield* perform(yield* Effect.fromResult(found), caller, request, at)
})

const respond = (
  answer: Route.Answer,
  requestId: string,
  standing: RateLimits.Standing,
  extra: Readonly<Record<string, string>> = {}
) =>
  HttpServerResponse.text(answer.body, {
    status: answer.status,
    contentType: answer.contentType ?? "application/json",
    headers: {
      "x-request-id": requestId,
      ...RateLimits.headers(standing),
      ...(answer.replayed === true ? { "idempotent-replayed": "true" } : {}),
      ...extra
    }
  })

/** What a cause of failure is to the caller. Of a defect nothing is told but that it happened. */
const problemOf = Effect.fnUntraced(function* (
  cause: Cause.Cause<Problems.Rejection>,
  requestId: string
) {
  const failure = Cause.findErrorOption(cause)
  if (Option.isSome(failure)) return Problems.of(failure.value)
  if (Cause.hasInterruptsOnly(cause)) return Problems.stopping
  yield* Effect.logError("A request failed", cause).pipe(Effect.annotateLogs({ requestId }))
  return Problems.defect
})

const refuse = Effect.fnUntraced(function* (
  cause: Cause.Cause<Problems.Rejection>,
  requestId: string,
  standing: RateLimits.Standing
) {
  const problem = yield* problemOf(cause, requestId)
  const { headers, status } = problem
  const body = Problems.body(problem, requestId)
  return respond({ status, body }, requestId, standing, headers)
})

const crowded = new Unavailable({ message: "Too many requests are under way." })

export const make = Effect.fnUntraced(function* ({ core, ...options }: Options) {
  const draw = yield* Draw.Draw
  const find = Router.make(options.routes)
  const stand = options.rateLimits.count

  const authenticate = ({ compiled }: Router.Found, { headers }: Request): Survey["key"] => {
    const { access } = compiled.route
    return access === "public"
      ? Result.succeed(undefined)
      : Authorization.authenticate(core, options.environment, access, headers.authorization)
  }

  const survey = (request: Request, at: number): Survey => {
    const found = find(request.method, request.url)
    const key = Result.flatMap(found, (route) => authenticate(route, request))
    const caller = Result.isSuccess(key) ? key.success : undefined
    const kind = Result.isSuccess(found) ? found.success.compiled.route.limit : "default"
    return { found, key, standing: stand(caller?.id ?? addressOf(request), kind, at) }
  }

  let underWay = 0
  /** A place among the requests under way; a probe needs none. */
  const inPlace = <A, E>({ found }: Survey, work: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | Unavailable> => {
      if (Result.isSuccess(found) && found.success.compiled.route.limit === "probe") return work
      if (underWay >= Config.http.requestsMax) return Effect.fail(crowded)
      underWay += 1
      return Effect.ensuring(
        work,
        Effect.sync(() => {
          underWay -= 1
        })
      )
    })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const at = yield* Clock.currentTimeMillis
    const requestId = Draw.id(draw, "req", at)
    const surveyed = Result.try(() => survey(request, at))
    if (Result.isFailure(surveyed)) {
      const standing = stand(addressOf(request), "default", at)
      return yield* refuse(Cause.die(surveyed.failure), requestId, standing)
    }
    const { standing } = surveyed.success
    const work = answer(core, surveyed.success, request, at)
    const exit = yield* Effect.exit(inPlace(surveyed.success, work))
    return Exit.isSuccess(exit)
      ? respond(exit.value, requestId, standing)
      : yield* refuse(exit.cause, requestId, standing)
  })
})
