/**
 * Reads the log from the beginning or from a position, and proves it on the way: `seq` without a
 * gap, epochs that never fall, every hash, every body readable. The first violation stops the
 * replay and is named; nothing is ever skipped.
 */

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Fiber, Result } from "effect"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import * as Limits from "../../config/Limits.ts"
import * as DatabaseRetry from "../../engine/ports/DatabaseRetry.ts"
import * as DataSubjects from "../../engine/ports/DataSubjects.ts"
import * as Entry from "../../engine/ports/Entry.ts"
import * as Log from "../../engine/ports/Log.ts"
import * as PersonKeys from "../sealing/PersonKeys.ts"
import * as SealedEntry from "../sealing/SealedEntry.ts"
import * as Row from "./Row.ts"

// Compiled when the first entry is read, some 15 ms: a replay reads every entry through it. A body
// that the compiled schema refuses is decoded by the plain schema, which gives the reason.
SchemaJITCompiler.enable(Entry.Draft.ast)

/** The database, and the keys of the people in the log. */
export interface Source {
  readonly sql: PgClient
  readonly people: PersonKeys.Loader
  /** Entries that are read, proven and applied at once. By default, as many as a start reads. */
  readonly pageEntries?: number
}

export interface Tip extends Log.Tip {
  readonly hash: Uint8Array
}

/** The position before the first entry. */
export const start: Tip = { seq: 0, epoch: 0, hash: Row.genesis }

const pageSql = `
  select seq, epoch, hash, body, sealed from log
  where partition = $1 and seq > $2 order by seq limit $3`

/** The rows after a position, not proven yet; empty at the log's end. */
export const page = (
  sql: PgClient,
  partition: number,
  seq: number,
  entries: number = Limits.log.replayPageEntries
) => sql.unsafe(pageSql, [partition, BigInt(seq), entries])

const refused = (seq: number, what: string) =>
  new Log.LogRefused({ message: `The log cannot be trusted at seq ${seq}: ${what}.` })

export const decodeRow = (row: unknown): Effect.Effect<Row.Row, Log.LogRefused> =>
  Row.decodeRows([row]).pipe(
    Effect.map((rows) => rows[0] as Row.Row),
    Effect.mapError(() => new Log.LogRefused({ message: "A row of the log has the wrong shape." }))
  )

/** Proves that a row follows `tip`, by its `seq` and its hash. Returns the tip after the row. */
export const follow = (
  partition: number,
  tip: Tip,
  { epoch, hash, seq: rowSeq, ...content }: Row.Row
): Result.Result<Tip, Log.LogRefused> => {
  const seq = Number(rowSeq)
  if (seq !== tip.seq + 1) return Result.fail(refused(tip.seq + 1, "it is missing"))
  const expected = Row.hash(tip.hash, { partition, seq, epoch }, content)
  return Row.sameHash(expected, hash)
    ? Result.succeed({ seq, epoch, hash })
    : Result.fail(refused(seq, "its hash does not match"))
}

