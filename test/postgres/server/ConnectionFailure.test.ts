/** Connection failures of a real PostgreSQL server with passwords and TLS. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Layer, Logger, Redacted, References, Scope } from "effect"
import { SqlError } from "effect/sql"
import { afterAll, beforeAll } from "vitest"
import * as Storage from "../../../src/app/Storage.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as ConnectionFailure from "../../../src/postgres/server/ConnectionFailure.ts"
import * as EmbeddedServer from "../../../src/postgres/server/EmbeddedServer.ts"
import * as Servers from "../../faults/servers.ts"
import * as Certificates from "../../support/certificates.ts"

/** An address without another PostgreSQL server, since the server's port is fixed. */
const host = process.platform === "linux" ? "127.86.4.1" : "127.0.0.1"

const rules = `
local all all trust
hostssl all encrypted 127.0.0.0/8 scram-sha-256
hostnossl all encrypted 127.0.0.0/8 reject
host all all 127.0.0.0/8 scram-sha-256
`

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-connect-"))
const authority = path.join(folder, "ca.crt")

const scope = Effect.runSync(Scope.make())

/** Gives a running server its certificate and its access rules. */
const secure = async (server: Servers.Server): Promise<void> => {
  const rows = await Servers.query<{ readonly data_directory: string }>(
    server,
    "postgres",
    "show data_directory"
  )
  const cluster = rows[0]?.data_directory ?? assert.fail()
  const { gid, uid } = fs.statSync(cluster)
  const { ca, cert, key } = await Certificates.make([host])
  fs.writeFileSync(authority, ca)
  for (const [name, text] of Object.entries({
    "server.crt": cert,
    "server.key": key,
    "pg_hba.conf": rules
  })) {
    const file = path.join(cluster, name)
    fs.writeFileSync(file, text, { mode: 0o600 })
    fs.chownSync(file, uid, gid)
  }
  for (const statement of [
    "alter system set ssl = on",
    "create role plain login password 'right'",
    "create role encrypted login password 'right'",
    "create database payouts owner plain",
    "select pg_reload_conf()"
  ]) {
    await Servers.query(server, "postgres", statement)
  }
}

beforeAll(async () => {
  fs.chmodSync(folder, 0o711)
  const dataDir = path.join(folder, "data")
  const server = EmbeddedServer.start({ dataDir, settings: { listen_addresses: host } })
  await secure(Servers.at(await Effect.runPromise(Scope.provide(server, scope))))
})

afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  fs.rmSync(folder, { recursive: true, force: true })
})

const url = (user: string, { database = "payouts", port = 5432, query = "" } = {}) =>
  `postgres://${user}@${host}:${port}/${database}${query}`

/** The outcome of a start (connected, its error message, or the first wait) and its log lines. */
const start = (databaseUrl: string) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const isWaiting = yield* Deferred.make<void>()
    const logger = Logger.make<unknown, void>(({ message }) => {
      lines.push(String(message))
      Deferred.doneUnsafe(isWaiting, Effect.void)
    })
    const connected = Layer.build(
      Database.layer({
        environment: "sandbox",
        databaseUrl: Redacted.make(databaseUrl),
        dataDir: folder,
        partitions: 1,
        schemaDir: Storage.schemaDir
      })
    ).pipe(
      Effect.scoped,
      Effect.as("connected"),
      Effect.catch((error) => Effect.succeed(error.message)),
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, "Warn")
    )
    const waits = Effect.as(Deferred.await(isWaiting), "waits")
    return { outcome: yield* Effect.raceFirst(connected, waits), lines }
  })

