/**
 * Who people are, kept by better-auth: it hashes passwords, draws and checks one-time codes and
 * recovery codes, signs cookies and keeps sessions. Each of its calls is one of this port's, within
 * a time, and whatever it throws that is no refusal is `Unavailable`: nobody is let in by a fault.
 */
import * as crypto from "node:crypto"
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Clock, Effect, Redacted, Schema, Semaphore } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Port from "../engine/ports/Identity.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as BetterAuth from "./BetterAuth.ts"
import * as KyselyDialect from "./KyselyDialect.ts"

const headersOf = ({ address, agent, cookie }: Port.Client): Headers =>
  new Headers({ cookie, "user-agent": agent.slice(0, 200), [BetterAuth.addressHeader]: address })

/** What the library says of itself when it refuses. */
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

const away = (detail: unknown) =>
  new Unavailable({ message: "Nobody can sign in right now.", detail: String(detail) })

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly cookies: Port.Cookies
}

/** One call of the library, whatever it answers. */
const ask = (call: () => Promise<Response>): Effect.Effect<Answer, Unavailable> =>
  Effect.tryPromise({
    try: async () => {
      const response = await call()
      const text = await response.text()
      const body: unknown = text === "" ? null : JSON.parse(text)
      return { status: response.status, body, cookies: response.headers.getSetCookie() }
    },
    catch: away
  }).pipe(
    Effect.timeout(Limits.people.callMsMax),
    Effect.catchTag("TimeoutError", (error) => Effect.fail(away(error))),
    Effect.filterOrFail(
      ({ status }) => status < 500,
      ({ status }) => away(`status ${status}`)
    )
  )

const SessionAnswer = Schema.NullOr(
  Schema.Struct({
    session: Schema.Struct({ id: Schema.String, expiresAt: Schema.Date }),
    user: Schema.Struct({
      id: Schema.String,
      twoFactorEnabled: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
    })
  })
)

const UserAnswer = Schema.Struct({ user: Schema.Struct({ id: Schema.String }) })
const CodeAnswer = Schema.Struct({ twoFactorRedirect: Schema.Literal(true) })
const TotpAnswer = Schema.Struct({
  totpURI: Schema.String,
  backupCodes: Schema.Array(Schema.String)
})
const CodesAnswer = Schema.Struct({ backupCodes: Schema.Array(Schema.String) })

const isCodeAnswer = Schema.is(CodeAnswer)

/** An answer of another shape is the library's fault, and nobody's success. */
const read = <A>(schema: Schema.Codec<A, unknown>, body: unknown) =>
  Effect.mapError(Schema.decodeUnknownEffect(schema)(body), away)

/** Fails with what the library refused; `personId`: whose proof it was, where that is known. */
const accepted = (answer: Answer, personId: string | null) =>
  answer.status < 300 ? Effect.succeed(answer) : Effect.fail(notProven(answer.body, personId))

