/**
 * Rows of the checkpoint without a state and webhook events without a body. The log entry at their
 * `seq` created the object, and is enough to rebuild the state or the body. The entry is proven by
 * its hash over that of the entry before.
 */
import { Effect, Result } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as Entry from "../../engine/ports/Entry.ts"
import { ReadModelBroken } from "../../engine/ports/ReadModel.ts"
import type { Kinds, Versioned } from "../../engine/ports/Rows.ts"
import * as AsCreated from "../../engine/state/AsCreated.ts"
import * as Row from "../log/Row.ts"
import type * as PersonKeys from "../sealing/PersonKeys.ts"
import * as SealedEntry from "../sealing/SealedEntry.ts"
import * as SealedText from "../sealing/SealedText.ts"
import type * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"

type StoredRow = typeof Tables.Row.Type

interface LogRow extends Row.Row {
  /** The hash of the entry before this one. */
  readonly previous: Uint8Array | null
}

const entriesSql = `
  select seq, epoch, hash, body, sealed, (
    select before.hash from log before
    where before.partition = $1 and before.seq = log.seq - 1
  ) as previous
  from log where partition = $1 and seq = any($2::bigint[])`

const broken = (id: string, what: string) =>
  Result.fail(new ReadModelBroken({ message: `The read model's row ${id} ${what}.` }))

const isProven = (
  partition: number,
  { epoch, hash, previous, seq, ...content }: LogRow
): boolean => {
  const position = { partition, seq: Number(seq), epoch }
  return Row.sameHash(Row.hash(previous ?? Row.genesis, position, content), hash)
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

/** Rows of the log by position, and the keys of the people in them. */
export interface Fetched {
  readonly rows: ReadonlyMap<bigint, LogRow>
  readonly keys: PersonKeys.Keys
}

/** The keys of the people in entries. */
export const keysOf = (
  { people }: Source.Source,
  entries: ReadonlyArray<SealedEntry.Stored>
): Effect.Effect<PersonKeys.Keys, SqlError | ReadModelBroken> =>
  people
    .load(SealedEntry.keyIdsOf(entries))
    .pipe(Effect.catchTag("KeysRefused", ({ message }) => new ReadModelBroken({ message })))

/** The keys of the people in texts of the tables. */
export const keysOfTexts = (
  { people }: Source.Source,
  texts: ReadonlyArray<string>
): Effect.Effect<PersonKeys.Keys, SqlError | ReadModelBroken> =>
  people
    .load(texts.flatMap(SealedText.keyIdsOf))
    .pipe(Effect.catchTag("KeysRefused", ({ message }) => new ReadModelBroken({ message })))

/** The log's rows at these positions. */
export const fetch = Effect.fnUntraced(function* (
  source: Source.Source,
  seqs: ReadonlyArray<bigint>
): Effect.fn.Return<Fetched, SqlError | ReadModelBroken> {
  if (seqs.length === 0) return { rows: new Map(), keys: new Map() }
  const { partition, sql } = source
  const positions = Tables.array("int8", [...new Set(seqs)])
  const rows = yield* sql.unsafe<LogRow>(entriesSql, [partition, positions])
  const keys = yield* keysOf(source, rows)
  return { rows: new Map(rows.map((row) => [row.seq, row])), keys }
})

/** Proven entries by their position. */
export type Entries = ReadonlyMap<bigint, Entry.Draft>

/** The ids of the keys that a row needs: of its state, or of the entry that contains it. */
export const keyIdsOf = (
  { seq, state }: StoredRow,
  { rows }: Fetched
): ReadonlyArray<Uint8Array> => {
  if (state !== Tables.none) return SealedText.keyIdsOf(state)
  const entry = rows.get(seq)
  return entry === undefined ? [] : SealedEntry.keyIdsOf([entry])
}

const entryBroken = (seq: bigint, what: string) =>
  Result.fail(new ReadModelBroken({ message: `the log's entry ${seq}${what}` }))

/** Proves the rows of the log, and returns their entries by position. */
export const prove = (
  partition: number,
  { keys, rows }: Fetched
): Result.Result<Entries, ReadModelBroken> => {
  const entries = new Map<bigint, Entry.Draft>()
  for (const row of rows.values()) {
    if (!isProven(partition, row)) {
      return entryBroken(row.seq, " does not follow the entry before it")
    }
    const entry = SealedEntry.open(keys, partition, row)
    if (Result.isFailure(entry)) return entryBroken(row.seq, `: ${entry.failure}`)
    entries.set(row.seq, entry.success)
  }
  return Result.succeed(entries)
}

const entriesOf = (source: Source.Source, seqs: ReadonlyArray<bigint>) =>
  Effect.flatMap(fetch(source, seqs), (fetched) =>
    Effect.fromResult(prove(source.partition, fetched))
  )

/** The states of rows that have none stored, in the order of the rows. */
export const load = Effect.fnUntraced(function* <K extends AsCreated.Name>(
  source: Source.Source,
  kind: PointerKind<K>,
  rows: ReadonlyArray<StoredRow>
) {
  const seqs = rows.map(({ seq }) => seq)
  const entries = yield* entriesOf(source, seqs)
  return yield* Effect.fromResult(Result.all(rows.map((row) => read(kind, row, entries))))
})

/** The texts of an event's row, or of a delivery's row with its event. */
const textsOf = (row: {
  readonly body: string
  readonly state?: string
}): ReadonlyArray<string> => [row.body, ...(row.state === undefined ? [] : [row.state])]

/**
 * Reads rows with a webhook event. `logged` is the event from its log entry, if the row has no
 * body.
 */
export const readEach = Effect.fnUntraced(function* <R extends typeof Tables.EventRow.Type, A>(
  source: Source.Source,
  rows: ReadonlyArray<R>,
  read: (
    row: R,
    logged: WebhookEvent.WebhookEvent | undefined,
    keys: PersonKeys.Keys
  ) => Result.Result<A, ReadModelBroken>
) {
  const seqs = rows.flatMap(({ body, event_seq }) => (body === Tables.none ? [event_seq] : []))
  const entries = yield* entriesOf(source, seqs)
  const keys = yield* keysOfTexts(source, rows.flatMap(textsOf))
  const readRow = (row: R) => {
    const entry = row.body === Tables.none ? entries.get(row.event_seq) : undefined
    return read(row, entry && AsCreated.webhookEventOf(entry), keys)
  }
  return yield* Effect.fromResult(Result.all(rows.map(readRow)))
})
