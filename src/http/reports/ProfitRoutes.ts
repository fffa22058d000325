/** `/admin/v1/reports/profit`: fees, realised results and costs by payout. */
import { Effect, Result } from "effect"
import * as Partitions from "../../engine/Partitions.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as ProfitReader from "../../usecases/ProfitReader.ts"
import * as ProfitReport from "../../usecases/ProfitReport.ts"
import type { Rejection } from "../contract/Rejection.ts"
import * as Route from "../middleware/Route.ts"
import type * as OpenReports from "./OpenReports.ts"
import * as Contract from "./ProfitContract.ts"
import * as ReportResponses from "./ReportResponses.ts"
import * as ReportRoutes from "./ReportRoutes.ts"

type Format = ReportResponses.Format<ProfitReport.Row, ProfitReport.Totals>

type NameOf = (accountId: string) => string | null

const ownerColumns = ["account_id", "account_name"]

const csv = (file: ReportResponses.FileName, nameOf: NameOf): Format => ({
  ...{ none: ProfitReport.none, add: ProfitReport.add },
  head: ReportResponses.fileHead(file, ReportResponses.csvType),
  begin: CsvText.line([...ownerColumns, ...ProfitReport.columns]),
  between: "",
  line: (row) =>
    CsvText.line([
      ...[row.accountId, nameOf(row.accountId)],
      ...ProfitReport.cellsOf(ProfitReport.lineOf(row))
    ]),
  end: () => ""
})

/** `unassigned` is read once all rows are. */
const json = (
  nameOf: NameOf,
  unassigned: () => ReadonlyArray<ProfitReport.Unassigned>
): Format => ({
  ...{ none: ProfitReport.none, add: ProfitReport.add },
  head: {},
  begin: '{"data":[',
  between: ",",
  line: (row) => {
    const { accountId } = row
    const owner = { account_id: accountId, account_name: nameOf(accountId) }
    return JSON.stringify({ ...owner, ...ProfitReport.lineOf(row) })
  },
  end: (sums) => {
    const totals = ProfitReport.totalsOf(sums)
    const rest = ProfitReport.unassignedOf(unassigned())
    return `],${JSON.stringify({ totals, unassigned: rest }).slice(1)}`
  }
})

const tooMany = ({ max }: ProfitReader.TooManyPayouts) =>
  Effect.fail<Rejection>({
    ...{ _tag: "Invalid" },
    errors: [
      {
        ...{ field: "to", code: "out_of_range" },
        message: `must be earlier: more than ${max} payouts settled since from`
      }
    ]
  })

export const routes = Effect.fnUntraced(function* (reports: OpenReports.OpenReports) {
  const partitions = yield* Partitions.Partitions
  const { registry } = partitions

  const nameOf: NameOf = (id) => registry.accounts.get(id)?.name ?? null

  const ownerOf = (id: string | undefined) =>
    id === undefined
      ? Result.succeed("all-accounts")
      : Result.map(Accounts.find({ registry }, id), ({ name }) => name)

  return [
    Route.here(
      Contract.report,
      Effect.fnUntraced(function* ({ at, command, query }) {
        const period = yield* Effect.fromResult(ReportRoutes.periodOf(query))
        const of = yield* Effect.fromResult(ownerOf(query.account_id))
        const asOf = ReportRoutes.endOf(undefined, at)
        const span = { ...period, before: Math.min(period.before, asOf), asOf }
        yield* Effect.catchTag(ProfitReader.checkSize(partitions, span), "TooManyPayouts", tooMany)
        const reader = ProfitReader.reader(partitions, span, query.account_id ?? null)
        const file = { name: "profit", of, days: ReportResponses.daysOf(period) }
        const format = query.format === "csv" ? csv(file, nameOf) : json(nameOf, reader.unassigned)
        const { read } = reader
        return yield* ReportResponses.send(reports, command.by, Effect.succeed({ format, read }))
      })
    )
  ]
})
