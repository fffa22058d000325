/** The reports of the books, as JSON and as files. */
import { Effect, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as DailyTotals from "../../domain/books/DailyTotals.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as BookReports from "../../usecases/BookReports.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import type { Rejection } from "../contract/Rejection.ts"
import * as DayRange from "../decoding/DayRange.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./BookReportContract.ts"

const today = (at: number): string => DailyTotals.dateOf(DailyTotals.dayOf(at))

/** The day of a report, which is not in the future. */
const dayOf = (date: string | undefined, at: number): Result.Result<string, Rejection> =>
  date === undefined || date <= today(at)
    ? Result.succeed(date ?? today(at))
    : DayRange.outOfRange("date", "must not be in the future")

/** A file with a line for each row. It is sent as bytes, because the request log keeps texts. */
const file = <Name extends string>(
  name: string,
  columns: ReadonlyArray<Name>,
  lines: ReadonlyArray<Readonly<Record<Name, string>>>
): Route.Answer => ({
  status: 200,
  contentType: "text/csv; charset=utf-8",
  headers: [
    ...["cache-control", "no-store"],
    ...["content-disposition", `attachment; filename="${name}.csv"`]
  ],
  body: Buffer.from(
    CsvText.of(
      columns,
      lines.map((line) => columns.map((column) => line[column]))
    )
  )
})

export const routes = Effect.gen(function* () {
  const partitions = yield* Partitions.Partitions
  return [
    Route.here(
      Contract.trialBalance,
      Effect.fnUntraced(function* ({ at, query }) {
        const day = yield* Effect.fromResult(dayOf(query.date, at))
        const { date, differences, lines } = yield* BookReports.trialBalance(partitions, day)
        return query.format === "csv"
          ? file(`trial-balance-${date}`, BookReports.trialColumns, lines)
          : Route.answer(Contract.trialBalance, { date, data: lines, differences })
      })
    ),
    Route.here(
      Contract.statement,
      Effect.fnUntraced(function* ({ query: { format, ...query } }) {
        yield* Effect.fromResult(DayRange.check(query, Limits.http.bookDaysMax))
        const { closing, lines, opening } = yield* BookReports.statement(partitions, query)
        const { account, currency, from, to } = query
        return format === "csv"
          ? file(`statement-${account}-${from}-to-${to}`, BookReports.statementColumns, lines)
          : Route.answer(Contract.statement, {
              ...{ account, currency, from, to },
              ...{ opening, data: lines, closing }
            })
      })
    ),
    Route.here(
      Contract.position,
      Effect.fnUntraced(function* ({ at, query }) {
        const day = yield* Effect.fromResult(dayOf(query.date, at))
        const { date, lines, totals } = yield* BookReports.position(partitions, day)
        return query.format === "csv"
          ? file(`position-${date}`, BookReports.positionColumns, lines)
          : Route.answer(Contract.position, { date, data: lines, totals })
      })
    )
  ]
})
