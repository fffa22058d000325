/** Sends signed events to webhook endpoints, through the guarded client alone. */
import { Clock, Effect, Layer } from "effect"
import * as Delivery from "../domain/webhook/Delivery.ts"
import * as Port from "../engine/ports/WebhookSender.ts"
import * as Signature from "./Signature.ts"
import * as AddressGuard from "./ssrf/AddressGuard.ts"
import * as GuardedClient from "./ssrf/GuardedClient.ts"

interface Settings extends GuardedClient.Settings {
  readonly userAgent: string
}

/** The headers of a request that do not follow from its event: signatures, the program's name. */
const storedHeaders = (headers: Record<string, string>, userAgent: string) => ({
  "User-Agent": userAgent,
  "X-Service-Signature": headers["X-Service-Signature"] ?? "",
  "webhook-signature": headers["webhook-signature"] ?? ""
})

/** The port over a client. */
export const make = Effect.fnUntraced(function* (
  client: GuardedClient.GuardedClient,
  { userAgent, ...policy }: Settings
) {
  const clock = yield* Clock.Clock

  const send = Effect.fnUntraced(function* ({ body, eventId, secrets, url }: Port.OutgoingRequest) {
    const at = clock.currentTimeMillisUnsafe()
    const timestampSeconds = Math.floor(at / 1000)
    const signatureHeaders = Signature.headers({ secrets, eventId, timestampSeconds, body })
    const headers = { ...signatureHeaders, "User-Agent": userAgent }
    const sent = storedHeaders(signatureHeaders, userAgent)
    return yield* client.post({ url, headers, body, timeoutMs: Delivery.attemptMsMax }).pipe(
      Effect.match({
        onSuccess: ({ bodyStart, headers, latencyMs, retryAfterSeconds, statusCode }) => ({
          at,
          statusCode,
          error: Delivery.isSuccess(statusCode) ? null : `answered ${statusCode}`,
          latencyMs: Math.round(latencyMs),
          sent,
          answer: { headers, body: bodyStart },
          ...(retryAfterSeconds === undefined || Delivery.isSuccess(statusCode)
            ? {}
            : { retryAfterSeconds })
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
      const result = AddressGuard.checkUrl(url, policy)
      return result.ok ? undefined : result
    },
    newSecret: Signature.newSecret
  })
})

export const layer = (settings: Settings): Layer.Layer<Port.WebhookSender> =>
  Layer.effect(
    Port.WebhookSender,
    Effect.flatMap(GuardedClient.make(settings), (client) => make(client, settings))
  )
