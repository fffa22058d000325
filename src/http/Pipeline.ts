/**
 * The way of a request: route, key, account, rate limit, scope, body, operation; in this order and
 * no other (contract §2). Every response leaves through here, with its request id and rate headers.
 */
import { Cause, Clock, Effect, Exit, Option, Result } from "effect"
import { FindMyWay, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Config from "../Config.ts"
import type * as Account from "../domain/Account.ts"
import type * as Core from "../engine/Core.ts"
import * as Draw from "../engine/Draw.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Authorization from "./Authorization.ts"
import * as Decode from "./Decode.ts"
import * as Problems from "./Problems.ts"
import type * as RateLimits from "./RateLimits.ts"
import type * as Route from "./Route.ts"

export interface Options {
  readonly environment: "sandbox" | "production"
  readonly core: Core.Core
  readonly rateLimits: RateLimits.RateLimits
  readonly routes: ReadonlyArray<Route.Route>
}

/** A route with its decoders, built once. */
interface Compiled {
  readonly route: Route.Route
  readonly query: ((input: unknown) => Result.Result<unknown, Problems.Refusal>) | undefined
  readonly payload: ((input: unknown) => Result.Result<unknown, Problems.Refusal>) | undefined
}

interface Found {
  readonly compiled: Compiled
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

const compile = (route: Route.Route): Compiled => ({
  route,
  query: route.query === undefined ? undefined : Decode.decoder(route.query as never),
  payload: route.payload === undefined ? undefined : Decode.decoder(route.payload as never)
})

/** Finds a route; names the methods a known path takes. */
const makeFinder = (routes: ReadonlyArray<Route.Route>) => {
  const router = FindMyWay.make<Compiled>({ maxParamLength: 256, ignoreTrailingSlash: true })
  for (const route of routes) {
    router.on(route.method as "GET", route.path as `/${string}`, compile(route))
  }
  return (method: string, url: string): Result.Result<Found, Problems.Refusal> => {
    const found = router.find(method as "GET", url)
    if (found !== undefined) {
      const { handler, params, searchParams } = found
      return Result.succeed({ compiled: handler, params, query: searchParams })
    }
    const allowed = methods.filter((other) => router.find(other, url) !== undefined)
    return Result.fail(
      allowed.length === 0 ? { _tag: "NoSuchPath" } : { _tag: "NoSuchMethod", allowed }
    )
  }
}

const isWrite = (method: string): boolean => method !== "GET"

const jsonType = /^application\/json(\s*;|$)/i

/** The body as text, if it may be one. */
const readBody = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const length = Number(request.headers["content-length"] ?? 0)
  const refusal: Problems.Refusal = { _tag: "TooLarge", bytesMax: Config.http.bodyBytesMax }
  if (length > Config.http.bodyBytesMax) return yield* Effect.fail(refusal)
  const type = request.headers["content-type"]
  const hasBody = length > 0 || request.headers["transfer-encoding"] !== undefined
  if (hasBody && !jsonType.test(type ?? "")) {
    const wrong: Problems.Refusal = { _tag: "WrongType", expected: "application/json" }
    return yield* Effect.fail(wrong)
  }
  if (!hasBody) return ""
  return yield* request.text.pipe(
    Effect.mapError((error): Problems.Refusal => {
      if (error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge") {
        return refusal
      }
      const broken = { field: "body", code: "unreadable", message: "could not be read" }
      return { _tag: "Invalid", errors: [broken] }
    })
  )
})

/** The key of the body and of the header are one key; both present must agree. */
const mergeKey = (
  body: Record<string, unknown>,
  header: string | undefined
): Result.Result<Record<string, unknown>, Problems.Refusal> => {
  const inBody = body.idempotency_key ?? undefined
  if (header === undefined) return Result.succeed(body)
  if (inBody === undefined) return Result.succeed({ ...body, idempotency_key: header })
  if (inBody === header) return Result.succeed(body)
  const message = "differs from the Idempotency-Key header"
  const error = { field: "idempotency_key", code: "mismatch", message }
  return Result.fail({ _tag: "Invalid", errors: [error] })
}

const decodePayload = Effect.fnUntraced(function* (
  { payload }: Compiled,
  request: HttpServerRequest.HttpServerRequest
) {
  const text = yield* readBody(request)
  if (payload === undefined) return {}
  const parsed = yield* Effect.fromResult(Decode.json(text))
  const body = yield* Effect.fromResult(mergeKey(parsed, request.headers["idempotency-key"]))
  return (yield* Effect.fromResult(payload(body))) as Record<string, unknown>
})

