/**
 * Loads the active rows from the read model, in one snapshot, and proves them first: the tables
 * belong to this log, have this program's shape, and hold exactly the rows that were written. Where
 * a proof fails nothing is restored, and the tables are rebuilt.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import { LogRefused } from "../../engine/ports/Log.ts"
import { ReadModelBroken, type Restored } from "../../engine/ports/ReadModel.ts"
import type { Kinds, Versioned } from "../../engine/ports/Rows.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Row from "../log/Row.ts"
import * as Tables from "./Tables.ts"

const broken = (message: string) => new ReadModelBroken({ message })

const ReadModelPlace = Schema.Array(
  Schema.Struct({
    seq: Schema.BigInt,
    hash: Schema.Uint8Array,
    version: Schema.Number,
    generation: Schema.String,
    /** The hash of the log's own entry at that place, and its last `seq`. */
    entry: Schema.NullOr(Schema.Uint8Array),
    tip: Schema.BigInt
  })
)

const placeSql = `
  select model.seq, model.hash, model.version, model.generation,
    (select hash from log where partition = $1 and seq = model.seq) as entry,
    (select coalesce(max(seq), 0) from log where partition = $1) as tip
  from read_model model where model.partition = $1`

const decodePlace = Schema.decodeUnknownEffect(ReadModelPlace)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Tables.Row))

/** Identifies the tables since they were last emptied; every write checks it. */
export interface Generation {
  current: string | undefined
}

const stateTables: { readonly [K in Tables.StateName]: Tables.Table<Kinds[K]> } = Tables.stateTables

/** The read model of one partition, as this process reads it. */
interface Source {
  readonly sql: PgClient.PgClient
  readonly partition: number
  readonly generation: Generation
}

/** The place in the log that the tables show, if they are of this log and this shape. */
const findPlace = Effect.fnUntraced(function* ({ generation, partition, sql }: Source) {
  const [place] = yield* sql.unsafe(placeSql, [partition]).pipe(Effect.flatMap(decodePlace))
  if (place === undefined) return undefined
  const { entry, hash, seq, tip, version } = place
  if (version !== Tables.version) return yield* broken(`it has the shape of version ${version}`)
  if (seq > tip) {
    const message = `The log ends at seq ${tip}, but entries up to ${seq} were acknowledged: this is not the whole log.`
    return yield* new LogRefused({ message })
  }
  const isOurs = seq === 0n ? hash.length === 0 : entry !== null && Row.sameHash(entry, hash)
  if (!isOurs) return yield* broken(`it shows another entry at seq ${seq}`)
  generation.current = place.generation
  return Number(seq)
})

const proveSeal = Effect.fnUntraced(function* ({ sql }: Source, table: string) {
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

/** Proves that each pending delivery has its event, without which it could not be sent. */
const proveEvents = Effect.fnUntraced(function* ({ sql }: Source) {
  const rows = yield* sql.unsafe<{ readonly id: string }>(
    `select d.id from deliveries d
     where d.is_open and not exists (select from events e where e.id = d.event_id) limit 1`
  )
  if (rows[0] !== undefined) return yield* broken(`its delivery ${rows[0].id} has lost its event`)
})

const proveKinds = Effect.fnUntraced(function* ({ sql }: Source) {
  const rows = yield* sql.unsafe<{ readonly id: string }>(
    "select id from directory where kind <> all($1::text[]) limit 1",
    [Tables.array("text", Tables.registryKinds)]
  )
  if (rows[0] !== undefined) return yield* broken(`its row ${rows[0].id} is of no known kind`)
})

/** Reads all rows of a condition into `found`, in order of id, page by page. */
const readAll = Effect.fnUntraced(function* <A>(
  { sql }: Source,
  { name, read }: Tables.Table<A>,
  condition: string,
  found: Array<Versioned<A>>
) {
  const text = `select id, seq, crc, state from ${name} where (${condition}) and id > $1
    order by id limit $2`
  let after = ""
  while (true) {
    const rows = yield* sql
      .unsafe(text, [after, Limits.views.pageRows])
      .pipe(Effect.flatMap(decodeRows))
    for (const row of rows) found.push(yield* Effect.fromResult(read(row)))
    if (rows.length < Limits.views.pageRows) return
    after = rows.at(-1)?.id ?? after
  }
})

/** Loads the rows of a collection that a start needs. */
const loadCollection = Effect.fnUntraced(function* <K extends Tables.StateName>(
  source: Source,
  name: K
) {
  const table: Tables.Table<Kinds[K]> = stateTables[name]
  const found: Array<Versioned<Kinds[K]>> = []
  for (const condition of table.load) yield* readAll(source, table, condition, found)
  return found
})

const load = Effect.fnUntraced(function* (source: Source) {
  yield* source.sql`set transaction isolation level repeatable read, read only`
  const seq = yield* findPlace(source)
  if (seq === undefined) return undefined
  for (const table of Tables.sealed) yield* proveSeal(source, table)
  yield* proveEvents(source)
  yield* proveKinds(source)
  const rows: Array<
    readonly [Tables.StateName, ReadonlyArray<Versioned<Kinds[Tables.StateName]>>]
  > = []
  for (const name of Tables.stateNames) rows.push([name, yield* loadCollection(source, name)])
  // Each name stands with the rows of its own table.
  return { seq, ...Object.fromEntries(rows) } as Restored
})

/** A read model that fails a proof is reported, and treated as missing. */
const asMissing = (error: unknown): Effect.Effect<undefined, LogRefused | Unavailable> => {
  if (error instanceof LogRefused) return Effect.fail(error)
  if (error instanceof ReadModelBroken) {
    const warning = `The read model cannot be used: ${error.message}`
    return Effect.as(Effect.logWarning(warning), undefined)
  }
  const message = "The read model cannot be read."
  return Effect.fail(new Unavailable({ message, detail: String(error) }))
}

export const make = (
  sql: PgClient.PgClient,
  partition: number,
  generation: Generation
): Effect.Effect<Restored | undefined, LogRefused | Unavailable> =>
  load({ sql, partition, generation }).pipe(
    sql.withTransaction,
    Effect.timeout(Limits.views.restoreMsMax),
    // The driver raises a defect where its session ends inside a transaction.
    Effect.catchDefect((defect) => Effect.fail(defect)),
    Effect.catch(asMissing)
  )
