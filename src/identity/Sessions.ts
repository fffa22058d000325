/** Sessions: the current one of a request, and all of a user. */
import { Effect, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Port from "../engine/ports/Identity.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as AuthLibrary from "./AuthLibrary.ts"

const SessionBody = Schema.NullOr(
  Schema.Struct({
    session: Schema.Struct({
      id: Schema.String,
      createdAt: Schema.Date,
      expiresAt: Schema.Date,
      provenAt: Schema.optionalKey(Schema.NullOr(Schema.Date))
    }),
    user: Schema.Struct({
      id: Schema.String,
      twoFactorEnabled: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
    })
  })
)

export const find = (
  { api }: AuthLibrary.AuthLibrary,
  client: Port.Client
): Effect.Effect<Port.Session | undefined, Unavailable> =>
  AuthLibrary.query(() => api.getSession({ headers: AuthLibrary.headersOf(client) })).pipe(
    Effect.flatMap((body) => AuthLibrary.decode(SessionBody, body)),
    Effect.map((body) =>
      body === null
        ? undefined
        : {
            id: body.session.id,
            personId: body.user.id,
            hasSecondFactor: body.user.twoFactorEnabled === true,
            expiresAt: body.session.expiresAt.getTime(),
            provenAt: (body.session.provenAt ?? body.session.createdAt).getTime()
          }
    )
  )

/** The session of a request. */
export const current = (library: AuthLibrary.AuthLibrary, client: Port.Client) =>
  Effect.filterOrFail(
    find(library, client),
    (session) => session !== undefined,
    () => new Port.NotProven({ reason: "expired", personId: null })
  )

/** The user of a request's session. */
export const personOf = (library: AuthLibrary.AuthLibrary, client: Port.Client) =>
  Effect.map(current(library, client), ({ personId }) => personId)

/** Records that the user of a session proved who they are; `at` in milliseconds. */
export const markProven = ({ sql }: AuthLibrary.AuthLibrary, sessionId: string, at: number) =>
  sql
    .unsafe(
      `update people_sessions set "provenAt" = to_timestamp($2::float8 / 1000) where "id" = $1`,
      [sessionId, at]
    )
    .pipe(
      Effect.timeout(Limits.identity.queryMsMax),
      Effect.mapError((error) => AuthLibrary.unavailable(error)),
      Effect.asVoid
    )

/** Deletes expired sessions, at the next sign-in of any user. */
export const deleteExpired = ({ sql }: AuthLibrary.AuthLibrary) =>
  Effect.ignore(sql`delete from people_sessions where "expiresAt" < now()`)

/** A session's token: the part of its cookie before the signature. */
const tokenOf = ({ sessionCookie }: AuthLibrary.AuthLibrary, cookies: Port.Cookies): string => {
  const line = cookies.find((one) => one.startsWith(`${sessionCookie}=`)) ?? ""
  const [value = ""] = line.slice(sessionCookie.length + 1).split(/[;.%]/)
  return value
}

export const dropSession = (library: AuthLibrary.AuthLibrary, cookies: Port.Cookies) =>
  AuthLibrary.query(() => library.context.internalAdapter.deleteSession(tokenOf(library, cookies)))

export const signOut = ({ api }: AuthLibrary.AuthLibrary, client: Port.Client) =>
  Effect.map(
    AuthLibrary.callAny(() =>
      api.signOut({ headers: AuthLibrary.headersOf(client), asResponse: true })
    ),
    ({ cookies }) => cookies
  )

/** True if these cookies begin a session. */
export const isBegun = (library: AuthLibrary.AuthLibrary, cookies: Port.Cookies): boolean =>
  tokenOf(library, cookies) !== ""

/** Ends all sessions but the one of a request. */
export const endOthersThan = (
  library: AuthLibrary.AuthLibrary,
  personId: string,
  client: Port.Client
) => {
  const { sessionCookie } = library
  const currentCookie = `${sessionCookie}=${AuthLibrary.cookieOf(client, sessionCookie) ?? ""}`
  return endOthers(library, personId, [currentCookie])
}

/**
 * Ends all sessions but the one of these cookies, the only one that was proven by a second factor.
 */
export const endOthers = (
  library: AuthLibrary.AuthLibrary,
  personId: string,
  cookies: Port.Cookies
) =>
  AuthLibrary.query(async () => {
    const { internalAdapter } = library.context
    const currentToken = tokenOf(library, cookies)
    const sessions = await internalAdapter.listSessions(personId, { onlyActiveSessions: false })
    const otherTokens = sessions.map(({ token }) => token).filter((token) => token !== currentToken)
    if (otherTokens.length > 0) await internalAdapter.deleteSessions(otherTokens)
  })

const listActive = ({ context }: AuthLibrary.AuthLibrary, personId: string) =>
  AuthLibrary.query(() =>
    context.internalAdapter.listSessions(personId, { onlyActiveSessions: true })
  )

export const list = (
  library: AuthLibrary.AuthLibrary,
  personId: string,
  current: string
): Effect.Effect<ReadonlyArray<Port.OpenSession>, Unavailable> =>
  Effect.map(listActive(library, personId), (sessions) =>
    sessions.slice(0, Limits.identity.sessionsShown).map((session) => ({
      id: session.id,
      isCurrent: session.id === current,
      address: session.ipAddress ?? null,
      agent: session.userAgent ?? null,
      createdAt: session.createdAt.getTime(),
      expiresAt: session.expiresAt.getTime()
    }))
  )

export const end = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  personId: string,
  sessionId: string
) {
  const session = (yield* listActive(library, personId)).find(({ id }) => id === sessionId)
  if (session === undefined) return false
  yield* AuthLibrary.query(() => library.context.internalAdapter.deleteSession(session.token))
  return true
})
