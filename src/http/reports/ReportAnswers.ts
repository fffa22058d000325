/** Reports as JSON and as files: one page with its cursor, or the whole as it is read. */
import { Effect, Option, Stream } from "effect"
import * as Limits from "../../config/Limits.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as ReportRows from "../../usecases/ReportRows.ts"
import type * as Route from "../middleware/Route.ts"
import type * as OpenReports from "./OpenReports.ts"

/** Rows behind a place; `P` is a place between two pages. */
export interface Page<L, P> {
  readonly rows: ReadonlyArray<ReportRows.OwnedLine<L>>
  /** Where the next page begins; `null`: this page is the last. */
  readonly next: P | null
}

/** Reads the page behind a place; `null`: the first one. */
export type Read<L, P> = (place: P | null) => Effect.Effect<Page<L, P>, Unavailable>

/** A report as it was asked for. */
export interface Asked<L> {
  readonly report: ReportRows.Report<L>
  /** Its days, in the name of its file. */
  readonly days: string
  readonly isCsv: boolean
  /** Whose report it is, in the name of its file: an account's id or name. */
  readonly of: string
  /** The name of an account, where each row says whose it is. */
  readonly accountName?: (accountId: string) => string | null
}

/** How a report is written: its beginning, its lines, and its end. */
interface Format<L> {
  readonly head: Pick<Route.Answer, "contentType" | "headers">
  readonly begin: string
  readonly between: string
  readonly line: (row: ReportRows.OwnedLine<L>) => string
  /** `cursor`: `undefined` in a report without pages. */
  readonly end: (totals: ReportRows.Sums, cursor: string | null | undefined) => string
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A name as a part of a file's name: every system takes it. */
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

/** The name says report, account, and first and last day: no two files have the same. */
const fileName = <L>({ days, of, report }: Asked<L>): string =>
  [report.name, slugOf(of), days].filter((part) => part !== "").join("-")

const ownerColumns = ["account_id", "account_name"] as const

const csv = <L>(asked: Asked<L>): Format<L> => {
  const { accountName, report } = asked
  return {
    head: {
      contentType: "text/csv; charset=utf-8",
      headers: [
        ...["cache-control", "no-store"],
        ...["content-disposition", `attachment; filename="${fileName(asked)}.csv"`]
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

const json = <L>({ accountName, report }: Asked<L>): Format<L> => ({
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

const formatOf = <L>(asked: Asked<L>): Format<L> => (asked.isCsv ? csv(asked) : json(asked))

const sumOf = <L>(
  { sumsOf }: ReportRows.Report<L>,
  before: ReportRows.Sums,
  rows: Page<L, unknown>["rows"]
): ReportRows.Sums => rows.reduce((sums, { line }) => ReportRows.add(sums, sumsOf(line)), before)

/** One answer. A file is sent as bytes: the log of requests keeps texts. */
const answerOf = <L>(
  asked: Asked<L>,
  rows: Page<L, unknown>["rows"],
  cursor: string | null | undefined
): Route.Answer => {
  const { begin, between, end, head, line } = formatOf(asked)
  const totals = sumOf(asked.report, asked.report.none, rows)
  const text = `${begin}${rows.map(line).join(between)}${end(totals, cursor)}`
  if (!asked.isCsv) return { status: 200, body: text }
  const next = typeof cursor === "string" ? ["x-next-cursor", cursor] : []
  return {
    ...head,
    status: 200,
    body: Buffer.from(text),
    headers: [...(head.headers ?? []), ...next]
  }
}

/** One page, with the place of the next one. */
export const page = <L>(asked: Asked<L>, { next, rows }: Page<L, string>): Route.Answer =>
  answerOf(asked, rows, next)

/** Between two pages: where the next one begins, and what was written. */
interface Progress<P> {
  readonly place: P | null
  readonly isBegun: boolean
  readonly hasRows: boolean
  readonly totals: ReportRows.Sums
}

/** The cursor at the end of a whole report. */
const lastCursor = <L>({ report }: Asked<L>): null | undefined =>
  report.isPaged ? null : undefined

/** A whole report from its first page on: each page is read once the one before is taken. */
const texts = <L, P>(
  asked: Asked<L>,
  first: Page<L, P>,
  read: Read<L, P>
): Stream.Stream<string, Unavailable> => {
  const { begin, between, end, line } = formatOf(asked)
  const { report } = asked
  const start = { place: null, isBegun: false, hasRows: false, totals: report.none }
  return Stream.paginate<Progress<P>, string, Unavailable>(start, (done) =>
    Effect.map(done.isBegun ? read(done.place) : Effect.succeed(first), ({ next, rows }) => {
      const totals = sumOf(report, done.totals, rows)
      const before = done.hasRows && rows.length > 0 ? between : ""
      const text = `${done.isBegun ? "" : begin}${before}${rows.map(line).join(between)}`
      if (next === null)
        return [[`${text}${end(totals, lastCursor(asked))}`], Option.none()] as const
      const hasRows = done.hasRows || rows.length > 0
      return [[text], Option.some({ place: next, isBegun: true, hasRows, totals })] as const
    })
  )
}

/** The whole report in one answer. One of a single page has an answer like any other. */
export const whole = Effect.fnUntraced(function* <L, P>(
  reports: OpenReports.OpenReports,
  accountId: string,
  asked: Asked<L>,
  read: Read<L, P>
) {
  const place = yield* reports.take(accountId)
  const first = yield* Effect.onError(read(null), () => Effect.sync(() => reports.release(place)))
  if (first.next === null) {
    reports.release(place)
    return answerOf(asked, first.rows, lastCursor(asked))
  }
  const pages = { texts: texts(asked, first, read), onBegin: reports.onBeginOf(place) }
  return { ...formatOf(asked).head, status: 200, body: "", pages } satisfies Route.Answer
})
