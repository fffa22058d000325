/**
 * Connects to the configured database server or to the embedded one, migrates it, and stamps it
 * with its environment and its number of partitions. A server that is down at start is waited for.
 */

import * as fs from "node:fs"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Deferred, Effect, Layer, Redacted, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import * as Limits from "../config/Limits.ts"
import * as DatabaseRetry from "../engine/ports/DatabaseRetry.ts"
import * as Migrations from "./Migrations.ts"
import * as ConnectionFailure from "./server/ConnectionFailure.ts"
import * as EmbeddedServer from "./server/EmbeddedServer.ts"

export interface Options {
  readonly environment: "sandbox" | "production"
  readonly databaseUrl: Redacted.Redacted | undefined
  readonly dataDir: string
  /** The number of partitions of the database, fixed by its first start. */
  readonly partitions: number
  /** Database sessions of this process, if it is one of several. */
  readonly sessionsMax?: number | undefined
  readonly schemaDir: string
}

/** The database belongs to the other environment. */
export class WrongEnvironment extends Schema.TaggedError<WrongEnvironment>()("WrongEnvironment", {
  message: Schema.String
}) {}

/** The database has another number of partitions. */
export class WrongPartitions extends Schema.TaggedError<WrongPartitions>()("WrongPartitions", {
  message: Schema.String
}) {}

/**
 * Keeps the embedded server running: it is restarted in the same folder if it ends unexpectedly.
 */
const keepEmbedded = Effect.fnUntraced(function* (dataDir: string) {
  const first = yield* Deferred.make<EmbeddedServer.Embedded, EmbeddedServer.EmbeddedFailed>()
  const serve = Effect.scoped(
    Effect.gen(function* () {
      const server = yield* EmbeddedServer.start({ dataDir })
      yield* Deferred.succeed(first, server)
      return yield* server.exited
    })
  )
  let hasServed = false
  yield* serve.pipe(
    Effect.tapError((error) => {
      hasServed = Deferred.isDoneUnsafe(first)
      return hasServed ? Effect.logError(error.message) : Deferred.fail(first, error)
    }),
    Effect.retry({ while: () => hasServed, schedule: DatabaseRetry.schedule }),
    Effect.ignore,
    Effect.forkScoped
  )
  return yield* Deferred.await(first)
})

/** The certificate authority of `sslrootcert`, which the client does not read. */
const authority = Effect.fnUntraced(function* (databaseUrl: Redacted.Redacted) {
  const url = Redacted.value(databaseUrl)
  const file = URL.canParse(url) ? new URL(url).searchParams.get("sslrootcert") : null
  if (file === null || file === "" || file === "system") return {}
  const ca = yield* Effect.try({
    try: () => fs.readFileSync(file, "utf8"),
    catch: (error) =>
      new ConnectionFailure.DatabaseUnusable({
        message: `The file of sslrootcert in DATABASE_URL cannot be read (${error instanceof Error ? error.message : error}).`
      })
  })
  return { ssl: { ca } }
})

const connection = Effect.fnUntraced(function* ({ databaseUrl, dataDir }: Options) {
  if (databaseUrl !== undefined) return { url: databaseUrl, ...(yield* authority(databaseUrl)) }
  const { database, socketPath, username } = yield* keepEmbedded(dataDir)
  return { path: socketPath, username, database }
})

/** Sessions of a process: each further partition may append while another is written. */
const connectionsMax = (partitions: number): number => {
  const { connectionsAllMax, connectionsMax, connectionsPerPartition } = Limits.database
  return Math.min(connectionsMax + connectionsPerPartition * (partitions - 1), connectionsAllMax)
}

/** Connects, waits for a server that may still come up, and logs why it waits. */
const client = Effect.fnUntraced(function* (options: Options) {
  const sql = yield* PgClient.make({
    ...(yield* connection(options)),
    applicationName: "payout-service",
    maxConnections: options.sessionsMax ?? connectionsMax(options.partitions),
    connectTimeout: Limits.database.connectMsMax
  })
  yield* sql`select 1`.pipe(
    Effect.mapError(ConnectionFailure.explain),
    Effect.tapError(({ isFinal, message }) =>
      isFinal ? Effect.void : Effect.logWarning(`Waiting for the database: ${message}`)
    ),
    Effect.retry({ while: ({ isFinal }) => !isFinal, schedule: DatabaseRetry.schedule }),
    Effect.mapError(({ message }) => new ConnectionFailure.DatabaseUnusable({ message }))
  )
  yield* ConnectionFailure.check(sql)
  return sql
})

const Stamp = Schema.Array(Schema.Struct({ environment: Schema.String, partitions: Schema.Number }))

/**
 * Stamps a database at its first start. With several partitions, the stamp also creates their keys
 * and indexes, because nothing is stored yet.
 */
const stampNew = (sql: PgClient.PgClient, environment: string, partitions: number) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const stamped = yield* sql`
        insert into installation (environment, partitions)
        values (${environment}, ${partitions}) on conflict do nothing returning partitions`
      if (stamped.length > 0 && partitions > 1) yield* sql`select share_between_partitions()`
    })
  )

/**
 * Stamps a new database with this environment and this number of partitions; refuses a database
 * with other ones.
 */
const stamp = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  environment: string,
  partitions: number
) {
  yield* stampNew(sql, environment, partitions)
  const rows = yield* sql`select environment, partitions from installation`
  const [row] = yield* Schema.decodeUnknownEffect(Stamp)(rows)
  if (row?.environment !== environment) {
    const message = `This database belongs to the ${row?.environment} environment; ENVIRONMENT is ${environment}.`
    return yield* new WrongEnvironment({ message })
  }
  if (row.partitions !== partitions) {
    const message = `The partitions of this database are ${row.partitions}, from its first start on; PARTITIONS is ${partitions}. Set PARTITIONS=${row.partitions}.`
    return yield* new WrongPartitions({ message })
  }
})

/**
 * Brings a reachable database to this program's schema, and ensures that it has this environment
 * and this number of partitions (default 1).
 */
export const prepare = Effect.fn("Database.prepare")(function* (
  options: Pick<Options, "environment" | "schemaDir"> & Partial<Pick<Options, "partitions">>
) {
  const sql = yield* PgClient.PgClient
  const applied = yield* Migrations.run(options.schemaDir).pipe(
    Effect.provideService(SqlClient.SqlClient, sql)
  )
  for (const name of applied) yield* Effect.logInfo(`Applied migration ${name}`)
  yield* stamp(sql, options.environment, options.partitions ?? 1)
})

const Secret = Schema.Array(Schema.Struct({ session_secret: Schema.String }))

/** The secret that signs this database's sessions: the stored one, or `drawn` if none is stored. */
export const sessionSecret = Effect.fn("Database.sessionSecret")(function* (drawn: string) {
  const sql = yield* PgClient.PgClient
  const rows = yield* sql`update installation
    set session_secret = coalesce(session_secret, ${drawn}) returning session_secret`
  const [row] = yield* Schema.decodeUnknownEffect(Secret)(rows)
  return row?.session_secret ?? drawn
})

export const layer = (options: Options) =>
  Layer.effect(
    PgClient.PgClient,
    Effect.gen(function* () {
      const sql = yield* client(options)
      yield* prepare(options).pipe(Effect.provideService(PgClient.PgClient, sql))
      return sql
    })
  ).pipe(Layer.provide(Reactivity.layer))
