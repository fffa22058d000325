/** Create reports over the whole log. They never write to it. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as LogReconciliation from "../app/LogReconciliation.ts"
import * as Settings from "../config/Settings.ts"
import * as ServiceClient from "./ServiceClient.ts"

type Report = Effect.Success<ReturnType<typeof LogReconciliation.reconcile>>

/** Micro-USDC or minor units, as they stand in the books. */
const balanceLines = ({ balances }: Report): ReadonlyArray<string> =>
  [...balances]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([account, amount]) => `  ${account.padEnd(24)} ${String(amount).padStart(24)}`)

/** What is held. The books have neither sales, fees and top-ups nor other money in there. */
const heldLines = ({ held: { chain, wallets } }: Report): ReadonlyArray<string> => [
  ...(chain === undefined
    ? []
    : [
        `  chain USDC: deposit addresses ${chain.atAddresses}, treasury ${chain.inTreasury}, ` +
          `together ${chain.atAddresses + chain.inTreasury}, books ${chain.books} ` +
          `(block ${chain.blockNumber}; sales of USDC and other money of ${chain.treasury} are ` +
          "not in the books)"
      ]),
  ...wallets.map(
    ({ books, currency, provider, wallet }) =>
      `  provider ${provider} ${currency}: wallet ${wallet ?? "unknown"}, books ${books} ` +
      "(top-ups and fees are not in the books)"
  )
]

const show = (report: Report): string =>
  [
    `${report.payouts} payouts, ${report.batches} batches, ${report.deposits} deposits on chain, ` +
      `${report.transfers} transfers at providers`,
    "Balances (micro-USDC and minor units; debits positive):",
    ...balanceLines(report),
    ...(heldLines(report).length === 0 ? [] : ["Held:", ...heldLines(report)]),
    report.differences.length === 0
      ? "No differences."
      : `${report.differences.length} differences:`,
    ...report.differences.map(({ detail, id, kind }) => `  ${kind} ${id} ${detail}`.trimEnd())
  ].join("\n")

const asJson = (report: Report): string =>
  JSON.stringify(
    { ...report, balances: Object.fromEntries(report.balances) },
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)
  )

const reconcile = Command.make(
  "reconcile",
  {
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print one line of JSON"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ json }) {
    const settings = yield* Settings.read(process.env)
    const report = yield* LogReconciliation.reconcile(settings)
    yield* Console.log(json ? asJson(report) : show(report))
    if (report.differences.length > 0) {
      return yield* ServiceClient.failed(`${report.differences.length} differences`)
    }
  })
).pipe(
  Command.withDescription(
    "Compare the log with the chain and with the providers' records; fails if they differ"
  )
)

export const report = Command.make("report").pipe(
  Command.withDescription("Create reports over the whole log"),
  Command.withSubcommands([reconcile])
)
