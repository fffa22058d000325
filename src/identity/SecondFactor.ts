/** The second factor of a user who is signed in. */
import { Effect, Redacted, Schema } from "effect"
import * as Port from "../engine/ports/Identity.ts"
import * as AuthLibrary from "./AuthLibrary.ts"
import * as OneTimeCodes from "./OneTimeCodes.ts"
import * as PasskeyStore from "./PasskeyStore.ts"
import * as Sessions from "./Sessions.ts"

const TotpBody = Schema.Struct({
  totpURI: Schema.String,
  backupCodes: Schema.Array(Schema.String)
})
const CodesBody = Schema.Struct({ backupCodes: Schema.Array(Schema.String) })

/** A call that the user confirms with the password. */
const confirmedByPassword = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  password: Redacted.Redacted,
  endpoint: (request: {
    readonly body: { readonly password: string }
    readonly headers: Headers
    readonly asResponse: true
  }) => Promise<Response>
) {
  const personId = yield* Sessions.personOf(library, client)
  const body = { password: Redacted.value(password) }
  const request = { body, headers: AuthLibrary.headersOf(client), asResponse: true } as const
  const response = yield* AuthLibrary.hashing(
    library,
    AuthLibrary.call(() => endpoint(request), personId)
  )
  return { ...response, personId }
})

/** The user of a session, who gave the right password. */
export const verifyPassword = (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  password: Redacted.Redacted
) =>
  Effect.map(
    confirmedByPassword(library, client, password, (request) =>
      library.api.verifyPassword(request)
    ),
    ({ personId }) => personId
  )

export const start = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  password: Redacted.Redacted
) {
  const response = yield* confirmedByPassword(library, client, password, (request) =>
    library.api.enableTwoFactor(request)
  )
  const { backupCodes, totpURI } = yield* AuthLibrary.decode(TotpBody, response.body)
  return { uri: totpURI, recoveryCodes: backupCodes }
})

export const confirm = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  code: Redacted.Redacted
) {
  const personId = yield* Sessions.personOf(library, client)
  const digits = Redacted.value(code).replace(/\s/g, "")
  const headers = AuthLibrary.headersOf(client)
  const verify = AuthLibrary.call(
    () => library.api.verifyTOTP({ body: { code: digits }, headers, asResponse: true }),
    personId
  )
  const { cookies } = yield* OneTimeCodes.onlyOnce(library, personId, digits, verify)
  // The library decides by data that it read before. A passkey may have been removed since, or a
  // reset may have removed the app.
  if (!(yield* PasskeyStore.settle(library, personId))) {
    yield* Sessions.dropSession(library, cookies)
    return yield* new Port.NotProven({ reason: "expired", personId })
  }
  // If the user had a second factor before, a passkey, the session continues.
  if (Sessions.isBegun(library, cookies)) yield* Sessions.endOthers(library, personId, cookies)
  return cookies
})

/**
 * Removes the app. The library would end the need for a second factor even if passkeys are left.
 */
export const disable = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  password: Redacted.Redacted,
  mayBeLast: boolean
) {
  const personId = yield* verifyPassword(library, client, password)
  const outcome = yield* PasskeyStore.removeAuthenticator(library, personId, mayBeLast)
  const reason = outcome === "missing" ? "no_second_factor" : "second_factor_needed"
  return typeof outcome === "string" ? yield* new Port.NotProven({ reason, personId }) : outcome
})

export const renewCodes = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  password: Redacted.Redacted
) {
  const response = yield* confirmedByPassword(library, client, password, (request) =>
    library.api.generateBackupCodes(request)
  )
  return (yield* AuthLibrary.decode(CodesBody, response.body)).backupCodes
})
