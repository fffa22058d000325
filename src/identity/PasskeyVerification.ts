/**
 * Verifies a browser's response for a passkey, with `@simplewebauthn/server`, after the checks
 * whose refusals have separate reasons.
 */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server"
import { decodeAttestationObject } from "@simplewebauthn/server/helpers"
import { Effect, Option, Schema } from "effect"
import * as Port from "../engine/ports/Identity.ts"
import type { Challenge } from "./PasskeyChallenges.ts"
import type { Stored } from "./PasskeyStore.ts"

/** COSE numbers of Ed25519, ECDSA with P-256, and RSA, which older versions of Windows create. */
export const algorithms = [-8, -7, -257]

/** The page that asks for passkeys: its origin, and its host name. */
export interface RelyingParty {
  readonly origin: string
  readonly host: string
}

const isAddress = (host: string): boolean => /^[\d.]+$|^\[/.test(host)

/** A passkey belongs to a host name; browsers refuse one for an address. */
export const relyingPartyOf = ({
  origin
}: Port.Client): Effect.Effect<RelyingParty, Port.PasskeyRefused> => {
  const host = URL.canParse(origin) ? new URL(origin).hostname : ""
  return host === "" || isAddress(host)
    ? Effect.fail(new Port.PasskeyRefused({ reason: "address", personId: null }))
    : Effect.succeed({ origin, host })
}

const ClientData = Schema.Struct({
  challenge: Schema.String,
  origin: Schema.String,
  crossOrigin: Schema.optionalKey(Schema.Boolean)
})

const decodeClientData = Schema.decodeUnknownOption(Schema.fromJsonString(ClientData))

const problemOf = (
  clientData: string,
  { challenge }: Challenge,
  { origin }: RelyingParty
): Port.PasskeyRefused["reason"] | undefined => {
  const text = Buffer.from(clientData, "base64url").toString("utf8")
  const parsed = Option.getOrUndefined(decodeClientData(text))
  if (parsed === undefined) return "wrong"
  if (parsed.challenge !== challenge) return "challenge"
  return parsed.origin !== origin || parsed.crossOrigin === true ? "origin" : undefined
}

interface Expected {
  readonly challenge: Challenge
  readonly party: RelyingParty
}

/**
 * Maps the library's errors to refusals. The library throws for any fault of a response, including
 * malformed input.
 */
const verified = <A>(
  clientData: string,
  { challenge, party }: Expected,
  personId: string,
  verify: () => Promise<A | undefined>
): Effect.Effect<A, Port.PasskeyRefused> => {
  const refused = (reason: Port.PasskeyRefused["reason"]) =>
    new Port.PasskeyRefused({ reason, personId })
  const problem = problemOf(clientData, challenge, party)
  if (problem !== undefined) return Effect.fail(refused(problem))
  return Effect.tryPromise({ try: verify, catch: () => refused("wrong") }).pipe(
    Effect.flatMap((result) =>
      result === undefined ? Effect.fail(refused("wrong")) : Effect.succeed(result)
    )
  )
}

/**
 * True if there is no attestation, or one by the passkey's own key. Another one has certificates,
 * and their verification would fetch addresses from them.
 */
const isPlain = (attestation: string): boolean => {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, "base64url")))
  const format = decoded.get("fmt")
  return (
    format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined)
  )
}

/** The key and count of a new passkey. */
export const verifyRegistration = (answer: Port.NewPasskey, expected: Expected) => {
  const { attestation, clientData, credentialId, transports } = answer
  const { challenge, party } = expected
  return verified(clientData, expected, challenge.personId, async () => {
    if (!isPlain(attestation)) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id: credentialId, rawId: credentialId, type: "public-key" },
        response: { clientDataJSON: clientData, attestationObject: attestation },
        clientExtensionResults: {}
      },
      expectedChallenge: challenge.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms
    })
    if (registrationInfo === undefined) return undefined
    const { counter, id, publicKey } = registrationInfo.credential
    const key = Buffer.from(publicKey).toString("base64url")
    return { credentialId: id, publicKey: key, counter, transports }
  })
}

/** The count of signatures in a response, and whether the authenticator verified the user. */
export const verifySignature = (
  passkey: Stored,
  answer: Port.PasskeyAnswer,
  expected: Expected
) => {
  const { authenticatorData, clientData, credentialId, signature, userHandle } = answer
  const { challenge, party } = expected
  const { personId } = passkey
  return verified(clientData, expected, personId, async () => {
    const holder = userHandle === null ? null : Buffer.from(userHandle, "base64url").toString()
    if (holder !== null && holder !== personId) return undefined
    const { authenticationInfo, verified: isVerified } = await verifyAuthenticationResponse({
      response: {
        ...{ id: credentialId, rawId: credentialId, type: "public-key" },
        response: { clientDataJSON: clientData, authenticatorData, signature },
        clientExtensionResults: {}
      },
      expectedChallenge: challenge.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        // The count is compared when it is written, in one statement.
        counter: 0
      },
      requireUserVerification: false
    })
    if (!isVerified) return undefined
    const { newCounter: counter, userVerified: isUserVerified } = authenticationInfo
    return { counter, isUserVerified }
  })
}
