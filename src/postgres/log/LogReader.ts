/**
 * Reads the log's rows as they are stored, and proves the chain of hashes; it writes nothing. It
 * serves tools that read the log while an engine may be writing it.
 */

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as DatabaseRetry from "../../engine/ports/DatabaseRetry.ts"
import type * as Log from "../../engine/ports/Log.ts"
import * as Replay from "./Replay.ts"
import type * as Row from "./Row.ts"

const lastSql = "select max(seq) as seq from log where partition = $1"

/** The position of the newest entry. */
export const last = Effect.fn("LogReader.last")(function* (sql: PgClient, partition: number) {
  const [row] = yield* sql.unsafe(lastSql, [partition]).pipe(Effect.orDie)
  const { seq } = row as { readonly seq: bigint | string | null }
  return yield* Replay.after(sql, partition, Number(seq ?? 0))
})

/** The rows of a page, each proven to follow the one before. */
const prove = Effect.fnUntraced(function* (
  partition: number,
  from: Replay.Tip,
  page: ReadonlyArray<unknown>
) {
  let tip = from
  const rows: Array<Row.Row> = []
  for (const value of page) {
    const row = yield* Replay.decodeRow(value)
    tip = yield* Effect.fromResult(Replay.follow(partition, tip, row))
    rows.push(row)
  }
  return { rows, tip }
})

/** Passes every row after `from` on, page by page; returns the new tip. */
export const run = Effect.fn("LogReader.run")(function* <E>(
  sql: PgClient,
  partition: number,
  from: Replay.Tip,
  read: (rows: ReadonlyArray<Row.Row>) => Effect.Effect<void, E>
): Effect.fn.Return<Replay.Tip, Log.LogRefused | E> {
  let tip = from
  while (true) {
    const page = yield* Replay.page(sql, partition, tip.seq).pipe(
      Effect.retry({ schedule: DatabaseRetry.schedule }),
      Effect.orDie
    )
    const proven = yield* prove(partition, tip, page)
    if (proven.rows.length > 0) yield* read(proven.rows)
    tip = proven.tip
    if (page.length < Limits.log.replayPageEntries) return tip
  }
})
