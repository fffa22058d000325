/** The read model is a fold of the log, so a rebuild has the same rows (L2). */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { inject } from "vitest"
import * as LogTools from "../../../src/app/LogTools.ts"
import * as Settings from "../../../src/config/Settings.ts"
import * as LeaderLock from "../../../src/postgres/log/LeaderLock.ts"
import * as Life from "../../faults/life.ts"
import * as Agreement from "../../fixtures/agreement.ts"
import * as Logs from "../../fixtures/logs.ts"
import * as Tables from "../../fixtures/tables.ts"
import * as Workload from "../../fixtures/workload.ts"
import { quiet } from "../../http/suite.ts"
import { dataKey } from "../../support/dataKey.ts"
import * as Postgres from "../../support/postgres.ts"
import * as Service from "../../support/service.ts"

const url = (connection: Postgres.Connection): string =>
  Tables.url(inject("postgres").socketDir, connection)

const settings = (connection: Postgres.Connection) =>
  Settings.read({ DATABASE_URL: url(connection), DATA_KEY: dataKey })

/** Runs a service during `use`. A stop drains it, as SIGTERM does. */
const during = (
  connection: Postgres.Connection,
  use: (service: Service.Service, stop: Effect.Effect<void>) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const stop = Scope.close(scope, Exit.void)
    const service = yield* Scope.provide(Service.start({}, connection), scope)
    yield* Effect.ensuring(use(service, stop), stop)
  })

/** Starts an engine that brings the tables to the end of the log, and compares it with the log. */
const settled = (connection: Postgres.Connection) =>
  Effect.gen(function* () {
    const engine = yield* Agreement.start
    yield* Agreement.check(engine, Logs.fold(yield* Logs.opened))
    return yield* Tables.rows
  }).pipe(Effect.scoped, Effect.provide(Postgres.client(connection)))

const rowsOf = (connection: Postgres.Connection) =>
  Effect.provide(Tables.rows, Postgres.client(connection))

