/** Sends notices to the operators' receiver, signed as webhooks are, through the guarded client. */
import { Effect, Redacted } from "effect"
import * as Delivery from "../domain/webhook/Delivery.ts"
import * as NoticeChannels from "../engine/ports/NoticeChannels.ts"
import * as WebhookSender from "../engine/ports/WebhookSender.ts"

export interface Receiver {
  readonly url: string
  readonly secret: Redacted.Redacted<string>
}

export const make = Effect.fnUntraced(function* ({ secret, url }: Receiver) {
  const { send } = yield* WebhookSender.WebhookSender
  const value = Redacted.value(secret)
  const secrets = { all: [value] as const, leading: value }
  const channel: NoticeChannels.Channel = {
    name: "webhook",
    hasReceiver: () => true,
    send: ({ body, id }) =>
      Effect.flatMap(
        send({ url, secrets: { ...secrets, all: [value] }, eventId: id, body }),
        ({ error, statusCode }) =>
          Delivery.isSuccess(statusCode)
            ? Effect.void
            : Effect.fail(new NoticeChannels.NoticeFailed({ message: error ?? "no answer" }))
      )
  }
  return channel
})
