/** The logs and read models of all partitions in one process, with one database client. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { inject } from "vitest"
import * as Storage from "../../src/app/Storage.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as DataSubjects from "../../src/engine/ports/DataSubjects.ts"
import * as Log from "../../src/engine/ports/Log.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as ServiceState from "../../src/engine/ServiceState.ts"
import * as LeaderLock from "../../src/postgres/log/LeaderLock.ts"
import * as Tables from "../fixtures/tables.ts"
import { silent } from "../http/suite.ts"
import { draft } from "../support/drafts.ts"
import * as Postgres from "../support/postgres.ts"

const reader: Log.Reader = {
  ...{ loadActive: Effect.succeed(0), restore: Effect.succeed(0) },
  ...{ follow: () => Effect.void, people: DataSubjects.none, apply: () => {} }
}

/** A process that has opened the logs of all its partitions. */
const started = Effect.fnUntraced(function* (settings: Settings.Settings) {
  const database = yield* Layer.build(
    Layer.provideMerge(Postgres.people, Layer.fresh(Storage.database(settings)))
  )
  const parts = yield* Effect.forEach(
    Storage.partitionsOf(settings),
    (partition) =>
      Effect.gen(function* () {
        const context = yield* Layer.build(Storage.ofPartition(partition))
        const log = Context.get(context, Log.Log)
        yield* log.open(reader)
        return { log, readModel: Context.get(context, ReadModel.ReadModel) }
      }),
    { concurrency: "unbounded" }
  ).pipe(
    Effect.provideContext(database),
    Effect.provideService(LeaderLock.LeaderLock, "wait a little")
  )
  return { parts, sql: Context.get(database, PgClient) }
})

describe("The partitions of one process", () => {
  it.live("write and show entries independently, with their locks in one session", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const settings = yield* Settings.read({
        DATABASE_URL: Tables.url(inject("postgres").socketDir, connection),
        PARTITIONS: "4"
      })
      const { parts, sql } = yield* started(settings)
      for (const { log, readModel } of parts) {
        assert.isTrue(yield* Log.commit(log, draft("one")))
        assert.deepStrictEqual(log.tip(), { seq: 2, epoch: 1 })
        yield* readModel.reset
        assert.strictEqual(yield* readModel.seq, 0)
      }
      const sessions = yield* sql`
        select count(distinct pid)::int as sessions, count(*)::int as locks from pg_locks
        where locktype = 'advisory' and granted and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())`
      assert.deepStrictEqual(sessions, [{ sessions: 1, locks: 4 }])
    }).pipe(Effect.scoped, Effect.provide(silent))
  )

  it.live("are taken over together by the next process, once the first ends", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const settings = yield* Settings.read({
        DATABASE_URL: Tables.url(inject("postgres").socketDir, connection),
        PARTITIONS: "2"
      })
      const scope = yield* Scope.make()
      const first = yield* Scope.provide(started(settings), scope)
      // A second process logs that it waits when it begins to wait for the locks.
      const waits = yield* Deferred.make<void>()
      const state: ServiceState.Progress = {
        now: () => "starting",
        enter: () => Deferred.doneUnsafe(waits, Effect.void)
      }
      const next = yield* started(settings).pipe(
        Effect.provideService(ServiceState.ServiceState, state),
        Effect.forkScoped({ startImmediately: true })
      )
      yield* Deferred.await(waits)
      assert.isUndefined(next.pollUnsafe(), "the next one waits")
      for (const { log } of first.parts) assert.isTrue(log.isWritable())
      yield* Scope.close(scope, Exit.void)
      const { parts } = yield* Fiber.join(next)
      assert.deepStrictEqual(
        parts.map(({ log }) => log.tip()),
        [
          { seq: 2, epoch: 2 },
          { seq: 2, epoch: 2 }
        ]
      )
    }).pipe(Effect.scoped, Effect.provide(silent))
  )
})
