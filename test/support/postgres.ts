/**
 * A fresh, empty database in the run's server (globalSetup.ts), for one test file or one test.
 *
 *   it.layer(Postgres.layer)("...", (it) => ...)   one database for these tests
 *   const config = yield* Postgres.database        its connection settings, for several clients
 */
import { randomBytes } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { inject } from "vitest"
import type {} from "./globalSetup.ts"

/** What every client of a test database needs; spread it to add pool settings. */
export interface Connection {
  readonly path: string
  readonly username: string
  readonly database: string
}

/** Connections of one test's pool: enough to be concurrent, few enough for many test files. */
const maxConnections = 4

const connection = (database: string): Connection => {
  const { socketPath, username } = inject("postgres")
  return { path: socketPath, username, database }
}

/** A statement in the server's own database: a database cannot create or drop itself. */
const administer = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(
      PgClient.layer({ ...connection(inject("postgres").database), maxConnections: 1 }),
      { local: true }
    )
  )

/** A new database until the scope closes. */
export const database: Effect.Effect<Connection, SqlError, Scope.Scope> = Effect.acquireRelease(
  Effect.gen(function* () {
    const name = `test_${randomBytes(6).toString("hex")}`
    yield* administer(`CREATE DATABASE ${name}`)
    return connection(name)
  }),
  // FORCE: a test that failed may have left a client behind.
  (fresh) => Effect.orDie(administer(`DROP DATABASE ${fresh.database} WITH (FORCE)`))
)

/** A client of a database: `Postgres.client(yield* Postgres.database)`. */
export const client = (
  to: Connection
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError> =>
  PgClient.layer({ ...to, maxConnections })

/** A client of a new database. */
export const layer: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError> = Layer.unwrap(
  Effect.map(database, client)
)
