import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option, Scope } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import { Log } from "../../../src/engine/ports/Log.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as LeaderLock from "../../../src/postgres/log/LeaderLock.ts"
import * as PostgresLog from "../../../src/postgres/log/PostgresLog.ts"
import * as Replay from "../../../src/postgres/log/Replay.ts"
import * as PersonKeys from "../../../src/postgres/sealing/PersonKeys.ts"
import { draft, idOf } from "../../support/drafts.ts"
import * as Postgres from "../../support/postgres.ts"

const partition = Partition.directory

/** A separate migrated database. */
const database = Effect.gen(function* () {
  const connection = yield* Postgres.database
  yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir }).pipe(
    Effect.provide(Postgres.client(connection))
  )
  return connection
})

interface Writer {
  readonly log: Log["Service"]
  readonly applied: Array<string>
  readonly append: (id: string) => Effect.Effect<boolean>
}

/** A writer that has taken over the log. */
const writer = (
  connection: Postgres.Connection,
  of: number = partition
): Effect.Effect<Writer, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const layer = PostgresLog.layer(of).pipe(
      Layer.provide(LeaderLock.layer([of])),
      Layer.provide(Postgres.client(connection))
    )
    const context = yield* Layer.build(layer)
    const log = yield* Effect.provideContext(Log, context)
    const applied: Array<string> = []
    yield* log.open({
      loadActive: Effect.succeed(0),
      restore: Effect.succeed(0),
      follow: (entries) => Effect.sync(() => void applied.push(...entries.map(idOf))),
      people: DataSubjects.none,
      apply: (entry) => void applied.push(idOf(entry))
    })
    const append = (id: string) =>
      Effect.callback<boolean>((resume) =>
        log.append(draft(id), (durable) => resume(Effect.succeed(durable)))
      )
    return { log, applied, append }
  })

const names = (count: number, prefix = "e"): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

/** The entries that a new reader finds, in order. Fails if the hash chain is broken. */
const readBack = (connection: Postgres.Connection, of: number = partition) =>
  Effect.gen(function* () {
    const found: Array<string> = []
    const sql = yield* PgClient
    const tip = yield* Replay.run({ sql, people: PersonKeys.closed }, of, Replay.start, (entries) =>
      Effect.sync(() => void found.push(...entries.map(idOf)))
    )
    return { found, tip }
  }).pipe(Effect.provide(Postgres.client(connection)))

/** The pages that a reader passes on, each with at most this number of entries. */
const pagesOf = (connection: Postgres.Connection, pageEntries: number) =>
  Effect.gen(function* () {
    const pages: Array<ReadonlyArray<string>> = []
    const source = { sql: yield* PgClient, people: PersonKeys.closed, pageEntries }
    yield* Replay.run(source, partition, Replay.start, (entries) =>
      Effect.sync(() => void pages.push(entries.map(idOf)))
    )
    return pages
  }).pipe(Effect.provide(Postgres.client(connection)))

describe("The log in PostgreSQL", () => {
  it.live("L1 settles an append after it is applied, in the order of the log", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const { append, applied } = yield* writer(connection)
      const ids = names(500)
      const order: Array<string> = []
      yield* Effect.forEach(
        ids,
        (id) =>
          Effect.map(append(id), (durable) => {
            assert.isTrue(durable)
            assert.include(applied, id)
            order.push(id)
          }),
        { concurrency: "unbounded" }
      )
      const { found } = yield* readBack(connection)
      assert.deepStrictEqual(found, ["EpochStarted", ...ids])
      assert.deepStrictEqual(order, ids)
    })
  )

  it.live("commits in groups, so 500 concurrent appends take few transactions", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const { append } = yield* writer(connection)
      yield* Effect.forEach(names(500), append, { concurrency: "unbounded" })
      const rows = yield* Effect.flatMap(
        PgClient,
        (sql) =>
          sql<{
            readonly transactions: number
          }>`select count(distinct xmin::text)::int as transactions from log`
      ).pipe(Effect.provide(Postgres.client(connection)))
      assert.isBelow(rows[0]?.transactions ?? 500, 20)
    })
  )

  it.live("completes a large group in slices, each in a turn of the event loop", () =>
    Effect.gen(function* () {
      const { log } = yield* writer(yield* database)
      const { answeredAtOnce } = Limits.log
      const count = 3 * answeredAtOnce + 1
      let turns = 0
      let ticking: NodeJS.Immediate
      const tick = (): void => {
        turns += 1
        ticking = setImmediate(tick)
      }
      tick()
      yield* Effect.addFinalizer(() => Effect.sync(() => clearImmediate(ticking)))
      const answeredIn: Array<number> = []
      yield* Effect.callback<void>((resume) => {
        for (const id of names(count)) {
          log.append(draft(id), (durable) => {
            assert.isTrue(durable)
            answeredIn.push(turns)
            if (answeredIn.length === count) resume(Effect.void)
          })
        }
      })
      const perTurn = Map.groupBy(answeredIn, (turn) => turn)
      const answered = [...perTurn.values()].map((each) => each.length)
      assert.deepStrictEqual(answered, [answeredAtOnce, answeredAtOnce, answeredAtOnce, 1])
    })
  )

  it.live("refuses appends beyond the limit of its queue, and accepts the rest", () =>
    Effect.gen(function* () {
      const { append } = yield* writer(yield* database)
      const outcomes = yield* Effect.forEach(names(Limits.log.queueMax + 100), append, {
        concurrency: "unbounded"
      })
      assert.isAtLeast(outcomes.filter((durable) => !durable).length, 1)
      assert.isAtLeast(outcomes.filter((durable) => durable).length, Limits.log.queueMax)
    })
  )
})

