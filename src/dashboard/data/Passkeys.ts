/**
 * Passkeys with the browser's own functions, which take and return JSON. Some browsers lack these
 * functions, and all browsers lack them without HTTPS, except on localhost.
 */
import { PayoutError } from "../../client/Problem.ts"
import type { AddPasskeyBody, PasskeyRequest, SignInPasskeyBody } from "../Generated.ts"
import { passkeyErrors as Words } from "../words/signin.ts"

/** Browsers bind passkeys to a host name, so a page opened under an IP address cannot use them. */
const isNamed = (): boolean => !/^(\[.*\]|[\d.]+)$/.test(window.location.hostname)

export const areSupported = (): boolean =>
  isNamed() &&
  typeof PublicKeyCredential !== "undefined" &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function" &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function"

/** The text in place of a button if passkeys are not supported. */
export const { notSupported } = Words

const failed = (error: unknown): PayoutError => {
  const name = error instanceof Error ? error.name : ""
  const message = Words.failures[name] ?? Words.failed
  return new PayoutError({ code: "PASSKEY_FAILED", status: undefined, message })
}

/** The credential that the browser created. A refusal by the browser becomes an error in words. */
const made = async (asked: Promise<Credential | null>): Promise<PublicKeyCredential> => {
  const credential = await asked.catch((error) => {
    throw failed(error)
  })
  if (credential instanceof PublicKeyCredential) return credential
  throw failed(undefined)
}

export const create = async ({
  options
}: PasskeyRequest): Promise<AddPasskeyBody["credential"]> => {
  // The service sends these options in the standard's JSON form.
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

export const sign = async ({
  options
}: PasskeyRequest): Promise<SignInPasskeyBody["credential"]> => {
  // The service sends these options in the standard's JSON form.
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