export const make = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  options: BetterAuth.Options
) {
  const library = BetterAuth.make(KyselyDialect.make(sql), options)
  const { api } = library
  const context = yield* Effect.promise(() => library.$context)
  const { internalAdapter } = context
  const sessionCookie = context.authCookies.sessionToken.name
  const codeCookie = context.createAuthCookie("two_factor").name
  const hashing = yield* Semaphore.make(Limits.people.hashesMax)
  let waiting = 0
  /** Codes that are being looked at: none is taken twice. */
  const codesUnderWay = new Set<string>()

  /** Passwords are costly on purpose: a few at once, and a bound to who waits. */
  const costly = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | Unavailable> =>
    Effect.suspend((): Effect.Effect<A, E | Unavailable> => {
      if (waiting >= Limits.people.hashesWaitingMax) return Effect.fail(away("too many sign in"))
      waiting += 1
      return Effect.ensuring(
        Semaphore.withPermits(hashing, 1)(effect),
        Effect.sync(() => {
          waiting -= 1
        })
      )
    })

  const promise = <A>(call: () => Promise<A>) =>
    Effect.tryPromise({ try: call, catch: away }).pipe(
      Effect.timeout(Limits.people.callMsMax),
      Effect.catchTag("TimeoutError", (error) => Effect.fail(away(error)))
    )

  const session: Port.Identity["Service"]["session"] = (client) =>
    promise(() => api.getSession({ headers: headersOf(client) })).pipe(
      Effect.flatMap((found) => read(SessionAnswer, found)),
      Effect.map((found) =>
        found === null
          ? undefined
          : {
              id: found.session.id,
              personId: found.user.id,
              hasSecondFactor: found.user.twoFactorEnabled === true,
              expiresAt: found.session.expiresAt.getTime()
            }
      )
    )

  /** Sessions that are over are kept no longer than until the next sign-in of anybody. */
  const tidy = Effect.ignore(sql`delete from people_sessions where "expiresAt" < now()`)

  const cookieOf = (client: Port.Client, name: string): string | undefined =>
    client.cookie
      .split(/; */)
      .find((one) => one.startsWith(`${name}=`))
      ?.slice(name.length + 1)

  /** Of the challenge alone: with a session beside it the library would take that one's code. */
  const challenged = (client: Port.Client): Port.Client => {
    const challenge = cookieOf(client, codeCookie)
    return { ...client, cookie: challenge === undefined ? "" : `${codeCookie}=${challenge}` }
  }

  /** Whose password was right, before the code: the cookie names a note of the library's. */
  const expectedPerson = (client: Port.Client) => {
    const [note = ""] = (cookieOf(client, codeCookie) ?? "").split(/[.%]/)
    if (!/^[\w-]{1,64}$/.test(note)) return Effect.succeed(null)
    return Effect.map(
      promise(() => internalAdapter.findVerificationValue(note)),
      (found) => found?.value ?? null
    )
  }

  const personOf = (client: Port.Client) =>
    Effect.flatMap(session(client), (found) =>
      found === undefined
        ? Effect.fail(new Port.NotProven({ reason: "expired", personId: null }))
        : Effect.succeed(found.personId)
    )

  const signIn: Port.Identity["Service"]["signIn"] = Effect.fnUntraced(
    function* (client, email, password) {
      const body = { email, password: Redacted.value(password), rememberMe: true }
      const headers = headersOf({ ...client, cookie: "" })
      const answer = yield* costly(
        ask(() => api.signInEmail({ body, headers, asResponse: true }))
      ).pipe(Effect.flatMap((given) => accepted(given, null)))
      yield* tidy
      const { cookies } = answer
      if (!isCodeAnswer(answer.body)) {
        const { user } = yield* read(UserAnswer, answer.body)
        return { personId: user.id, next: "done" as const, cookies }
      }
      const jar = cookies.map((cookie) => cookie.split(";")[0] ?? "").join("; ")
      const personId = yield* expectedPerson({ ...client, cookie: jar })
      if (personId === null) return yield* away("a challenge without a person")
      return { personId, next: "code" as const, cookies }
    }
  )

  const usedName = (personId: string, code: string): string =>
    `used-code-${crypto.hash("sha256", `${personId} ${code}`, "hex")}`

  /**
   * Takes a one-time code out of use before it is looked at: seen over a shoulder, or on the wire
   * of a proxy, it is worth nothing. What was right is kept in the tables until it would be wrong
   * anyway, so that a restart does not forget it.
   */
  const onlyOnce = <A>(
    personId: string,
    code: string,
    verify: Effect.Effect<A, Port.NotProven | Unavailable>
  ) =>
    Effect.suspend((): Effect.Effect<A, Port.NotProven | Unavailable> => {
      const name = usedName(personId, code)
      const wrong = new Port.NotProven({ reason: "wrong", personId })
      if (codesUnderWay.has(name)) return Effect.fail(wrong)
      codesUnderWay.add(name)
      const keep = Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const expiresAt = new Date(now + codeValidMs)
        return promise(() =>
          internalAdapter.createVerificationValue({ identifier: name, value: "", expiresAt })
        )
      })
      return promise(() => internalAdapter.findVerificationValue(name)).pipe(
        Effect.flatMap(
          (known): Effect.Effect<A, Port.NotProven | Unavailable> =>
            known === null ? verify : Effect.fail(wrong)
        ),
        Effect.tap(() => keep),
        Effect.ensuring(Effect.sync(() => codesUnderWay.delete(name)))
      )
    })

  const enterCode: Port.Identity["Service"]["enterCode"] = Effect.fnUntraced(
    function* (client, code, isRecoveryCode) {
      const alone = challenged(client)
      const personId = yield* expectedPerson(alone)
      const given = Redacted.value(code).replace(/\s/g, "")
      if (personId === null) {
        return yield* new Port.NotProven({ reason: "expired", personId: null })
      }
      const call = { body: { code: given }, headers: headersOf(alone), asResponse: true } as const
      const verify = ask(() =>
        isRecoveryCode ? api.verifyBackupCode(call) : api.verifyTOTP(call)
      ).pipe(Effect.flatMap((answered) => accepted(answered, personId)))
      const answer = yield* isRecoveryCode ? verify : onlyOnce(personId, given, verify)
      const { user } = yield* read(UserAnswer, answer.body)
      if (user.id !== personId) return yield* away("a challenge of somebody else's")
      return { personId, next: "done" as const, cookies: answer.cookies }
    }
  )

  /** A session's token, as its cookie carries it in front of the signature. */
  const tokenOf = (cookies: Port.Cookies): string => {
    const line = cookies.find((one) => one.startsWith(`${sessionCookie}=`)) ?? ""
    const [value = ""] = line.slice(sessionCookie.length + 1).split(/[;.%]/)
    return value
  }

  const forget: Port.Identity["Service"]["forget"] = (cookies) =>
    promise(() => internalAdapter.deleteSession(tokenOf(cookies)))

  const signOut: Port.Identity["Service"]["signOut"] = (client) =>
    Effect.map(
      ask(() => api.signOut({ headers: headersOf(client), asResponse: true })),
      ({ cookies }) => cookies
    )

  const establish: Port.Identity["Service"]["establish"] = (person) =>
    costly(
      promise(async () => {
        const hash = await context.password.hash(Redacted.value(person.password))
        const { id, name } = person
        const email = person.email.toLowerCase()
        // Of somebody whom the log never came to know: an invitation that was accepted in vain.
        const other = await internalAdapter.findUserByEmail(email)
        if (other !== null && other.user.id !== id) await internalAdapter.deleteUser(other.user.id)
        if ((await internalAdapter.findUserById(id)) === null) {
          const facts = { id, name, email, emailVerified: true }
          await internalAdapter.createUser(facts, { method: "email-password" } as never)
        }
        await internalAdapter.deleteUserSessions(id)
        await context.adapter.deleteMany({
          model: "twoFactor",
          where: [{ field: "userId", value: id }]
        })
        await internalAdapter.updateUser(id, { name, email, twoFactorEnabled: false })
        const account = { userId: id, providerId: "credential", accountId: id, password: hash }
        if ((await internalAdapter.findCredentialAccount(id)) === null) {
          await internalAdapter.linkAccount(account)
        } else await internalAdapter.updatePassword(id, hash)
      })
    )

  const startTotp: Port.Identity["Service"]["startTotp"] = Effect.fnUntraced(
    function* (client, password) {
      const personId = yield* personOf(client)
      const body = { password: Redacted.value(password) }
      const answer = yield* costly(
        ask(() => api.enableTwoFactor({ body, headers: headersOf(client), asResponse: true }))
      ).pipe(Effect.flatMap((given) => accepted(given, personId)))
      const { backupCodes, totpURI } = yield* read(TotpAnswer, answer.body)
      return { uri: totpURI, recoveryCodes: backupCodes }
    }
  )

  /** A session from before the second factor never gave one: only this one goes on. */
  const endOthers = (personId: string, cookies: Port.Cookies) =>
    promise(async () => {
      const mine = tokenOf(cookies)
      const all = await internalAdapter.listSessions(personId, { onlyActiveSessions: false })
      const others = all.map(({ token }) => token).filter((token) => token !== mine)
      if (others.length > 0) await internalAdapter.deleteSessions(others)
    })

  const confirmTotp: Port.Identity["Service"]["confirmTotp"] = Effect.fnUntraced(
    function* (client, code) {
      const personId = yield* personOf(client)
      const given = Redacted.value(code).replace(/\s/g, "")
      const verify = ask(() =>
        api.verifyTOTP({ body: { code: given }, headers: headersOf(client), asResponse: true })
      ).pipe(Effect.flatMap((answered) => accepted(answered, personId)))
      const { cookies } = yield* onlyOnce(personId, given, verify)
      yield* endOthers(personId, cookies)
      return cookies
    }
  )

  const disableTotp: Port.Identity["Service"]["disableTotp"] = Effect.fnUntraced(
    function* (client, password) {
      const personId = yield* personOf(client)
      const body = { password: Redacted.value(password) }
      const { cookies } = yield* costly(
        ask(() => api.disableTwoFactor({ body, headers: headersOf(client), asResponse: true }))
      ).pipe(Effect.flatMap((given) => accepted(given, personId)))
      return cookies
    }
  )

  const renewCodes: Port.Identity["Service"]["renewCodes"] = Effect.fnUntraced(
    function* (client, password) {
      const personId = yield* personOf(client)
      const body = { password: Redacted.value(password) }
      const answer = yield* costly(
        ask(() => api.generateBackupCodes({ body, headers: headersOf(client), asResponse: true }))
      ).pipe(Effect.flatMap((given) => accepted(given, personId)))
      return (yield* read(CodesAnswer, answer.body)).backupCodes
    }
  )

  const changePassword: Port.Identity["Service"]["changePassword"] = Effect.fnUntraced(
    function* (client, current, next) {
      const personId = yield* personOf(client)
      const body = {
        currentPassword: Redacted.value(current),
        newPassword: Redacted.value(next),
        revokeOtherSessions: true
      }
      const { cookies } = yield* costly(
        ask(() => api.changePassword({ body, headers: headersOf(client), asResponse: true }))
      ).pipe(Effect.flatMap((given) => accepted(given, personId)))
      return cookies
    }
  )

  const sessionsOf = (personId: string) =>
    promise(() => internalAdapter.listSessions(personId, { onlyActiveSessions: true }))

  const sessions: Port.Identity["Service"]["sessions"] = (personId, current) =>
    Effect.map(sessionsOf(personId), (found) =>
      found.slice(0, Limits.people.sessionsShown).map((one) => ({
        id: one.id,
        isCurrent: one.id === current,
        address: one.ipAddress ?? null,
        agent: one.userAgent ?? null,
        createdAt: one.createdAt.getTime(),
        expiresAt: one.expiresAt.getTime()
      }))
    )

  const endSession: Port.Identity["Service"]["endSession"] = Effect.fnUntraced(
    function* (personId, sessionId) {
      const found = (yield* sessionsOf(personId)).find(({ id }) => id === sessionId)
      if (found === undefined) return false
      yield* promise(() => internalAdapter.deleteSession(found.token))
      return true
    }
  )

  return {
    ...{ session, signIn, enterCode, signOut, forget, establish },
    ...{ startTotp, confirmTotp, disableTotp, renewCodes, changePassword },
    ...{ sessions, endSession }
  }
})

/** A code is taken for its half minute, and for one before and one after. */
const codeValidMs = 90_000
