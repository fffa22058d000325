/**
 * Sends notices to the operators' webhook endpoint, signed as webhooks are, through a separate
 * guarded client. The operator chose the URL, so it may be in a private network and without TLS,
 * which no customer's endpoint may. Addresses that a cloud serves to its machines stay refused.
 */

import { Effect, Redacted } from "effect"
import * as Version from "../config/Version.ts"
import * as Delivery from "../domain/webhook/Delivery.ts"
import * as NoticeChannels from "../engine/ports/NoticeChannels.ts"
import * as GuardedWebhookSender from "./GuardedWebhookSender.ts"
import * as GuardedClient from "./ssrf/GuardedClient.ts"
import * as GuardedLookup from "./ssrf/GuardedLookup.ts"

export interface NoticeEndpoint {
  readonly url: string
  readonly secret: Redacted.Redacted<string>
}

const policy = { allowLoopback: true, allowPrivate: true, userAgent: Version.userAgent }

export const make = Effect.fnUntraced(function* (
  { secret, url }: NoticeEndpoint,
  lookup: GuardedLookup.Lookup = GuardedLookup.systemLookup
) {
  const client = yield* GuardedClient.make({ ...policy, lookup })
  const { send } = yield* GuardedWebhookSender.make(client, policy)
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
