/** The report of settled payouts as one file, whatever its length. */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Limits from "../config/Limits.ts"
import * as CsvText from "../usecases/CsvText.ts"
import * as SettlementReport from "../usecases/SettlementReport.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as Words from "./words/Settlements.ts"

const instant = (name: string) =>
  Flag.String(name).pipe(
    Flag.filter((text) => !Number.isNaN(Date.parse(text)), Words.notATime),
    Flag.map((text) => new Date(text).toISOString())
  )

export const settlements = Command.make(
  "settlements",
  {
    from: instant("from").pipe(Flag.withDescription(Words.flags.from)),
    to: instant("to").pipe(Flag.withDescription(Words.flags.to), Flag.optional),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription(Words.flags.json),
      Flag.withDefault(false)
    ),
    pageRows: Flag.Int("page-rows").pipe(
      Flag.withDescription(Words.flags.pageRows),
      Flag.withDefault(Limits.http.reportRowsMax)
    ),
    url: ServiceClient.url
  },
  Effect.fn(function* ({ from, json, pageRows, to, url }) {
    const client = yield* ServiceClient.account(url)
    const period = { from, to: Option.getOrElse(to, () => new Date().toISOString()) }
    const print = Output.writer(process.stdout)
    let cursor: string | undefined
    let count = 0
    if (!json) yield* print(CsvText.line(SettlementReport.columns))
    // A page at a time: a report of any length takes the memory of one page.
    do {
      const query = { ...period, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) }
      const page = yield* ServiceClient.call((signal) =>
        client.reports.settlements.list(query, { signal })
      )
      const lines = page.data.map((row) =>
        json ? `${JSON.stringify(row)}\n` : CsvText.line(SettlementReport.cellsOf(row))
      )
      yield* print(lines.join(""))
      count += page.data.length
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    yield* ServiceClient.progress(Words.printed(count))
  })
).pipe(Command.withDescription(Words.command))
