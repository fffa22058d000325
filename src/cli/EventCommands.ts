/** Commands about events and their deliveries. */
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import { events as Words } from "./Words.ts"

const limitDefault = 20

const subject = (data: unknown): string => {
  if (typeof data !== "object" || data === null) return ""
  const found = Object.entries(data).find(([name]) => /_id$/.test(name))
  return String(found?.[1] ?? "")
}

const list = Command.make(
  "list",
  {
    type: Flag.String("type").pipe(Flag.withDescription(Words.flags.type), Flag.optional),
    payout: Flag.String("payout").pipe(Flag.withDescription(Words.flags.payout), Flag.optional),
    limit: Flag.Int("limit").pipe(Flag.withDefault(limitDefault)),
    json: Output.json,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ json, limit, payout, type, url }) {
    const client = yield* ServiceClient.account(url)
    const query = {
      limit,
      type: Option.getOrUndefined(type),
      payout_id: Option.getOrUndefined(payout)
    }
    const page = yield* ServiceClient.call((signal) => client.events.list(query, { signal }))
    if (json) return yield* Output.printJson(page)
    for (const event of page.data) {
      const words = [event.created_at, event.id, event.type, subject(event.data)]
      yield* Console.log(words.join("  ").trimEnd())
    }
  })
).pipe(Command.withDescription(Words.commands.list))

const resendOne = Effect.fnUntraced(function* (url: string, id: string) {
  const client = yield* ServiceClient.account(url)
  const delivery = yield* ServiceClient.call((signal) =>
    client.webhooks.deliveries.resend(id, { signal })
  )
  yield* Console.log(`${delivery.id}  ${delivery.event_type}  ${delivery.status}`)
})

const resendFailed = Effect.fnUntraced(function* (url: string, endpoint: string, since: Date) {
  const client = yield* ServiceClient.account(url)
  const { resent } = yield* ServiceClient.call((signal) =>
    client.webhooks.endpoints.resendFailed(endpoint, { since: since.toISOString() }, { signal })
  )
  yield* Console.log(Words.resent(resent))
})

const resend = Command.make(
  "resend",
  {
    delivery: Argument.String("delivery-id").pipe(Argument.optional),
    endpoint: Flag.String("endpoint").pipe(
      Flag.withDescription(Words.flags.endpoint),
      Flag.optional
    ),
    failedSince: Flag.Date("failed-since").pipe(
      Flag.withDescription(Words.flags.failedSince),
      Flag.optional
    ),
    url: ServiceClient.url
  },
  Effect.fn(function* ({ delivery, endpoint, failedSince, url }) {
    if (Option.isSome(delivery) && Option.isNone(endpoint) && Option.isNone(failedSince)) {
      return yield* resendOne(url, delivery.value)
    }
    if (Option.isNone(delivery) && Option.isSome(endpoint) && Option.isSome(failedSince)) {
      return yield* resendFailed(url, endpoint.value, failedSince.value)
    }
    return yield* ServiceClient.failed(Words.whichDelivery)
  })
).pipe(Command.withDescription(Words.commands.resend))

export const events = Command.make("events").pipe(
  Command.withDescription(Words.commands.events),
  Command.withSubcommands([list, resend])
)
