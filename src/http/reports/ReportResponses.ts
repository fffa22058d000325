/**
 * Reports as JSON and as files: one page with its cursor, or the whole report, sent as it is read.
 */
import { Effect, Option, Stream } from "effect"
import * as Limits from "../../config/Limits.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as ReportRows from "../../usecases/ReportRows.ts"
import type * as Route from "../middleware/Route.ts"
import type * as OpenReports from "./OpenReports.ts"

/** Rows behind a position; `P` is a position between two pages. */
export interface Page<L, P> {
  readonly rows: ReadonlyArray<ReportRows.OwnedLine<L>>
  /** Start of the next page; `null` if this page is the last. */
  readonly next: P | null
}

/** Reads the page behind a position; `null` for the first page. */
export type Read<L, P> = (position: P | null) => Effect.Effect<Page<L, P>, Unavailable>

/** A report with the options of its request. */
export interface ReportRequest<L> {
  readonly report: ReportRows.Report<L>
  /** The days of the report, in the name of its file. */
  readonly days: string
  readonly isCsv: boolean
  /** The owner in the name of the file: an account's id or name. */
  readonly of: string
  /** The name of an account, if each row shows its owner. */
  readonly accountName?: (accountId: string) => string | null
}

/** The text of a report: its beginning, its lines, and its end. */
interface Format<L> {
  readonly head: Pick<Route.Answer, "contentType" | "headers">
  readonly begin: string
  readonly between: string
  readonly line: (row: ReportRows.OwnedLine<L>) => string
  /** `cursor` is `undefined` in a report without pages. */
  readonly end: (totals: ReportRows.Sums, cursor: string | null | undefined) => string
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A name as a part of a file name that every system takes. */
const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .slice(0, Limits.http.reportNameCharsMax)
    .replace(/^-+|-+$/g, "")

/** The first and the last day of a report. */
export const daysOf = ({
  before,
  from
}: Pick<ReportRows.Period, "before"> & { readonly from: number | undefined }): string =>
  `${from === undefined ? "" : `${dayOf(from)}-`}to-${dayOf(before - 1)}`

/** A file name with report, account, and first and last day, so that no two files have the same. */
const fileName = <L>({ days, of, report }: ReportRequest<L>): string =>
  [report.name, slugOf(of), days].filter((part) => part !== "").join("-")

const ownerColumns = ["account_id", "account_name"] as const

const csv = <L>(request: ReportRequest<L>): Format<L> => {
  const { accountName, report } = request
  return {
    head: {
      contentType: "text/csv; charset=utf-8",
      headers: [
        ...["cache-control", "no-store"],
        ...["content-disposition", `attachment; filename="${fileName(request)}.csv"`]
      ]
    },
    begin: CsvText.line([...(accountName === undefined ? [] : ownerColumns), ...report.columns]),
    between: "",
    line: ({ accountId, line }) =>
      CsvText.line([
        ...(accountName === undefined ? [] : [accountId, accountName(accountId)]),
        ...report.cellsOf(line)
      ]),
    end: () => ""
  }
}

const json = <L>({ accountName, report }: ReportRequest<L>): Format<L> => ({
  head: {},
  begin: '{"data":[',
  between: ",",
  line: ({ accountId, line }) =>
    JSON.stringify(
      accountName === undefined
        ? line
        : { account_id: accountId, account_name: accountName(accountId), ...line }
    ),
  end: (totals, cursor) => {
    const behind = cursor === undefined ? {} : { next_cursor: cursor }
    return `],${JSON.stringify({ totals: ReportRows.totalsOf(report, totals), ...behind }).slice(1)}`
  }
})

const formatOf = <L>(request: ReportRequest<L>): Format<L> =>
  request.isCsv ? csv(request) : json(request)

const sumOf = <L>(
  { sumsOf }: ReportRows.Report<L>,
  before: ReportRows.Sums,
  rows: Page<L, unknown>["rows"]
): ReportRows.Sums => rows.reduce((sums, { line }) => ReportRows.add(sums, sumsOf(line)), before)

/** One response. A file is sent as bytes, because the request log keeps texts. */
const answerOf = <L>(
  request: ReportRequest<L>,
  rows: Page<L, unknown>["rows"],
  cursor: string | null | undefined
): Route.Answer => {
  const { begin, between, end, head, line } = formatOf(request)
  const totals = sumOf(request.report, request.report.none, rows)
  const text = `${begin}${rows.map(line).join(between)}${end(totals, cursor)}`
  if (!request.isCsv) return { status: 200, body: text }
  const next = typeof cursor === "string" ? ["x-next-cursor", cursor] : []
  return {
    ...head,
    status: 200,
    body: Buffer.from(text),
    headers: [...(head.headers ?? []), ...next]
  }
}

/** One page, with the cursor of the next one. */
export const page = <L>(request: ReportRequest<L>, { next, rows }: Page<L, string>): Route.Answer =>
  answerOf(request, rows, next)

/** The state between two pages: the next position, and what was written. */
interface Progress<P> {
  readonly position: P | null
  readonly isBegun: boolean
  readonly hasRows: boolean
  readonly totals: ReportRows.Sums
}

/** The cursor at the end of a whole report. */
const lastCursor = <L>({ report }: ReportRequest<L>): null | undefined =>
  report.isPaged ? null : undefined

/** A whole report from its first page on: each page is read once the one before is taken. */
const texts = <L, P>(
  request: ReportRequest<L>,
  first: Page<L, P>,
  read: Read<L, P>
): Stream.Stream<string, Unavailable> => {
  const { begin, between, end, line } = formatOf(request)
  const { report } = request
  const start = { position: null, isBegun: false, hasRows: false, totals: report.none }
  return Stream.paginate<Progress<P>, string, Unavailable>(start, (done) =>
    Effect.map(done.isBegun ? read(done.position) : Effect.succeed(first), ({ next, rows }) => {
      const totals = sumOf(report, done.totals, rows)
      const before = done.hasRows && rows.length > 0 ? between : ""
      const text = `${done.isBegun ? "" : begin}${before}${rows.map(line).join(between)}`
      if (next === null)
        return [[`${text}${end(totals, lastCursor(request))}`], Option.none()] as const
      const hasRows = done.hasRows || rows.length > 0
      return [[text], Option.some({ position: next, isBegun: true, hasRows, totals })] as const
    })
  )
}

/** The whole report in one response. A report of a single page has an ordinary response. */
export const whole = Effect.fnUntraced(function* <L, P>(
  reports: OpenReports.OpenReports,
  accountId: string,
  request: ReportRequest<L>,
  read: Read<L, P>
) {
  const slot = yield* reports.take(accountId)
  const first = yield* Effect.onError(read(null), () => Effect.sync(() => reports.release(slot)))
  if (first.next === null) {
    reports.release(slot)
    return answerOf(request, first.rows, lastCursor(request))
  }
  const pages = { texts: texts(request, first, read), onBegin: reports.onBeginOf(slot) }
  return { ...formatOf(request).head, status: 200, body: "", pages } satisfies Route.Answer
})
