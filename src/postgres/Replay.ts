/**
 * Reads the log from the beginning or from a place, and proves it on the way: `seq` without a gap,
 * epochs that never fall, every hash, every body readable. The first thing wrong stops the reading
 * and is named; nothing is ever skipped.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as Config from "../Config.ts"
import * as Entry from "../engine/Entry.ts"
import * as Log from "../engine/Log.ts"
import * as Row from "./Row.ts"

export interface Tip extends Log.Tip {
  readonly hash: Uint8Array
}

/** Before the first entry. */
export const start: Tip = { seq: 0, epoch: 0, hash: Row.genesis }

const pageSql = `
  select seq, epoch, hash, body from log
  where partition = $1 and seq > $2 order by seq limit $3`

const refused = (seq: number, what: string) =>
  new Log.LogRefused({ message: `The log cannot be trusted at seq ${seq}: ${what}.` })

export const decodeRow = (row: unknown): Effect.Effect<Row.Row, Log.LogRefused> =>
  Row.decodeRows([row]).pipe(
    Effect.map((rows) => rows[0] as Row.Row),
    Effect.mapError(() => new Log.LogRefused({ message: "A row of the log has the wrong shape." }))
  )

const versionOf = (body: string): number | undefined => {
  const match = /^\{"v":(\d+)/.exec(body)
  return match?.[1] === undefined ? undefined : Number(match[1])
}

/** The entry of a row that follows `tip`, or why it does not. */
const verify = Effect.fnUntraced(function* (partition: number, tip: Tip, row: Row.Row) {
  const seq = Number(row.seq)
  const { body, epoch } = row
  if (seq !== tip.seq + 1) return yield* refused(tip.seq + 1, "it is missing")
  if (epoch < tip.epoch) return yield* refused(seq, `its epoch fell from ${tip.epoch} to ${epoch}`)
  const hash = Row.hash(tip.hash, { partition, seq, epoch }, body)
  if (!Row.sameHash(hash, row.hash)) return yield* refused(seq, "its hash does not match")
  const version = versionOf(body)
  if (version !== undefined && version > Entry.version) {
    const message = `The log was written by a newer version of this program (seq ${seq}, entry version ${version}; this program reads up to ${Entry.version}).`
    return yield* new Log.LogRefused({ message })
  }
  const draft = yield* Entry.decode(body).pipe(
    Effect.mapError((error) => refused(seq, `its body cannot be read (${error.message})`))
  )
  return { tip: { seq, epoch, hash }, entry: { ...draft, seq, epoch } }
})

/** One page of what follows `tip`, proven. A database that fails is waited for. */
const readPage = Effect.fnUntraced(function* (sql: PgClient, partition: number, from: Tip) {
  const page = yield* sql
    .unsafe(pageSql, [partition, BigInt(from.seq), Config.log.replayPageEntries])
    .pipe(
      Effect.tapError((error) => Effect.logWarning("Waiting for the database", error)),
      Effect.retry({ schedule: Config.waitForDatabase }),
      Effect.orDie
    )
  const rows = yield* Row.decodeRows(page).pipe(
    Effect.mapError(() => refused(from.seq + 1, "its row has the wrong shape"))
  )
  let tip = from
  const entries: Array<Entry.Entry> = []
  for (const row of rows) {
    const next = yield* verify(partition, tip, row)
    tip = next.tip
    entries.push(next.entry)
  }
  return { tip, entries }
})

/** Gives every entry after `from` to the reader, in order and by the page; the new tip. */
export const run = Effect.fn("Replay.run")(function* (
  sql: PgClient,
  partition: number,
  from: Tip,
  follow: (entries: ReadonlyArray<Entry.Entry>) => Effect.Effect<void>
): Effect.fn.Return<Tip, Log.LogRefused> {
  let tip = from
  while (true) {
    const page = yield* readPage(sql, partition, tip)
    if (page.entries.length > 0) yield* follow(page.entries)
    tip = page.tip
    if (page.entries.length < Config.log.replayPageEntries) return tip
  }
})

/** The place after the entry `seq`, from which a replay may go on. */
export const after = Effect.fn("Replay.after")(function* (
  sql: PgClient,
  partition: number,
  seq: number
): Effect.fn.Return<Tip, Log.LogRefused> {
  if (seq === 0) return start
  const page = yield* sql
    .unsafe("select seq, epoch, hash, body from log where partition = $1 and seq = $2", [
      partition,
      BigInt(seq)
    ])
    .pipe(Effect.retry({ schedule: Config.waitForDatabase }), Effect.orDie)
  if (page[0] === undefined) return yield* refused(seq, "it is missing")
  const { epoch, hash } = yield* decodeRow(page[0])
  return { seq, epoch, hash }
})
