/**
 * Brings tables of earlier shapes to this one; a database with those has one partition. In those of
 * shape 6 one row per object was written at every change: what is open moves to the checkpoint,
 * what is over stays where it is. Those of shape 7 have a state in every row, and stay as they are:
 * this program reads them too. One transaction whose work grows with what is open, not with
 * history; one that is cut off is begun again by the next start.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"
import { ReadModelBroken } from "../../engine/ports/ReadModel.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Checkpoint from "./Checkpoint.ts"
import * as Tables from "./Tables.ts"

/** One row per object, written at every change. */
const perObject = 6
/** Checkpoint and archive, with a state in every row. */
const withStates = 7

const broken = (message: string) => new ReadModelBroken({ message })

const StoredRow = Schema.Struct({ ...Tables.Row.fields, kind: Schema.String })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(StoredRow))

/** A table of shape 6 with the kind of its rows and which of them a start needs. */
interface Source {
  readonly table: string
  /** The kind, as an expression. */
  readonly kind: string
  readonly isAlive: string
}

const sources: ReadonlyArray<Source> = [
  { table: "directory", kind: "kind", isAlive: "true" },
  { table: "quotes", kind: "'quote'", isAlive: "(is_open or lock = 'none')" },
  { table: "payouts", kind: "'payout'", isAlive: "is_open" },
  { table: "batches", kind: "'batch'", isAlive: "is_open" }
]

/** Proves that a table has exactly the open rows that were written. */
const prove = Effect.fnUntraced(function* (sql: PgClient.PgClient, { table }: Source) {
  const rows = yield* sql.unsafe<{ readonly holds: boolean }>(
    `select found.open_rows = seal.open_rows and found.crc_sum = seal.crc_sum as holds
     from read_model_seal seal, (
       select count(*) as open_rows, coalesce(sum(${Tables.print("t")}), 0) as crc_sum
       from ${table} t where is_open
     ) found where seal.table_name = $1`,
    [table]
  )
  if (rows[0]?.holds !== true) return yield* broken(`its table ${table} has lost or foreign rows`)
})

/** Copies the rows that are alive, each proven by its checksum. */
const copy = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  partition: number,
  { isAlive, kind, table }: Source
) {
  const text = `select id, ${kind} as kind, seq, crc, state from ${table}
    where ${isAlive} and id > $1 order by id limit $2`
  let after = ""
  while (true) {
    const rows = yield* sql
      .unsafe(text, [after, Limits.views.rowsPerStatement])
      .pipe(Effect.flatMap(decodeRows))
    const last = rows.at(-1)
    if (last === undefined) return
    const written = rows.map(({ id, kind, seq, state }) => ({ id, kind, seq: Number(seq), state }))
    const wrong = rows.find(
      ({ crc, id, seq, state }) => Tables.crcOf(id, Number(seq), state) !== Number(crc)
    )
    if (wrong !== undefined) return yield* broken(`its row ${wrong.id} is not what was written`)
    yield* sql.unsafe(...Checkpoint.upsert(partition, written))
    after = last.id
  }
})

/** Moves what is open to the checkpoint. */
const moveAlive = Effect.fnUntraced(function* (sql: PgClient.PgClient, partition: number) {
  for (const source of sources) yield* prove(sql, source)
  yield* sql.unsafe("truncate active")
  yield* sql.unsafe("delete from read_model_seal where table_name <> 'deliveries'")
  yield* sql.unsafe(
    "insert into read_model_seal (table_name, open_rows, crc_sum) values ('active', 0, 0)"
  )
  for (const source of sources) {
    yield* copy(sql, partition, source)
    yield* sql.unsafe(`delete from ${source.table} where ${source.isAlive}`)
  }
  yield* Effect.logInfo("The read model was converted to a checkpoint and an archive")
})

const convert = Effect.fnUntraced(function* (sql: PgClient.PgClient, partition: number) {
  const [place] = yield* sql.unsafe<{ readonly version: number }>(
    "select version from read_model where partition = $1 for update",
    [partition]
  )
  if (place?.version !== perObject && place?.version !== withStates) return
  if (place.version === perObject) yield* moveAlive(sql, partition)
  // A process of the version before may still have changes to write: it must write no more.
  yield* sql.unsafe(
    "update read_model set version = $2, generation = gen_random_uuid() where partition = $1",
    [partition, Tables.version]
  )
})

/** Tables that fail a proof stay as they are, and are rebuilt from the log. */
const asRebuild = (error: ReadModelBroken) =>
  Effect.logWarning(`The read model cannot be converted: ${error.message}`)

const asUnavailable = (error: unknown) =>
  new Unavailable({ message: "The read model cannot be converted.", detail: String(error) })

/** For the process that holds the leader lock. */
export const make = (sql: PgClient.PgClient, partition: number): Effect.Effect<void, Unavailable> =>
  convert(sql, partition).pipe(
    sql.withTransaction,
    Effect.timeout(Limits.views.restoreMsMax),
    // The driver raises a defect where its session ends inside a transaction.
    Effect.catchDefect((defect) => Effect.fail(defect)),
    Effect.catch((error: ReadModelBroken | SqlError | unknown) =>
      error instanceof ReadModelBroken ? asRebuild(error) : Effect.fail(asUnavailable(error))
    )
  )
