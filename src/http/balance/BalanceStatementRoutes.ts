/** `/v1/balance/statement`: the movements of a period as JSON, CSV or camt.053, sent while read. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as BalanceStatement from "../../usecases/BalanceStatement.ts"
import * as Instants from "../contract/Instants.ts"
import * as DayRange from "../decoding/DayRange.ts"
import * as Route from "../middleware/Route.ts"
import type * as OpenReports from "../reports/OpenReports.ts"
import * as ReportResponses from "../reports/ReportResponses.ts"
import * as Contract from "./BalanceContract.ts"
import * as Camt053 from "./Camt053.ts"
import * as StatementFormats from "./StatementFormats.ts"

const { balanceStatementDaysMax, reportRowsMax } = Limits.http

const formats = { json: StatementFormats.json, csv: StatementFormats.csv, camt053: Camt053.format }

export const routes = Effect.fnUntraced(function* (reports: OpenReports.OpenReports) {
  const { call, ofAccount, registry } = yield* Partitions.Partitions

  /** The statement's head, and the reader of its movements. */
  const prepare = Effect.fnUntraced(function* (
    days: BalanceStatement.Days,
    { accountId, at }: { readonly accountId: string; readonly at: number },
    format: keyof typeof formats
  ) {
    const number = ofAccount(accountId)
    const period = BalanceStatement.periodOf(accountId, days)
    const summary = yield* call(BalanceStatement.summary, number, period)
    const statement = {
      ...{ from: days.from, to: days.to, accountId, generatedAt: at, summary },
      of: registry.accounts.get(accountId)?.name ?? accountId,
      isComplete: BalanceStatement.isComplete(days, at)
    }
    const read = (after: number | null) =>
      call(BalanceStatement.page, number, {
        ...{ accountId, after: after ?? summary.after, last: summary.last, limit: reportRowsMax }
      })
    return { format: formats[format](statement), read }
  })

  return [
    Route.here(
      Contract.statement,
      Effect.fnUntraced(function* ({ accountId, at, query }) {
        yield* Effect.fromResult(DayRange.check(query, balanceStatementDaysMax))
        if (query.from > Instants.instant(at).slice(0, 10)) {
          yield* Effect.fromResult(DayRange.outOfRange("from", "must not be in the future"))
        }
        const made = prepare(query, { accountId, at }, query.format ?? "json")
        return yield* ReportResponses.send(reports, accountId, made)
      })
    )
  ]
})
