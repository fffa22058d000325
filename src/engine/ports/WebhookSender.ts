/** The port to webhook endpoints: one attempt to send one signed body to one URL. */
import { Context, type Effect } from "effect"
import type { Attempt } from "../../domain/webhook/Delivery.ts"
import type { Secrets } from "../../domain/webhook/Endpoint.ts"

export interface OutgoingRequest {
  readonly url: string
  readonly secrets: Secrets
  readonly eventId: string
  /** The exact bytes, equal on every attempt. */
  readonly body: string
}

/** The reason why a URL cannot be an endpoint. */
export interface UrlProblem {
  readonly code: string
  readonly message: string
}

export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Makes one attempt. A failure of any kind is an outcome, never an error. */
    readonly send: (request: OutgoingRequest) => Effect.Effect<Attempt>
    readonly checkUrl: (url: string) => UrlProblem | undefined
    /** A signing secret made from 32 random bytes. */
    readonly newSecret: (bytes: Uint8Array) => string
  }
>()("payouts/engine/ports/WebhookSender") {}
