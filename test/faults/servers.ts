/** PostgreSQL servers for tests of faults, and databases in them. */
import { randomBytes } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Logger, References } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"

/** The place where a server listens: a unix socket in a folder. */
export interface Place {
  readonly socketDir: string
  readonly socketPath: string
  readonly username: string
}

export interface Server extends Place {
  /** The DATABASE_URL for the program. */
  readonly url: (database: string) => string
  readonly client: (
    database: string
  ) => Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, unknown>
}

export const at = (place: Place): Server => {
  const { socketDir, socketPath: path, username } = place
  return {
    ...place,
    url: (database) =>
      `postgres://${username}@localhost/${database}?host=${encodeURIComponent(socketDir)}`,
    client: (database) =>
      Layer.merge(
        PgClient.layer({ path, username, database, maxConnections: 1 }),
        // The test causes the fault, so the client's log lines about it are noise.
        Layer.succeed(References.MinimumLogLevel, "None")
      )
  }
}

/** The run's server, without fsync, because it survives any fault of the program. */
export const shared = (): Server => at(inject("postgres"))

/** Runs one statement, and returns its rows. */
export const query = <A extends object>(
  server: Server,
  database: string,
  statement: string
): Promise<ReadonlyArray<A>> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<A>(statement)).pipe(
    Effect.provide(server.client(database)),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  )

/** Creates a database, empty or as a copy. It ends with the server, or its creator drops it. */
export const create = async (server: Server, template = "template1"): Promise<string> => {
  const name = `faults_${randomBytes(6).toString("hex")}`
  await query(server, "postgres", `create database ${name} template ${template}`)
  return name
}

export const drop = (server: Server, database: string): Promise<unknown> =>
  query(server, "postgres", `drop database ${database} with (force)`)
