/** Proofs in a session: its user shows again who they are, before an act that needs a proof. */
import { Clock, Effect, Redacted } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Port from "../engine/ports/Identity.ts"
import * as AuthLibrary from "./AuthLibrary.ts"
import * as OneTimeCodes from "./OneTimeCodes.ts"
import * as PasskeyChallenges from "./PasskeyChallenges.ts"
import * as PasskeyStore from "./PasskeyStore.ts"
import * as Passkeys from "./Passkeys.ts"
import * as PasskeyVerification from "./PasskeyVerification.ts"
import * as SecondFactor from "./SecondFactor.ts"
import * as Sessions from "./Sessions.ts"

const marked = (library: AuthLibrary.AuthLibrary, sessionId: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (at) => Sessions.markProven(library, sessionId, at))

/** A proof by the password, which is not enough for someone with a second factor. */
export const byPassword = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  password: Redacted.Redacted
) {
  const { hasSecondFactor, id, personId } = yield* Sessions.current(library, client)
  if (hasSecondFactor) {
    return yield* new Port.NotProven({ reason: "password_not_enough", personId })
  }
  yield* SecondFactor.verifyPassword(library, client, password)
  yield* marked(library, id)
})

/** A proof by a code of the app, which works once. */
export const byCode = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  code: Redacted.Redacted
) {
  const { id, personId } = yield* Sessions.current(library, client)
  // The library would accept a code of an app that is not set up yet, and thereby set it up.
  if (!(yield* PasskeyStore.hasAuthenticator(library, personId))) {
    return yield* new Port.NotProven({ reason: "no_second_factor", personId })
  }
  const digits = Redacted.value(code).replace(/\s/g, "")
  const headers = AuthLibrary.headersOf(client)
  const verify = AuthLibrary.call(
    () => library.api.verifyTOTP({ body: { code: digits }, headers, asResponse: true }),
    personId
  )
  yield* OneTimeCodes.onlyOnce(library, personId, digits, verify)
  yield* marked(library, id)
})

/** Asks for a passkey of the session's user. */
export const ask = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client
) {
  const { host } = yield* PasskeyVerification.relyingPartyOf(client)
  const { id: sessionId, personId } = yield* Sessions.current(library, client)
  const passkeys = yield* PasskeyStore.list(library, personId)
  if (passkeys.length === 0) return yield* new Port.PasskeyRefused({ reason: "unknown", personId })
  const subject = { purpose: "prove", personId, sessionId } as const
  const { challenge, cookies } = yield* PasskeyChallenges.issue(library, client, subject)
  const options = {
    ...{ challenge, rpId: host, timeout: Limits.identity.challengeMs },
    allowCredentials: passkeys.map(Passkeys.descriptorOf),
    userVerification: "preferred"
  }
  return { options, cookies } satisfies Port.PasskeyRequest
})

/** A proof by a passkey of the session's user. */
export const byPasskey = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  answer: Port.PasskeyAnswer
) {
  const party = yield* PasskeyVerification.relyingPartyOf(client)
  const { id: sessionId, personId } = yield* Sessions.current(library, client)
  const challenge = yield* PasskeyChallenges.read(library, client, ["prove"])
  if (challenge.personId !== personId || challenge.sessionId !== sessionId) {
    return yield* new Port.PasskeyRefused({ reason: "expired", personId })
  }
  yield* Passkeys.verifyAnswer(library, answer, { challenge, party }, personId)
  yield* marked(library, sessionId)
  const { cookies } = yield* AuthLibrary.callAny(() =>
    library.api.dropChallenge({ headers: AuthLibrary.headersOf(client), asResponse: true })
  )
  return cookies
})
