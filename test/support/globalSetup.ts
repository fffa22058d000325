/**
 * Starts one PostgreSQL for a whole test run and tells the test files where it is. Each file makes
 * its own database in it (postgres.ts); nothing here survives the run.
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
  /** A database that always exists, for CREATE DATABASE. */
  readonly database: string
}

declare module "vitest" {
  export interface ProvidedContext {
    readonly postgres: TestServer
  }
}

/** The data dies with the run, so speed comes first. Tests of durability start their own. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // No database lives long enough for it, and there are hundreds.
  autovacuum: "off",
  // Test files have pools of their own, and several files run at once.
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
