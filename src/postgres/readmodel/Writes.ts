/**
 * Writes the read model: each change in one transaction with its place in the log, so the tables
 * never show half of one. A change that they are past already is nothing.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"
import * as Port from "../../engine/ports/ReadModel.ts"
import type { Changes, Versioned } from "../../engine/state/DirtyRows.ts"
import type * as LoadActiveState from "./LoadActiveState.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Tables from "./Tables.ts"

const noticesSql = `
  insert into events (id, account_id, type, subject_id, sequence, at, seq, crc, body)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[], $9::text[])
  on conflict (id) do nothing`

const repliesSql = `
  insert into replies (key, seq, at)
  select * from unnest($1::text[], $2::bigint[], $3::bigint[])
  on conflict (key) do update set seq = excluded.seq, at = excluded.at`

const auditsSql = `
  insert into audit_log (seq, account_id, actor_id, action, subject_id, at)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
  on conflict (seq, account_id) do nothing`

const beneficiariesGoneSql = "delete from beneficiaries where id = any($1::text[])"

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
  set_config('idle_in_transaction_session_timeout', '${Limits.turn.silenceMsMax}', true),
  set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true)`

/** What changes the tables. */
export const make = (
  sql: PgClient.PgClient,
  partition: number,
  generation: LoadActiveState.Generation
) => {
  const chunked = Effect.fnUntraced(function* <A>(
    items: ReadonlyArray<A>,
    write: (chunk: ReadonlyArray<A>) => Effect.Effect<unknown, SqlError>
  ) {
    const size = Limits.views.rowsPerStatement
    for (let start = 0; start < items.length; start += size) {
      yield* write(items.slice(start, start + size))
    }
  })

  const upsert = <S extends { readonly id: string }>(
    table: Tables.Table<S>,
    rows: ReadonlyArray<Versioned<S>>
  ) => chunked(rows, (chunk) => sql.unsafe(...Tables.upsert(table, chunk)))

  const writeNotices = (notices: Changes["webhookEvents"]) =>
    chunked(notices, (chunk) => {
      const text = (of: (notice: Changes["webhookEvents"][number]["state"]) => string) =>
        Tables.array(
          "text",
          chunk.map(({ state }) => of(state))
        )
      const int = (of: (notice: Changes["webhookEvents"][number]) => number) =>
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
          chunk.map(({ key }) => ReadQueries.tableKey(key))
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

  const writeAudits = (audits: Changes["auditRows"]) =>
    chunked(audits, (chunk) => {
      const text = (of: (mark: Changes["auditRows"][number]) => string) =>
        Tables.array("text", chunk.map(of))
      const int = (of: (mark: Changes["auditRows"][number]) => number) =>
        Tables.array("int8", chunk.map(of))
      return sql.unsafe(auditsSql, [
        int(({ seq }) => seq),
        text(({ accountId }) => accountId),
        text(({ actorId }) => actorId),
        text(({ action }) => action),
        text(({ endedKeys: ended, subjectId }) => [subjectId, ...ended].join(" ")),
        int(({ at }) => at)
      ])
    })

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
      return yield* new Port.ReadModelBroken({ message })
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
      yield* upsert(Tables.people, changes.people)
      yield* upsert(Tables.invitations, changes.invitations)
      yield* upsert(Tables.endpoints, changes.endpoints)
      yield* upsert(Tables.places, changes.chainCursors)
      if (changes.registryDeleted.length > 0) {
        yield* sql.unsafe(goneSql, [Tables.array("text", changes.registryDeleted)])
      }
      yield* upsert(Tables.quotes, changes.quotes)
      yield* upsert(Tables.payouts, changes.payouts)
      yield* upsert(Tables.batches, changes.batches)
      yield* upsert(Tables.beneficiaries, changes.beneficiaries)
      if (changes.beneficiariesDeleted.length > 0) {
        const ids = Tables.array("text", changes.beneficiariesDeleted)
        yield* sql.unsafe(beneficiariesGoneSql, [ids])
      }
      yield* writeNotices(changes.webhookEvents)
      yield* upsert(Tables.deliveries, changes.deliveries)
      yield* writeReplies(changes.replies)
      yield* writeAudits(changes.auditRows)
      yield* moveTo(changes.seq)
    },
    sql.withTransaction,
    ReadQueries.writing
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
  }).pipe(sql.withTransaction, ReadQueries.writing)

  const dropReplies = (at: number) =>
    sql
      .unsafe(
        `delete from replies where key in (
           select key from replies where at <= $1 order by at limit $2)`,
        [BigInt(at), Limits.views.repliesDroppedMax]
      )
      .pipe(Effect.asVoid, ReadQueries.writing)

  return { write, reset, dropReplies }
}
