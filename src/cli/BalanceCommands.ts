/** Commands about the balance of the account. */
import { Console, Effect, FileSystem, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Balance, BalanceMovement, PayoutClient } from "../client/main.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import { common as CommonWords, balance as Words } from "./Words.ts"

const limitDefault = 20

/** Milliseconds that the whole of a statement may take. */
const statementMsMax = 10 * 60_000

/** The facts of a balance that people need. `--json` has all of them. */
const facts = (balance: Balance): ReadonlyArray<string> => {
  const { held_usdc: held, is_low, low_threshold_usdc: threshold } = balance
  const { facts: names } = Words
  const rows = [
    [names.available, CommonWords.usdc(balance.available_usdc)],
    [names.reserved, CommonWords.usdc(balance.reserved_usdc)],
    [names.pending, CommonWords.usdc(balance.pending_usdc)],
    [names.held, held > 0 && CommonWords.usdc(held)],
    [names.threshold, threshold !== null && Words.threshold(threshold, is_low)],
    [names.depositAddress, balance.deposit_address],
    [names.chain, String(balance.chain_id)]
  ] as const
  return Output.table(rows.flatMap(([name, fact]) => (fact ? [[name, fact]] : [])))
}

const show = (balance: Balance, json: boolean) =>
  json ? Output.printJson(balance) : Console.log(facts(balance).join("\n"))

/** Id, transaction or address that a movement names. */
const causeOf = (movement: BalanceMovement): string =>
  movement.payout_id ??
  movement.batch_id ??
  movement.withdrawal_id ??
  movement.tx_hash ??
  movement.from_address ??
  ""

const movements = Command.make(
  "movements",
  {
    limit: Flag.Int("limit").pipe(Flag.withDefault(limitDefault)),
    json: Output.json,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ json, limit, url }) {
    const client = yield* ServiceClient.account(url)
    const page = yield* ServiceClient.call((signal) =>
      client.balance.movements.list({ limit }, { signal })
    )
    if (json) return yield* Output.printJson(page)
    const rows = page.data.map((movement) => {
      const { amount_usdc, at, balance_after_usdc, type } = movement
      return [at, type, String(amount_usdc), String(balance_after_usdc), causeOf(movement)]
    })
    yield* Console.log(Output.table([Words.columns, ...rows]).join("\n"))
    yield* ServiceClient.progress(Words.listed(rows.length, page.total))
  })
).pipe(Command.withDescription(Words.commands.movements))

const formats = ["json", "csv", "camt053"] as const

interface Period {
  readonly from: string
  readonly to: string
  readonly format: (typeof formats)[number]
}

/** The text of a statement. */
const statementOf = (client: PayoutClient, { format, from, to }: Period) =>
  ServiceClient.call(async (signal) => {
    const options = { signal, timeoutMs: statementMsMax }
    return format === "json"
      ? `${JSON.stringify(await client.balance.statement.get({ from, to }, options))}\n`
      : client.balance.statement.file({ from, to, format }, options)
  })

const statement = Command.make(
  "statement",
  {
    from: Flag.String("from").pipe(Flag.withDescription(Words.flags.from)),
    to: Flag.String("to").pipe(Flag.withDescription(Words.flags.to)),
    format: Flag.Literals("format", formats).pipe(
      Flag.withDescription(Words.flags.format),
      Flag.withDefault("csv" as const)
    ),
    output: Flag.String("output").pipe(Flag.withDescription(Words.flags.output), Flag.optional),
    url: ServiceClient.url
  },
  Effect.fn(function* ({ output, url, ...period }) {
    const client = yield* ServiceClient.account(url)
    const text = yield* statementOf(client, period)
    if (Option.isNone(output)) return yield* Output.writer(process.stdout)(text)
    const files = yield* FileSystem.FileSystem
    yield* files.writeFileString(output.value, text)
    return yield* ServiceClient.progress(Words.written(output.value))
  })
).pipe(Command.withDescription(Words.commands.statement))

const deposit = Command.make(
  "deposit",
  {
    amount: Argument.Finite("amount-usdc"),
    json: Output.json,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ amount, json, url }) {
    yield* ServiceClient.sandboxOnly
    const client = yield* ServiceClient.account(url)
    const body = { amount_usdc: amount }
    const after = yield* ServiceClient.call((signal) =>
      client.sandbox.balance.deposit(body, { signal })
    )
    yield* show(after, json)
  })
).pipe(Command.withDescription(Words.commands.deposit))

export const balance = Command.make(
  "balance",
  { json: Output.json, url: ServiceClient.url },
  Effect.fn(function* ({ json, url }) {
    const client = yield* ServiceClient.account(url)
    yield* show(yield* ServiceClient.call((signal) => client.balance.get({ signal })), json)
  })
).pipe(
  Command.withDescription(Words.commands.balance),
  Command.withSubcommands([movements, statement, deposit])
)
