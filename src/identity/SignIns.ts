/** A sign-in: the password first, then the second factor if the user has one. */
import { Effect, Redacted, Schema } from "effect"
import * as Port from "../engine/ports/Identity.ts"
import * as AuthLibrary from "./AuthLibrary.ts"
import * as OneTimeCodes from "./OneTimeCodes.ts"
import * as PasskeyStore from "./PasskeyStore.ts"
import * as Passkeys from "./Passkeys.ts"
import * as Sessions from "./Sessions.ts"

const UserBody = Schema.Struct({ user: Schema.Struct({ id: Schema.String }) })
const isCodeRequired = Schema.is(Schema.Struct({ twoFactorRedirect: Schema.Literal(true) }))

/**
 * The user whose password was right, before the code. The cookie contains the key of a stored
 * value.
 */
const personAwaitingCode = (library: AuthLibrary.AuthLibrary, client: Port.Client) => {
  const cookie = AuthLibrary.cookieOf(client, library.codeCookie) ?? ""
  const [name = ""] = cookie.split(/[.%]/)
  if (!/^[\w-]{1,64}$/.test(name)) return Effect.succeed(null)
  return Effect.map(
    AuthLibrary.query(() => library.context.internalAdapter.findVerificationValue(name)),
    (found) => found?.value ?? null
  )
}

/** Ends a session that began after a reset removed its proof. */
const endStale = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  cookies: Port.Cookies,
  { personId, reason }: Pick<Port.NotProven, "personId" | "reason">
) {
  yield* Sessions.dropSession(library, cookies)
  return yield* new Port.NotProven({ reason, personId })
})

/** The hash of the password of an address; `undefined` if there is none. */
const hashOf = ({ context: { internalAdapter } }: AuthLibrary.AuthLibrary, email: string) =>
  Effect.map(
    AuthLibrary.query(() =>
      internalAdapter.findUserByEmail(email.toLowerCase(), { includeAccounts: true })
    ),
    (found) => found?.accounts.find(({ providerId }) => providerId === "credential")?.password
  )

/** Checks a password. Begins a session, or sets a cookie with which the code is entered. */
export const signIn = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  email: string,
  password: Redacted.Redacted
) {
  const body = { email, password: Redacted.value(password), rememberMe: true }
  const headers = AuthLibrary.headersOf({ ...client, cookie: "" })
  const hash = yield* hashOf(library, email)
  const response = yield* AuthLibrary.hashing(
    library,
    AuthLibrary.call(() => library.api.signInEmail({ body, headers, asResponse: true }), null)
  )
  yield* Sessions.deleteExpired(library)
  const { cookies } = response
  if (!isCodeRequired(response.body)) {
    const { user } = yield* AuthLibrary.decode(UserBody, response.body)
    const personId = user.id
    if ((yield* hashOf(library, email)) !== hash) {
      return yield* endStale(library, cookies, { reason: "wrong", personId })
    }
    return { personId, next: "done", factors: [], cookies } satisfies Port.SignInStep
  }
  const cookie = cookies.map((line) => line.split(";")[0] ?? "").join("; ")
  const personId = yield* personAwaitingCode(library, { ...client, cookie })
  if (personId === null) return yield* AuthLibrary.unavailable("a challenge without a person")
  const factors = yield* Passkeys.factors(library, personId)
  return { personId, next: "code", factors, cookies } satisfies Port.SignInStep
})

/**
 * Keeps only the challenge's cookie: with a session cookie, the library would check the code for
 * that session.
 */
const withChallengeOnly = (
  { codeCookie }: AuthLibrary.AuthLibrary,
  client: Port.Client
): Port.Client => {
  const challenge = AuthLibrary.cookieOf(client, codeCookie)
  return { ...client, cookie: challenge === undefined ? "" : `${codeCookie}=${challenge}` }
}

/** Checks a code of the app, or a recovery code. */
export const enterCode = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  code: Redacted.Redacted,
  isRecoveryCode: boolean
) {
  const challenged = withChallengeOnly(library, client)
  const personId = yield* personAwaitingCode(library, challenged)
  if (personId === null) {
    return yield* new Port.NotProven({ reason: "expired", personId: null })
  }
  const digits = Redacted.value(code).replace(/\s/g, "")
  const request = {
    body: { code: digits },
    headers: AuthLibrary.headersOf(challenged),
    asResponse: true
  } as const
  const { api } = library
  const verify = AuthLibrary.call(
    () => (isRecoveryCode ? api.verifyBackupCode(request) : api.verifyTOTP(request)),
    personId
  )
  const response = yield* isRecoveryCode
    ? verify
    : OneTimeCodes.onlyOnce(library, personId, digits, verify)
  const { user } = yield* AuthLibrary.decode(UserBody, response.body)
  if (user.id !== personId) return yield* AuthLibrary.unavailable("another person's challenge")
  const { cookies } = response
  if (!(yield* PasskeyStore.hasAuthenticator(library, personId))) {
    return yield* endStale(library, cookies, { reason: "expired", personId })
  }
  return { personId, next: "done", factors: [], cookies } satisfies Port.SignInStep
})
