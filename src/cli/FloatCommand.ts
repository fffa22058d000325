/** `float`: our money at the providers, and what funded payouts will take from it. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import type { PayoutClient } from "../client/main.ts"
import { float as Words } from "./OperatorWords.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"

type Float = Awaited<ReturnType<PayoutClient["admin"]["float"]["list"]>>
type Level = Float["data"][number]

const amount = (value: number | null): string =>
  value === null ? Words.none : value.toLocaleString("en", { maximumFractionDigits: 2 })

const cells = (level: Level): ReadonlyArray<string> => [
  level.provider,
  level.currency,
  level.unknown_since === null ? level.state : Words.unknownSince(level.unknown_since),
  amount(level.balance),
  amount(level.committed),
  amount(level.cover),
  amount(level.hours_left),
  amount(level.threshold)
]

const show = ({ data, policy, polled_at }: Float): string =>
  polled_at === null
    ? Words.notPolled
    : [...Output.table([Words.columns, ...data.map(cells)]), Words.polled(polled_at, policy)].join(
        "\n"
      )

export const float = Command.make(
  "float",
  {
    json: Output.json,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ json, url }) {
    const client = yield* ServiceClient.operator(url)
    const read = yield* ServiceClient.call((signal) => client.admin.float.list({ signal }))
    yield* Console.log(json ? JSON.stringify(read) : show(read))
    const troubled = read.data.filter(({ state }) => state !== "ok")
    if (troubled.length === 0) return
    const places = troubled.map(({ currency, provider }) => `${provider} ${currency}`)
    return yield* ServiceClient.failed(Words.trouble(places))
  })
).pipe(Command.withDescription(Words.command))
