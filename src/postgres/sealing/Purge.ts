/**
 * Removes erased personal data from the disk. PostgreSQL keeps the bytes of deleted rows until it
 * reuses their space, and those of its WAL until it reuses the files. The service may run in the
 * meantime; a table that is rewritten makes its readers and writers wait.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Schedule, Schema } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"

/** The result of a run: removed data, and WAL that it had to leave. */
interface Purged {
  readonly tables: number
  readonly wal: Wal
}

/** `overwritten`: files of old WAL. `kept`: files that the server keeps for others. */
type Wal =
  | { readonly _tag: "Overwritten"; readonly overwritten: number; readonly kept: number }
  /** The role may not make checkpoints or change to another file of the WAL. */
  | { readonly _tag: "NotPermitted"; readonly reason: string }

export class PurgeRefused extends Schema.TaggedError<PurgeRefused>()("PurgeRefused", {
  message: Schema.String
}) {}

/** Tables with keys of people, or with personal data that is not encrypted. */
const tables = [
  "person_keys",
  "payout_texts",
  "beneficiaries",
  "request_log",
  "people_users",
  "people_sessions",
  "people_accounts",
  "people_verifications",
  "people_passkeys"
] as const

type Row = Readonly<Record<string, string | number | bigint | null>>

const query = (
  connection: Connection,
  statement: string,
  parameters: ReadonlyArray<unknown> = []
) =>
  connection.executeUnprepared(statement, parameters, undefined) as Effect.Effect<
    ReadonlyArray<Row>,
    SqlError
  >

/** PostgreSQL's own words about a failed statement. */
const reasonOf = ({ cause, message }: SqlError): string =>
  cause instanceof Error ? cause.message : message

const foreignSql = `
  select relname as name from pg_class
  where oid = any($1::regclass[]) and not pg_has_role(relowner, 'usage') limit 1`

/** PostgreSQL skips a table of another owner, with a warning only. */
const ownsTables = Effect.fnUntraced(function* (connection: Connection) {
  const [foreign] = yield* query(connection, foreignSql, [tables])
  if (foreign === undefined) return
  return yield* new PurgeRefused({
    message: `Table ${foreign.name} belongs to another role. Run the command as its owner.`
  })
})

/**
 * Sessions, standbys, replication slots and prepared transactions for which PostgreSQL keeps rows
 * that were deleted before `$1`, the id of a transaction.
 */
const keepersSql = `
  select name from (
    select 'process ' || pid || ' (' || coalesce(application_name, '') || ')' as name,
      backend_xmin as xmin
    from pg_stat_activity
    where pid <> pg_backend_pid() and (datname = current_database() or datname is null)
    union all
    select 'replication slot ' || slot_name, xmin from pg_replication_slots
    union all
    select 'prepared transaction ' || gid, transaction from pg_prepared_xacts
    where database = current_database()
  ) keepers
  where xmin is not null and age(xmin) > age($1::text::xid) order by age(xmin) desc limit 1`

const noKeepers = Effect.fnUntraced(function* (connection: Connection) {
  const [current] = yield* query(connection, "select pg_current_xact_id()::xid::text as id")
  const { openTransactionMsMax, openTransactionPollMs } = Limits.purge
  const check = Effect.flatMap(query(connection, keepersSql, [current?.id]), ([keeper]) =>
    keeper === undefined
      ? Effect.void
      : Effect.fail(
          new PurgeRefused({
            message:
              `PostgreSQL keeps erased rows for ${keeper.name}, which is older than the purge. ` +
              "End it, and run the command again."
          })
        )
  )
  yield* Effect.retry(check, {
    while: (error) => error instanceof PurgeRefused,
    schedule: Schedule.upTo(Schedule.spaced(openTransactionPollMs), {
      duration: openTransactionMsMax
    })
  })
})

const rewrite = (connection: Connection, table: string) =>
  query(connection, `vacuum (full) ${table}`).pipe(
    Effect.mapError(
      (error) =>
        new PurgeRefused({
          message: `Table ${table} was not rewritten: ${reasonOf(error)}. Run the command again.`
        })
    )
  )

const currentFile = "pg_walfile_name(pg_current_wal_lsn())"

/** A message makes the current file differ from its beginning; an unused file is not left. */
const nextFileSql = `select pg_logical_emit_message(false, 'purge', '')::text, pg_switch_wal()::text`

const filesSql = (condition: string) =>
  `select count(*)::int as count from pg_ls_waldir()
   where length(name) = 24 and substr(name, 9) ${condition} substr($1, 9)`

const countFiles = (connection: Connection, condition: "<" | ">", file: string) =>
  Effect.map(query(connection, filesSql(condition), [file]), ([row]) => Number(row?.count))

const readFile = (connection: Connection) =>
  Effect.map(query(connection, `select ${currentFile} as file`), ([row]) => String(row?.file))

/**
 * Goes on to a new file, and overwrites the files that PostgreSQL has put aside for later use. They
 * have their old content until then.
 */
const overwriteWal = Effect.fnUntraced(function* (connection: Connection) {
  yield* query(connection, nextFileSql)
  yield* query(connection, "checkpoint")
  const first = yield* readFile(connection)
  const overwritten = yield* countFiles(connection, ">", first)
  for (let file = 0; file <= overwritten; file++) yield* query(connection, nextFileSql)
  yield* query(connection, "checkpoint")
  const kept = yield* countFiles(connection, "<", first)
  return { _tag: "Overwritten", overwritten, kept } as const
})

/** Fails with `PurgeRefused` if a table cannot be rewritten now. */
export const run = Effect.fn("Purge.run")(function* () {
  const sql = yield* PgClient
  const connection = yield* sql.reserve
  yield* query(connection, `set lock_timeout = ${Limits.purge.lockMsMax}`)
  yield* ownsTables(connection)
  yield* noKeepers(connection)
  yield* Effect.forEach(tables, (table) => rewrite(connection, table), { discard: true })
  const wal = yield* overwriteWal(connection).pipe(
    Effect.catch((error: SqlError) =>
      Effect.succeed({ _tag: "NotPermitted", reason: reasonOf(error) } as const)
    )
  )
  return { tables: tables.length, wal } satisfies Purged
}, Effect.scoped)
