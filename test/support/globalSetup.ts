/**
 * Starts one PostgreSQL for a whole test run, and gives its address to the test files. Each file
 * makes a separate database in it (postgres.ts). Nothing in it survives the run.
 */
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"
import * as EmbeddedServer from "../../src/postgres/server/EmbeddedServer.ts"

/** The address and user of the run's server. */
export interface TestServer {
  readonly socketDir: string
  readonly socketPath: string
  readonly port: number
  readonly username: string
  /** The database that always exists, in which CREATE DATABASE runs. */
  readonly database: string
}

declare module "vitest" {
  export interface ProvidedContext {
    readonly postgres: TestServer
  }
}

/**
 * Speed matters more than durability, because the data dies with the run. Tests of durability start
 * a separate server.
 */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // No database lives long enough for a vacuum, and there are hundreds.
  autovacuum: "off",
  // Each test file has a separate pool, and several files run at the same time.
  max_connections: "300"
}

const setup = Effect.fnUntraced(function* (project: TestProject) {
  const scope = yield* Scope.make()
  const folder = yield* Effect.promise(() => fs.mkdtemp(path.join(os.tmpdir(), "payout-tests-")))
  yield* Scope.addFinalizer(
    scope,
    Effect.promise(() => fs.rm(folder, { recursive: true, force: true }))
  )
  const server = yield* EmbeddedServer.start({ dataDir: path.join(folder, "data"), settings }).pipe(
    Scope.provide(scope),
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
  )
  const { socketDir, socketPath, port, username, database } = server
  project.provide("postgres", { socketDir, socketPath, port, username, database })
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
})

export default (project: TestProject) => Effect.runPromise(setup(project))
