/** `/v1/reports` and `/admin/v1/reports`: settlements and refunds of a period, for the books. */
import { Effect, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import { dayMs } from "../../domain/Day.ts"
import * as Partitions from "../../engine/Partitions.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as FeeReport from "../../usecases/FeeReport.ts"
import * as RefundReport from "../../usecases/RefundReport.ts"
import type * as ReportRows from "../../usecases/ReportRows.ts"
import * as SettlementReport from "../../usecases/SettlementReport.ts"
import * as Fields from "../contract/Fields.ts"
import type { Rejection } from "../contract/Rejection.ts"
import * as Route from "../middleware/Route.ts"
import type * as OpenReports from "./OpenReports.ts"
import * as Contract from "./ReportContract.ts"
import * as ReportResponses from "./ReportResponses.ts"

type Query = Route.RequestOf<typeof Contract.adminSettlements>["query"]

const outOfRange = (message: string) => {
  const error = { field: "to", code: "out_of_range", message }
  return Result.fail<Rejection>({ _tag: "Invalid", errors: [error] })
}

/** Refuses a period that does not end after its beginning. */
export const checkOrder = (
  period: ReportRows.Period
): Result.Result<ReportRows.Period, Rejection> =>
  period.from < period.before ? Result.succeed(period) : outOfRange("must be later than from")

/**
 * The end of a report, exclusive. The report has everything that was acknowledged before the
 * request, even in the same millisecond, and nothing of a later millisecond.
 */
export const endOf = (to: number | undefined, at: number): number => Math.min(to ?? at + 1, at + 1)

/** The schema has checked the times; their order and distance are checked here. */
export const periodOf = (
  { from, to }: Pick<Query, "from" | "to">,
  daysMax = Number.POSITIVE_INFINITY
): Result.Result<ReportRows.Period, Rejection> => {
  const period = { from: Fields.parseInstant(from) ?? 0, before: Fields.parseInstant(to) ?? 0 }
  return period.before - period.from > daysMax * dayMs
    ? outOfRange(`must be at most ${daysMax} days after from`)
    : checkOrder(period)
}

const { feeReportDaysMax, reportRowsMax } = Limits.http

/** A report that has pages, and the procedure that reads one. */
interface PagedReport<L> {
  readonly report: ReportRows.Report<L>
  readonly page: Partitions.Procedure<ReportRows.PageQuery, ReportRows.Page<L>>
}

const settled = { report: SettlementReport.report, page: SettlementReport.page }
const refunded = { report: RefundReport.report, page: RefundReport.page }

/** The owner of a report, and its caller. */
interface Scope {
  /** The caller whose slot the report takes. */
  readonly callerId: string
  /** `null` for all accounts. */
  readonly accountId: string | null
  /** The owner in the name of the file. */
  readonly of: string
  readonly accountName?: (accountId: string) => string | null
}

type PartitionsService = Partitions.PartitionsService

type Ask<L> = (
  number: number,
  after: string | null,
  limit: number
) => Effect.Effect<ReportRows.Page<L>, Unavailable>

/** A page of all accounts: the partitions one after the other, from that of `after` on. */
const acrossPartitions = Effect.fnUntraced(function* <L>(
  { count, ofId }: PartitionsService,
  ask: Ask<L>,
  after: string | null,
  limit: number
) {
  const rows: Array<ReportRows.OwnedLine<L>> = []
  let behind = after
  for (let number = after === null ? 0 : ofId(after); number < count; number++) {
    // A page that is not full ends its partition: the next partition fills it up.
    const part = yield* ask(number, behind, Math.max(1, limit - rows.length))
    rows.push(...part.rows)
    if (part.next !== null) return { rows, next: part.next }
    behind = null
  }
  return { rows, next: null }
})

/** Reads a page of one account, or of all accounts. */
const readerOf = <L>(
  partitions: PartitionsService,
  page: PagedReport<L>["page"],
  { accountId }: Scope,
  { limit, ...period }: ReportRows.Period & { readonly limit: number }
): ReportResponses.Read<ReportRows.OwnedLine<L>, string> => {
  const ask: Ask<L> = (number, after, most) =>
    partitions.call(page, number, { ...period, accountId, limit: most, after })
  return accountId === null
    ? (after) => acrossPartitions(partitions, ask, after, limit)
    : (after) => ask(partitions.ofAccount(accountId), after, limit)
}

/** The state between two pages of the sums of several accounts, one after the other. */
interface FeePosition {
  readonly at: number
  readonly after: string | null
  readonly sums: ReadonlyMap<string, FeeReport.Sum>
}

const firstAccount: FeePosition = { at: 0, after: null, sums: new Map() }

/** Memory has the sums of one account: its lines follow once its last page is summed. */
const feeReader =
  (
    { call, ofAccount }: PartitionsService,
    accountIds: ReadonlyArray<string>,
    period: ReportRows.Period
  ): ReportResponses.Read<
    ReportRows.OwnedLine<ReturnType<typeof FeeReport.linesOf>[number]>,
    FeePosition
  > =>
  (position) => {
    const { after, at, sums: before } = position ?? firstAccount
    const accountId = accountIds[at]
    if (accountId === undefined) return Effect.succeed({ rows: [], next: null })
    const query = { ...period, accountId, after, limit: reportRowsMax }
    return Effect.map(call(FeeReport.part, ofAccount(accountId), query), (part) => {
      const sums = FeeReport.addSums(before, part.sums)
      if (part.next !== null) return { rows: [], next: { at, after: part.next, sums } }
      const rows = FeeReport.linesOf(sums).map((line) => ({ accountId, line }))
      return { rows, next: at + 1 < accountIds.length ? { ...firstAccount, at: at + 1 } : null }
    })
  }

export const routes = Effect.fnUntraced(function* (reports: OpenReports.OpenReports) {
  const partitions = yield* Partitions.Partitions
  const { registry } = partitions

  const nameOf = (id: string): string | null => registry.accounts.get(id)?.name ?? null

  const ownScope = (accountId: string): Scope => ({
    ...{ callerId: accountId, accountId, of: nameOf(accountId) ?? accountId }
  })

  /** The scope that staff chose. Fails with `AccountNotFound`. */
  const scopeOf = (callerId: string, { account_id: id }: Pick<Query, "account_id">) =>
    id === undefined
      ? Result.succeed<Scope>({
          ...{ callerId, accountId: null, of: "all-accounts", accountName: nameOf }
        })
      : Result.map(
          Accounts.find({ registry }, id),
          ({ name }): Scope => ({
            ...{ callerId, accountId: id, of: name, accountName: nameOf }
          })
        )

  const paged = Effect.fnUntraced(function* <L>(
    { page, report }: PagedReport<L>,
    scope: Scope,
    query: Query,
    at: number
  ) {
    const period = yield* Effect.fromResult(periodOf(query))
    const isCsv = query.format === "csv"
    const request = { ...scope, report, isCsv, days: ReportResponses.daysOf(period) }
    const reader = (bounds: ReportRows.Period & { readonly limit: number }) =>
      readerOf(partitions, page, scope, bounds)
    if (query.limit === undefined && query.cursor === undefined) {
      // Events that happen while the report is written are on none of its pages.
      const before = endOf(period.before, at)
      const read = reader({ ...period, before, limit: reportRowsMax })
      return yield* ReportResponses.whole(reports, scope.callerId, request, read)
    }
    const limit = Number(query.limit ?? reportRowsMax)
    return ReportResponses.page(request, yield* reader({ ...period, limit })(query.cursor ?? null))
  })

  const fees = Effect.fnUntraced(function* (
    scope: Scope,
    query: Pick<Query, "from" | "to" | "format">,
    at: number
  ): Effect.fn.Return<Route.Answer, Rejection | Unavailable> {
    const period = yield* Effect.fromResult(periodOf(query, feeReportDaysMax))
    const { report } = FeeReport
    const isCsv = query.format === "csv"
    const request = { ...scope, report, isCsv, days: ReportResponses.daysOf(period) }
    const ids = scope.accountId === null ? [...registry.accounts.keys()] : [scope.accountId]
    const before = endOf(period.before, at)
    const read = feeReader(partitions, ids, { ...period, before })
    return yield* ReportResponses.whole(reports, scope.callerId, request, read)
  })

  return [
    Route.here(Contract.settlements, ({ accountId, at, query }) =>
      paged(settled, ownScope(accountId), query, at)
    ),
    Route.here(Contract.refunds, ({ accountId, at, query }) =>
      paged(refunded, ownScope(accountId), query, at)
    ),
    Route.here(Contract.fees, ({ accountId, at, query }) => fees(ownScope(accountId), query, at)),
    Route.here(Contract.adminSettlements, ({ at, query, command }) =>
      Effect.flatMap(Effect.fromResult(scopeOf(command.by, query)), (scope) =>
        paged(settled, scope, query, at)
      )
    ),
    Route.here(Contract.adminRefunds, ({ at, query, command }) =>
      Effect.flatMap(Effect.fromResult(scopeOf(command.by, query)), (scope) =>
        paged(refunded, scope, query, at)
      )
    ),
    Route.here(Contract.adminFees, ({ at, query, command }) =>
      Effect.flatMap(Effect.fromResult(scopeOf(command.by, query)), (scope) =>
        fees(scope, query, at)
      )
    )
  ]
})
