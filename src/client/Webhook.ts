/**
 * Verifies that a webhook came from the service, unchanged. It needs the raw body, because parsing
 * and serialising changes the bytes. No secret ever appears in an error.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { WebhookEvent } from "./Generated.ts"

/** Headers of a request, of `fetch` or of `node:http` and frameworks on it. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

export interface VerifyOptions {
  /** Milliseconds that `webhook-timestamp` may differ from now; default 5 minutes. */
  readonly toleranceMs?: number
  /** True to refuse deliveries that only have `X-Service-Signature`, which covers no timestamp. */
  readonly requireTimestamp?: boolean
  /** The current time, milliseconds since 1970, replaceable for tests. */
  readonly now?: () => number
}

export type VerificationCode =
  | "missing_headers"
  | "timestamp_out_of_tolerance"
  | "signature_mismatch"
  | "invalid_body"

const messages: Record<VerificationCode, string> = {
  missing_headers: "the headers of a signature are missing or not complete",
  timestamp_out_of_tolerance: "the time of the signature is too far from now",
  signature_mismatch: "no signature matches the body",
  invalid_body: "the body is no event"
}

/** A webhook that failed verification. `status` is the response to send. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
  readonly code: VerificationCode
  readonly status: 400 | 401

  constructor(code: VerificationCode) {
    super(messages[code])
    this.code = code
    this.status = code === "missing_headers" || code === "invalid_body" ? 400 : 401
  }
}

const prefix = "whsec_"
const toleranceMsDefault = 5 * 60_000

/** A sender may sign with a few secrets; further signatures are ignored. */
const signaturesMax = 16

/** Length of a secret that Standard Webhooks allows. */
const keyBytesMin = 24
const keyBytesMax = 64

const keyOf = (secret: string): Buffer => {
  const key = Buffer.from(secret.slice(prefix.length), "base64")
  // Anybody could sign with an empty or short key.
  if (!secret.startsWith(prefix) || key.length < keyBytesMin || key.length > keyBytesMax) {
    throw new TypeError("a webhook secret is whsec_ and base64 of 24 to 64 bytes")
  }
  return key
}

const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  const { get } = headers
  if (typeof get === "function") return get.call(headers, name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === "string" ? value : Array.isArray(value) ? value[0] : undefined
}

const standard = (secret: string, id: string, timestamp: string, body: string | Uint8Array) =>
  `v1,${createHmac("sha256", keyOf(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest("base64")}`

const service = (secret: string, body: string | Uint8Array) =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`

const same = (left: string, right: string): boolean => {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)]
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}

/**
 * The headers of a delivery with this body, to test a webhook endpoint. `webhook-signature` has a
 * signature for each secret, `X-Service-Signature` one for the first secret.
 */
export const signWebhook = (delivery: {
  readonly id: string
  readonly body: string | Uint8Array
  readonly secret: string | readonly [string, ...ReadonlyArray<string>]
  readonly timestampSeconds?: number
}): Record<string, string> => {
  const { body, id, secret, timestampSeconds = Math.floor(Date.now() / 1000) } = delivery
  const secrets = typeof secret === "string" ? ([secret] as const) : secret
  const timestamp = String(timestampSeconds)
  return {
    "content-type": "application/json",
    "X-Service-Event-Id": id,
    "X-Service-Signature": service(secrets[0], body),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((each) => standard(each, id, timestamp, body)).join(" ")
  }
}

const check = (
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: ReadonlyArray<string>,
  { now = Date.now, requireTimestamp = false, toleranceMs = toleranceMsDefault }: VerifyOptions
): VerificationCode | undefined => {
  const signatures = headerOf(headers, "webhook-signature")
  if (signatures !== undefined) {
    const id = headerOf(headers, "webhook-id")
    const timestamp = headerOf(headers, "webhook-timestamp")
    if (id === undefined || timestamp === undefined) return "missing_headers"
    const ageMs = now() - Number(timestamp) * 1000
    if (!/^\d{1,12}$/.test(timestamp)) return "missing_headers"
    if (Math.abs(ageMs) > toleranceMs) return "timestamp_out_of_tolerance"
    const received = signatures.split(" ").slice(0, signaturesMax)
    const expected = secrets.map((secret) => standard(secret, id, timestamp, body))
    const holds = expected.some((one) => received.some((other) => same(one, other)))
    return holds ? undefined : "signature_mismatch"
  }
  const signature = headerOf(headers, "x-service-signature")
  if (signature === undefined || requireTimestamp) return "missing_headers"
  const holds = secrets.some((secret) => same(service(secret, body), signature))
  return holds ? undefined : "signature_mismatch"
}

const eventOf = (body: string | Uint8Array): WebhookEvent | undefined => {
  try {
    const json: unknown = JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString())
    const isEvent = typeof json === "object" && json !== null && "id" in json && "type" in json
    return isEvent ? (json as WebhookEvent) : undefined
  } catch {
    return undefined
  }
}

/**
 * Verifies a delivery and returns its event. `rawBody` is the body as received. If the three
 * headers of Standard Webhooks are there, they and their timestamp are checked, otherwise
 * `X-Service-Signature`. During a rotation, pass both secrets.
 *
 * Throws `WebhookVerificationError`, or `TypeError` if a secret or the body has the wrong form. A
 * delivery can repeat, so de-duplicate by the event's `id`.
 */
export const verifyWebhook = (
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secret: string | ReadonlyArray<string>,
  options: VerifyOptions = {}
): WebhookEvent => {
  const secrets = typeof secret === "string" ? [secret] : secret
  // Secrets are checked first, so that a wrong setting does not look like a bad request.
  for (const each of secrets) keyOf(each)
  if (typeof rawBody !== "string" && !(rawBody instanceof Uint8Array)) {
    throw new TypeError("rawBody must be the body as it came, not parsed")
  }
  const problem = check(headers, rawBody, secrets, options)
  if (problem !== undefined) throw new WebhookVerificationError(problem)
  const event = eventOf(rawBody)
  if (event === undefined) throw new WebhookVerificationError("invalid_body")
  return event
}
