/**
 * Verifies that a webhook came from the service, unchanged. It needs the raw bytes: a body that was
 * parsed and serialised again has others. No secret ever appears in an error.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { WebhookEvent } from "./Generated.ts"

/** Headers of a request: of `fetch`, or of `node:http` and frameworks on it. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from now; 5 minutes. */
  readonly toleranceMs?: number
  /** Refuses a delivery that has `X-Service-Signature` alone, which has no time in it. */
  readonly requireTimestamp?: boolean
  /** Milliseconds since 1970; for tests. */
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

/** What Standard Webhooks allows in a secret. */
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
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === "string" ? found : Array.isArray(found) ? found[0] : undefined
}

const standard = (secret: string, id: string, timestamp: string, body: string | Uint8Array) =>
  `v1,${createHmac("sha256", keyOf(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest("base64")}`

const service = (secret: string, body: string | Uint8Array) =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`

const same = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * The headers that a delivery of this body has: for tests of a receiver. `webhook-signature` holds
 * one signature per secret, `X-Service-Signature` that of the first.
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
    const given = signatures.split(" ").slice(0, signaturesMax)
    const expected = secrets.map((secret) => standard(secret, id, timestamp, body))
    const holds = expected.some((one) => given.some((other) => same(one, other)))
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
 * The event of a delivery, once a signature proves it; `rawBody` is the body as it came. The three
 * headers of Standard Webhooks are checked where they came, and their time with them; else
 * `X-Service-Signature`. Several secrets may be given, for the time after a rotation.
 *
 * Throws `WebhookVerificationError`, and TypeError for a secret or body of the wrong form. A
 * delivery can repeat: de-duplicate by the event's `id`.
 */
export const verifyWebhook = (
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secret: string | ReadonlyArray<string>,
  options: VerifyOptions = {}
): WebhookEvent => {
  const secrets = typeof secret === "string" ? [secret] : secret
  // Checked before the request: a wrong setting must not look like a bad request.
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
