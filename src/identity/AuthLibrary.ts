/**
 * Calls of better-auth, bounded in time. Its refusals become `NotProven`, and any other error
 * becomes `Unavailable`, so that a fault never lets anyone in.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Schema, Semaphore } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Port from "../engine/ports/Identity.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as BetterAuth from "./BetterAuth.ts"
import * as KyselyDialect from "./KyselyDialect.ts"

type AuthContext = Awaited<BetterAuth.BetterAuth["$context"]>

export interface AuthLibrary {
  readonly sql: PgClient.PgClient
  readonly api: BetterAuth.BetterAuth["api"]
  readonly context: AuthContext
  /** The names of the cookies of a session, and of a sign-in that awaits its code. */
  readonly sessionCookie: string
  readonly codeCookie: string
  /** Limits how many passwords are hashed at once, because hashing is costly on purpose. */
  readonly hashing: Semaphore.Semaphore
  hashesWaiting: number
  /** Keys of one-time codes that are being verified, so that none is accepted twice. */
  readonly codesUnderWay: Set<string>
}

export const make = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  deployment: BetterAuth.Deployment
) {
  const auth = BetterAuth.make(KyselyDialect.make(sql), deployment)
  const context = yield* Effect.promise(() => auth.$context)
  const library: AuthLibrary = {
    ...{ sql, api: auth.api, context },
    sessionCookie: context.authCookies.sessionToken.name,
    codeCookie: context.createAuthCookie("two_factor").name,
    hashing: yield* Semaphore.make(Limits.identity.hashesMax),
    hashesWaiting: 0,
    codesUnderWay: new Set()
  }
  return library
})

export const unavailable = (detail: unknown) =>
  new Unavailable({ message: "Sign-in is temporarily unavailable.", detail: String(detail) })

/** A call of a library function that returns a value. */
export const query = <A>(call: () => Promise<A>): Effect.Effect<A, Unavailable> =>
  Effect.tryPromise({ try: call, catch: unavailable }).pipe(
    Effect.timeout(Limits.identity.callMsMax),
    Effect.catchTag("TimeoutError", (error) => Effect.fail(unavailable(error)))
  )

/** The response of one of the library's endpoints. */
export interface EndpointResponse {
  readonly status: number
  readonly body: unknown
  readonly cookies: Port.Cookies
}

const respond = (call: () => Promise<Response>): Effect.Effect<EndpointResponse, Unavailable> =>
  query(async () => {
    const response = await call()
    const text = await response.text()
    const body: unknown = text === "" ? null : JSON.parse(text)
    return { status: response.status, body, cookies: response.headers.getSetCookie() }
  }).pipe(
    Effect.filterOrFail(
      ({ status }) => status < 500,
      ({ status }) => unavailable(`status ${status}`)
    )
  )

const Refused = Schema.Struct({ code: Schema.optionalKey(Schema.String) })
const isRefused = Schema.is(Refused)

const reasons: Readonly<Record<string, Port.NotProven["reason"]>> = {
  ACCOUNT_TEMPORARILY_LOCKED: "locked",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "locked",
  INVALID_TWO_FACTOR_COOKIE: "expired",
  UNAUTHORIZED: "expired",
  SESSION_EXPIRED: "expired",
  TOTP_NOT_ENABLED: "no_second_factor",
  TWO_FACTOR_NOT_ENABLED: "no_second_factor",
  TOTP_ALREADY_ENABLED: "second_factor_exists"
}

const notProven = (body: unknown, personId: string | null): Port.NotProven => {
  const code = isRefused(body) ? (body.code ?? "") : ""
  return new Port.NotProven({ reason: reasons[code] ?? "wrong", personId })
}

/** A call of an endpoint; any status below 500 is accepted. */
export const callAny = respond

/** A call of an endpoint that must succeed; `personId` is the user to be proven, if known. */
export const call = (
  endpoint: () => Promise<Response>,
  personId: string | null
): Effect.Effect<EndpointResponse, Port.NotProven | Unavailable> =>
  Effect.flatMap(respond(endpoint), (response) =>
    response.status < 300
      ? Effect.succeed(response)
      : Effect.fail(notProven(response.body, personId))
  )

/** A response of another shape is a fault of the library, and never a success. */
export const decode = <A>(schema: Schema.Codec<A, unknown>, body: unknown) =>
  Effect.mapError(Schema.decodeUnknownEffect(schema)(body), unavailable)

/** Runs an effect that hashes a password: a few at once, and a bounded number waits. */
export const hashing = <A, E>(
  library: AuthLibrary,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E | Unavailable> =>
  Effect.suspend((): Effect.Effect<A, E | Unavailable> => {
    if (library.hashesWaiting >= Limits.identity.hashesWaitingMax) {
      return Effect.fail(unavailable("too many sign in"))
    }
    library.hashesWaiting += 1
    return Effect.ensuring(
      Semaphore.withPermits(library.hashing, 1)(effect),
      Effect.sync(() => {
        library.hashesWaiting -= 1
      })
    )
  })

// ----------------------------------------------------------------------------- cookies

export const headersOf = ({ address, agent, cookie }: Port.Client): Headers =>
  new Headers({ cookie, "user-agent": agent.slice(0, 200), [BetterAuth.addressHeader]: address })

/** The value of a cookie of a request. */
export const cookieOf = ({ cookie }: Port.Client, name: string): string | undefined =>
  cookie
    .split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
