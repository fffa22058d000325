/**
 * Secrets of API keys: generated once, shown once. Only their SHA-256 is stored, so a secret is
 * nowhere but in the result of the command that issued it.
 */
import * as crypto from "node:crypto"
import * as ApiKey from "../domain/account/ApiKey.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"

export interface Issued {
  readonly event: typeof ApiKey.Issued.Type
  readonly secret: string
}

/** 192 random bits, base64url. */
const secretBytes = 24

/** SHA-256 of a secret, lower-case hex. */
export const hash = (secret: string): string => crypto.hash("sha256", secret, "hex")

const hashChars = 64

/** Where two hashes stand while they are compared. */
const [one, other] = [Buffer.alloc(hashChars), Buffer.alloc(hashChars)]

/** Compares two hashes in constant time. */
export const isSameHash = (left: string, right: string): boolean => {
  if (left.length !== hashChars || right.length !== hashChars) return false
  one.write(left, "latin1")
  other.write(right, "latin1")
  return crypto.timingSafeEqual(one, other)
}

const generate = (
  source: IdGenerator.Source,
  environment: ApiKey.Environment,
  scope: ApiKey.Scope
): string => {
  const random = Buffer.from(source.bytes(secretBytes)).toString("base64url")
  return `${ApiKey.prefix(environment, ApiKey.audienceOf(scope))}${random}`
}

/** A new key. `given`: a secret that the operator chose. */
export const issue = (
  source: IdGenerator.Source,
  environment: ApiKey.Environment,
  facts: Omit<typeof ApiKey.Issued.Type, "_tag" | "id" | "hash" | "last4">,
  given?: string
): Issued => {
  const secret = given ?? generate(source, environment, facts.scope)
  const event = {
    _tag: "ApiKeyIssued",
    ...facts,
    id: IdGenerator.id(source, "key", facts.at),
    hash: hash(secret),
    last4: secret.slice(-4)
  } as const
  return { event, secret }
}