describe("A replay of the log", () => {
  it.live("passes every entry on, in pages of any size", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const { append } = yield* writer(connection)
      const ids = names(10)
      yield* Effect.forEach(ids, append)
      for (const size of [1, 3, 11, 12]) {
        const pages = yield* pagesOf(connection, size)
        assert.deepStrictEqual(pages.flat(), ["EpochStarted", ...ids])
        assert.isAtMost(Math.max(...pages.map(({ length }) => length)), size)
        assert.lengthOf(pages, Math.ceil((1 + ids.length) / size))
      }
    })
  )
})

describe("A writer of the log in PostgreSQL", () => {
  it.live("L3 is replaced by a second writer, and its next append fails", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const old = yield* writer(connection)
      assert.isTrue(yield* old.append("before"))
      const young = yield* writer(connection)
      assert.deepStrictEqual(young.applied.slice(0, 2), ["EpochStarted", "before"])
      const outcomes = yield* Effect.forEach(names(20, "zombie"), old.append, {
        concurrency: "unbounded"
      })
      assert.isTrue(outcomes.every((durable) => !durable))
      assert.strictEqual((yield* Effect.flip(old.log.lost))._tag, "LeadershipLost")
      assert.isFalse(old.log.isWritable())
      assert.isTrue(yield* young.append("after"))
      const { found } = yield* readBack(connection)
      assert.deepStrictEqual(found, ["EpochStarted", "before", "EpochStarted", "after"])
    })
  )

  it.live("L3 ends at once if it is replaced while it drains", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const scope = yield* Scope.make()
      const old = yield* Scope.provide(writer(connection), scope)
      yield* writer(connection)
      const zombie = yield* Effect.forkChild(old.append("zombie"), { startImmediately: true })
      const ended = yield* Effect.timeoutOption(
        Scope.close(scope, Exit.void),
        Limits.log.drainMsMax / 2
      )
      assert.isTrue(Option.isSome(ended))
      assert.isFalse(yield* Fiber.join(zombie))
    })
  )

  it.live("L3 is the last of many that start at once, and the hash chain is intact", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const writers = yield* Effect.forEach(names(8), () => writer(connection), {
        concurrency: "unbounded"
      })
      const outcomes = yield* Effect.forEach(writers, ({ append }, index) => append(`w${index}`), {
        concurrency: "unbounded"
      })
      const { found, tip } = yield* readBack(connection)
      const written = found.filter((id) => id.startsWith("w"))
      assert.strictEqual(tip.epoch, 8)
      assert.strictEqual(written.length, outcomes.filter((durable) => durable).length)
      assert.isAtMost(written.length, 1)
    })
  )

  it.live("L3 fails an append after another program replaced its last entry", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const { append, log } = yield* writer(connection)
      assert.isTrue(yield* append("one"))
      // Simulates a promoted replica that lost the entry and got another one in its place.
      const bodies = yield* Effect.gen(function* () {
        const sql = yield* PgClient
        yield* sql`update log set hash = set_byte(hash, 0, 255 - get_byte(hash, 0)) where seq = 2`
        assert.isFalse(yield* append("two"))
        return yield* sql<{ readonly seq: number }>`select seq::int as seq from log order by seq`
      }).pipe(Effect.provide(Postgres.client(connection)))
      assert.deepStrictEqual(
        bodies.map(({ seq }) => seq),
        [1, 2],
        "nothing is written"
      )
      assert.strictEqual((yield* Effect.flip(log.lost))._tag, "LeadershipLost")
      assert.isFalse(log.isWritable())
    })
  )
})

