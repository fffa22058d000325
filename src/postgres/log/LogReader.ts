/**
 * Reads the log's rows as they are stored, proving the chain of hashes on the way; it writes
 * nothing. For people and tools that look at the log from outside, while a writer may be at work.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Log from "../../engine/ports/Log.ts"
import * as Replay from "./Replay.ts"
import * as Row from "./Row.ts"

const pageSql = `
  select seq, epoch, hash, body from log
  where partition = $1 and seq > $2 order by seq limit $3`

const lastSql = "select max(seq) as seq from log where partition = $1"

const refused = (seq: number, what: string) =>
  new Log.LogRefused({ message: `The log cannot be trusted at seq ${seq}: ${what}.` })

/** A row that follows `tip`, as the tip after it. */
const follow = (
  partition: number,
  tip: Replay.Tip,
  row: Row.Row
): Effect.Effect<Replay.Tip, Log.LogRefused> => {
  const seq = Number(row.seq)
  const { epoch } = row
  if (seq !== tip.seq + 1) return Effect.fail(refused(tip.seq + 1, "it is missing"))
  const hash = Row.hash(tip.hash, { partition, seq, epoch }, row.body)
  return Row.sameHash(hash, row.hash)
    ? Effect.succeed({ seq, epoch, hash })
    : Effect.fail(refused(seq, "its hash does not match"))
}

/** The place of the newest entry. */
export const last = Effect.fn("Tail.last")(function* (sql: PgClient, partition: number) {
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
  for (const each of page) {
    const row = yield* Replay.decodeRow(each)
    tip = yield* follow(partition, tip, row)
    rows.push(row)
  }
  return { rows, tip }
})

/** Gives every entry after `from` that is there now to the reader, by the page; the new tip. */
export const run = Effect.fn("Tail.run")(function* <E>(
  sql: PgClient,
  partition: number,
  from: Replay.Tip,
  read: (rows: ReadonlyArray<Row.Row>) => Effect.Effect<void, E>
): Effect.fn.Return<Replay.Tip, Log.LogRefused | E> {
  let tip = from
  while (true) {
    const page = yield* sql
      .unsafe(pageSql, [partition, BigInt(tip.seq), Limits.log.replayPageEntries])
      .pipe(Effect.retry({ schedule: Limits.waitForDatabase }), Effect.orDie)
    const proven = yield* prove(partition, tip, page)
    if (proven.rows.length > 0) yield* read(proven.rows)
    tip = proven.tip
    if (page.length < Limits.log.replayPageEntries) return tip
  }
})
