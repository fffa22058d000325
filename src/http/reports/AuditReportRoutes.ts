/** `/v1/reports/audit-log` and `/admin/v1/reports/audit-log`: the whole audit log, for auditors. */
import { Effect } from "effect"
import * as Partitions from "../../engine/Partitions.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as AuditReport from "../../usecases/AuditReport.ts"
import * as AuditLogRoutes from "../audit/AuditLogRoutes.ts"
import * as Route from "../middleware/Route.ts"
import type * as OpenReports from "./OpenReports.ts"
import * as Contract from "./ReportContract.ts"
import * as ReportResponses from "./ReportResponses.ts"
import * as ReportRoutes from "./ReportRoutes.ts"

/** The owner of a report, its caller, and the time of the request. */
interface ReportRequest {
  readonly whose: AuditLogRoutes.LogOwner
  readonly callerId: string
  /** The owner in the name of the file. */
  readonly of: string
  readonly at: number
}

export const routes = Effect.fnUntraced(function* (reports: OpenReports.OpenReports) {
  const partitions = yield* Partitions.Partitions
  const { registry } = partitions

  const report = Effect.fnUntraced(function* (
    { at, callerId, of, whose }: ReportRequest,
    { format, ...filters }: AuditLogRoutes.Filters & { readonly format?: "json" | "csv" }
  ) {
    const filter = AuditLogRoutes.filterOf(whose, filters)
    const { from = 0, to } = filter
    if (to !== undefined) yield* Effect.fromResult(ReportRoutes.checkOrder({ from, before: to }))
    const before = ReportRoutes.endOf(to, at)
    const days = ReportResponses.daysOf({ from: filter.from, before })
    return yield* ReportResponses.whole(
      reports,
      callerId,
      { report: AuditReport.report, of, days, isCsv: format === "csv" },
      AuditReport.reader(partitions, { ...filter, to: before - 1 })
    )
  })

  return [
    Route.here(Contract.auditLog, ({ accountId, at, query }) => {
      const of = registry.accounts.get(accountId)?.name ?? accountId
      return report({ whose: { accountId }, callerId: accountId, of, at }, query)
    }),
    Route.here(
      Contract.adminAuditLog,
      Effect.fnUntraced(function* ({ at, query, command }) {
        const { account_id: id, ...filters } = query
        const of =
          id === undefined
            ? "all-accounts"
            : (yield* Effect.fromResult(Accounts.find({ registry }, id))).name
        return yield* report({ whose: { concernedId: id }, callerId: command.by, of, at }, filters)
      })
    )
  ]
})
