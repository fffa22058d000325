/**
 * The port to services that the operator configured: Ethereum nodes, mobile-money providers, rate
 * feeds. One request is one attempt, bounded in time and in response bytes. It follows no redirect
 * and never retries. Only the origins of the settings are called.
 */
import { Context, type Effect, Schema } from "effect"

export interface HttpRequest {
  readonly url: string
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /**
   * Milliseconds for the whole attempt: connect, TLS, request, and the response to its last byte.
   */
  readonly timeoutMs: number
  /** A response with more bytes is `NoResponse`. */
  readonly bytesMax: number
}

/** A response of any status. */
export interface HttpResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * There was no response, or it was incomplete. `wasSent` is true if the server may have acted on
 * the request. `message` is free of secrets.
 */
export class NoResponse extends Schema.TaggedError<NoResponse>()("NoResponse", {
  wasSent: Schema.Boolean,
  message: Schema.String
}) {}

export class HttpClient extends Context.Service<
  HttpClient,
  { readonly send: (request: HttpRequest) => Effect.Effect<HttpResponse, NoResponse> }
>()("payouts/engine/ports/HttpClient") {}
