/**
 * A fresh, empty database in the run's server (globalSetup.ts), for one test file or one test.
 *
 *   it.layer(Postgres.layer)("...", (it) => ...)   one database for these tests
 *   const config = yield* Postgres.database        its connection settings, for several clients
 */
import { randomBytes } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { inject } from "vitest"
import * as PersonKeys from "../../src/postgres/sealing/PersonKeys.ts"
import { dataKey } from "./dataKey.ts"
import type {} from "./globalSetup.ts"
import * as TestKeys from "./personKeys.ts"

/** The settings of every client of a test database. Spread them to add pool settings. */
export interface Connection {
  readonly path: string
  readonly username: string
  readonly database: string
}

/** Connections in one test's pool: enough to be concurrent, and few enough for many test files. */
const maxConnections = 4

const connection = (database: string): Connection => {
  const { socketPath, username } = inject("postgres")
  return { path: socketPath, username, database }
}

/**
 * Runs a statement in the server's default database, because a database cannot create or drop
 * itself.
 */
const administer = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(
      PgClient.layer({ ...connection(inject("postgres").database), maxConnections: 1 }),
      { local: true }
    )
  )

/**
 * Makes a database. When the scope closes, the clients are disconnected that a failed test may have
 * left, and the database remains. To drop it would make the server write all other databases to
 * disk, which costs a fourth of a run's processor time.
 */
export const database: Effect.Effect<Connection, SqlError, Scope.Scope> = Effect.acquireRelease(
  Effect.gen(function* () {
    const name = `test_${randomBytes(6).toString("hex")}`
    yield* administer(`CREATE DATABASE ${name}`)
    return connection(name)
  }),
  ({ database: name }) =>
    Effect.orDie(
      administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    )
)

/**
 * The keys of people in a test's database. Rows that a program has written are found by its keyed
 * hash. A database without tables has no key of the hashes yet, so it gets the one of tests.
 */
export const people = Layer.unwrap(
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const tables = yield* sql`select from pg_class where oid = to_regclass('installation')`
    return tables.length > 0 && (yield* PersonKeys.storedIndex(sql)) !== undefined
      ? PersonKeys.layer([Redacted.make(dataKey)])
      : Layer.succeed(PersonKeys.PersonKeys, TestKeys.on(sql))
  })
).pipe(Layer.orDie)

type Client = PgClient.PgClient | SqlClient.SqlClient | PersonKeys.PersonKeys

/** Connects a client to a database, without the keys of people. */
export const clientOnly = (to: Connection) => PgClient.layer({ ...to, maxConnections })

/** Connects a client to a database, for example `Postgres.client(yield* Postgres.database)`. */
export const client = (to: Connection): Layer.Layer<Client, SqlError> =>
  Layer.provideMerge(people, clientOnly(to))

/** Connects a client to a new database. */
export const layer: Layer.Layer<Client, SqlError> = Layer.unwrap(Effect.map(database, client))
