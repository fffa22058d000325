/** Reports over the whole log. They never write to it. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as Application from "../Application.ts"
import * as Settings from "../Settings.ts"
import * as Remote from "./Remote.ts"

type Report = Effect.Success<ReturnType<typeof Application.reconcile>>

/** Micro-USDC or minor units, as they stand in the books. */
const balanceLines = ({ balances }: Report): ReadonlyArray<string> =>
  [...balances]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([account, amount]) => `  ${account.padEnd(24)} ${String(amount).padStart(24)}`)

const show = (report: Report): string =>
  [
    `${report.payouts} payouts, ${report.batches} batches, ${report.deposits} deposits on chain, ` +
      `${report.transfers} transfers at providers`,
    "Balances (micro-USDC and minor units; debits positive):",
    ...balanceLines(report),
    report.differences.length === 0
      ? "No differences."
      : `${report.differences.length} differences:`,
    ...report.differences.map(({ detail, id, kind }) => `  ${kind} ${id} ${detail}`.trimEnd())
  ].join("\n")

const asJson = (report: Report): string =>
  JSON.stringify({
    ...report,
    balances: Object.fromEntries([...report.balances].map(([key, sum]) => [key, String(sum)]))
  })

const reconcile = Command.make(
  "reconcile",
  {
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("As one line of JSON"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ json }) {
    const settings = yield* Settings.read(process.env)
    const report = yield* Application.reconcile(settings)
    yield* Console.log(json ? asJson(report) : show(report))
    if (report.differences.length > 0) {
      return yield* Remote.failed(`${report.differences.length} differences`)
    }
  })
).pipe(
  Command.withDescription(
    "Compare the log with the chain and the providers' records; fails where they differ"
  )
)

export const report = Command.make("report").pipe(
  Command.withDescription("Reports over the whole log"),
  Command.withSubcommands([reconcile])
)
