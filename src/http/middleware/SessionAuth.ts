/**
 * Who calls from the dashboard's page: a session found by its cookie, and what its person may where
 * they act. A cookie alone proves nothing about who sent the request, so it counts only with what
 * another site's page cannot send along (CSRF): a header of ours, and our own origin.
 */
import type { IncomingMessage } from "node:http"
import { Effect, Result } from "effect"
import * as Role from "../../domain/account/Role.ts"
import * as User from "../../domain/account/User.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as State from "../../engine/state/State.ts"
import type { Refusal } from "../Problems.ts"
import type * as Route from "../server/Route.ts"
import * as Authorization from "./Authorization.ts"
import type { AddressOf } from "./ClientAddress.ts"

/** Which page is ours. */
export interface Site {
  /** `undefined`: the address that was asked, if it is one of this machine's. */
  readonly origin: string | undefined
  readonly host: string
  /** Where requests come from. */
  readonly addressOf: AddressOf
}

const text = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" ? header : (header?.[0] ?? "")

const loopback = ["localhost", "127.0.0.1", "[::1]"]

/** Names of this machine: another one that leads here is a trick (DNS rebinding). */
const isLocal = (url: URL, { host }: Site): boolean =>
  loopback.includes(url.hostname) || url.hostname === host

/** Where the page that asks is served, as far as the request tells; `undefined`: not here. */
export const originOf = (request: IncomingMessage, home: Site): string | undefined => {
  if (home.origin !== undefined) return home.origin
  const asked = `http://${text(request.headers.host)}`
  if (!URL.canParse(asked) || !isLocal(new URL(asked), home)) return undefined
  return new URL(asked).origin
}

const refused = (message: string): Refusal => ({ _tag: "Forbidden", message })

/** Whether our own page asks, and no other site in its name. */
export const checkPage = (request: IncomingMessage, home: Site): Refusal | undefined => {
  const { headers } = request
  if (text(headers["x-dashboard"]) !== "1") {
    return refused("A session needs the header x-dashboard: 1.")
  }
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin") return refused("Another site asks.")
  const own = originOf(request, home)
  if (own === undefined) return refused("The page is not served under this name.")
  const { origin } = headers
  return origin === undefined || origin === own ? undefined : refused("Another site asks.")
}

/** The page that asks, as its session remembers it, and where it is served. */
export interface Client extends Identity.Client {
  readonly origin: string
}

export const clientOf = (request: IncomingMessage, home: Site): Client => ({
  cookie: text(request.headers.cookie),
  agent: text(request.headers["user-agent"]),
  address: home.addressOf(request),
  origin: originOf(request, home) ?? ""
})

/** Whether a session must be looked for before it is known who asks. */
export const isExpected = (
  { headers }: IncomingMessage,
  route: Route.Route,
  people: Identity.Identity["Service"]
): boolean =>
  route.access !== "public" &&
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
  { hasSecondFactor }: Identity.Session,
  access: Route.Access,
  named: string
): Result.Result<Authorization.Caller, Refusal> => {
  if (access === "person") return Result.succeed(Authorization.ofPerson(person, null, undefined))
  if (access === "account") {
    return Result.map(actingFor(person, named), (accountId) =>
      Authorization.ofPerson(person, accountId, User.roleIn(person, accountId))
    )
  }
  const role = User.roleIn(person, null)
  if (role === undefined || !Role.isStaff(role)) return Result.fail(refused("Only for the staff."))
  return person.hasSecondFactor && hasSecondFactor
    ? Result.succeed(Authorization.ofPerson(person, null, role))
    : Result.fail({ _tag: "SecondFactorRequired" })
}

type Asked = Effect.Effect<Result.Result<Authorization.Caller, Refusal>, Unavailable>

/** Who has the session of a request, acting where the page says. */
export const caller = (
  people: Identity.Identity["Service"],
  core: State.State,
  home: Site,
  request: IncomingMessage,
  access: Route.Access
): Asked =>
  Effect.suspend((): Asked => {
    const foreign = checkPage(request, home)
    if (foreign !== undefined) return Effect.succeed(Result.fail(foreign))
    return Effect.map(people.session(clientOf(request, home)), (session) => {
      const person = core.people.get(session?.personId ?? "")
      if (session === undefined || person === undefined) return Result.fail(signInFirst)
      return callerIn(person, session, access, text(request.headers["x-account"]))
    })
  })
