/** The log in PostgreSQL behind a faulty proxy, with books on the results of its callers. */
import { PgClient } from "@effect/sql-pg"
import { assert } from "@effect/vitest"
import { Effect, Layer, Logger, References, type Scope } from "effect"
import * as Storage from "../../src/app/Storage.ts"
import * as Limits from "../../src/config/Limits.ts"
import * as DataSubjects from "../../src/engine/ports/DataSubjects.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { Log } from "../../src/engine/ports/Log.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as LeaderLock from "../../src/postgres/log/LeaderLock.ts"
import * as PostgresLog from "../../src/postgres/log/PostgresLog.ts"
import * as Replay from "../../src/postgres/log/Replay.ts"
import * as PersonKeys from "../../src/postgres/sealing/PersonKeys.ts"
import { draft, idOf } from "../support/drafts.ts"
import * as Postgres from "../support/postgres.ts"
import * as Proxy from "../support/proxy.ts"

/** Hides the log lines of the log, which are expected while its database has faults. */
export const silent = Layer.mergeAll(
  Logger.layer([]),
  Layer.succeed(References.MinimumLogLevel, "None")
)

/** A new migrated database. */
export const database = Effect.gen(function* () {
  const connection = yield* Postgres.database
  yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir }).pipe(
    Effect.provide(Postgres.client(connection))
  )
  return connection
})

export interface Writer {
  readonly log: Log["Service"]
  readonly proxy: Proxy.Proxy
  /**
   * Appends all drafts concurrently, so that they share a statement. Resolves when each is settled.
   */
  readonly append: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<boolean>>
  /** Compares the results with the log, and returns the number of settled drafts. */
  readonly audit: Effect.Effect<number, unknown>
}

/** A writer of one partition that reaches its database through a separate proxy. */
export const writer = (
  connection: Postgres.Connection,
  partition: number
): Effect.Effect<Writer, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const { database, path, username } = connection
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => Proxy.start(path, username)),
      ({ close }) => Effect.promise(close)
    )
    const client = PgClient.layer({
      ...{ host: "127.0.0.1", port: proxy.port, username, database },
      maxConnections: Limits.database.connectionsMax
    })
    const context = yield* Layer.build(
      PostgresLog.layer(partition).pipe(
        Layer.provide(LeaderLock.layer([partition])),
        Layer.provide(Layer.provideMerge(Postgres.people, client))
      )
    )
    const log = yield* Effect.provideContext(Log, context)
    const applied: Array<string> = []
    const reader = {
      loadActive: Effect.succeed(0),
      restore: Effect.succeed(0),
      follow: (entries: ReadonlyArray<Entry.Entry>) =>
        Effect.sync(() => void applied.push(...entries.map(idOf))),
      people: DataSubjects.none,
      apply: (entry: Entry.Entry) => void applied.push(idOf(entry))
    }
    yield* log.open(reader)
    const told = new Map<string, Array<boolean>>()

    const append: Writer["append"] = (ids) =>
      Effect.callback((resume) => {
        let open = ids.length
        for (const id of ids) {
          const verdicts: Array<boolean> = []
          told.set(id, verdicts)
          log.append(draft(id), (durable) => {
            verdicts.push(durable)
            open -= 1
            if (open === 0) resume(Effect.succeed(ids.map((each) => told.get(each)?.[0] ?? false)))
          })
        }
      })

    const audit = Effect.gen(function* () {
      const found: Array<string> = []
      const sql = yield* PgClient.PgClient
      const { seq } = yield* Replay.run(
        { sql, people: PersonKeys.closed },
        partition,
        Replay.start,
        (entries) => Effect.sync(() => void found.push(...entries.map(idOf)))
      )
      assert.strictEqual(seq, found.length)
      assert.deepStrictEqual(found, applied, "the log holds something else than what was applied")
      const expected = [...told].filter(([, verdicts]) => verdicts[0] === true)
      for (const [id, verdicts] of told) {
        assert.strictEqual(verdicts.length, 1, `${id} is settled ${verdicts.length} times`)
      }
      assert.deepStrictEqual(
        found.filter((id) => id !== "EpochStarted"),
        expected.map(([id]) => id),
        "what was told and what is written differ"
      )
      return told.size
    }).pipe(Effect.provide(Postgres.client(connection)))

    return { log, proxy, append, audit }
  })
