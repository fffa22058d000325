/**
 * The port to services that the operator configured: Ethereum nodes, mobile-money providers, rate
 * feeds. One question is one attempt, bounded in time and in what is read of the answer; it follows
 * no redirect and never asks twice. Only the origins of the settings are asked.
 */
import { Context, type Effect, Schema } from "effect"

export interface HttpRequest {
  readonly url: string
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole attempt: connect, TLS, request, and the answer to its last byte. */
  readonly timeoutMs: number
  /** An answer with more bytes is no answer. */
  readonly bytesMax: number
}

/** An answer, whatever its status. */
export interface HttpResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * There was no answer, or not all of it. `wasSent`: the other side may have acted on the question.
 * `message` is free of secrets.
 */
export class NoResponse extends Schema.TaggedError<NoResponse>()("NoResponse", {
  wasSent: Schema.Boolean,
  message: Schema.String
}) {}

export class HttpClient extends Context.Service<
  HttpClient,
  { readonly send: (question: HttpRequest) => Effect.Effect<HttpResponse, NoResponse> }
>()("payouts/engine/HttpClient") {}