/** True if a session failed to take the leader's locks, and has released those that it had. */
const hasTriedLock = (connection: Postgres.Connection) =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    const sessions = yield* sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and query like 'select pg_advisory_unlock_all%'`
    return sessions.length > 0
  }).pipe(Effect.provide(Postgres.client(connection)))

const sizes = (rows: Tables.Rows): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(rows).map(([name, all]) => [name, all.length]))

/**
 * Distinct values of a field in the states of a kind, in the checkpoint and in a table. Unchanged
 * rows have no state.
 */
const statuses = (
  rows: Tables.Rows,
  kind: string,
  table: string,
  field: string
): ReadonlyArray<unknown> => {
  const alive = (rows.active ?? []).filter((row) => row.kind === kind)
  const states = [...alive, ...(rows[table] ?? [])]
    .filter(({ state }) => state !== "")
    .map(({ state }) => JSON.parse(String(state)))
  return [...new Set(states.map((state) => state[field]))].sort()
}

/** Tables of objects that the requests of the workload do not make, or do not end. */
const unused = ["batches", "withdrawals", "bookings"]

/** Compares table by table, so that a difference is small enough to read. */
const assertSame = (left: Tables.Rows, right: Tables.Rows, when = ""): void => {
  for (const name of Tables.names) {
    assert.deepStrictEqual(left[name], right[name], `${name} ${when}`)
  }
}

/** Length of the log up to the first entry of each event with this prefix. */
const firsts = (log: ReadonlyArray<string>, prefix: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const [index, { events }] of Logs.entries(log).entries()) {
    for (const { _tag } of events) {
      if (_tag.startsWith(prefix) && !found.has(_tag)) found.set(_tag, index + 1)
    }
  }
  return found
}

describe("The read model, rebuilt from the log", () => {
  it.live("L2 has the same rows after all kinds of requests", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const receiver = yield* Workload.receiver
      yield* during(connection, (service) =>
        Effect.promise(async () => {
          await Workload.register(service, receiver)
          await Workload.run(service, "first", 42)
          await Workload.calm(service)
        })
      )
      const shown = yield* settled(connection)
      assert.includeMembers(
        [...statuses(shown, "payout", "payouts", "status")],
        ["SETTLED", "FAILED", "REVERSED", "COMPLIANCE_HOLD", "MANUAL_REVIEW"]
      )
      assert.includeMembers([...statuses(shown, "quote", "quotes", "lock")], ["used"])
      assert.isTrue(
        shown.active?.some(({ kind, state }) => kind === "quote" && state === ""),
        "a quote that is as it was created"
      )
      assert.includeMembers(
        [...statuses(shown, "delivery", "deliveries", "status")],
        ["delivered", "pending"]
      )
      assert.isNotEmpty(statuses(shown, "batch", "batches", "id"))
      for (const [name, size] of Object.entries(sizes(shown))) {
        // Each batch has a row that waits for a decision, so none is in the archive.
        if (!unused.includes(name)) assert.isAbove(size, 0, name)
      }

      const rebuild = Life.start("src/cli/main.ts", { DATABASE_URL: url(connection) }, [
        ...["log", "rebuild"]
      ])
      assert.strictEqual(yield* Effect.promise(() => rebuild.ended), 0, rebuild.output())
      assert.match(rebuild.output(), /ok: the read model shows \d+ entries/)
      assertSame(yield* rowsOf(connection), shown)
      assertSame(yield* settled(connection), {
        ...shown,
        read_model: (yield* rowsOf(connection)).read_model ?? []
      })
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.live("L2 has the same rows after stops and starts at any time", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const receiver = yield* Workload.receiver
      for (const [life, answersMax] of [3, 17, 60].entries()) {
        yield* during(connection, (service, stop) =>
          Effect.gen(function* () {
            if (life === 0) yield* Effect.promise(() => Workload.register(service, receiver))
            let answers = 0
            const enough = Promise.withResolvers<void>()
            const counted: Service.Service = {
              ...service,
              payout: async (...asked) => {
                const answer = await service.payout(...asked)
                answers += 1
                if (answers === answersMax) enough.resolve()
                return answer
              }
            }
            const all = Workload.run(counted, `life ${life}`, 40)
            yield* Effect.promise(() => Promise.race([enough.promise, all]))
            yield* stop
            yield* Effect.promise(() => all)
          })
        )
      }
      const shown = yield* settled(connection)
      yield* LogTools.rebuildReadModel(yield* settings(connection))
      assertSame(yield* rowsOf(connection), shown)
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})

describe("A rebuild of the read model", () => {
  it.live("L2 has the same rows after a stop right after any entry of a batch", () =>
    Effect.gen(function* () {
      const whole = yield* Postgres.database
      yield* during(whole, (service) =>
        Effect.promise(async () => {
          await Workload.run(service, "batches", 9)
          await Workload.calm(service)
        })
      )
      const log = yield* Effect.provide(Logs.opened, Postgres.client(whole))
      const stops = firsts(log, "Batch")
      assert.includeMembers([...stops.keys()], ["BatchCreated", "BatchFunded", "BatchRefundOpened"])
      for (const [tag, count] of stops) {
        yield* Effect.gen(function* () {
          const connection = yield* Postgres.database
          yield* Effect.gen(function* () {
            yield* Tables.prepare
            yield* Logs.write(yield* PgClient, log.slice(0, count))
          }).pipe(Effect.provide(Postgres.client(connection)))
          const shown = yield* settled(connection)
          yield* LogTools.rebuildReadModel(yield* settings(connection))
          assertSame(yield* rowsOf(connection), shown, tag)
        }).pipe(Effect.scoped)
      }
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.live("is refused while a service runs, with the reason", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const service = yield* Service.start({}, connection).pipe(
        Effect.provideService(LeaderLock.LeaderLock, "wait a little")
      )
      assert.strictEqual((yield* Effect.promise(() => service.payout("before"))).status, 201)
      yield* Effect.promise(() => Workload.calm(service))
      const before = yield* rowsOf(connection)
      // The tool waits for a draining service. A test clock shortens the wait.
      const refusal = yield* Effect.gen(function* () {
        const tool = yield* Effect.forkChild(
          Effect.flip(LogTools.rebuildReadModel(yield* settings(connection)))
        )
        // The clock moves only after the connection, which would otherwise time out.
        while (!(yield* hasTriedLock(connection))) {
          yield* Effect.promise(() => service.call("GET", "/healthz"))
        }
        while (tool.pollUnsafe() === undefined) {
          yield* Effect.promise(() => service.call("GET", "/healthz"))
          yield* TestClock.adjust(1_000)
        }
        return yield* Fiber.join(tool)
      }).pipe(Effect.provide(TestClock.layer()))
      assert.match(String(refusal), /Another process serves this log\. Stop it first/)
      const after = yield* rowsOf(connection)
      assert.deepStrictEqual(after.payouts, before.payouts)
      const again = yield* Effect.promise(() => service.payout("before"))
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
