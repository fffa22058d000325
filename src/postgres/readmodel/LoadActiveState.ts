/**
 * Loads what is active from the read model, as of one moment, and proves it first: the tables
 * belong to this log, have this program's shape, and hold exactly the rows that were written. Where
 * a proof fails there is nothing to restore, and the tables are made again.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Result, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import { LogRefused } from "../../engine/ports/Log.ts"
import { ReadModelBroken, type Restored } from "../../engine/ports/ReadModel.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Row from "../log/Row.ts"
import * as Tables from "./Tables.ts"

const broken = (message: string) => new ReadModelBroken({ message })

const Place = Schema.Array(
  Schema.Struct({
    seq: Schema.BigInt,
    hash: Schema.Uint8Array,
    version: Schema.Number,
    generation: Schema.String,
    /** The log's own entry at that place, and its last. */
    entry: Schema.NullOr(Schema.Uint8Array),
    tip: Schema.BigInt
  })
)

const placeSql = `
  select model.seq, model.hash, model.version, model.generation,
    (select hash from log where partition = $1 and seq = model.seq) as entry,
    (select coalesce(max(seq), 0) from log where partition = $1) as tip
  from read_model model where model.partition = $1`

const decodePlace = Schema.decodeUnknownEffect(Place)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Tables.Row))
const decodeDirectory = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...Tables.Row.fields, kind: Schema.String }))
)

/** Which tables this process reads and writes: those of before the last emptying are others. */
export interface Generation {
  current: string | undefined
}

export const make = (sql: PgClient.PgClient, partition: number, generation: Generation) => {
  /** The place the tables show, if they are of this log and this shape. */
  const findPlace = Effect.gen(function* () {
    const [place] = yield* sql.unsafe(placeSql, [partition]).pipe(Effect.flatMap(decodePlace))
    if (place === undefined) return undefined
    const { entry, hash, seq, tip, version } = place
    if (version !== Tables.version) return yield* broken(`it has the shape of version ${version}`)
    if (seq > tip) {
      const message = `The log ends at seq ${tip}, but entries up to ${seq} were acknowledged: this is not the whole log.`
      return yield* new LogRefused({ message })
    }
    const isOurs = seq === 0n ? hash.length === 0 : entry !== null && Row.sameHash(entry, hash)
    if (!isOurs) {
      return yield* broken(`it shows another entry at seq ${seq}`)
    }
    generation.current = place.generation
    return Number(seq)
  })

  const proveSeal = Effect.fnUntraced(function* (table: string) {
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

  /** A pending delivery without its event could never be made. */
  const proveEvents = Effect.gen(function* () {
    const rows = yield* sql.unsafe<{ readonly id: string }>(
      `select d.id from deliveries d
       where d.is_open and not exists (select from events e where e.id = d.event_id) limit 1`
    )
    if (rows[0] !== undefined) return yield* broken(`its delivery ${rows[0].id} has lost its event`)
  })

  /** All rows of a condition, in order of id, page by page. */
  const readAll = Effect.fnUntraced(function* <A>(
    table: string,
    condition: string,
    read: (row: typeof Tables.Row.Type) => Result.Result<A, ReadModelBroken>
  ) {
    const found: Array<A> = []
    const text = `select id, seq, crc, state from ${table} where (${condition}) and id > $1
      order by id limit $2`
    let after = ""
    while (true) {
      const rows = yield* sql
        .unsafe(text, [after, Limits.views.pageRows])
        .pipe(Effect.flatMap(decodeRows))
      for (const row of rows) found.push(yield* Effect.fromResult(read(row)))
      if (rows.length < Limits.views.pageRows) return found
      after = rows.at(-1)?.id ?? after
    }
  })

  const readDirectory = Effect.gen(function* () {
    const rows = yield* sql`select id, seq, crc, state, kind from directory order by id`.pipe(
      Effect.flatMap(decodeDirectory)
    )
    const kinds = ["account", "key", "person", "invitation", "endpoint", "place"]
    const foreign = rows.find(({ kind }) => !kinds.includes(kind))
    if (foreign !== undefined) return yield* broken(`its row ${foreign.id} is of no known kind`)
    const of = <A>(
      kind: string,
      read: (row: typeof Tables.Row.Type) => Result.Result<A, ReadModelBroken>
    ) => Effect.fromResult(Result.all(rows.filter((row) => row.kind === kind).map(read)))
    return {
      accounts: yield* of("account", Tables.readAccount),
      keys: yield* of("key", Tables.readKey),
      people: yield* of("person", Tables.readPerson),
      invitations: yield* of("invitation", Tables.readInvitation),
      endpoints: yield* of("endpoint", Tables.readEndpoint),
      chainCursors: yield* of("place", Tables.readPlace)
    }
  })

  const load = Effect.gen(function* () {
    yield* sql`set transaction isolation level repeatable read, read only`
    const seq = yield* findPlace
    if (seq === undefined) return undefined
    for (const table of Tables.sealed) yield* proveSeal(table)
    yield* proveEvents
    const directory = yield* readDirectory
    const restored: Restored = {
      seq,
      ...directory,
      quotes: [
        ...(yield* readAll("quotes", "is_open", Tables.readQuote)),
        ...(yield* readAll("quotes", "lock = 'none'", Tables.readQuote))
      ],
      payouts: yield* readAll("payouts", "is_open", Tables.readPayout),
      batches: yield* readAll("batches", "is_open", Tables.readBatch)
    }
    return restored
  }).pipe(sql.withTransaction)

  const restore: Effect.Effect<Restored | undefined, LogRefused | Unavailable> = load.pipe(
    Effect.timeout(Limits.views.restoreMsMax),
    // The driver dies of a session that was ended inside its transaction.
    Effect.catchDefect((defect) => Effect.fail(defect)),
    Effect.catch((error): Effect.Effect<undefined, LogRefused | Unavailable> => {
      if (error instanceof LogRefused) return Effect.fail(error)
      if (error instanceof ReadModelBroken) {
        const warning = `The read model cannot be used: ${error.message}`
        return Effect.as(Effect.logWarning(warning), undefined)
      }
      const message = "The read model cannot be asked."
      return Effect.fail(new Unavailable({ message, detail: String(error) }))
    })
  )
  return restore
}
