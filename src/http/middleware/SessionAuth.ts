/**
 * Authentication by the dashboard's session cookie. A cookie alone does not prove that our page
 * sent the request (CSRF), so it counts only with what another site's page cannot send: a header of
 * ours, and our own origin.
 */
import type { IncomingMessage } from "node:http"
import { Effect, Result } from "effect"
import * as Role from "../../domain/account/Role.ts"
import * as User from "../../domain/account/User.ts"
import type * as Partitions from "../../engine/Partitions.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as Operation from "../contract/Operation.ts"
import type { Refusal } from "../contract/Rejection.ts"
import * as Authorization from "./Authorization.ts"
import type { AddressOf, SchemeOf } from "./ClientAddress.ts"

/** Which page is ours. */
export interface Site {
  /** `undefined`: the request's host, if it is an address of this machine. */
  readonly origin: string | undefined
  readonly host: string
  /** Where requests come from. */
  readonly addressOf: AddressOf
  /** The scheme that clients use. */
  readonly schemeOf: SchemeOf
}

const text = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" ? header : (header?.[0] ?? "")

const loopback = ["localhost", "127.0.0.1", "[::1]"]

/** Names of this machine: another one that leads here is a trick (DNS rebinding). */
const isLocal = (url: URL, { host }: Site): boolean =>
  loopback.includes(url.hostname) || url.hostname === host

/** The origin of the requesting page, as far as the request shows it; `undefined`: not here. */
const originOf = (request: IncomingMessage, site: Site): string | undefined => {
  if (site.origin !== undefined) return site.origin
  const asked = `http://${text(request.headers.host)}`
  if (!URL.canParse(asked) || !isLocal(new URL(asked), site)) return undefined
  return new URL(asked).origin
}

const refused = (message: string): Refusal => ({ _tag: "Forbidden", message })

/** Whether the request is from the dashboard, and not forged by another site. */
export const checkPage = (request: IncomingMessage, site: Site): Refusal | undefined => {
  const { headers } = request
  if (text(headers["x-dashboard"]) !== "1") {
    return refused("A session needs the header x-dashboard: 1.")
  }
  const fetchSite = headers["sec-fetch-site"]
  if (fetchSite !== undefined && fetchSite !== "same-origin")
    return refused("The request comes from another site.")
  const own = originOf(request, site)
  if (own === undefined) return refused("The dashboard is not served under this host name.")
  const { origin } = headers
  return origin === undefined || origin === own
    ? undefined
    : refused("The request comes from another site.")
}

/** The requesting page, as its session remembers it, and its origin. */
export const clientOf = (request: IncomingMessage, site: Site): Identity.Client => ({
  cookie: text(request.headers.cookie),
  agent: text(request.headers["user-agent"]),
  address: site.addressOf(request),
  origin: originOf(request, site) ?? ""
})

/** Whether the caller is identified by a session. */
export const isExpected = (
  { headers }: IncomingMessage,
  { by }: { readonly by: Operation.Audience },
  people: Identity.Identity["Service"]
): boolean =>
  by !== "public" &&
  headers.authorization === undefined &&
  people.mayHaveSession(text(headers.cookie))

const signInFirst: Refusal = { _tag: "Unauthorized", message: "Sign in first." }

/** The account a member acts for: the one the page names, or the only one. */
const actingFor = (person: User.User, named: string): Result.Result<string, Refusal> => {
  const own = person.grants.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]))
  const accountId = named === "" ? own[0] : named
  return accountId !== undefined && own.includes(accountId)
    ? Result.succeed(accountId)
    : Result.fail(refused("You are not a member of this account."))
}

const callerIn = (
  person: User.User,
  session: Identity.Session,
  by: Operation.Audience,
  named: string
): Result.Result<Authorization.Caller, Refusal> => {
  if (by === "person")
    return Result.succeed(Authorization.ofPerson(person, null, undefined, session))
  if (by === "account") {
    return Result.map(actingFor(person, named), (accountId) =>
      Authorization.ofPerson(person, accountId, User.roleIn(person, accountId), session)
    )
  }
  const role = User.roleIn(person, null)
  if (role === undefined || !Role.isStaff(role))
    return Result.fail(refused("Only staff may do this."))
  return person.hasSecondFactor && session.hasSecondFactor
    ? Result.succeed(Authorization.ofPerson(person, null, role, session))
    : Result.fail({ _tag: "SecondFactorRequired" })
}

/** Where sessions are looked up. */
export interface SessionContext {
  readonly people: Identity.Identity["Service"]
  readonly directory: Partitions.DirectoryView["directory"]
  readonly site: Site
}

type Credentials = Effect.Effect<Result.Result<Authorization.Caller, Refusal>, Unavailable>

/** The person whose session the request's cookie names, acting for the account the page names. */
export const caller = (
  { directory, people, site }: SessionContext,
  request: IncomingMessage,
  by: Operation.Audience
): Credentials =>
  Effect.suspend((): Credentials => {
    const foreign = checkPage(request, site)
    if (foreign !== undefined) return Effect.succeed(Result.fail(foreign))
    return Effect.map(people.session(clientOf(request, site)), (session) => {
      const person = directory.user(session?.personId ?? "")
      if (session === undefined || person === undefined) return Result.fail(signInFirst)
      return callerIn(person, session, by, text(request.headers["x-account"]))
    })
  })
