/**
 * Shared parts of the reads and writes of the read model: a bound in time, typed failures, and the
 * proof of each row.
 */
import { Effect, Result, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"
import * as Port from "../../engine/ports/ReadModel.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as PersonKeys from "../sealing/PersonKeys.ts"
import * as LogBackedRows from "./LogBackedRows.ts"
import type { Source } from "./Source.ts"
import * as Tables from "./Tables.ts"

/** Maps a database that fails or takes too long to `Unavailable`. */
const bounded =
  (milliseconds: number) =>
  <A>(effect: Effect.Effect<A, Port.ReadModelBroken | SqlError | Schema.SchemaError>) =>
    effect.pipe(
      Effect.timeout(milliseconds),
      // The driver raises a defect where its session ends inside a transaction.
      Effect.catchDefect((defect) => Effect.fail(defect)),
      Effect.mapError((error) =>
        error instanceof Port.ReadModelBroken
          ? error
          : new Unavailable({
              message: "The database cannot be read right now.",
              detail: String(error)
            })
      )
    )

export const reading = bounded(Limits.readModel.readMsMax)

const writingWithin =
  (milliseconds: number) =>
  <A>(effect: Effect.Effect<A, SqlError | Port.ReadModelBroken>): Effect.Effect<A, Unavailable> =>
    Port.orDie(bounded(milliseconds)(effect))

export const writing = writingWithin(Limits.readModel.writeMsMax)

export const emptying = writingWithin(Limits.readModel.resetMsMax)

export const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Tables.Row))
const decodeDeliveries = Schema.decodeUnknownEffect(Schema.Array(Tables.DeliveryRow))

/** Reads every row, or fails with the first that is wrong. */
export const each = <R, A>(
  rows: ReadonlyArray<R>,
  read: (row: R) => Result.Result<A, Port.ReadModelBroken>
): Effect.Effect<ReadonlyArray<A>, Port.ReadModelBroken> =>
  Effect.fromResult(Result.all(rows.map(read)))

/** Reads every row with a state, or fails with the first that is wrong. */
export const eachState = <R extends { readonly state: string | null }, A>(
  source: Source,
  rows: ReadonlyArray<R>,
  read: (row: R, keys: PersonKeys.Keys) => Result.Result<A, Port.ReadModelBroken>
): Effect.Effect<ReadonlyArray<A>, Port.ReadModelBroken | SqlError> =>
  Effect.flatMap(
    LogBackedRows.keysOfTexts(
      source,
      rows.flatMap(({ state }) => (state === null ? [] : [state]))
    ),
    (keys) => each(rows, (row) => read(row, keys))
  )

/** A column of texts that lists read with their other columns; null if the text is long. */
export const unlessLong = (column: string): string =>
  `case when octet_length(${column}) <= ${Limits.readModel.listedBytesMax} then ${column} end`

const deliveriesWith = (body: string): string => `
  select d.id, d.seq, d.crc, d.state, d.event_id, e.seq as event_seq, e.crc as event_crc,
    e.account_id, e.type, e.subject_id, e.sequence, e.at, ${body} as body
  from deliveries d left join events e on e.id = d.event_id`

/** Deliveries with their events. */
export const deliverySql = deliveriesWith("e.body")

/** Deliveries with their events, for lists: a long body is null. */
export const listedDeliverySql = deliveriesWith(unlessLong("e.body"))

export const lostEvent = () =>
  new Port.ReadModelBroken({ message: "A delivery has lost its event." })

/** Runs a statement that begins with `deliverySql`. */
export const deliveries = (source: Source) => (text: string, parameters: ReadonlyArray<unknown>) =>
  source.sql.unsafe(text, parameters).pipe(
    Effect.flatMap((rows) => Effect.mapError(decodeDeliveries(rows), lostEvent)),
    Effect.flatMap((rows) => LogBackedRows.readEach(source, rows, Tables.readDelivery)),
    reading
  )

/**
 * A key as the table stores it: a caller's text may contain characters that PostgreSQL's `text`
 * cannot hold.
 */
export const tableKey = (key: string): string => JSON.stringify(key)
