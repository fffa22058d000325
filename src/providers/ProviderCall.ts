/**
 * One call to a provider: sent once, read as JSON, counted. A call never fails: `NoResponse` is a
 * value too. It must never put a header, a body or a phone number into a metric or a log.
 */
import { Clock, Effect, Metric, Option, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import type { ProviderName } from "../config/ProviderRoutes.ts"
import type * as HttpClient from "../engine/ports/HttpClient.ts"

export type CallResult =
  | {
      readonly _tag: "Response"
      readonly status: number
      /** The JSON; `undefined` if the body cannot be parsed. */
      readonly body: unknown
      /** `Retry-After`, milliseconds. */
      readonly retryAfterMs: number | null
    }
  | { readonly _tag: "NoResponse"; readonly wasSent: boolean }

export interface Request {
  readonly operation: string
  readonly url: string
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
  readonly bytesMax?: number
}

const calls = Metric.counter("payout_provider_calls_total", {
  description: "Calls to mobile-money providers, by outcome"
})

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const outcomeOf = (response: CallResult): string =>
  response._tag === "NoResponse"
    ? response.wasSent
      ? "no_answer"
      : "unreachable"
    : `${Math.floor(response.status / 100)}xx`

const retryAfter = (headers: Readonly<Record<string, string>>): number | null => {
  const seconds = headers["retry-after"] ?? ""
  return /^\d{1,6}$/.test(seconds)
    ? Math.min(Number(seconds) * 1_000, Limits.providers.retryAfterMsMax)
    : null
}

const noResponse = (wasSent: boolean): CallResult => ({ _tag: "NoResponse", wasSent })

/** Sends one request to a provider. */
export const make =
  (http: HttpClient.HttpClient["Service"], provider: ProviderName) =>
  (request: Request): Effect.Effect<CallResult> => {
    const { operation, ...options } = request
    const { answerBytesMax, callMsMax } = Limits.providers
    return http.send({ timeoutMs: callMsMax, bytesMax: answerBytesMax, ...options }).pipe(
      Effect.map(
        ({ body, headers, status }): CallResult => ({
          _tag: "Response",
          status,
          body: Option.getOrUndefined(readJson(body)),
          retryAfterMs: retryAfter(headers)
        })
      ),
      Effect.catch(({ wasSent }) => Effect.succeed(noResponse(wasSent))),
      Effect.tap((response) => {
        const attributes = { provider, operation, outcome: outcomeOf(response) }
        return Metric.update(Metric.withAttributes(calls, attributes), 1)
      })
    )
  }

export type Client = ReturnType<typeof make>

/** When to call again (milliseconds), if the response contains it. */
export const retryAt = (response: CallResult): Effect.Effect<number | null> =>
  response._tag === "NoResponse" || response.retryAfterMs === null
    ? Effect.succeed(null)
    : Effect.map(Clock.currentTimeMillis, (now) => now + (response.retryAfterMs ?? 0))

/** The provider's base address and a path. */
export const join = (base: string, path: string): string => `${base.replace(/\/+$/, "")}${path}`

/** Digits of a phone number, the providers' form. */
export const msisdn = (phone: string): string => phone.replace(/^\+/, "")

/** A provider's code, safe for a log. */
export const printable = (code: string): string => code.replace(/[^\w.-]/g, "?").slice(0, 64)
