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
export interface Page<R, P> {
  readonly rows: ReadonlyArray<R>
  /** Start of the next page; `null` if this page is the last. */
  readonly next: P | null
}

/** Reads the page behind a position; `null` for the first page. */
export type Read<R, P> = (position: P | null) => Effect.Effect<Page<R, P>, Unavailable>

/** The text of a document: its beginning, its lines, and its end. `T`: the totals of its rows. */
export interface Format<R, T> {
  readonly head: Pick<Route.Answer, "contentType" | "headers">
  readonly begin: string
  readonly between: string
  readonly line: (row: R) => string
  /** The totals of a document without rows. */
  readonly none: T
  readonly add: (totals: T, row: R) => T
  readonly end: (totals: T) => string
}

/** A document and the source of its rows. */
interface Document<R, T, P> {
  readonly format: Format<R, T>
  readonly read: Read<R, P>
}

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

type ReportFormat<L> = Format<ReportRows.OwnedLine<L>, ReportRows.Sums>

/** A cursor; `undefined` in a report without pages. */
type Cursor = string | null | undefined

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

/** The name of a document: its kind, its owner, and its days. */
export interface FileName {
  readonly name: string
  readonly of: string
  readonly days: string
}

/** The head of a file. No two files of different documents have the same name. */
export const fileHead = (
  { days, name, of }: FileName,
  type: { readonly contentType: string; readonly ending: string }
): ReportFormat<never>["head"] => {
  const file = [name, slugOf(of), days].filter((part) => part !== "").join("-")
  return {
    contentType: type.contentType,
    headers: [
      ...["cache-control", "no-store"],
      ...["content-disposition", `attachment; filename="${file}.${type.ending}"`]
    ]
  }
}

export const csvType = { contentType: "text/csv; charset=utf-8", ending: "csv" }

const ownerColumns = ["account_id", "account_name"] as const

const sums = <L>({
  none,
  sumsOf
}: ReportRows.Report<L>): Pick<ReportFormat<L>, "none" | "add"> => ({
  none,
  add: (totals, { line }) => ReportRows.add(totals, sumsOf(line))
})

const csv = <L>(request: ReportRequest<L>): ReportFormat<L> => {
  const { accountName, report } = request
  return {
    ...sums(report),
    head: fileHead({ ...request, name: report.name }, csvType),
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

const json = <L>({ accountName, report }: ReportRequest<L>, cursor: Cursor): ReportFormat<L> => ({
  ...sums(report),
  head: {},
  begin: '{"data":[',
  between: ",",
  line: ({ accountId, line }) =>
    JSON.stringify(
      accountName === undefined
        ? line
        : { account_id: accountId, account_name: accountName(accountId), ...line }
    ),
  end: (totals) => {
    const behind = cursor === undefined ? {} : { next_cursor: cursor }
    return `],${JSON.stringify({ totals: ReportRows.totalsOf(report, totals), ...behind }).slice(1)}`
  }
})

const formatOf = <L>(request: ReportRequest<L>, cursor: Cursor): ReportFormat<L> =>
  request.isCsv ? csv(request) : json(request, cursor)

/** One response. A file is sent as bytes, because the request log keeps texts. */
const answerOf = <R, T>(format: Format<R, T>, rows: ReadonlyArray<R>): Route.Answer => {
  const { add, begin, between, end, head, line, none } = format
  const text = `${begin}${rows.map(line).join(between)}${end(rows.reduce(add, none))}`
  return head.contentType === undefined
    ? { status: 200, body: text }
    : { ...head, status: 200, body: Buffer.from(text) }
}

/** One page, with the cursor of the next one. */
export const page = <L>(
  request: ReportRequest<L>,
  { next, rows }: Page<ReportRows.OwnedLine<L>, string>
): Route.Answer => {
  const answer = answerOf(formatOf(request, next), rows)
  return request.isCsv && next !== null
    ? { ...answer, headers: [...(answer.headers ?? []), "x-next-cursor", next] }
    : answer
}

/** The state between two pages: the next position, and what was written. */
interface Progress<T, P> {
  readonly position: P | null
  readonly isBegun: boolean
  readonly hasRows: boolean
  readonly totals: T
}

/** A whole document from its first page on: each page is read once the one before is taken. */
const texts = <R, T, P>(
  { format, read }: Document<R, T, P>,
  first: Page<R, P>
): Stream.Stream<string, Unavailable> => {
  const { add, begin, between, end, line, none } = format
  const start = { position: null, isBegun: false, hasRows: false, totals: none }
  return Stream.paginate<Progress<T, P>, string, Unavailable>(start, (done) =>
    Effect.map(done.isBegun ? read(done.position) : Effect.succeed(first), ({ next, rows }) => {
      const totals = rows.reduce(add, done.totals)
      const before = done.hasRows && rows.length > 0 ? between : ""
      const text = `${done.isBegun ? "" : begin}${before}${rows.map(line).join(between)}`
      if (next === null) return [[`${text}${end(totals)}`], Option.none()] as const
      const hasRows = done.hasRows || rows.length > 0
      return [[text], Option.some({ position: next, isBegun: true, hasRows, totals })] as const
    })
  )
}

/**
 * A whole document in one response, prepared once there is room for it. A document of a single page
 * has an ordinary response.
 */
export const send = Effect.fnUntraced(function* <R, T, P>(
  reports: OpenReports.OpenReports,
  accountId: string,
  prepare: Effect.Effect<Document<R, T, P>, Unavailable>
) {
  const slot = yield* reports.take(accountId)
  const [document, first] = yield* prepare.pipe(
    Effect.flatMap((made) => Effect.map(made.read(null), (page) => [made, page] as const)),
    Effect.onError(() => Effect.sync(() => reports.release(slot)))
  )
  if (first.next === null) {
    reports.release(slot)
    return answerOf(document.format, first.rows)
  }
  const pages = { texts: texts(document, first), onBegin: reports.onBeginOf(slot) }
  return { ...document.format.head, status: 200, body: "", pages } satisfies Route.Answer
})

/** The whole report in one response. */
export const whole = <L, P>(
  reports: OpenReports.OpenReports,
  accountId: string,
  request: ReportRequest<L>,
  read: Read<ReportRows.OwnedLine<L>, P>
) => {
  const format = formatOf(request, request.report.isPaged ? null : undefined)
  return send(reports, accountId, Effect.succeed({ format, read }))
}
