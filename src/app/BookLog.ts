/** Reads the postings of the whole log, and compares the tables of the books with them. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as DailyTotals from "../domain/books/DailyTotals.ts"
import * as BookTotals from "../postgres/readmodel/BookTotals.ts"
import * as LogPostings from "../usecases/LogPostings.ts"
import * as LogTools from "./LogTools.ts"
import * as Storage from "./Storage.ts"

/** Handles the postings of every entry, a page of the log at a time. Reads only. */
export const read = (
  settings: Settings,
  handle: (postings: ReadonlyArray<DailyTotals.Dated>, partition: number) => Effect.Effect<void>
) => {
  const readers = new Map<number, ReturnType<typeof LogPostings.make>>()
  return LogTools.readOpened(settings, (entries, partition) => {
    const reader = readers.get(partition) ?? LogPostings.make()
    readers.set(partition, reader)
    return handle(reader(entries), partition)
  })
}

/** A sum of a day that is not the same in the tables as in the log. */
export interface Difference {
  readonly partition: number
  readonly day: number
  readonly account: string
  readonly currency: string
  readonly log: Pick<DailyTotals.Sum, "debit" | "credit">
  readonly tables: Pick<DailyTotals.Sum, "debit" | "credit">
}

const nothing = { debit: 0n, credit: 0n }

const keyOf = ({ account, currency, day }: DailyTotals.DaySum): string =>
  `${day} ${account} ${currency}`

const compare = (
  partition: number,
  log: ReadonlyArray<DailyTotals.DaySum>,
  tables: ReadonlyArray<DailyTotals.DaySum>
): ReadonlyArray<Difference> => {
  const logged = new Map(DailyTotals.merge(log, keyOf).map((sum) => [keyOf(sum), sum]))
  const shown = new Map(tables.map((sum) => [keyOf(sum), sum]))
  return [...new Map([...logged, ...shown])].flatMap(([key, { account, currency, day }]) => {
    const [inLog, inTables] = [logged.get(key) ?? nothing, shown.get(key) ?? nothing]
    return inLog.debit === inTables.debit && inLog.credit === inTables.credit
      ? []
      : [{ partition, day, account, currency, log: inLog, tables: inTables }]
  })
}

const snapshots = (settings: Settings) =>
  Effect.flatMap(PgClient, (sql) =>
    Effect.forEach(Storage.partitionsOf(settings), (partition) =>
      Effect.map(
        sql.withTransaction(BookTotals.snapshot(sql, partition)),
        (snapshot) => [partition, snapshot] as const
      )
    )
  ).pipe(Effect.provide(Storage.database(settings)))

/** The sums of the tables that are not those of the log up to the tables' position. */
export const differences = Effect.fnUntraced(function* (settings: Settings) {
  const found = new Map(yield* snapshots(settings))
  const logged = new Map<number, Array<DailyTotals.DaySum>>()
  yield* read(settings, (postings, partition) =>
    Effect.sync(() => {
      const { seq: last = 0 } = found.get(partition) ?? {}
      const sums = logged.get(partition) ?? []
      logged.set(partition, sums)
      sums.push(...DailyTotals.sumsOf(postings.filter(({ seq }) => seq <= last)))
    })
  )
  return [...found].flatMap(([partition, { sums }]) =>
    compare(partition, logged.get(partition) ?? [], sums)
  )
})
