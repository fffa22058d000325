/** `/v1/reports`: settled payouts of a time, page by page or whole. */
import { Effect, Option, Result, Stream } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Partitions from "../../engine/Partitions.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as SettlementReport from "../../usecases/SettlementReport.ts"
import * as Fields from "../api/Fields.ts"
import * as Api from "../api/Reports.ts"
import * as Route from "../middleware/Route.ts"
import type * as Problems from "../Problems.ts"
import type * as OpenReports from "./OpenReports.ts"

type Query = Route.CallOf<typeof Api.settlements>["query"]

type Lines = ReadonlyArray<SettlementReport.Line>

/** Texts that the schema took are times; the order of the two is left to check. */
const periodOf = ({
  from,
  to
}: Query): Result.Result<SettlementReport.Period, Problems.Rejection> => {
  const settledFrom = Fields.parseInstant(from) ?? 0
  const settledBefore = Fields.parseInstant(to) ?? 0
  if (settledFrom < settledBefore) return Result.succeed({ settledFrom, settledBefore })
  const error = { field: "to", code: "out_of_range", message: "must be later than from" }
  return Result.fail({ _tag: "Invalid", errors: [error] })
}

/** How a report is written: its beginning, its lines, and its end with the place of the next. */
interface Format {
  readonly head: Pick<Route.Answer, "contentType" | "headers">
  readonly begin: string
  readonly between: string
  readonly line: (line: SettlementReport.Line) => string
  readonly end: (cursor: string | null) => string
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A file named after its period, so that two months are two files. */
const csv = ({ settledBefore, settledFrom }: SettlementReport.Period): Format => ({
  head: {
    contentType: "text/csv; charset=utf-8",
    headers: [
      ...["cache-control", "no-store"],
      "content-disposition",
      `attachment; filename="settlements-${dayOf(settledFrom)}-to-${dayOf(settledBefore)}.csv"`
    ]
  },
  begin: CsvText.line(SettlementReport.columns),
  between: "",
  line: (line) => CsvText.line(SettlementReport.cellsOf(line)),
  end: () => ""
})

const json: Format = {
  head: {},
  begin: '{"data":[',
  between: ",",
  line: (line) => JSON.stringify(line),
  end: (cursor) => `],"next_cursor":${JSON.stringify(cursor)}}`
}

const linesOf = ({ between, line }: Format, lines: Lines): string => lines.map(line).join(between)

/** Where the next page begins; `null`: this one is the last. */
const cursorOf = (lines: Lines, limit: number): string | null =>
  lines.length < limit ? null : (lines.at(-1)?.payout_id ?? null)

/** One page, with the place of the next. A file is sent as bytes: the log of requests keeps texts. */
const pageOf = (format: Format, lines: Lines, cursor: string | null): Route.Answer => {
  const { begin, end, head } = format
  const text = `${begin}${linesOf(format, lines)}${end(cursor)}`
  if (format === json) return { status: 200, body: text }
  const next = cursor === null ? [] : ["x-next-cursor", cursor]
  const headers = [...(head.headers ?? []), ...next]
  return { ...head, status: 200, body: Buffer.from(text), headers }
}

type Read = (after: string | null, limit: number) => Effect.Effect<Lines, Unavailable>

const { reportRowsMax } = Limits.http

/** A whole report from its first page on: each page is read once the one before is taken. */
const texts = (format: Format, first: Lines, read: Read): Stream.Stream<string, Unavailable> => {
  const { begin, between, end } = format
  return Stream.paginate<string | null, string, Unavailable>(null, (after) =>
    Effect.map(after === null ? Effect.succeed(first) : read(after, reportRowsMax), (lines) => {
      const next = cursorOf(lines, reportRowsMax)
      const before = after === null ? begin : lines.length === 0 ? "" : between
      const text = `${before}${linesOf(format, lines)}${next === null ? end(null) : ""}`
      return [[text], Option.fromNullOr(next)] as const
    })
  )
}

export const routes = Effect.fnUntraced(function* (reports: OpenReports.OpenReports) {
  const { call, ofAccount } = yield* Partitions.Partitions

  /** The whole report in one answer. One of a single page has an answer like any other. */
  const whole = Effect.fnUntraced(function* (accountId: string, format: Format, read: Read) {
    const place = yield* reports.take(accountId)
    const first = yield* Effect.onError(read(null, reportRowsMax), () =>
      Effect.sync(() => reports.release(place))
    )
    if (first.length < reportRowsMax) {
      reports.release(place)
      return pageOf(format, first, null)
    }
    const pages = { texts: texts(format, first, read), begun: reports.written(place) }
    return { ...format.head, status: 200, body: "", pages }
  })

  const settlements = Route.make(
    Api.settlements,
    { access: "account", area: "reports" },
    Effect.fnUntraced(function* ({ accountId, at, query }) {
      const asked = yield* Effect.fromResult(periodOf(query))
      const format = query.format === "csv" ? csv(asked) : json
      const readIn =
        (period: SettlementReport.Period): Read =>
        (after, limit) =>
          call(SettlementReport.page, ofAccount(accountId), { accountId, after, limit, ...period })
      if (query.limit === undefined && query.cursor === undefined) {
        // What settles while the report is written is not in it, on no page.
        const settledBefore = Math.min(asked.settledBefore, at)
        return yield* whole(accountId, format, readIn({ ...asked, settledBefore }))
      }
      const limit = Number(query.limit ?? reportRowsMax)
      const lines = yield* readIn(asked)(query.cursor ?? null, limit)
      return pageOf(format, lines, cursorOf(lines, limit))
    })
  )

  return [settlements]
})
