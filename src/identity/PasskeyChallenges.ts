/**
 * Challenges of passkeys: random, in a signed cookie with their purpose, valid for five minutes and
 * answered once. Nothing is stored until a registered passkey answers, so that callers without one
 * cannot fill a table.
 */
import * as crypto from "node:crypto"
import { Clock, Effect, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Port from "../engine/ports/Identity.ts"
import * as AuthLibrary from "./AuthLibrary.ts"
import * as PasskeyStore from "./PasskeyStore.ts"

/**
 * `add`: a new passkey. `second`: one after the password. `alone`: one without a password. `prove`:
 * one in a session, whose user proves again who they are.
 */
const Challenge = Schema.Struct({
  purpose: Schema.Literals(["add", "second", "alone", "prove"]),
  /** The user who must answer; empty if anyone may. */
  personId: Schema.String,
  /** The session in which a passkey is added or proves its user; empty for other purposes. */
  sessionId: Schema.String,
  challenge: Schema.String,
  expiresAt: Schema.Finite
})
export type Challenge = typeof Challenge.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Challenge))

/** A new challenge, and its cookie. */
export const issue = Effect.fnUntraced(function* (
  { api }: AuthLibrary.AuthLibrary,
  client: Port.Client,
  subject: Pick<Challenge, "purpose" | "personId" | "sessionId">
) {
  const now = yield* Clock.currentTimeMillis
  const challenge = crypto.randomBytes(32).toString("base64url")
  const stored: Challenge = { ...subject, challenge, expiresAt: now + Limits.identity.challengeMs }
  const headers = AuthLibrary.headersOf(client)
  const { cookies } = yield* AuthLibrary.callAny(() =>
    api.keepChallenge({ body: { value: JSON.stringify(stored) }, headers, asResponse: true })
  )
  return { challenge, cookies }
})

const ChallengeBody = Schema.Struct({ value: Schema.NullOr(Schema.String) })

/** The challenge of a browser, if it is for one of these purposes and still valid. */
export const read = Effect.fnUntraced(function* (
  { api }: AuthLibrary.AuthLibrary,
  client: Port.Client,
  purposes: ReadonlyArray<Challenge["purpose"]>
) {
  const headers = AuthLibrary.headersOf(client)
  const { body } = yield* AuthLibrary.callAny(() =>
    api.readChallenge({ headers, asResponse: true })
  )
  const { value } = yield* AuthLibrary.decode(ChallengeBody, body)
  const stored = decode(value ?? "")
  const now = yield* Clock.currentTimeMillis
  return stored._tag === "Some" &&
    purposes.includes(stored.value.purpose) &&
    now < stored.value.expiresAt
    ? stored.value
    : yield* new Port.PasskeyRefused({ reason: "expired", personId: null })
})

/** Makes a challenge unusable, whatever the outcome of its answer. */
export const spend = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  { challenge, expiresAt }: Challenge,
  personId: string
) {
  const now = yield* Clock.currentTimeMillis
  if (!(yield* PasskeyStore.spend(library, challenge, expiresAt, now))) {
    return yield* new Port.PasskeyRefused({ reason: "used", personId })
  }
})
