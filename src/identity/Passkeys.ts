/** Passkeys: their registration by a signed-in user, and sign-ins with them. */
import * as crypto from "node:crypto"
import { Clock, Effect, type Redacted, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Ids from "../domain/Ids.ts"
import * as Port from "../engine/ports/Identity.ts"
import * as AuthLibrary from "./AuthLibrary.ts"
import * as PasskeyChallenges from "./PasskeyChallenges.ts"
import * as PasskeyStore from "./PasskeyStore.ts"
import * as PasskeyVerification from "./PasskeyVerification.ts"
import * as SecondFactor from "./SecondFactor.ts"
import * as Sessions from "./Sessions.ts"

const refused = (reason: Port.PasskeyRefused["reason"], personId: string | null) =>
  new Port.PasskeyRefused({ reason, personId })

/** The fields of a passkey that a list contains. */
const listed = ({ createdAt, id, lastUsedAt, name }: Port.Passkey): Port.Passkey => ({
  ...{ id, name, createdAt, lastUsedAt }
})

/** The descriptor of a passkey in a browser's list of passkeys, to ask for or to exclude. */
export const descriptorOf = ({ credentialId, transports }: PasskeyStore.Stored) => ({
  ...{ id: credentialId, type: "public-key", transports }
})

export const secondFactors = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  personId: string
) {
  const passkeys = yield* PasskeyStore.list(library, personId)
  const hasAuthenticator = yield* PasskeyStore.hasAuthenticator(library, personId)
  return { hasAuthenticator, passkeys: passkeys.map(listed) } satisfies Port.SecondFactors
})

/** The kinds of second factors that a user has. */
const factorsOf = ({ hasAuthenticator, passkeys }: Port.SecondFactors): Array<Port.Factor> => [
  ...(passkeys.length > 0 ? ["passkey" as const] : []),
  ...(hasAuthenticator ? ["authenticator" as const] : [])
]

export const factors = (library: AuthLibrary.AuthLibrary, personId: string) =>
  Effect.map(secondFactors(library, personId), factorsOf)

const UserNames = Schema.Struct({ name: Schema.String, email: Schema.String })

/**
 * Begins to add a passkey, with the password. Returns the options from which the browser makes it.
 */
export const start = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  password: Redacted.Redacted
) {
  const { host } = yield* PasskeyVerification.relyingPartyOf(client)
  const session = yield* Sessions.current(library, client)
  const { id: sessionId, personId } = session
  yield* SecondFactor.verifyPassword(library, client, password)
  const passkeys = yield* PasskeyStore.list(library, personId)
  if (passkeys.length >= Limits.identity.passkeysMax) return yield* refused("too_many", personId)
  const { internalAdapter } = library.context
  const user = yield* AuthLibrary.query(() => internalAdapter.findUserById(personId))
  const { email, name } = yield* AuthLibrary.decode(UserNames, user)
  const subject = { purpose: "add", personId, sessionId } as const
  const { challenge, cookies } = yield* PasskeyChallenges.issue(library, client, subject)
  const options = {
    rp: { id: host, name: "Payouts" },
    user: {
      ...{ id: Buffer.from(personId).toString("base64url"), name: email, displayName: name }
    },
    challenge,
    pubKeyCredParams: PasskeyVerification.algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: Limits.identity.challengeMs,
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    attestation: "none"
  }
  return { options, cookies } satisfies Port.PasskeyRequest
})

/** Completes the registration of a passkey. */
export const add = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  name: string,
  answer: Port.NewPasskey
) {
  const party = yield* PasskeyVerification.relyingPartyOf(client)
  const { id: sessionId, personId } = yield* Sessions.current(library, client)
  const challenge = yield* PasskeyChallenges.read(library, client, ["add"])
  if (challenge.personId !== personId || challenge.sessionId !== sessionId) {
    return yield* refused("expired", personId)
  }
  yield* PasskeyChallenges.spend(library, challenge, personId)
  const facts = yield* PasskeyVerification.verifyRegistration(answer, { challenge, party })
  const at = yield* Clock.currentTimeMillis
  const id = Ids.make("psk", at, crypto.randomBytes(Ids.randomBytes))
  const passkey = { ...facts, id, personId, name, createdAt: at, lastUsedAt: null }
  const added = yield* PasskeyStore.add(library, passkey, sessionId)
  if (added._tag === "Refused") return yield* refused(added.reason, personId)
  if (added.isFirst) yield* Sessions.endOthersThan(library, personId, client)
  const { cookies } = yield* AuthLibrary.callAny(() =>
    library.api.dropChallenge({ headers: AuthLibrary.headersOf(client), asResponse: true })
  )
  return { passkey: listed(passkey), cookies } satisfies Port.AddedPasskey
})

