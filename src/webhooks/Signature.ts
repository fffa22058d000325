/**
 * Signatures that prove to an endpoint that an event is from this service and is unchanged: the
 * service's own header and the three headers of Standard Webhooks 1.0.0
 * (https://www.standardwebhooks.com), both made from one secret.
 *
 * The two schemes key the HMAC differently. The first takes the secret's text, the second the bytes
 * that the text encodes. A body is never parsed or re-serialised: the bytes given are the bytes
 * signed. No secret may appear in an error or a log.
 */
import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import * as Limits from "../config/Limits.ts"
import type { Secrets } from "../domain/webhook/Endpoint.ts"

const prefix = "whsec_"

/** Bytes of a new secret. */
const secretBytes = 32

/** Bytes that Standard Webhooks allows in a secret; its own examples have 24. */
const keyBytesMin = 24
const keyBytesMax = 64

/** `whsec_` and the base64 of 32 random bytes from the caller. */
export const newSecret = (bytes: Uint8Array): string => {
  if (bytes.length !== secretBytes) throw new RangeError(`a secret has ${secretBytes} bytes`)
  return prefix + Buffer.from(bytes).toString("base64")
}

const keyOf = (secret: string): Buffer => {
  const key = Buffer.from(secret.slice(prefix.length), "base64")
  // A secret of another form would sign with a guessable key: a defect.
  if (!secret.startsWith(prefix) || key.length < keyBytesMin || key.length > keyBytesMax) {
    throw new TypeError("a webhook secret is not whsec_ and base64 of 24 to 64 bytes")
  }
  return key
}

interface Keys {
  readonly service: KeyObject
  readonly standard: KeyObject
}

const keysBySecret = new Map<string, Keys>()

const keysOf = (secret: string): Keys => {
  const cached = keysBySecret.get(secret)
  if (cached !== undefined) return cached
  if (keysBySecret.size >= Limits.webhooks.signingKeysMax) keysBySecret.clear()
  const service = createSecretKey(Buffer.from(secret))
  const keys = { service, standard: createSecretKey(keyOf(secret)) }
  keysBySecret.set(secret, keys)
  return keys
}

/**
 * The value of `X-Service-Signature`: `sha256=` and the lower-case hex HMAC-SHA256 of the body,
 * keyed with the UTF-8 bytes of the whole secret, prefix included.
 */
export const serviceSignature = (secret: string, body: Uint8Array | string): string =>
  `sha256=${createHmac("sha256", keysOf(secret).service).update(body).digest("hex")}`

/**
 * One signature of Standard Webhooks 1.0.0: `v1,` and the base64 HMAC-SHA256 of
 * `{id}.{timestamp}.{body}`, keyed with the bytes that follow `whsec_`, decoded.
 */
export const standardSignature = (
  secret: string,
  id: string,
  timestampSeconds: number,
  body: Uint8Array | string
): string =>
  `v1,${createHmac("sha256", keysOf(secret).standard)
    .update(`${id}.${timestampSeconds}.`)
    .update(body)
    .digest("base64")}`

/**
 * The headers of one delivery attempt. All `secrets` sign in `webhook-signature`.
 * `X-Service-Signature` has room for one signature, by the leading secret. `timestampSeconds` is
 * this attempt's Unix time; id and body are equal in every attempt.
 */
export const headers = (delivery: {
  readonly secrets: Secrets
  readonly eventId: string
  readonly timestampSeconds: number
  readonly body: Uint8Array | string
}): Record<string, string> => {
  const { body, eventId, secrets, timestampSeconds } = delivery
  return {
    "content-type": "application/json",
    "X-Service-Event-Id": eventId,
    "X-Service-Signature": serviceSignature(secrets.leading, body),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": secrets.all
      .map((secret) => standardSignature(secret, eventId, timestampSeconds, body))
      .join(" ")
  }
}
