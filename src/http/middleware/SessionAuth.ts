/**
 * Authentication by the dashboard's session cookie. A cookie alone does not prove that our page
 * sent the request (CSRF). It counts only with two things that another site's page cannot send: our
 * header and our origin.
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

/** The dashboard's site. */
export interface Site {
  /** The origin of the page; `undefined` for the request's host, if that is this machine. */
  readonly origin: string | undefined
  readonly host: string
  /** The client address of a request. */
  readonly addressOf: AddressOf
  /** The scheme that clients use. */
  readonly schemeOf: SchemeOf
}

const text = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" ? header : (header?.[0] ?? "")

const loopback = ["localhost", "127.0.0.1", "[::1]"]

/**
 * True for names of this machine. Any other name that resolves to it is a trick (DNS rebinding).
 */
const isLocal = (url: URL, { host }: Site): boolean =>
  loopback.includes(url.hostname) || url.hostname === host

/** The origin of our page for a request; `undefined` if the request's host is not ours. */
const originOf = (request: IncomingMessage, site: Site): string | undefined => {
  if (site.origin !== undefined) return site.origin
  const hostUrl = `http://${text(request.headers.host)}`
  if (!URL.canParse(hostUrl) || !isLocal(new URL(hostUrl), site)) return undefined
  return new URL(hostUrl).origin
}

const forbidden = (message: string): Refusal => ({ _tag: "Forbidden", message })

/** Refuses a request that is not from the dashboard, or may be forged by another site. */
export const checkPage = (request: IncomingMessage, site: Site): Refusal | undefined => {
  const { headers } = request
  if (text(headers["x-dashboard"]) !== "1") {
    return forbidden("A session needs the header x-dashboard: 1.")
  }
  const fetchSite = headers["sec-fetch-site"]
  if (fetchSite !== undefined && fetchSite !== "same-origin")
    return forbidden("The request comes from another site.")
  const ownOrigin = originOf(request, site)
  if (ownOrigin === undefined) return forbidden("The dashboard is not served under this host name.")
  const { origin } = headers
  return origin === undefined || origin === ownOrigin
    ? undefined
    : forbidden("The request comes from another site.")
}

/** The requesting page, as its session remembers it, and its origin. */
export const clientOf = (request: IncomingMessage, site: Site): Identity.Client => ({
  cookie: text(request.headers.cookie),
  agent: text(request.headers["user-agent"]),
  address: site.addressOf(request),
  origin: originOf(request, site) ?? ""
})

/** True if a session identifies the caller. */
export const mayHaveSession = (
  { headers }: IncomingMessage,
  { by }: { readonly by: Operation.Audience },
  identity: Identity.Identity["Service"]
): boolean =>
  by !== "public" &&
  headers.authorization === undefined &&
  identity.mayHaveSession(text(headers.cookie))

const signInFirst: Refusal = { _tag: "Unauthorized", message: "Sign in first." }

/** The account that a member acts for: the one that the page names, or the first. */
const accountFor = (person: User.User, named: string): Result.Result<string, Refusal> => {
  const accountIds = person.grants.flatMap(({ accountId }) =>
    accountId === null ? [] : [accountId]
  )
  const accountId = named === "" ? accountIds[0] : named
  return accountId !== undefined && accountIds.includes(accountId)
    ? Result.succeed(accountId)
    : Result.fail(forbidden("You are not a member of this account."))
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
    return Result.map(accountFor(person, named), (accountId) =>
      Authorization.ofPerson(person, accountId, User.roleIn(person, accountId), session)
    )
  }
  const role = User.roleIn(person, null)
  if (role === undefined || !Role.isStaff(role))
    return Result.fail(forbidden("Only staff may do this."))
  return person.hasSecondFactor && session.hasSecondFactor
    ? Result.succeed(Authorization.ofPerson(person, null, role, session))
    : Result.fail({ _tag: "SecondFactorRequired" })
}

/** Dependencies of the session look-up. */
export interface SessionContext {
  readonly identity: Identity.Identity["Service"]
  readonly directory: Partitions.DirectoryView["directory"]
  readonly site: Site
}

type Credentials = Effect.Effect<Result.Result<Authorization.Caller, Refusal>, Unavailable>

/** The user whose session the request's cookie names, acting for the account the page names. */
export const caller = (
  { directory, identity, site }: SessionContext,
  request: IncomingMessage,
  by: Operation.Audience
): Credentials =>
  Effect.suspend((): Credentials => {
    const refusal = checkPage(request, site)
    if (refusal !== undefined) return Effect.succeed(Result.fail(refusal))
    return Effect.map(identity.session(clientOf(request, site)), (session) => {
      const person = directory.user(session?.personId ?? "")
      if (session === undefined || person === undefined) return Result.fail(signInFirst)
      return callerIn(person, session, by, text(request.headers["x-account"]))
    })
  })