const idempotencyOf = (
  { params, compiled }: Found,
  caller: string,
  payload: Record<string, unknown>
): Engine.Idempotency | null => {
  const key = payload.idempotency_key
  const { method, path } = compiled.route
  if (method !== "POST" || typeof key !== "string") return null
  const scope = `${caller} ${method} ${path === "/v1/webhooks" ? "/v1/webhooks/endpoints" : path}`
  return { scope, key, fingerprint: Decode.fingerprint(Object.values(params).join("/"), payload) }
}

export const make = Effect.fnUntraced(function* (options: Options) {
  const draw = yield* Draw.Draw
  const find = makeFinder(options.routes)

  /** The key of a route that needs one; none for a public route. */
  const authenticate = (found: Found, request: HttpServerRequest.HttpServerRequest) => {
    const { access } = found.compiled.route
    return access === "public"
      ? Result.succeed(undefined)
      : Authorization.authenticate(
          options.core,
          options.environment,
          access,
          request.headers.authorization
        )
  }

  const perform = Effect.fnUntraced(function* (
    found: Found,
    key: Account.Key | undefined,
    request: HttpServerRequest.HttpServerRequest,
    at: number
  ) {
    const { compiled, params } = found
    if (isWrite(request.method) && key?.scope === "read_only") {
      const message = "This key may only read."
      return yield* Effect.fail<Problems.Refusal>({ _tag: "Forbidden", message })
    }
    const payload = isWrite(request.method) ? yield* decodePayload(compiled, request) : {}
    const query =
      compiled.query === undefined ? {} : yield* Effect.fromResult(compiled.query(found.query))
    const accountId = key?.accountId ?? ""
    const by = key?.id ?? "public"
    const idempotency = idempotencyOf(found, key?.accountId ?? by, payload)
    const call = { params, query, payload, at, accountId, request: { at, by, idempotency } }
    return yield* compiled.route.handle(call as never)
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
        "x-ratelimit-limit": String(standing.limit),
        "x-ratelimit-remaining": String(standing.remaining),
        "x-ratelimit-reset": String(standing.reset),
        ...(answer.replayed === true ? { "idempotent-replayed": "true" } : {}),
        ...extra
      }
    })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const at = yield* Clock.currentTimeMillis
    const requestId = Draw.id(draw, "req", at)
    const found = find(request.method, request.url)
    const address = `address ${Option.getOrElse(request.remoteAddress, () => "unknown")}`
    const key = Result.isSuccess(found) ? authenticate(found.success, request) : undefined
    const known = key !== undefined && Result.isSuccess(key) ? key.success : undefined
    const kind = Result.isSuccess(found) ? found.success.compiled.route.limit : "default"
    const standing = options.rateLimits.count(known?.id ?? address, kind, at)

    const answered = Effect.gen(function* () {
      const route = yield* Effect.fromResult(found)
      const caller = yield* Effect.fromResult(key ?? Result.succeed(undefined))
      const refusal =
        caller === undefined ? undefined : Authorization.checkAccount(options.core, caller)
      if (refusal !== undefined) return yield* Effect.fail(refusal)
      if (standing.isExceeded) {
        const retryAfterSeconds = Math.max(1, Math.ceil(standing.reset - at / 1000))
        return yield* Effect.fail<Problems.Refusal>({ _tag: "RateLimited", retryAfterSeconds })
      }
      return yield* perform(route, caller, request, at)
    })

    const exit = yield* Effect.exit(answered)
    if (Exit.isSuccess(exit)) return respond(exit.value, requestId, standing)
    const failure = Cause.findErrorOption(exit.cause)
    if (Option.isNone(failure) && Cause.hasInterruptsOnly(exit.cause))
      return yield* Effect.interrupt
    if (Option.isNone(failure)) {
      yield* Effect.logError("A request failed", exit.cause).pipe(
        Effect.annotateLogs({ requestId, method: request.method })
      )
    }
    const problem = Option.match(failure, { onNone: () => Problems.defect, onSome: Problems.of })
    const body = Problems.body(problem, requestId)
    return respond({ status: problem.status, body }, requestId, standing, problem.headers)
  })
})
