/**
 * Brings a database to the schema of this program: `schema/NNNN_name.sql`, in number order, each
 * in one transaction together with its row in `schema_migrations`.
 *
 * Forward only. It must never run a file twice, skip a number, go on after a file that was
 * applied has changed, or touch a database that a newer program has migrated. Processes that
 * migrate at the same time wait for each other.
 */
import { createHash } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import * as Limits from "../config/Limits.ts"

/**
 * The advisory lock of this module: "payout" in ASCII, so that no other program has it by chance.
 */
const lockKey = 0x7061796f7574

const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/

/** The database does not have this program's schema; `message` has the remedy. */
export class MigrationFailed extends Schema.TaggedError<MigrationFailed>()("MigrationFailed", {
  /** The file at fault, if there is one. */
  file: Schema.UndefinedOr(Schema.String),
  message: Schema.String
}) {}

const refused = (file: string | undefined, message: string): MigrationFailed =>
  new MigrationFailed({ file, message: `Migrations: ${message}` })

interface Migration {
  readonly number: number
  /** The file's name, with its number: `0001_schema.sql`. */
  readonly name: string
  readonly sha256: string
  readonly script: string
}

const Applied = Schema.Struct({
  number: Schema.Int,
  name: Schema.String,
  sha256: Schema.String
})
type Applied = typeof Applied.Type

/** Applies the missing files and returns their names, in order. */
export const run: (
  directory: string
) => Effect.Effect<ReadonlyArray<string>, MigrationFailed, SqlClient.SqlClient> = Effect.fn(
  "Migrations.run"
)(function* (directory: string) {
  const migrations = yield* read(directory)
  const names: Array<string> = []
  while (true) {
    const name = yield* applyNext(migrations)
    if (name === undefined) return names
    names.push(name)
  }
})

// ---------------------------------------------------------------------------------------------
// The files
// ---------------------------------------------------------------------------------------------

const read = Effect.fnUntraced(function* (directory: string) {
  const entries = yield* io(directory, () => fs.readdir(directory))
  const files = entries.filter((entry) => entry.endsWith(".sql")).sort()
  if (files.length > Limits.migrations.filesMax)
    return yield* refused(undefined, `more than ${Limits.migrations.filesMax} files`)
  const migrations: Array<Migration> = []
  for (const name of files) {
    const number = Number(fileName.exec(name)?.[1])
    const expected = migrations.length + 1
    if (Number.isNaN(number)) {
      return yield* refused(name, `${name} is not named like 0001_name.sql.`)
    }
    if (number < expected) {
      const otherName = migrations[number - 1]?.name
      return yield* refused(
        name,
        `${name} and ${otherName ?? "nothing"} have one number. Renumber the file not yet released.`
      )
    }
    if (number > expected) {
      return yield* refused(name, `number ${expected} is missing before ${name}.`)
    }
    migrations.push(yield* readFile(directory, name, number))
  }
  return migrations
})

const readFile = Effect.fnUntraced(function* (directory: string, name: string, number: number) {
  const bytes = yield* io(name, () => fs.readFile(path.join(directory, name)))
  if (bytes.length > Limits.migrations.fileBytesMax) {
    return yield* refused(
      name,
      `${name} is larger than ${Limits.migrations.fileBytesMax} bytes. Split it.`
    )
  }
  const migration: Migration = {
    number,
    name,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    script: bytes.toString("utf8")
  }
  return migration
})

const io = <A>(file: string, call: () => Promise<A>) =>
  Effect.tryPromise({
    try: call,
    catch: (cause) => refused(file, `${file} cannot be read: ${cause}`)
  })

// ---------------------------------------------------------------------------------------------
// The database
// ---------------------------------------------------------------------------------------------

/**
 * One transaction: lock, compare, apply one file. Returns the file's name, or `undefined` when none
 * is left.
 */
const applyNext = Effect.fnUntraced(
  function* (migrations: ReadonlyArray<Migration>) {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT set_config('lock_timeout', ${`${Limits.migrations.lockWaitMsMax}`}, true)`
        yield* sql`SELECT pg_advisory_xact_lock(${lockKey}::bigint)`
        yield* sql`CREATE TABLE IF NOT EXISTS schema_migrations (
          number int PRIMARY KEY,
          name text NOT NULL,
          sha256 text NOT NULL,
          applied_at timestamptz NOT NULL DEFAULT now()
        )`
        const applied = yield* listApplied()
        yield* compare(migrations, applied)
        const next = migrations[applied.length]
        if (next === undefined) return undefined
        yield* execute(next)
        yield* sql`INSERT INTO schema_migrations ${sql.insert({
          number: next.number,
          name: next.name,
          sha256: next.sha256
        })}`
        return next.name
      })
    )
  },
  Effect.catchTags({
    SqlError: (error) => Effect.fail(refused(undefined, describe(error))),
    SchemaError: (error) =>
      Effect.fail(refused(undefined, `the table schema_migrations is not ours: ${error.message}`))
  })
)

const listApplied = SqlSchema.findAll({
  Request: Schema.Void,
  Result: Applied,
  execute: Effect.fnUntraced(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql`SELECT number, name, sha256 FROM schema_migrations ORDER BY number`
  })
})

const compare = Effect.fnUntraced(function* (
  migrations: ReadonlyArray<Migration>,
  applied: ReadonlyArray<Applied>
) {
  const newest = applied.at(-1)
  if (newest !== undefined && newest.number > migrations.length) {
    return yield* refused(
      newest.name,
      `the database has ${newest.name}, which this program does not know. It was migrated by a ` +
        "newer version: run that one, there is no way back."
    )
  }
  for (const [index, row] of applied.entries()) {
    const file = migrations[index]
    if (row.number !== index + 1 || file === undefined) {
      return yield* refused(undefined, `schema_migrations has lost row ${index + 1}.`)
    }
    if (row.sha256 !== file.sha256 || row.name !== file.name) {
      return yield* refused(
        file.name,
        `${file.name} has changed since it was applied (as ${row.name}, sha256 ${row.sha256}). ` +
          "Restore the file and put the change into a new one."
      )
    }
  }
})

/**
 * The client speaks only the extended protocol, one statement at a time. EXECUTE takes a whole
 * script and PostgreSQL itself finds its statements; it refuses COMMIT inside, which is right.
 * The script travels as a parameter, so nothing is quoted.
 */
const execute = Effect.fnUntraced(function* (migration: Migration) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT set_config('payout.migration', ${migration.script}, true)`
  yield* sql`DO $$ BEGIN EXECUTE current_setting('payout.migration'); END $$`.pipe(
    Effect.mapError((error) =>
      refused(migration.name, `${migration.name} failed and was undone. ${describe(error)}`)
    )
  )
})

/** PostgreSQL's own words, and the position in the script; both are in the cause. */
const ServerError = Schema.Struct({
  message: Schema.String,
  code: Schema.optional(Schema.String),
  internalPosition: Schema.optional(Schema.String),
  internalQuery: Schema.optional(Schema.String)
})

const describe = (error: SqlError.SqlError): string => {
  if (!Schema.is(ServerError)(error.reason.cause)) return error.message
  const { message, code, internalPosition, internalQuery } = error.reason.cause
  const at = (internalQuery ?? "").slice(0, Number(internalPosition ?? 0)).split("\n").length
  return `${message} (${code ?? "no code"}${internalPosition === undefined ? "" : `, line ${at}`})`
}