describe("The logs of two partitions in one database", () => {
  it.live("L3 are written independently, and one is taken over without the other", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const [first, second] = [yield* writer(connection, 0), yield* writer(connection, 1)]
      const append = ({ append }: Writer, prefix: string) =>
        Effect.forEach(names(50, prefix), append, { concurrency: "unbounded" })
      yield* Effect.all([append(first, "a"), append(second, "b")], { concurrency: "unbounded" })
      const young = yield* writer(connection, 1)
      assert.isFalse(yield* second.append("zombie"))
      assert.isTrue(yield* young.append("after"))
      assert.isTrue(yield* first.append("still"))
      const expected = [
        ["EpochStarted", ...names(50, "a"), "still"],
        ["EpochStarted", ...names(50, "b"), "EpochStarted", "after"]
      ]
      for (const of of [0, 1]) {
        assert.deepStrictEqual((yield* readBack(connection, of)).found, expected[of])
      }
    })
  )
})

describe("The log in PostgreSQL during failures", () => {
  it.live("L4 confirms only durable appends while connections are killed", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const { append, log } = yield* writer(connection)
      const killer = yield* Effect.flatMap(
        PgClient,
        (sql) => sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`
      ).pipe(
        Effect.repeat({ times: 60 }),
        Effect.provide(Postgres.client(connection)),
        Effect.ignore,
        Effect.forkChild
      )
      const told = new Map<string, boolean>()
      const client = (name: string) =>
        Effect.forEach(names(150, `${name}-`), (id) =>
          append(id).pipe(
            Effect.map((durable) => told.set(id, durable)),
            Effect.andThen(log.awaitWritable)
          )
        )
      yield* Effect.forEach(names(8, "client"), client, { concurrency: "unbounded" })
      yield* Fiber.await(killer)
      const { found } = yield* readBack(connection)
      const written = new Set(found)
      assert.strictEqual(written.size, found.filter((id) => id !== "EpochStarted").length + 1)
      for (const [id, durable] of told) assert.strictEqual(written.has(id), durable, id)
      assert.isAbove([...told.values()].filter((durable) => durable).length, 0)
    })
  )

  it.live("continues after a restart where it stopped, in a new epoch", () =>
    Effect.gen(function* () {
      const connection = yield* database
      yield* Effect.scoped(Effect.flatMap(writer(connection), ({ append }) => append("one")))
      const second = yield* writer(connection)
      assert.deepStrictEqual(second.applied, ["EpochStarted", "one", "EpochStarted"])
      assert.deepStrictEqual(second.log.tip(), { seq: 3, epoch: 2 })
    })
  )
})

describe("A corrupt log", () => {
  const spoiled = (spoil: (sql: PgClient) => Effect.Effect<unknown, unknown>) =>
    Effect.gen(function* () {
      const connection = yield* database
      yield* Effect.scoped(
        Effect.flatMap(writer(connection), ({ append }) => Effect.forEach(names(5), append))
      )
      yield* Effect.flatMap(PgClient, spoil).pipe(Effect.provide(Postgres.client(connection)))
      const exit = yield* Effect.exit(writer(connection))
      return Exit.isFailure(exit) ? String(exit.cause) : "it started"
    })

  it.live("is refused, and the error names an entry with a changed body", () =>
    Effect.gen(function* () {
      const message = yield* spoiled(
        (sql) => sql`update log set body = replace(body, 'e2', 'e9') where seq = 4`
      )
      assert.include(message, "seq 4")
    })
  )

  it.live("is refused, and the error names a missing entry", () =>
    Effect.gen(function* () {
      assert.include(yield* spoiled((sql) => sql`delete from log where seq = 3`), "seq 3")
    })
  )

  it.live("is refused if a newer program wrote it", () =>
    Effect.gen(function* () {
      const connection = yield* database
      const done = yield* Deferred.make<void>()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { log } = yield* writer(connection)
          log.append(
            { ...draft("x"), v: 99 as 1 },
            () => void Deferred.doneUnsafe(done, Effect.void)
          )
          yield* Deferred.await(done)
        })
      )
      const exit = yield* Effect.exit(writer(connection))
      assert.isTrue(Exit.isFailure(exit))
      assert.include(Exit.isFailure(exit) ? String(exit.cause) : "", "newer version")
    })
  )
})
