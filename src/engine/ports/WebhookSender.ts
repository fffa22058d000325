/** The port to webhook receivers: one attempt to hand one body to one address. */
import { Context, type Effect } from "effect"
import type { Attempt } from "../../domain/webhook/Delivery.ts"
import type { Secrets } from "../../domain/webhook/Endpoint.ts"

export interface OutgoingRequest {
  readonly url: string
  readonly secrets: Secrets
  readonly eventId: string
  /** The exact bytes, the same on every attempt. */
  readonly body: string
}

/** Why an address cannot be an endpoint. */
export interface AddressProblem {
  readonly code: string
  readonly message: string
}

export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Makes one attempt. A failure of any kind is an outcome, never an error. */
    readonly send: (parcel: OutgoingRequest) => Effect.Effect<Attempt>
    readonly checkUrl: (url: string) => AddressProblem | undefined
    /** A signing secret from 32 random bytes. */
    readonly secret: (bytes: Uint8Array) => string
  }
>()("payouts/engine/Courier") {}
