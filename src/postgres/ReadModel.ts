/**
 * The read model in PostgreSQL. A write is one transaction with its place in the log; a read proves
 * each row by its checksum. It may lag, be emptied or be wrong: then it is made again from the log.
 * It must never show an entry that is not durable, nor be believed where a proof fails.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, Result, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Config from "../Config.ts"
import type { Changes, Versioned } from "../engine/Changes.ts"
import { type KeptReply, replyKey } from "../engine/Core.ts"
import * as Entry from "../engine/Entry.ts"
import { Unavailable } from "../engine/Unavailable.ts"
import * as Port from "../engine/Views.ts"
import * as Restore from "./Restore.ts"
import * as Tables from "./Tables.ts"

/** A database that fails or takes too long is a read model that cannot be asked now. */
const bounded =
  (milliseconds: number) =>
  <A>(effect: Effect.Effect<A, Port.ViewsBroken | SqlError | Schema.SchemaError>) =>
    effect.pipe(
      Effect.timeout(milliseconds),
      // The driver dies of a session that was ended inside its transaction.
      Effect.catchDefect((defect) => Effect.fail(defect)),
      Effect.mapError((error) =>
        error instanceof Port.ViewsBroken
          ? error
          : new Unavailable({ message: `The read model cannot be asked: ${String(error)}` })
      )
    )

const reading = bounded(Config.views.readMsMax)

const writing = <A>(
  effect: Effect.Effect<A, SqlError | Port.ViewsBroken>
): Effect.Effect<A, Unavailable> =>
  Effect.catchTag(bounded(Config.views.writeMsMax)(effect), "ViewsBroken", Effect.die)

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Tables.Row))
const decodeDeliveries = Schema.decodeUnknownEffect(Schema.Array(Tables.DeliveryRow))

/** Every row, or the first that is wrong. */
const each = <R, A>(
  rows: ReadonlyArray<R>,
  read: (row: R) => Result.Result<A, Port.ViewsBroken>
): Effect.Effect<ReadonlyArray<A>, Port.ViewsBroken> =>
  Effect.fromResult(Result.all(rows.map(read)))

const deliverySql = `
  select d.id, d.seq, d.crc, d.state, d.event_id, e.seq as event_seq, e.crc as event_crc,
    e.account_id, e.type, e.subject_id, e.sequence, e.at, e.body
  from deliveries d left join events e on e.id = d.event_id`

/**
 * A key as the table holds it: a caller's own text may have characters that PostgreSQL's text has
 * not.
 */
const tableKey = (key: string): string => JSON.stringify(key)

/** Texts of the log are found by their place; only where they stand is in the read model. */
const replySql = `
  select log.body from replies join log on log.partition = $1 and log.seq = replies.seq
  where replies.key = $2`

