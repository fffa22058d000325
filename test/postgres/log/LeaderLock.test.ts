/** The leader's locks of several partitions, on a real PostgreSQL server. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { LeadershipLost } from "../../../src/engine/ports/Log.ts"
import * as LeaderLock from "../../../src/postgres/log/LeaderLock.ts"
import { silent } from "../../http/suite.ts"
import { patienceMs } from "../../support/patience.ts"
import * as Postgres from "../../support/postgres.ts"

const partitions = [0, 1, 2]

interface Lock {
  readonly pid: number
  readonly partition: number
}

/** The advisory locks that are held in a database. */
const locks = (connection: Postgres.Connection) =>
  Effect.flatMap(
    PgClient,
    (sql) => sql<Lock>`select pid, objid::int as partition from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())
      order by partition`
  ).pipe(Effect.provide(Postgres.client(connection), { local: true }))

const partitionsOf = (held: ReadonlyArray<Lock>) => held.map(({ partition }) => partition)

interface Called {
  readonly checkOwnership?: (partition: number) => Effect.Effect<void>
  readonly catchUp?: Effect.Effect<void>
}

/** A process that takes the locks of all its partitions, until its scope closes. */
const leader = Effect.fnUntraced(function* (
  connection: Postgres.Connection,
  { checkOwnership = () => Effect.void, catchUp = Effect.void }: Called = {}
) {
  const client = yield* Layer.build(Layer.fresh(Postgres.client(connection)))
  const session = yield* Layer.build(LeaderLock.layer(partitions)).pipe(
    Effect.provideContext(client)
  )
  yield* Effect.forEach(
    partitions,
    (partition) => LeaderLock.take({ catchUp, checkOwnership: checkOwnership(partition) }),
    { concurrency: "unbounded" }
  ).pipe(
    Effect.provideContext(session),
    Effect.provideService(LeaderLock.LeaderLock, "wait a little")
  )
})

const until = Effect.fnUntraced(function* (holds: Effect.Effect<boolean, unknown>) {
  while (!(yield* holds)) yield* Effect.sleep(20)
}, Effect.timeout(patienceMs))

describe("The leader's locks of a process with several partitions", () => {
  it.live("are held in one session, and released together", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const scope = yield* Scope.make()
      yield* Scope.provide(leader(connection), scope)
      const held = yield* locks(connection)
      assert.deepStrictEqual(partitionsOf(held), partitions)
      assert.strictEqual(new Set(held.map(({ pid }) => pid)).size, 1)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* locks(connection), [])
    }).pipe(Effect.scoped, Effect.provide(silent))
  )

  it.live("are taken only once another process holds none of them", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const other = yield* Scope.make()
      const client = yield* Layer.build(Layer.fresh(Postgres.client(connection)))
      const take = Effect.flatMap(PgClient, (sql) => LeaderLock.takeNow(sql, [2]))
      yield* Scope.provide(Effect.provideContext(take, client), other)
      let looks = 0
      const catchUp = Effect.sync(() => {
        looks += 1
      })
      const waiting = yield* Effect.forkChild(leader(connection, { catchUp }), {
        startImmediately: true
      })
      // After this, each process has tried to take the locks and has checked them again.
      yield* until(Effect.sync(() => looks > 2 * partitions.length))
      assert.isUndefined(waiting.pollUnsafe())
      yield* Scope.close(other, Exit.void)
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(partitionsOf(yield* locks(connection)), partitions)
    }).pipe(Effect.scoped, Effect.provide(silent))
  )

  it.live("are taken by only one of two processes that start at once", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const scopes = [yield* Scope.make(), yield* Scope.make()]
      const first = yield* Deferred.make<number>()
      for (const [index, scope] of scopes.entries()) {
        yield* Scope.provide(leader(connection), scope).pipe(
          Effect.andThen(Deferred.succeed(first, index)),
          Effect.forkIn(scope)
        )
      }
      const winner = yield* Deferred.await(first)
      const held = yield* locks(connection)
      assert.deepStrictEqual(partitionsOf(held), partitions)
      assert.strictEqual(new Set(held.map(({ pid }) => pid)).size, 1)
      for (const scope of [scopes[winner], scopes[1 - winner]]) {
        if (scope !== undefined) yield* Scope.close(scope, Exit.void)
      }
    }).pipe(Effect.scoped, Effect.provide(silent))
  )

  it.live("are taken again after the end of their session, and each log is checked", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const checked = new Set<number>()
      const checkOwnership = (partition: number) => Effect.sync(() => void checked.add(partition))
      yield* leader(connection, { checkOwnership })
      const [before] = yield* locks(connection)
      yield* Effect.flatMap(
        PgClient,
        (sql) => sql`select pg_terminate_backend(${before?.pid ?? 0})`
      ).pipe(Effect.provide(Postgres.client(connection), { local: true }))
      yield* until(Effect.sync(() => checked.size === partitions.length))
      const after = yield* locks(connection)
      assert.deepStrictEqual(partitionsOf(after), partitions)
      assert.notStrictEqual(after[0]?.pid, before?.pid)
    }).pipe(Effect.scoped, Effect.provide(silent))
  )
})

