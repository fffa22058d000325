import { assert, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import { assertHeaders, assertProblem, silent, until } from "./suite.ts"

/** Runs statements as an administrator over another connection. */
const administer = (connection: Postgres.Connection, ...statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of statements) yield* sql.unsafe(statement)
  }).pipe(
    Effect.provide(Postgres.client({ ...connection, database: inject("postgres").database }), {
      local: true
    })
  )

const takeAway = (connection: Postgres.Connection) =>
  administer(
    connection,
    `ALTER DATABASE ${connection.database} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${connection.database}'`
  )

const bringBack = (connection: Postgres.Connection) =>
  administer(connection, `ALTER DATABASE ${connection.database} ALLOW_CONNECTIONS true`)

const isReplay = ({ headers }: Service.Answer): boolean =>
  headers.get("idempotent-replayed") === "true"

it.live(
  "During a database outage writes are 503 and reads work, and afterwards the key replays the outcome",
  () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const service = yield* Service.start({ SANDBOX_TIME_SCALE: "100" }, connection)
      const { call, quote } = service
      const ready = () => call("GET", "/readyz", { key: null })
      const created = yield* Effect.promise(() => service.payout("before"))
      assert.strictEqual(created.status, 201)

      yield* takeAway(connection)
      // The outcome of this request is unknown until the database is back, so its caller waits.
      const first = quote("first of the outage")
      const unready = yield* Effect.promise(() => until(ready, ({ status }) => status === 503))
      assertHeaders(unready)
      assert.strictEqual(unready.json.status, "unavailable")
      yield* Effect.promise(async () => {
        for (let index = 0; index < 5; index++) {
          const refused = await quote("second of the outage")
          assertProblem(refused, 503, "SERVICE_UNAVAILABLE")
          assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
        }
        const read = await call("GET", `/v1/payouts/${created.json.payout_id}`)
        assert.strictEqual(read.status, 200)
        assert.strictEqual((await call("GET", "/healthz")).status, 200)
        assert.match((await call("GET", "/metrics")).text, /^payout_log_writable(\{.*\})? 0$/m)
      })

      yield* bringBack(connection)
      yield* Effect.promise(async () => {
        await until(ready, ({ status }) => status === 200)
        const answered = await first
        assert.strictEqual(answered.status, 201)
        const again = await quote("first of the outage")
        assert.isTrue(isReplay(again))
        assert.strictEqual(again.text, answered.text)
        const second = await quote("second of the outage")
        assert.strictEqual(second.status, 201)
        assert.isFalse(isReplay(second), "nothing was done")
      })
    }).pipe(Effect.provide(silent))
)

it.live("A stop finishes accepted requests, and a restarted service replays every response", () =>
  Effect.gen(function* () {
    const connection = yield* Postgres.database
    const scope = yield* Scope.make()
    const before = yield* Scope.provide(Service.start({}, connection), scope)
    const keys = Array.from({ length: 100 }, (_, index) => `stop ${index}`)
    // Each client has an open connection and one response before the stop.
    yield* Effect.promise(() => Promise.all(keys.map((key) => before.quote(`warm ${key}`))))
    const asked = keys.map((key) => before.quote(key).catch(() => undefined))
    yield* Effect.promise(() => Promise.race(asked))
    const stoppedAt = Date.now()
    yield* Scope.close(scope, Exit.void)
    assert.isBelow(Date.now() - stoppedAt, 6_000, "open connections do not hold it up")
    const answers = yield* Effect.promise(() => Promise.all(asked))
    const given = answers.filter((answer) => answer !== undefined)
    assert.isNotEmpty(given)
    for (const answer of given) {
      if (answer.status !== 201) assertProblem(answer, 503, "SERVICE_UNAVAILABLE")
    }

    const after = yield* Service.start({}, connection)
    yield* Effect.promise(async () => {
      for (const [index, key] of keys.entries()) {
        const answer = answers[index]
        const again = await after.quote(key)
        assert.strictEqual(again.status, 201)
        if (answer?.status !== 201) continue
        assert.isTrue(isReplay(again))
        assert.strictEqual(again.text, answer.text)
      }
    })
  }).pipe(Effect.provide(silent))
)