const versionOf = (body: string): number | undefined => {
  const match = /^\{"v":(\d+)/.exec(body)
  return match?.[1] === undefined ? undefined : Number(match[1])
}

interface ProvenEntry {
  readonly tip: Tip
  readonly entry: Entry.Entry
}

/**
 * The entry of a row that follows `tip`, or why the row does not follow it. Personal data whose key
 * is not among the `keys` reads `erased`.
 */
export const verify = (
  partition: number,
  tip: Tip,
  row: Row.Row,
  keys: PersonKeys.Keys
): Result.Result<ProvenEntry, Log.LogRefused> => {
  const { body, epoch } = row
  const seq = Number(row.seq)
  if (seq === tip.seq + 1 && epoch < tip.epoch) {
    return Result.fail(refused(seq, `its epoch fell from ${tip.epoch} to ${epoch}`))
  }
  const followed = follow(partition, tip, row)
  if (Result.isFailure(followed)) return Result.fail(followed.failure)
  const version = versionOf(body)
  if (version !== undefined && version > Entry.version) {
    const message = `The log was written by a newer version of this program (seq ${seq}, entry version ${version}; this program reads up to ${Entry.version}).`
    return Result.fail(new Log.LogRefused({ message }))
  }
  return Result.mapBoth(SealedEntry.open(keys, partition, row), {
    onFailure: (error) => refused(seq, `its body cannot be read (${error})`),
    onSuccess: (draft) => ({ tip: followed.success, entry: { ...draft, seq, epoch } })
  })
}

/** Reads a page of rows and checks their shape; waits while the database fails. */
const fetch = (sql: PgClient, partition: number, seq: number, entries: number) =>
  page(sql, partition, seq, entries).pipe(
    Effect.tapError((error) => Effect.logWarning("Waiting for the database", error)),
    Effect.retry({ schedule: DatabaseRetry.schedule }),
    Effect.orDie,
    Effect.flatMap((rows) =>
      Effect.mapError(Row.decodeRows(rows), () => refused(seq + 1, "its row has the wrong shape"))
    )
  )

/**
 * Remembers the key of a new payout's recipient, so that the tables are rebuilt with the keys that
 * the log has. An entry about one person has one box.
 */
const remember = (people: PersonKeys.Loader, row: Row.Row, { events }: Entry.Draft): void => {
  const [event] = events
  if (event?._tag !== "PayoutCreated") return
  const [id, other] = SealedEntry.keyIdsOf([row])
  if (id === undefined || other !== undefined) return
  people.remember(DataSubjects.recipient(event.accountId, event.phone), id)
}

/** The entries of a page, each proven to follow the one before. */
const prove = (
  partition: number,
  from: Tip,
  rows: ReadonlyArray<Row.Row>,
  { keys, people }: { readonly keys: PersonKeys.Keys; readonly people: PersonKeys.Loader }
): Result.Result<{ readonly tip: Tip; readonly entries: Array<Entry.Entry> }, Log.LogRefused> => {
  let tip = from
  const entries: Array<Entry.Entry> = []
  for (const row of rows) {
    const verified = verify(partition, tip, row, keys)
    if (Result.isFailure(verified)) return Result.fail(verified.failure)
    tip = verified.success.tip
    entries.push(verified.success.entry)
    remember(people, row, verified.success.entry)
  }
  return Result.succeed({ tip, entries })
}

/** Loads the keys of a page's people; waits while the database fails. */
const keysOf = (people: PersonKeys.Loader, rows: ReadonlyArray<Row.Row>) =>
  people.load(SealedEntry.keyIdsOf(rows)).pipe(
    Effect.retry({
      while: (error) => !(error instanceof PersonKeys.KeysRefused),
      schedule: DatabaseRetry.schedule
    }),
    Effect.catchTag("SqlError", Effect.die),
    Effect.mapError(({ message }) => new Log.LogRefused({ message }))
  )

/**
 * Passes entries on, in order. The keys of a restriction are restricted after it was applied, so
 * that the tables are sealed with them until then.
 */
const handOver = Effect.fnUntraced(function* <E>(
  people: PersonKeys.Loader,
  entries: ReadonlyArray<Entry.Entry>,
  apply: (entries: ReadonlyArray<Entry.Entry>) => Effect.Effect<void, E>
) {
  let start = 0
  for (const [index, entry] of entries.entries()) {
    if (!Entry.hidesPerson(entry)) continue
    yield* apply(entries.slice(start, index + 1))
    start = index + 1
    yield* SealedEntry.followAgain(people, entry).pipe(
      Effect.retry({ schedule: DatabaseRetry.schedule }),
      Effect.orDie
    )
  }
  if (start < entries.length) yield* apply(entries.slice(start))
})

/**
 * Passes every entry after `from` on, in order and page by page; returns the new tip. The next page
 * is fetched while this one is proven and applied. A page is proven in one turn of the event loop,
 * so a process that serves requests reads small ones.
 */
export const run = Effect.fn("Replay.run")(function* <E = never>(
  source: Source,
  partition: number,
  from: Tip,
  apply: (entries: ReadonlyArray<Entry.Entry>) => Effect.Effect<void, E>
): Effect.fn.Return<Tip, Log.LogRefused | E> {
  const { pageEntries = Limits.log.replayPageEntries, sql } = source
  const people = PersonKeys.asWritten(source.people)
  const fetchAfter = (seq: number) => Effect.forkChild(fetch(sql, partition, seq, pageEntries))
  let tip = from
  let next = yield* fetchAfter(tip.seq)
  while (true) {
    const rows = yield* Fiber.join(next)
    const last = rows.at(-1)
    const isLast = last === undefined || rows.length < pageEntries
    if (!isLast) next = yield* fetchAfter(Number(last.seq))
    const keys = yield* keysOf(people, rows)
    const proven = yield* Effect.fromResult(prove(partition, tip, rows, { keys, people }))
    yield* handOver(people, proven.entries, apply)
    tip = proven.tip
    if (isLast) return tip
  }
})

/** The position after the entry `seq`, from which a replay may go on. */
export const after = Effect.fn("Replay.after")(function* (
  sql: PgClient,
  partition: number,
  seq: number
): Effect.fn.Return<Tip, Log.LogRefused> {
  if (seq === 0) return start
  const rows = yield* sql
    .unsafe("select seq, epoch, hash, body, sealed from log where partition = $1 and seq = $2", [
      partition,
      BigInt(seq)
    ])
    .pipe(Effect.retry({ schedule: DatabaseRetry.schedule }), Effect.orDie)
  if (rows[0] === undefined) return yield* refused(seq, "it is missing")
  const { epoch, hash } = yield* decodeRow(rows[0])
  return { seq, epoch, hash }
})
