/**
 * The shared base of all contenders of a bench: one real PostgreSQL with the program's settings
 * (durable), a new database for each of them, and a temporary folder. It is removed with the stage.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Scope } from "effect"
import * as EmbeddedServer from "../src/postgres/server/EmbeddedServer.ts"
import * as Cores from "./Cores.ts"
import type * as Report from "./Report.ts"

export interface Database {
  /** The DATABASE_URL for a server. */
  readonly url: string
  /** Runs one statement over a separate connection, and returns its rows. */
  readonly query: <A extends object>(statement: string) => Promise<ReadonlyArray<A>>
}

export interface Stage extends AsyncDisposable {
  readonly folder: string
  /** Creates an empty database. */
  readonly database: (name: string) => Promise<Database>
  /** The server's default database, for statistics about the whole server. */
  readonly observer: Database
  /** The process id of the PostgreSQL server, which is the parent of its other processes. */
  readonly postmaster: number
  /** The server, its settings and the assignment of cores, for the report. */
  readonly about: Readonly<Record<string, Report.Cell>>
}

const databaseAt = (
  { socketDir, socketPath, username }: EmbeddedServer.Embedded,
  name: string
): Database => ({
  url: `postgres://${username}@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
  query: <A extends object>(statement: string) =>
    Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe<A>(statement)).pipe(
      Effect.provide(
        PgClient.layer({ path: socketPath, username, database: name, maxConnections: 1 })
      ),
      Effect.runPromise
    )
})

const settings = ["server_version", "fsync", "synchronous_commit", "shared_buffers"]

const describe = async ({ query }: Database): Promise<string> => {
  const rows = await query<{ readonly name: string; readonly value: string }>(
    `select name, current_setting(name) as value from unnest(array['${settings.join("','")}']) as name`
  )
  return rows.map(({ name, value }) => `${name} ${value}`).join(", ")
}

/** Opens a stage with this process in a role. The database has its own cores. */
export const open = async (role: Cores.Role = "load"): Promise<Stage> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-bench-"))
  const remove = (): void => fs.rmSync(folder, { recursive: true, force: true })
  process.once("exit", remove)
  const scope = Scope.makeUnsafe()
  const close = async (): Promise<void> => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    Cores.leave()
    remove()
    process.off("exit", remove)
  }
  // The server's processes inherit the cores of this process, which starts them.
  Cores.moveTo("database")
  try {
    const dataDir = path.join(folder, "server")
    const server = await Effect.runPromise(Scope.provide(EmbeddedServer.start({ dataDir }), scope))
    Cores.moveTo(role)
    const observer = databaseAt(server, server.database)
    let made = 0
    return {
      folder,
      observer,
      postmaster: server.pid,
      database: async (name) => {
        made += 1
        await observer.query(`create database ${name}_${made}`)
        return databaseAt(server, `${name}_${made}`)
      },
      about: { PostgreSQL: await describe(observer), cores: Cores.about() },
      [Symbol.asyncDispose]: close
    }
  } catch (error) {
    await close()
    throw error
  }
}