describe("The locks that a leader holds", () => {
  it.live("are refused at once to a tool that needs all of them", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      yield* leader(connection)
      const refusal = yield* Effect.flip(
        Effect.flatMap(PgClient, (sql) => LeaderLock.takeNow(sql, [0, 1, 2])).pipe(
          Effect.scoped,
          Effect.provide(Postgres.client(connection), { local: true })
        )
      )
      assert.instanceOf(refusal, LeadershipLost)
    }).pipe(Effect.scoped, Effect.provide(silent))
  )
})

/** A clock that shortens waits to a hundredth. */
const hurried = Effect.map(
  Clock.Clock,
  (clock): Clock.Clock =>
    Object.assign(Object.create(clock), {
      sleep: (duration: Duration.Duration) => clock.sleep(Duration.divideUnsafe(duration, 100))
    })
)

describe("The lock that the processes of a cluster share", () => {
  it.live("is shared by all of them, and refused to a process that wants it exclusively", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const share = Effect.flatMap(
        Layer.build(Layer.fresh(Postgres.client(connection))),
        (client) => Effect.provideContext(Effect.flatMap(PgClient, LeaderLock.share), client)
      )
      const [first, second] = [yield* Scope.make(), yield* Scope.make()]
      yield* Scope.provide(share, first)
      yield* Scope.provide(share, second)
      const own = Effect.flatMap(PgClient, (sql) => LeaderLock.takeNow(sql, partitions)).pipe(
        Effect.scoped,
        Effect.provide(Postgres.client(connection), { local: true })
      )
      assert.instanceOf(yield* Effect.flip(own), LeadershipLost)
      yield* Scope.close(first, Exit.void)
      assert.instanceOf(yield* Effect.flip(own), LeadershipLost)
      yield* Scope.close(second, Exit.void)
      yield* own
    }).pipe(Effect.scoped, Effect.provide(silent))
  )

  it.live("is refused while a process has it exclusively, with a message about that", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      yield* leader(connection)
      const refusal = yield* Effect.flip(
        Effect.flatMap(PgClient, LeaderLock.share).pipe(
          Effect.scoped,
          Effect.provideService(Clock.Clock, yield* hurried),
          Effect.provide(Postgres.client(connection), { local: true })
        )
      )
      assert.include(refusal.message, "CLUSTER_LISTEN")
    }).pipe(Effect.scoped, Effect.provide(silent))
  )
})

describe("The leader's lock that the database refuses", () => {
  it.effect("fails the start with the database's reason", () =>
    Effect.gen(function* () {
      const cause = new Error('unrecognized configuration parameter "idle_session_timeout"')
      const reason = new SqlError.UnknownError({ cause, message: "Query failed" })
      const execute = () => Effect.fail(new SqlError.SqlError({ reason }))
      const sql = { reserve: Effect.succeed({ execute }) } as unknown as PgClient
      const waiting = { catchUp: Effect.void, checkOwnership: Effect.void }
      const taken = LeaderLock.take(waiting).pipe(
        Effect.provide(LeaderLock.layer([0])),
        Effect.provideService(PgClient, sql),
        Effect.scoped,
        Effect.flip,
        Effect.provideService(LeaderLock.LeaderLock, "wait a little")
      )
      const fiber = yield* Effect.forkChild(taken)
      yield* TestClock.adjust("30 seconds")
      const { message } = yield* Fiber.join(fiber)
      assert.strictEqual(message, `The lock of the log cannot be taken: ${cause.message}`)
    }).pipe(Effect.provide(silent))
  )
})
