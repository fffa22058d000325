/**
 * API keys being issued: drawn, hashed, shown once. What is kept for retries of the request has the
 * key blanked, so the key itself is nowhere but in that one answer.
 */
import * as ApiKey from "../domain/account/ApiKey.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Authorization from "../http/middleware/Authorization.ts"
import * as Serializers from "../http/Serializers.ts"
import * as Route from "../http/server/Route.ts"

export interface Issued {
  readonly event: typeof ApiKey.Issued.Type
  /** The key itself. */
  readonly secret: string
}

/** 192 random bits, base64url. */
const secretBytes = 24

/** A new key for an account, or for an operator when `scope` is `admin`. `secret`: a given key. */
export const issue = (
  draw: IdGenerator.Source,
  environment: "sandbox" | "production",
  facts: Omit<typeof ApiKey.Issued.Type, "_tag" | "id" | "hash" | "last4">,
  given?: string
): Issued => {
  const audience = facts.scope === "admin" ? "admin" : "account"
  const random = Buffer.from(draw.bytes(secretBytes)).toString("base64url")
  const secret = given ?? `${Authorization.issuedPrefix(environment, audience)}${random}`
  const event = {
    _tag: "ApiKeyIssued",
    ...facts,
    id: IdGenerator.id(draw, "key", facts.at),
    hash: Authorization.hash(secret),
    last4: secret.slice(-4)
  } as const
  return { event, secret }
}

/** What the caller sees, and what is kept. */
const shown =
  (show: (key: ApiKey.ApiKey, secret: string | null) => unknown) =>
  ({ event, secret }: Issued, by?: string) => {
    const key = ApiKey.issued(event, by)
    return { answer: Route.created(show(key, secret)), kept: JSON.stringify(show(key, null)) }
  }

export const answer = shown(Serializers.apiKeyWithSecret)

export const operatorAnswer = shown(Serializers.operatorWithKey)
