/**
 * Loads the checkpoint, in one snapshot, and proves it first: the tables belong to this log, have
 * this program's shape, and hold exactly the rows that were written. If a proof fails, nothing is
 * restored, and the tables are rebuilt.
 */
import { Effect, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import { LogRefused } from "../../engine/ports/Log.ts"
import { type ActiveStates, ReadModelBroken } from "../../engine/ports/ReadModel.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Row from "../log/Row.ts"
import * as Checkpoint from "./Checkpoint.ts"
import * as Conditions from "./Conditions.ts"
import * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"

const broken = (message: string) => new ReadModelBroken({ message })

const ReadModelPosition = Schema.Array(
  Schema.Struct({
    seq: Schema.BigInt,
    hash: Schema.Uint8Array,
    version: Schema.Number,
    generation: Schema.String,
    /** The hash of the log's own entry at that position, and the log's last `seq`. */
    entry: Schema.NullOr(Schema.Uint8Array),
    tip: Schema.BigInt
  })
)

const positionSql = `
  select model.seq, model.hash, model.version, model.generation,
    (select hash from log where partition = $1 and seq = model.seq) as entry,
    (select coalesce(max(seq), 0) from log where partition = $1) as tip
  from read_model model where model.partition = $1`

const decodePosition = Schema.decodeUnknownEffect(ReadModelPosition)
/** Identifies the tables since they were last emptied; every write checks it. */
export interface Generation {
  current: string | undefined
}

/** The read model of one partition, as this process loads it. */
interface Loading extends Source.Source {
  readonly generation: Generation
}

/** The position in the log that the tables show, if they belong to this log and have this shape. */
const findPosition = Effect.fnUntraced(function* ({ generation, partition, sql }: Loading) {
  const [position] = yield* sql
    .unsafe(positionSql, [partition])
    .pipe(Effect.flatMap(decodePosition))
  if (position === undefined) return undefined
  const { entry, hash, seq, tip, version } = position
  if (version !== Tables.version) return yield* broken(`it has the shape of version ${version}`)
  if (seq > tip) {
    const message = `The log ends at seq ${tip}, but entries up to ${seq} were acknowledged: this is not the whole log.`
    return yield* new LogRefused({ message })
  }
  const isOurs = seq === 0n ? hash.length === 0 : entry !== null && Row.sameHash(entry, hash)
  if (!isOurs) return yield* broken(`it shows another entry at seq ${seq}`)
  generation.current = position.generation
  return Number(seq)
})

/** Proves that the pending deliveries are exactly those that were written. */
const proveDeliveries = Effect.fnUntraced(function* (source: Source.Source) {
  const { partition, sql } = source
  const pending = Conditions.where([Tables.isPending, Source.ownRows(source)], 1)
  const rows = yield* sql.unsafe<{ readonly holds: boolean }>(
    `select found.open_rows = kept.open_rows and found.crc_sum = kept.crc_sum as holds
     from read_model_sums kept, (
       select count(*) as open_rows, coalesce(sum(${Tables.fingerprint("t")}), 0) as crc_sum
       from deliveries t where ${pending.where}
     ) found where kept.partition = $1 and kept.table_name = 'deliveries'`,
    [partition, ...pending.parameters]
  )
  if (rows[0]?.holds !== true) {
    return yield* broken("its table deliveries has lost or foreign rows")
  }
})

/**
 * Proves that each pending delivery has its event, without which it could not be sent. The event
 * must be of the same partition, whose log may contain its body.
 */
const proveEvents = Effect.fnUntraced(function* (source: Source.Source) {
  const pending = Conditions.where([`d.${Tables.isPending}`, Source.ownRows(source, "d.")])
  const eventOwner = Conditions.where([Source.ownRows(source, "e.")], pending.parameters.length)
  const rows = yield* source.sql.unsafe<{ readonly id: string }>(
    `select d.id from deliveries d
     where ${pending.where} and not exists (
       select from events e where e.id = d.event_id and ${eventOwner.where}) limit 1`,
    [...pending.parameters, ...eventOwner.parameters]
  )
  if (rows[0] !== undefined) return yield* broken(`its delivery ${rows[0].id} has lost its event`)
})

const load = Effect.fnUntraced(function* (source: Loading) {
  const { partition, sql } = source
  yield* sql`set transaction isolation level repeatable read, read only`
  const seq = yield* findPosition(source)
  if (seq === undefined) return undefined
  yield* Checkpoint.prove(sql, partition)
  yield* proveDeliveries(source)
  yield* proveEvents(source)
  const restored: ActiveStates = { seq, ...(yield* Checkpoint.load(source)) }
  return restored
})

/** A read model that fails a proof is reported, and treated as missing. */
const asMissing = (error: unknown): Effect.Effect<undefined, LogRefused | Unavailable> => {
  if (error instanceof LogRefused) return Effect.fail(error)
  if (error instanceof ReadModelBroken) {
    const warning = `The read model failed a check: ${error.message}`
    return Effect.as(Effect.logWarning(warning), undefined)
  }
  const message = "The read model cannot be read."
  return Effect.fail(new Unavailable({ message, detail: String(error) }))
}

export const make = (
  source: Source.Source,
  generation: Generation
): Effect.Effect<ActiveStates | undefined, LogRefused | Unavailable> =>
  load({ ...source, generation }).pipe(
    source.sql.withTransaction,
    Effect.timeout(Limits.readModel.restoreMsMax),
    // The driver raises a defect where its session ends inside a transaction.
    Effect.catchDefect((defect) => Effect.fail(defect)),
    Effect.catch(asMissing)
  )