/** Removes a passkey, with the password. */
export const remove = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  { id, password }: { readonly id: string; readonly password: Redacted.Redacted },
  mayBeLast: boolean
) {
  const personId = yield* SecondFactor.verifyPassword(library, client, password)
  const outcome = yield* PasskeyStore.remove(library, { id, personId }, mayBeLast)
  if (outcome === "missing") return undefined
  if (outcome === "last") {
    return yield* new Port.NotProven({ reason: "second_factor_needed", personId })
  }
  return { ...outcome, removed: listed(outcome.removed) }
})

const Awaiting = Schema.Struct({ userId: Schema.NullOr(Schema.String) })

/** The user whose password was right a moment ago. */
const personAwaiting = Effect.fnUntraced(function* (
  { api }: AuthLibrary.AuthLibrary,
  client: Port.Client
) {
  const headers = AuthLibrary.headersOf(client)
  const { body } = yield* AuthLibrary.callAny(() => api.readAwaiting({ headers, asResponse: true }))
  const { userId } = yield* AuthLibrary.decode(Awaiting, body)
  return userId === null ? yield* refused("expired", null) : userId
})

/**
 * Asks for a passkey of the user whose password was right, or of anyone, who must be verified.
 */
export const ask = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  isSecondStep: boolean
) {
  const { host } = yield* PasskeyVerification.relyingPartyOf(client)
  const personId = isSecondStep ? yield* personAwaiting(library, client) : ""
  const passkeys = isSecondStep ? yield* PasskeyStore.list(library, personId) : []
  if (isSecondStep && passkeys.length === 0) return yield* refused("unknown", personId)
  const purpose = isSecondStep ? "second" : "alone"
  const subject = { purpose, personId, sessionId: "" } as const
  const { challenge, cookies } = yield* PasskeyChallenges.issue(library, client, subject)
  const options = {
    ...{ challenge, rpId: host, timeout: Limits.identity.challengeMs },
    allowCredentials: passkeys.map(descriptorOf),
    userVerification: isSecondStep ? "preferred" : "required"
  }
  return { options, cookies } satisfies Port.PasskeyRequest
})

const Ended = Schema.Struct({ isEnded: Schema.Boolean })

/** Ends the wait for the second factor. Only one of several concurrent answers can end it. */
const endAwaiting = Effect.fnUntraced(function* (
  { api }: AuthLibrary.AuthLibrary,
  client: Port.Client,
  userId: string
) {
  const request = { body: { userId }, headers: AuthLibrary.headersOf(client) }
  const { body } = yield* AuthLibrary.callAny(() =>
    api.endAwaiting({ ...request, asResponse: true })
  )
  const { isEnded } = yield* AuthLibrary.decode(Ended, body)
  if (!isEnded) return yield* refused("expired", userId)
})

/**
 * The passkey that answered a challenge, with its use recorded. `owner` is the user who must own
 * it; a passkey for an open challenge must have verified its user.
 */
export const verifyAnswer = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  answer: Port.PasskeyAnswer,
  expected: {
    readonly challenge: PasskeyChallenges.Challenge
    readonly party: PasskeyVerification.RelyingParty
  },
  owner: string | undefined
) {
  const passkey = yield* PasskeyStore.find(library, answer.credentialId)
  if (passkey === undefined) return yield* refused("unknown", owner ?? null)
  const { personId } = passkey
  yield* PasskeyChallenges.spend(library, expected.challenge, personId)
  if (owner !== undefined && personId !== owner) return yield* refused("other_person", owner)
  const { counter, isUserVerified } = yield* PasskeyVerification.verifySignature(
    passkey,
    answer,
    expected
  )
  if (owner === undefined && !isUserVerified) return yield* refused("unverified", personId)
  const at = yield* Clock.currentTimeMillis
  if (!(yield* PasskeyStore.use(library, passkey.id, counter, at))) {
    return yield* refused("counter", personId)
  }
  return passkey
})

/** Signs in with a passkey, after the password or alone, as the challenge's purpose requires. */
export const enter = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  answer: Port.PasskeyAnswer
) {
  const party = yield* PasskeyVerification.relyingPartyOf(client)
  const challenge = yield* PasskeyChallenges.read(library, client, ["second", "alone"])
  const isSecondStep = challenge.purpose === "second"
  if (isSecondStep && (yield* personAwaiting(library, client)) !== challenge.personId) {
    return yield* refused("expired", challenge.personId)
  }
  const owner = isSecondStep ? challenge.personId : undefined
  const { personId } = yield* verifyAnswer(library, answer, { challenge, party }, owner)
  if (isSecondStep) yield* endAwaiting(library, client, personId)
  const request = { body: { userId: personId }, headers: AuthLibrary.headersOf(client) }
  const { cookies } = yield* AuthLibrary.callAny(() =>
    library.api.beginSession({ ...request, asResponse: true })
  )
  // A reset may have removed the passkey, and ended the sessions before this one began.
  if ((yield* PasskeyStore.find(library, answer.credentialId)) === undefined) {
    yield* Sessions.dropSession(library, cookies)
    return yield* refused("unknown", personId)
  }
  return { personId, next: "done", factors: [], cookies } satisfies Port.SignInStep
})
