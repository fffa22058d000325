/** Hands signed webhooks to receivers, through the guarded client alone. */
import { Clock, Effect, Layer } from "effect"
import * as Delivery from "../domain/webhook/Delivery.ts"
import * as Port from "../engine/ports/WebhookSender.ts"
import * as Signature from "./Signature.ts"
import * as AddressGuard from "./ssrf/AddressGuard.ts"
import * as GuardedClient from "./ssrf/GuardedClient.ts"

interface Options extends AddressGuard.Policy {
  /** What the service calls itself. */
  readonly userAgent: string
}

export const layer = ({ userAgent, ...policy }: Options) =>
  Layer.effect(
    Port.WebhookSender,
    Effect.gen(function* () {
      const client = yield* GuardedClient.Client

      const clock = yield* Clock.Clock

      const send = Effect.fnUntraced(function* ({
        body,
        eventId,
        secrets,
        url
      }: Port.OutgoingRequest) {
        const at = clock.currentTimeMillisUnsafe()
        const timestampSeconds = Math.floor(at / 1000)
        const signed = Signature.headers({ secrets, eventId, timestampSeconds, body })
        const headers = { ...signed, "User-Agent": userAgent }
        const sent = {
          "User-Agent": userAgent,
          "X-Service-Signature": signed["X-Service-Signature"] ?? "",
          "webhook-signature": signed["webhook-signature"] ?? ""
        }
        return yield* client.post({ url, headers, body, timeoutMs: Delivery.attemptMsMax }).pipe(
          Effect.match({
            onSuccess: ({ bodyStart, headers, latencyMs, statusCode }) => ({
              at,
              statusCode,
              error: Delivery.isSuccess(statusCode) ? null : `answered ${statusCode}`,
              latencyMs: Math.round(latencyMs),
              sent,
              answer: { headers, body: bodyStart }
            }),
            onFailure: ({ message, reason }) => ({
              at,
              statusCode: null,
              error: `${reason}: ${message}`,
              latencyMs: Math.max(0, clock.currentTimeMillisUnsafe() - at),
              sent
            })
          })
        )
      })

      return Port.WebhookSender.of({
        send,
        checkUrl: (url) => {
          const checked = AddressGuard.checkUrl(url, policy)
          return checked.ok ? undefined : checked
        },
        secret: Signature.newSecret
      })
    })
  )
