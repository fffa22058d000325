/** Commands about accounts, for operators. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { accounts as Words } from "./OperatorWords.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"

const limitDefault = 20

const list = Command.make(
  "list",
  {
    limit: Flag.Int("limit").pipe(Flag.withDefault(limitDefault)),
    json: Output.json,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ json, limit, url }) {
    const client = yield* ServiceClient.operator(url)
    const page = yield* ServiceClient.call((signal) =>
      client.admin.accounts.list({ limit }, { signal })
    )
    if (json) return yield* Output.printJson(page)
    const rows = page.data.map(({ email, id, kyc_status, name, status }) => [
      ...[id, status, kyc_status, name, email]
    ])
    const lines = Output.table([Words.columns, ...rows])
    yield* Console.log(lines.join("\n"))
    yield* ServiceClient.progress(Words.listed(rows.length, page.total))
  })
).pipe(Command.withDescription(Words.commands.list))

export const accounts = Command.make("accounts").pipe(
  Command.withDescription(Words.commands.accounts),
  Command.withSubcommands([list])
)
