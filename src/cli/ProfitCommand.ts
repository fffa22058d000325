/** The profit report from the whole log, for a period of any size. */
import { Clock, Effect, Option } from "effect"
import { Command } from "effect/cli"
import * as ProfitLog from "../app/ProfitLog.ts"
import * as CsvText from "../usecases/CsvText.ts"
import * as ProfitReport from "../usecases/ProfitReport.ts"
import { profit as Words } from "./OperatorWords.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as ServiceDatabase from "./ServiceDatabase.ts"
import * as SettlementCommands from "./SettlementCommands.ts"

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

/** The lines of a report. Its totals are the last line of JSON, and no part of a file. */
const linesOf = (
  { rows, unassigned }: ReturnType<typeof ProfitReport.rowsOf>,
  isJson: boolean
): ReadonlyArray<string> => {
  const lines = rows.map((row) => [row.accountId, ProfitReport.lineOf(row)] as const)
  if (!isJson) {
    const head = CsvText.line(["account_id", ...ProfitReport.columns])
    return [head, ...lines.map(([id, line]) => CsvText.line([id, ...ProfitReport.cellsOf(line)]))]
  }
  const totals = ProfitReport.totalsOf(rows.reduce(ProfitReport.add, ProfitReport.none))
  return [
    ...lines.map(([account_id, line]) => jsonLine({ account_id, ...line })),
    jsonLine({ totals, unassigned: ProfitReport.unassignedOf(unassigned) })
  ]
}

export const profit = Command.make(
  "profit",
  SettlementCommands.timeFlags(Words.flags),
  Effect.fn(function* ({ from, json, to }) {
    const settings = yield* ServiceDatabase.existing()
    const asOf = yield* Clock.currentTimeMillis
    const before = Option.match(to, { onNone: () => asOf, onSome: Date.parse })
    const span = { from: Date.parse(from), before: Math.min(before, asOf), asOf }
    const report = yield* ProfitLog.read(settings, span)
    yield* Output.writer(process.stdout)(linesOf(report, json).join(""))
    for (const { currency, fx_result, sold_usdc } of ProfitReport.unassignedOf(report.unassigned)) {
      yield* ServiceClient.progress(Words.unassigned(currency, sold_usdc, fx_result))
    }
    yield* ServiceClient.progress(Words.printed(report.rows.length))
  })
).pipe(Command.withDescription(Words.command))
