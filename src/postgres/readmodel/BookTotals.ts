/** The table of the books' daily sums. A write adds to it, and reports read it. */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import type * as DailyTotals from "../../domain/books/DailyTotals.ts"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as Conditions from "./Conditions.ts"
import * as ReadQueries from "./ReadQueries.ts"
import type * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"

const addSql = `
  insert into book_totals as kept (partition, day, account, currency, debit, credit)
  select $1, day, account, currency, debit::numeric, credit::numeric
  from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
    as given (day, account, currency, debit, credit)
  order by 2, 3, 4
  on conflict (partition, day, account, currency) do update
  set debit = kept.debit + excluded.debit, credit = kept.credit + excluded.credit`

/** The statement that adds sums to their days, and its parameters. */
export const add = (
  partition: number,
  sums: ReadonlyArray<DailyTotals.DaySum>
): Tables.Statement => {
  const array = (type: Tables.ColumnType, of: (sum: DailyTotals.DaySum) => string | number) =>
    Tables.array(type, sums.map(of))
  return [
    addSql,
    [
      partition,
      array("int8", ({ day }) => day),
      array("text", ({ account }) => account),
      array("text", ({ currency }) => currency),
      array("text", ({ debit }) => String(debit)),
      array("text", ({ credit }) => String(credit))
    ]
  ]
}

const Row = Schema.Struct({
  day: Schema.Number,
  account: Schema.String,
  currency: Schema.String,
  debit: Schema.BigIntFromString,
  credit: Schema.BigIntFromString
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const positionSql = "select seq from read_model where partition = $1"

const snapshotSql = `
  select day, account, currency, debit::text, credit::text
  from book_totals where partition = $1`

/** The sums of a partition, and the last entry in them, at one moment. */
export const snapshot = Effect.fnUntraced(function* (sql: PgClient.PgClient, partition: number) {
  yield* sql`set transaction isolation level repeatable read, read only`
  const [position] = yield* sql.unsafe<{ readonly seq: bigint }>(positionSql, [partition])
  const sums = yield* Effect.flatMap(sql.unsafe(snapshotSql, [partition]), decodeRows)
  return { seq: Number(position?.seq ?? 0), sums }
})

export const make = ({ partition, sql }: Source.Source) => {
  const read = (select: string, { account, currency, from, until }: Port.BooksFilter, end = "") => {
    const { parameters, where } = Conditions.where([
      ["partition = ?", partition],
      ["day >= ?", from],
      ["day <= ?", until],
      ["account = ?", account],
      ["currency = ?", currency]
    ])
    return sql
      .unsafe(`select ${select} from book_totals where ${where} ${end}`, parameters)
      .pipe(Effect.flatMap(decodeRows), Effect.orDie, ReadQueries.reading)
  }

  return {
    bookDays: (filter: Port.BooksFilter) =>
      read("day, account, currency, debit::text, credit::text", filter),
    bookSums: (filter: Port.BooksFilter) =>
      read(
        "min(day) as day, account, currency, sum(debit)::text as debit, sum(credit)::text as credit",
        filter,
        "group by account, currency"
      )
  }
}
