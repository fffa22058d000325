/**
 * Passkeys by the browser's own functions: the service's JSON in, the JSON that it takes out. Not
 * every browser has them, and none has on a page without HTTPS, but for this machine's.
 */
import { PayoutError } from "../../client/Problem.ts"
import type { AddPasskeyBody, PasskeyRequest, SignInPasskeyBody } from "../Generated.ts"
import { passkeyErrors as Words } from "../words/signin.ts"

/** Browsers bind passkeys to a host name, so a page opened under an IP address has none. */
const isNamed = (): boolean => !/^(\[.*\]|[\d.]+)$/.test(window.location.hostname)

export const areSupported = (): boolean =>
  isNamed() &&
  typeof PublicKeyCredential !== "undefined" &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function" &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function"

/** In place of a button where there are none. */
export const { notSupported } = Words

const failed = (error: unknown): PayoutError => {
  const name = error instanceof Error ? error.name : ""
  const message = Words.failures[name] ?? Words.failed
  return new PayoutError({ code: "PASSKEY_FAILED", status: undefined, message })
}

/** What the browser made; a refusal of its own in words. */
const made = async (asked: Promise<Credential | null>): Promise<PublicKeyCredential> => {
  const credential = await asked.catch((error) => {
    throw failed(error)
  })
  if (credential instanceof PublicKeyCredential) return credential
  throw failed(undefined)
}

/** Makes a passkey. */
export const create = async ({
  options
}: PasskeyRequest): Promise<AddPasskeyBody["credential"]> => {
  // The service writes these options, in the form that the standard names.
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
  const credential = await made(navigator.credentials.create({ publicKey }))
  const { id, response } = credential.toJSON() as RegistrationResponseJSON
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports
  }
}

/** Signs with a passkey. */
export const sign = async ({
  options
}: PasskeyRequest): Promise<SignInPasskeyBody["credential"]> => {
  // The service writes these options, in the form that the standard names.
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
  const credential = await made(navigator.credentials.get({ publicKey }))
  const { id, response } = credential.toJSON() as AuthenticationResponseJSON
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? null
  }
}