const refusals: ReadonlyArray<readonly [string, string, RegExp]> = [
  ["a wrong password", url("plain:wrong"), /refuses the user or the password of DATABASE_URL \(/],
  ["an unknown user", url("nobody:right"), /refuses the user or the password of DATABASE_URL \(/],
  ["no password", url("plain"), /refuses the login with DATABASE_URL \(/],
  [
    "an unknown database",
    url("plain:right", { database: "none" }),
    /of DATABASE_URL does not exist \(database "none" does not exist\)/
  ],
  [
    "no encryption where the server demands it",
    url("encrypted:right", { query: "?sslmode=disable" }),
    /takes encrypted connections only .* Add sslmode=require/
  ],
  [
    "a certificate of an unknown authority",
    url("encrypted:right", { query: "?sslmode=require" }),
    /certificate of the database is not trusted .*sslrootcert=\/path\/to\/ca\.crt/
  ],
  [
    "an authority that cannot be read",
    url("encrypted:right", { query: "?sslmode=verify-full&sslrootcert=/none/ca.crt" }),
    /sslrootcert in DATABASE_URL cannot be read \(ENOENT/
  ],
  [
    "an unknown sslmode",
    url("plain:right", { query: "?sslmode=no-verify" }),
    /DATABASE_URL is invalid: .*sslmode/
  ]
]

describe("A start of the service", () => {
  for (const [title, databaseUrl, message] of refusals) {
    it.live(`with ${title} fails with a message about it`, () =>
      Effect.gen(function* () {
        const { outcome } = yield* start(databaseUrl)
        assert.match(outcome, message)
        assert.notInclude(outcome, "right@")
      })
    )
  }

  it.live("waits if no server listens, and logs the reason", () =>
    Effect.gen(function* () {
      const { lines, outcome } = yield* start(url("plain:right", { port: 1 }))
      assert.strictEqual(outcome, "waits")
      assert.match(
        lines[0] ?? "",
        /^Waiting for the database: No server listens at the address of DATABASE_URL \(connect ECONNREFUSED/
      )
    })
  )

  it.live("connects with TLS if sslrootcert names the server's authority", () =>
    Effect.gen(function* () {
      const query = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`
      const databaseUrl = url("plain:right", { query })
      assert.deepStrictEqual(yield* start(databaseUrl), { outcome: "connected", lines: [] })
      const rows = yield* Effect.flatMap(
        PgClient,
        (sql) => sql<{ readonly ssl: boolean }>`
          select ssl from pg_stat_ssl where pid = pg_backend_pid()`
      ).pipe(
        Effect.provide(
          Database.layer({
            ...{ environment: "sandbox", dataDir: folder, partitions: 1 },
            databaseUrl: Redacted.make(databaseUrl),
            schemaDir: Storage.schemaDir
          })
        )
      )
      assert.deepStrictEqual(rows, [{ ssl: true }])
    })
  )
})

/** A client with given sessions, since npm has neither an old server nor a pooler. */
const scripted = (sessions: ReadonlyArray<{ readonly pid: number; readonly version: number }>) => {
  let next = 0
  const reserve = Effect.sync(() => {
    const session = sessions[next++]
    return { execute: () => Effect.succeed([session]) }
  })
  return { reserve } as unknown as PgClient
}

describe("The check of a database", () => {
  const check = (...sessions: Parameters<typeof scripted>[0]) =>
    ConnectionFailure.check(scripted(sessions)).pipe(
      Effect.as("taken"),
      Effect.catch(({ message }) => Effect.succeed(message))
    )

  it.effect("accepts version 14, and refuses version 13", () =>
    Effect.gen(function* () {
      const at = (version: number) => check({ pid: 1, version }, { pid: 2, version })
      assert.strictEqual(yield* at(140_000), "taken")
      assert.match(yield* at(130_023), /^The database is PostgreSQL 13\. .* needs 14 or newer\.$/)
    })
  )

  it.effect("refuses a pooler that gives two connections one session", () =>
    Effect.gen(function* () {
      const session = { pid: 7, version: 150_018 }
      assert.match(yield* check(session, session), /pooler in transaction mode/)
    })
  )
})

describe("The explanation of a failed connection to several addresses", () => {
  const failure = (code: string) => ({ code, message: `connect ${code}` })
  const explain = (...codes: ReadonlyArray<string>) => {
    const cause = new AggregateError(codes.map(failure))
    const reason = new SqlError.ConnectionError({ cause, message: "Failed to connect" })
    return ConnectionFailure.explain(new SqlError.SqlError({ reason }))
  }
  const refused = {
    message: "No server listens at the address of DATABASE_URL (connect ECONNREFUSED)",
    isFinal: false
  }

  it("is about the address that refuses if another one has no route", () => {
    assert.deepStrictEqual(explain("ENETUNREACH", "ECONNREFUSED"), refused)
    assert.deepStrictEqual(explain("ECONNREFUSED", "ENETUNREACH"), refused)
    assert.deepStrictEqual(explain("ECONNREFUSED", "ETIMEDOUT"), refused)
  })

  it("is about the first failure if none has an explanation", () => {
    const message = "connect ENETUNREACH"
    assert.deepStrictEqual(explain("ENETUNREACH", "EADDRNOTAVAIL"), { message, isFinal: false })
  })
})