const makeReads = (sql: PgClient.PgClient, partition: number) => {
  const deliveriesOf = (text: string, parameters: ReadonlyArray<unknown>) =>
    sql.unsafe(text, parameters).pipe(
      Effect.flatMap((found) =>
        Effect.mapError(
          decodeDeliveries(found),
          () => new Port.ViewsBroken({ message: "A delivery has lost its event." })
        )
      ),
      Effect.flatMap((rows) => each(rows, Tables.readDelivery)),
      reading
    )

  const payouts = (ids: ReadonlyArray<string>) =>
    sql
      .unsafe("select id, seq, crc, state from payouts where id = any($1::text[])", [
        Tables.array("text", ids)
      ])
      .pipe(
        Effect.flatMap(decodeRows),
        Effect.flatMap((rows) => each(rows, Tables.readPayout)),
        reading
      )

  const deliveries = (ids: ReadonlyArray<string>) =>
    deliveriesOf(`${deliverySql} where d.id = any($1::text[])`, [Tables.array("text", ids)])

  const dueDeliveries = ({ after, endpointId, excluding, limit, until }: Port.DueFilter) =>
    deliveriesOf(
      `${deliverySql} where d.is_open and d.endpoint_id = $1 and d.next_attempt_at <= $2
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
        reading
      )

  const quotes = (ids: ReadonlyArray<string>) =>
    sql
      .unsafe("select id, seq, crc, state from quotes where id = any($1::text[])", [
        Tables.array("text", ids)
      ])
      .pipe(
        Effect.flatMap(decodeRows),
        Effect.flatMap((rows) => each(rows, Tables.readQuote)),
        reading
      )

  const reply = Effect.fnUntraced(function* (key: string) {
    const rows = yield* sql.unsafe<{ readonly body: string }>(replySql, [partition, tableKey(key)])
    if (rows[0] === undefined) return undefined
    const { at, reply } = yield* Effect.fromResult(Entry.decode(rows[0].body)).pipe(
      Effect.mapError((error) => new Port.ViewsBroken({ message: `A kept answer: ${error}` }))
    )
    if (reply === null || replyKey(reply.scope, reply.key) !== key) {
      return yield* new Port.ViewsBroken({ message: "A kept answer stands in another entry." })
    }
    const kept: KeptReply | undefined = { ...reply, at }
    return kept
  }, reading)

  const replyKeys = (since: number, after: string) =>
    sql
      .unsafe<{ readonly key: string; readonly at: bigint }>(
        "select key, at from replies where at >= $1 and key > $2 order by key limit $3",
        [BigInt(since), after === "" ? "" : tableKey(after), Config.views.pageRows]
      )
      .pipe(
        Effect.map((rows) =>
          rows.map(({ at, key }) => ({ key: String(JSON.parse(key)), at: Number(at) }))
        ),
        reading
      )

  const count = (text: string, parameters: ReadonlyArray<unknown>) =>
    sql
      .unsafe<{ readonly count: bigint }>(text, parameters)
      .pipe(Effect.map((rows) => Number(rows[0]?.count ?? 0)))

  const seq = writing(
    count("select seq as count from read_model where partition = $1", [partition])
  )

  const pendingDeliveries = reading(
    count("select open_rows as count from read_model_seal where table_name = 'deliveries'", [])
  )

  /** The conditions of a filter and their parameters. */
  const conditions = (
    { accountId, batchId, from, network, status, to }: Port.PayoutFilter,
    excluding: ReadonlyArray<string>
  ) => {
    const parameters: Array<unknown> = [accountId]
    const texts = ["account_id = $1"]
    const add = (text: string, value: unknown): void => {
      if (value === undefined) return
      parameters.push(value)
      texts.push(text.replace("?", `$${parameters.length}`))
    }
    add("status = ?", status)
    add("batch_id = ?", batchId)
    add("network = ?", network)
    add("created_at >= ?", from === undefined ? undefined : BigInt(from))
    add("created_at <= ?", to === undefined ? undefined : BigInt(to))
    add(
      "id <> all(?::text[])",
      excluding.length === 0 ? undefined : Tables.array("text", excluding)
    )
    return { where: texts.join(" and "), parameters }
  }

  const pagePayouts = Effect.fnUntraced(function* (
    filter: Port.PayoutFilter,
    { limit, offset }: Port.Page,
    excluding: ReadonlyArray<string>
  ) {
    const { parameters, where } = conditions(filter, excluding)
    const page = `order by id desc limit ${Number(limit)} offset ${Number(offset)}`
    const rows = yield* sql
      .unsafe(`select id, seq, crc, state from payouts where ${where} ${page}`, parameters)
      .pipe(Effect.flatMap(decodeRows))
    const states = yield* each(rows, Tables.readPayout)
    if (states.some(({ state }) => state.accountId !== filter.accountId)) {
      return yield* new Port.ViewsBroken({ message: "A payout stands under another account." })
    }
    return states.map(({ state }) => state)
  }, reading)

  const countPayouts = (filter: Port.PayoutFilter, excluding: ReadonlyArray<string>) => {
    const { parameters, where } = conditions(filter, excluding)
    // In one statement, so of one moment.
    const text = `select count(*) as count,
      (select seq from read_model where partition = ${Number(partition)}) as seq
      from payouts where ${where}`
    return sql.unsafe<{ readonly count: bigint; readonly seq: bigint }>(text, parameters).pipe(
      Effect.map(([row]) => ({ count: Number(row?.count), seq: Number(row?.seq) })),
      reading
    )
  }

  return {
    ...{ payouts, deliveries, dueDeliveries, dueEndpoints, quotes, reply, replyKeys },
    ...{ seq, pendingDeliveries, pagePayouts, countPayouts }
  }
}

const noticesSql = `
  insert into events (id, account_id, type, subject_id, sequence, at, seq, crc, body)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[], $9::text[])
  on conflict (id) do nothing`

const repliesSql = `
  insert into replies (key, seq, at)
  select * from unnest($1::text[], $2::bigint[], $3::bigint[])
  on conflict (key) do update set seq = excluded.seq, at = excluded.at`

const goneSql = `
  with gone as (delete from directory where id = any($1::text[]) returning ${Tables.print("directory")} as crc)
  update read_model_seal seal
  set open_rows = open_rows - (select count(*) from gone),
      crc_sum = crc_sum - (select coalesce(sum(crc), 0) from gone)
  where table_name = 'directory'`

/**
 * A write is flushed before it counts: memory forgets what the tables show, so they must still show
 * it after the database crashed. A writer that stands still in here must not hold up its successor:
 * its session ends. And rows are looked up by their keys: a plan made while a table was small would
 * read it whole for ever.
 */
const manner = `select set_config('synchronous_commit', 'on', true),
  set_config('idle_in_transaction_session_timeout', '${Config.turn.silenceMsMax}', true),
  set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true)`

const makeWrites = (sql: PgClient.PgClient, partition: number, generation: Restore.Generation) => {
  const chunked = Effect.fnUntraced(function* <A>(
    items: ReadonlyArray<A>,
    write: (chunk: ReadonlyArray<A>) => Effect.Effect<unknown, SqlError>
  ) {
    const size = Config.views.rowsPerStatement
    for (let start = 0; start < items.length; start += size) {
      yield* write(items.slice(start, start + size))
    }
  })

  const upsert = <S extends { readonly id: string }>(
    table: Tables.Table<S>,
    rows: ReadonlyArray<Versioned<S>>
  ) => chunked(rows, (chunk) => sql.unsafe(...Tables.upsert(table, chunk)))

  const writeNotices = (notices: Changes["notices"]) =>
    chunked(notices, (chunk) => {
      const text = (of: (notice: Changes["notices"][number]["state"]) => string) =>
        Tables.array(
          "text",
          chunk.map(({ state }) => of(state))
        )
      const int = (of: (notice: Changes["notices"][number]) => number) =>
        Tables.array("int8", chunk.map(of))
      return sql.unsafe(noticesSql, [
        text(({ id }) => id),
        text(({ accountId }) => accountId),
        text(({ type }) => type),
        text(({ subjectId }) => subjectId),
        int(({ state }) => state.sequence),
        int(({ state }) => state.at),
        int(({ seq }) => seq),
        int(({ seq, state }) => Tables.crcOf(state.id, seq, Tables.noticeText(state))),
        text(({ body }) => body)
      ])
    })

  const writeReplies = (replies: Changes["replies"]) =>
    chunked(replies, (chunk) =>
      sql.unsafe(repliesSql, [
        Tables.array(
          "text",
          chunk.map(({ key }) => tableKey(key))
        ),
        Tables.array(
          "int8",
          chunk.map(({ seq }) => seq)
        ),
        Tables.array(
          "int8",
          chunk.map(({ at }) => at)
        )
      ])
    )

  /**
   * Locks the tables' place for this transaction; whether these changes are still to be shown. On
   * tables that were emptied since, what this process forgot would be missing for ever: it must
   * not go on.
   */
  const lockPlace = Effect.fnUntraced(function* (seq: number) {
    const [row] = yield* sql.unsafe<{ readonly seq: bigint; readonly generation: string }>(
      "select seq, generation from read_model where partition = $1 for update",
      [partition]
    )
    if (row === undefined || row.generation !== generation.current) {
      const message = "Another process made the read model again; this one stops."
      return yield* new Port.ViewsBroken({ message })
    }
    return Number(row.seq) <= seq
  })

  const moveTo = (seq: number) =>
    sql.unsafe(
      `update read_model set seq = $2, hash = coalesce(
         (select hash from log where partition = $1 and seq = $2), hash)
       where partition = $1`,
      [partition, BigInt(seq)]
    )

  const write = Effect.fnUntraced(
    function* (changes: Changes) {
      yield* sql.unsafe(manner)
      if (!(yield* lockPlace(changes.seq))) return
      yield* upsert(Tables.accounts, changes.accounts)
      yield* upsert(Tables.keys, changes.keys)
      yield* upsert(Tables.endpoints, changes.endpoints)
      if (changes.endpointsDeleted.length > 0) {
        yield* sql.unsafe(goneSql, [Tables.array("text", changes.endpointsDeleted)])
      }
      yield* upsert(Tables.quotes, changes.quotes)
      yield* upsert(Tables.payouts, changes.payouts)
      yield* writeNotices(changes.notices)
      yield* upsert(Tables.deliveries, changes.deliveries)
      yield* writeReplies(changes.replies)
      yield* moveTo(changes.seq)
    },
    sql.withTransaction,
    writing
  )

  const reset = Effect.gen(function* () {
    yield* sql.unsafe(manner)
    yield* sql.unsafe(`truncate ${Tables.all.join(", ")}`)
    yield* sql.unsafe("delete from read_model where partition = $1", [partition])
    const rows = yield* sql.unsafe<{ readonly generation: string }>(
      `insert into read_model (partition, seq, hash, version, generation)
       values ($1, 0, ''::bytea, $2, gen_random_uuid()) returning generation`,
      [partition, Tables.version]
    )
    generation.current = rows[0]?.generation
    for (const table of Tables.sealed) {
      yield* sql.unsafe("insert into read_model_seal values ($1, 0, 0)", [table])
    }
  }).pipe(sql.withTransaction, writing)

  const dropReplies = (at: number) =>
    sql
      .unsafe(
        `delete from replies where key in (
           select key from replies where at <= $1 order by at limit $2)`,
        [BigInt(at), Config.views.repliesDroppedMax]
      )
      .pipe(Effect.asVoid, writing)

  return { write, reset, dropReplies }
}

export const layer = (partition: number): Layer.Layer<Port.Views, never, PgClient.PgClient> =>
  Layer.effect(
    Port.Views,
    Effect.map(PgClient.PgClient, (sql) => {
      const generation: Restore.Generation = { current: undefined }
      return Port.Views.of({
        restore: Restore.make(sql, partition, generation),
        ...makeReads(sql, partition),
        ...makeWrites(sql, partition, generation)
      })
    })
  )
