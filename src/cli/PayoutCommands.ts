/** Commands about payouts. */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import * as Follow from "./Follow.ts"
import * as ServiceClient from "./ServiceClient.ts"

const watch = Command.make(
  "watch",
  { id: Argument.String("payout-id"), url: ServiceClient.url, pollMs: ServiceClient.pollMs },
  Effect.fn(function* ({ id, pollMs, url }) {
    const client = yield* ServiceClient.account(url)
    const { status } = yield* Follow.payout(client, id, { pollMs, isEnd: Follow.isFinal })
    if (status !== "SETTLED") return yield* ServiceClient.failed(`The payout ended as ${status}.`)
  })
).pipe(Command.withDescription("Print each transition until the last; exit code 0 when SETTLED"))

export const payouts = Command.make("payouts").pipe(
  Command.withDescription("Payouts of the account"),
  Command.withSubcommands([watch])
)
