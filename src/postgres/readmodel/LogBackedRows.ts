/**
 * Rows of the checkpoint without a state and webhook events without a body. The log entry at their
 * `seq` created the object, and is enough to rebuild the state or the body. The entry is proven by
 * its hash over that of the entry before.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as Entry from "../../engine/ports/Entry.ts"
import { ReadModelBroken } from "../../engine/ports/ReadModel.ts"
import type { Kinds, Versioned } from "../../engine/ports/Rows.ts"
import * as AsCreated from "../../engine/state/AsCreated.ts"
import * as Row from "../log/Row.ts"
import * as Tables from "./Tables.ts"

type StoredRow = typeof Tables.Row.Type

interface LogRow extends Row.Row {
  /** The hash of the entry before this one. */
  readonly previous: Uint8Array | null
}

const entriesSql = `
  select seq, epoch, hash, body, (
    select before.hash from log before
    where before.partition = $1 and before.seq = log.seq - 1
  ) as previous
  from log where partition = $1 and seq = any($2::bigint[])`

const broken = (id: string, what: string) =>
  Result.fail(new ReadModelBroken({ message: `The read model's row ${id} ${what}.` }))

const isProven = (partition: number, { body, epoch, hash, previous, seq }: LogRow): boolean => {
  const position = { partition, seq: Number(seq), epoch }
  return Row.sameHash(Row.hash(previous ?? Row.genesis, position, body), hash)
}

/** A collection, and the name of its kind in the checkpoint. */
export interface PointerKind<K extends AsCreated.Name> {
  readonly collection: K
  readonly kind: string
}

/** The state that a row's entry contains. */
export const read = <K extends AsCreated.Name>(
  { collection, kind }: PointerKind<K>,
  { crc, id, seq }: StoredRow,
  entries: Entries
): Result.Result<Versioned<Kinds[K]>, ReadModelBroken> => {
  if (Tables.crcOf(id, Number(seq), `${kind} ${Tables.none}`) !== Number(crc))
    return broken(id, "is not what was written")
  const entry = entries.get(seq)
  const state = entry && AsCreated.stateOf[collection](entry.events, id)
  return state === undefined
    ? broken(id, "is not of the entry that it names")
    : Result.succeed({ seq: Number(seq), state })
}

/** The log's rows at these positions. */
export const fetch = (
  sql: PgClient.PgClient,
  partition: number,
  seqs: ReadonlyArray<bigint>
): Effect.Effect<ReadonlyArray<LogRow>, SqlError> =>
  seqs.length === 0
    ? Effect.succeed([])
    : sql.unsafe<LogRow>(entriesSql, [partition, Tables.array("int8", [...new Set(seqs)])])

/** Proven entries by their position. */
export type Entries = ReadonlyMap<bigint, Entry.Draft>

const entryBroken = (seq: bigint, what: string) =>
  Result.fail(new ReadModelBroken({ message: `the log's entry ${seq}${what}` }))

/** Proves the rows of the log, and returns their entries by position. */
export const prove = (
  partition: number,
  rows: ReadonlyArray<LogRow>
): Result.Result<Entries, ReadModelBroken> => {
  const entries = new Map<bigint, Entry.Draft>()
  for (const row of rows) {
    if (!isProven(partition, row)) {
      return entryBroken(row.seq, " does not follow the entry before it")
    }
    const entry = Entry.decode(row.body)
    if (Result.isFailure(entry)) return entryBroken(row.seq, `: ${entry.failure}`)
    entries.set(row.seq, entry.success)
  }
  return Result.succeed(entries)
}

const entriesOf = (sql: PgClient.PgClient, partition: number, seqs: ReadonlyArray<bigint>) =>
  Effect.flatMap(fetch(sql, partition, seqs), (rows) => Effect.fromResult(prove(partition, rows)))

/** The states of rows that have none stored, in the order of the rows. */
export const load = Effect.fnUntraced(function* <K extends AsCreated.Name>(
  sql: PgClient.PgClient,
  partition: number,
  kind: PointerKind<K>,
  rows: ReadonlyArray<StoredRow>
) {
  const seqs = rows.map(({ seq }) => seq)
  const entries = yield* entriesOf(sql, partition, seqs)
  return yield* Effect.fromResult(Result.all(rows.map((row) => read(kind, row, entries))))
})

/**
 * Reads rows with a webhook event. `logged` is the event from its log entry, if the row has no
 * body.
 */
export const readEach = Effect.fnUntraced(function* <R extends typeof Tables.EventRow.Type, A>(
  sql: PgClient.PgClient,
  partition: number,
  rows: ReadonlyArray<R>,
  read: (row: R, logged: WebhookEvent.WebhookEvent | undefined) => Result.Result<A, ReadModelBroken>
) {
  const seqs = rows.flatMap(({ body, event_seq }) => (body === Tables.none ? [event_seq] : []))
  const entries = yield* entriesOf(sql, partition, seqs)
  const readRow = (row: R) => {
    const entry = row.body === Tables.none ? entries.get(row.event_seq) : undefined
    return read(row, entry && AsCreated.webhookEventOf(entry))
  }
  return yield* Effect.fromResult(Result.all(rows.map(readRow)))
})
