/** Hands signed webhooks to receivers, through the guarded client alone. */
import { Clock, Effect, Layer } from "effect"
import * as Delivery from "../domain/Delivery.ts"
import * as Port from "../engine/Courier.ts"
import * as AddressGuard from "./AddressGuard.ts"
import * as GuardedClient from "./GuardedClient.ts"
import * as Signature from "./Signature.ts"

export const layer = (policy: AddressGuard.Policy) =>
  Layer.effect(
    Port.Courier,
    Effect.gen(function* () {
      const client = yield* GuardedClient.Client

      const send = Effect.fnUntraced(function* ({ body, eventId, secrets, url }: Port.Parcel) {
        const at = yield* Clock.currentTimeMillis
        const timestampSeconds = Math.floor(at / 1000)
        const headers = Signature.headers({ secrets, eventId, timestampSeconds, body })
        return yield* client.post({ url, headers, body, timeoutMs: Delivery.attemptMsMax }).pipe(
          Effect.match({
            onSuccess: ({ latencyMs, statusCode }) => ({
              at,
              statusCode,
              error: Delivery.isSuccess(statusCode) ? null : `answered ${statusCode}`,
              latencyMs: Math.round(latencyMs)
            }),
            onFailure: ({ message, reason }) => ({
              at,
              statusCode: null,
              error: `${reason}: ${message}`,
              latencyMs: 0
            })
          })
        )
      })

      return Port.Courier.of({
        send,
        checkUrl: (url) => {
          const checked = AddressGuard.checkUrl(url, policy)
          return checked.ok ? undefined : checked
        },
        secret: Signature.newSecret
      })
    })
  )
