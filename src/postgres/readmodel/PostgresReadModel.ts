/**
 * The read model in PostgreSQL. A write is one transaction with its place in the log; a read proves
 * each row by its checksum. It may lag, be emptied or be wrong: then it is made again from the log.
 * It must never show an entry that is not durable, nor be believed where a proof fails.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, type Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as DatabaseHealth from "../../engine/ports/DatabaseHealth.ts"
import * as Entry from "../../engine/ports/Entry.ts"
import * as Port from "../../engine/ports/ReadModel.ts"
import { type KeptReply, replyKey } from "../../engine/state/State.ts"
import * as Analytics from "./Analytics.ts"
import * as AuditQueries from "./AuditQueries.ts"
import * as Lists from "./Lists.ts"
import * as LoadActiveState from "./LoadActiveState.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Tables from "./Tables.ts"
import * as Writes from "./Writes.ts"

/** Texts of the log are found by their place; only where they stand is in the read model. */
const replySql = `
  select log.body from replies join log on log.partition = $1 and log.seq = replies.seq
  where replies.key = $2`

const makeReads = (sql: PgClient.PgClient, partition: number) => {
  const deliveriesOf = ReadQueries.deliveries(sql)

  const statesOf =
    <A>(
      table: string,
      read: (row: typeof Tables.Row.Type) => Result.Result<A, Port.ReadModelBroken>
    ) =>
    (ids: ReadonlyArray<string>) =>
      sql
        .unsafe(`select id, seq, crc, state from ${table} where id = any($1::text[])`, [
          Tables.array("text", ids)
        ])
        .pipe(
          Effect.flatMap(ReadQueries.decodeRows),
          Effect.flatMap((rows) => ReadQueries.each(rows, read)),
          ReadQueries.reading
        )

  const payouts = statesOf("payouts", Tables.readPayout)
  const quotes = statesOf("quotes", Tables.readQuote)
  const batches = statesOf("batches", Tables.readBatch)
  const beneficiaries = statesOf("beneficiaries", Tables.readBeneficiary)
  const beneficiary = (id: string) => Effect.map(beneficiaries([id]), ([found]) => found?.state)

  const deliveries = (ids: ReadonlyArray<string>) =>
    deliveriesOf(`${ReadQueries.deliverySql} where d.id = any($1::text[])`, [
      Tables.array("text", ids)
    ])

  const dueDeliveries = ({ after, endpointId, excluding, limit, until }: Port.DueFilter) =>
    deliveriesOf(
      `${ReadQueries.deliverySql} where d.is_open and d.endpoint_id = $1 and d.next_attempt_at <= $2
         and d.id <> all($3::text[]) and (d.seq, d.id) > ($4, $5)
       order by d.seq, d.id limit $6`,
      [
        endpointId,
        BigInt(until),
        Tables.array("text", excluding),
        BigInt(after.seq),
        after.id,
        limit
      ]
    )

  const dueEndpoints = (from: number, until: number) =>
    sql
      .unsafe<{ readonly endpoint_id: string }>(
        `select distinct endpoint_id from deliveries
         where is_open and next_attempt_at > $1 and next_attempt_at <= $2`,
        [BigInt(from), BigInt(until)]
      )
      .pipe(
        Effect.map((rows) => rows.map(({ endpoint_id }) => endpoint_id)),
        ReadQueries.reading
      )

  const statesAt = <A extends { readonly id: string }>(
    condition: string,
    texts: ReadonlyArray<string>,
    read: (
      row: typeof Tables.Row.Type
    ) => Result.Result<{ readonly state: A }, Port.ReadModelBroken>
  ) =>
    sql.unsafe(`select id, seq, crc, state from ${condition}`, [Tables.array("text", texts)]).pipe(
      Effect.flatMap(ReadQueries.decodeRows),
      Effect.flatMap((rows) => ReadQueries.each(rows, read)),
      Effect.map((found) => found.map(({ state }) => state)),
      ReadQueries.reading
    )

  const owners = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    const payouts = "payouts where batch_id is null and deposit_address = any($1::text[])"
    const batches = "batches where deposit_address = any($1::text[])"
    const found = [
      ...(yield* statesAt(payouts, addresses, Tables.readPayout)),
      ...(yield* statesAt(batches, addresses, Tables.readBatch))
    ]
    // What counts is the address of the proven state, not the column's.
    return new Map(found.map((state) => [Tables.address(state), state.id]))
  })

  const refundedWith = Effect.fnUntraced(function* (txHash: string) {
    const condition = `where refund_transactions is not null
      and string_to_array(refund_transactions, ' ') @> $1::text[]`
    return [
      ...(yield* statesAt(`payouts ${condition}`, [txHash], Tables.readPayout)),
      ...(yield* statesAt(`batches ${condition}`, [txHash], Tables.readBatch))
    ]
  })

  const reply = Effect.fnUntraced(function* (key: string) {
    const rows = yield* sql.unsafe<{ readonly body: string }>(replySql, [
      partition,
      ReadQueries.tableKey(key)
    ])
    if (rows[0] === undefined) return undefined
    const { at, reply } = yield* Effect.fromResult(Entry.decode(rows[0].body)).pipe(
      Effect.mapError((error) => new Port.ReadModelBroken({ message: `A kept answer: ${error}` }))
    )
    if (reply === null || replyKey(reply.scope, reply.key) !== key) {
      return yield* new Port.ReadModelBroken({ message: "A kept answer stands in another entry." })
    }
    const kept: KeptReply | undefined = { ...reply, at }
    return kept
  }, ReadQueries.reading)

  const replyKeys = (since: number, after: string) =>
    sql
      .unsafe<{ readonly key: string; readonly at: bigint }>(
        "select key, at from replies where at >= $1 and key > $2 order by key limit $3",
        [BigInt(since), after === "" ? "" : ReadQueries.tableKey(after), Limits.views.pageRows]
      )
      .pipe(
        Effect.map((rows) =>
          rows.map(({ at, key }) => ({ key: String(JSON.parse(key)), at: Number(at) }))
        ),
        ReadQueries.reading
      )

  const count = (text: string, parameters: ReadonlyArray<unknown>) =>
    sql
      .unsafe<{ readonly count: bigint }>(text, parameters)
      .pipe(Effect.map((rows) => Number(rows[0]?.count ?? 0)))

  const seq = ReadQueries.writing(
    count("select seq as count from read_model where partition = $1", [partition])
  )

  const pendingDeliveries = ReadQueries.reading(
    count("select open_rows as count from read_model_seal where table_name = 'deliveries'", [])
  )

  const oldestDue = sql
    .unsafe<{ readonly at: bigint | null }>(
      "select min(next_attempt_at) as at from deliveries where is_open"
    )
    .pipe(
      Effect.map((rows) => (typeof rows[0]?.at === "bigint" ? Number(rows[0].at) : undefined)),
      ReadQueries.reading
    )

  return {
    ...{ payouts, batches, deliveries, dueDeliveries, dueEndpoints, quotes, beneficiary },
    ...{ owners, refundedWith, reply, replyKeys, seq, pendingDeliveries, oldestDue }
  }
}

/** Reads that end when the database falls silent, and do not begin before it speaks again. */
const guarded = <A extends object>({ guard }: DatabaseHealth.Source, reads: A): A =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [
      name,
      typeof read === "function"
        ? (...asked: ReadonlyArray<unknown>) => guard(read(...asked))
        : guard(read)
    ])
    // Each read has the type it had: all of them may fail with `Unavailable`.
  ) as A

export const layer = (partition: number): Layer.Layer<Port.ReadModel, never, PgClient.PgClient> =>
  Layer.effect(
    Port.ReadModel,
    Effect.map(Effect.all([PgClient.PgClient, DatabaseHealth.DatabaseHealth]), ([sql, pulse]) => {
      const generation: LoadActiveState.Generation = { current: undefined }
      return Port.ReadModel.of({
        restore: LoadActiveState.make(sql, partition, generation),
        ...guarded(pulse, {
          ...makeReads(sql, partition),
          ...Lists.make(sql, partition),
          ...AuditQueries.make(sql, partition),
          ...Analytics.make(sql)
        }),
        ...Writes.make(sql, partition, generation)
      })
    })
  )
