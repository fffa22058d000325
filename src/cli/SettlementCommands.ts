/** The reports for bookkeeping as one file each, whatever their length. */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import type { PayoutClient } from "../client/main.ts"
import type { CallOptions } from "../client/Transport.ts"
import * as Limits from "../config/Limits.ts"
import * as CsvText from "../usecases/CsvText.ts"
import * as FeeReport from "../usecases/FeeReport.ts"
import * as RefundReport from "../usecases/RefundReport.ts"
import * as SettlementReport from "../usecases/SettlementReport.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import { type ReportFlags, bookkeeping as Words } from "./Words.ts"

const instant = (name: string) =>
  Flag.String(name).pipe(
    Flag.filter((text) => !Number.isNaN(Date.parse(text)), Words.notATime),
    Flag.map((text) => new Date(text).toISOString())
  )

interface Query {
  readonly from: string
  readonly to: string
  readonly limit: number
  readonly cursor?: string
}

interface Page<L> {
  readonly data: ReadonlyArray<L>
  /** None in a report without pages. */
  readonly next_cursor?: string | null
}

interface Report<L> {
  readonly columns: ReadonlyArray<string>
  readonly cellsOf: (line: L) => ReadonlyArray<string | null>
  readonly list: (client: PayoutClient, query: Query, options: CallOptions) => Promise<Page<L>>
}

export const timeFlags = ({ from, json, to }: ReportFlags) => ({
  from: instant("from").pipe(Flag.withDescription(from)),
  to: instant("to").pipe(Flag.withDescription(to), Flag.optional),
  json: Flag.Boolean("json").pipe(Flag.withDescription(json), Flag.withDefault(false))
})

const periodFlags = (words: ReportFlags) => ({ ...timeFlags(words), url: ServiceClient.url })

const pageRows = Flag.Int("page-rows").pipe(
  Flag.withDescription(Words.pageRows),
  Flag.withDefault(Limits.http.reportRowsMax)
)

interface ReportOptions {
  readonly from: string
  readonly to: Option.Option<string>
  readonly json: boolean
  readonly url: string
  readonly pageRows: number
}

/** Prints a report, and how many lines it has. */
const print = <L>({ cellsOf, columns, list }: Report<L>, printed: (count: number) => string) =>
  Effect.fn(function* ({ from, json, pageRows, to, url }: ReportOptions) {
    const client = yield* ServiceClient.account(url)
    const period = { from, to: Option.getOrElse(to, () => new Date().toISOString()) }
    const write = Output.writer(process.stdout)
    let cursor: string | undefined
    let count = 0
    // The header waits for the first page, so that a refused request prints no part of a report.
    let header = json ? "" : CsvText.line(columns)
    // A page at a time: a report of any length takes the memory of one page.
    do {
      const query = { ...period, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) }
      const page = yield* ServiceClient.call((signal) => list(client, query, { signal }))
      const lines = page.data.map((row) =>
        json ? `${JSON.stringify(row)}\n` : CsvText.line(cellsOf(row))
      )
      yield* write(header + lines.join(""))
      header = ""
      count += page.data.length
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    yield* ServiceClient.progress(printed(count))
  })

export const settlements = Command.make(
  "settlements",
  { ...periodFlags(Words.settlements.flags), pageRows },
  print(
    {
      columns: SettlementReport.columns,
      cellsOf: SettlementReport.cellsOf,
      list: (client, query, options) => client.reports.settlements.list(query, options)
    },
    Words.settlements.printed
  )
).pipe(Command.withDescription(Words.settlements.command))

const refunds = Command.make(
  "refunds",
  { ...periodFlags(Words.refunds.flags), pageRows },
  print(
    {
      columns: RefundReport.columns,
      cellsOf: RefundReport.cellsOf,
      list: (client, query, options) => client.reports.refunds.list(query, options)
    },
    Words.refunds.printed
  )
).pipe(Command.withDescription(Words.refunds.command))

const printFees = print(
  {
    columns: FeeReport.columns,
    cellsOf: FeeReport.cellsOf,
    list: (client, { from, to }, options) => client.reports.fees.list({ from, to }, options)
  },
  Words.fees.printed
)

const fees = Command.make("fees", periodFlags(Words.fees.flags), (asked) =>
  printFees({ ...asked, pageRows: Limits.http.reportRowsMax })
).pipe(Command.withDescription(Words.fees.command))

export const reports = Command.make("reports").pipe(
  Command.withSubcommands([refunds, fees]),
  Command.withDescription(Words.reports)
)
