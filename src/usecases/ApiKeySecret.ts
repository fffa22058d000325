/**
 * Secrets of API keys, generated once and shown once. Only their SHA-256 is stored, so a secret is
 * only in the result of the command that issued it.
 */
import * as crypto from "node:crypto"
import * as ApiKey from "../domain/account/ApiKey.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"

export interface IssuedSecret {
  readonly event: typeof ApiKey.Issued.Type
  readonly secret: string
}

/** 192 random bits, base64url. */
const secretBytes = 24

/** SHA-256 of a secret, lower-case hex. */
export const hash = (secret: string): string => crypto.hash("sha256", secret, "hex")

const hashChars = 64

/** Buffers for the two hashes of a comparison, reused to avoid allocations. */
const [leftBytes, rightBytes] = [Buffer.alloc(hashChars), Buffer.alloc(hashChars)]

/** Compares two hashes in constant time. */
export const isSameHash = (left: string, right: string): boolean => {
  if (left.length !== hashChars || right.length !== hashChars) return false
  leftBytes.write(left, "latin1")
  rightBytes.write(right, "latin1")
  return crypto.timingSafeEqual(leftBytes, rightBytes)
}

const generate = (
  source: IdGenerator.Source,
  environment: ApiKey.Environment,
  scope: ApiKey.Scope
): string => {
  const random = Buffer.from(source.bytes(secretBytes)).toString("base64url")
  return `${ApiKey.prefix(environment, ApiKey.audienceOf(scope))}${random}`
}

/** Creates a key, with the secret that the operator chose or else a random one. */
export const issue = (
  source: IdGenerator.Source,
  environment: ApiKey.Environment,
  facts: Omit<typeof ApiKey.Issued.Type, "_tag" | "id" | "hash" | "last4">,
  chosenSecret?: string
): IssuedSecret => {
  const secret = chosenSecret ?? generate(source, environment, facts.scope)
  const event = {
    _tag: "ApiKeyIssued",
    ...facts,
    id: IdGenerator.id(source, "key", facts.at),
    hash: hash(secret),
    last4: secret.slice(-4)
  } as const
  return { event, secret }
}
