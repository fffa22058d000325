/**
 * The stored part of an endpoint's response: a bounded part of its headers and body, safe to store.
 */
import * as Limits from "../../config/Limits.ts"

/** A response of any status, including 3xx and 5xx. */
export interface ReceivedResponse {
  readonly statusCode: number
  /** Milliseconds from the moment the attempt has a connection to the response's headers. */
  readonly latencyMs: number
  /** As many headers as 1 KiB holds, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** At most 1 KiB of the body as UTF-8 text without NUL, which PostgreSQL cannot hold. */
  readonly bodyStart: string
  /** `Retry-After`, seconds or date, as whole seconds from now; at most a day. */
  readonly retryAfterSeconds?: number
}

const withoutNul = (text: string): string => text.replaceAll("\u0000", "\ufffd")

export const bodyText = (chunks: ReadonlyArray<Uint8Array>): string =>
  chunks.length === 0
    ? ""
    : // `stream` drops a character that the cut has split.
      withoutNul(new TextDecoder().decode(Buffer.concat(chunks), { stream: true }))

/** As many headers as the bound allows. */
export const boundedHeaders = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): Readonly<Record<string, string>> => {
  const bounded: Record<string, string> = {}
  let length = 0
  for (const [name, value] of Object.entries(headers)) {
    const text = typeof value === "string" ? value : (value?.join(", ") ?? "")
    length += name.length + text.length
    if (length > Limits.outgoing.headerCharsKeptMax) return bounded
    bounded[name] = withoutNul(text.toWellFormed())
  }
  return bounded
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** RFC 9110 section 10.2.3: seconds or a date. Any other value counts as absent. */
export const retryAfterSeconds = (value: string | undefined, nowMs: number): number | undefined => {
  if (value === undefined) return undefined
  if (/^\d{1,10}$/.test(value)) return Math.min(Number(value), Limits.outgoing.retryAfterSecondsMax)
  const untilMs = httpDate.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(untilMs)) return undefined
  const seconds = Math.ceil((untilMs - nowMs) / 1_000)
  return Math.min(Math.max(seconds, 0), Limits.outgoing.retryAfterSecondsMax)
}
