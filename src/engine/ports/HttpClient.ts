/**
 * The port to services that the operator configured: Ethereum nodes, mobile-money providers, rate
 * feeds. One question is one attempt, bounded in time and in what is read of the answer; it follows
 * no redirect and never asks twice. Only the origins of the settings are asked.
 */
import { Context, type Effect, Schema } from "effect"

export interface Question {
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
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * There was no answer, or not all of it. `wasSent`: the other side may have acted on the question.
 * `message` is free of secrets.
 */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", {
  wasSent: Schema.Boolean,
  message: Schema.String
}) {}

export class Remote extends Context.Service<
  Remote,
  { readonly ask: (question: Question) => Effect.Effect<Answer, NoAnswer> }
>()("payouts/engine/Remote") {}
