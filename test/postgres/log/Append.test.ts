import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Schedule } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as Append from "../../../src/postgres/log/Append.ts"
import * as Replay from "../../../src/postgres/log/Replay.ts"
import * as KeyTable from "../../../src/postgres/sealing/KeyTable.ts"
import { PersonKeys } from "../../../src/postgres/sealing/PersonKeys.ts"
import * as Postgres from "../../support/postgres.ts"

/** Waits until a statement waits for another transaction. */
const untilBlocked = Effect.gen(function* () {
  const sql = yield* PgClient
  const waiting = yield* sql`select from pg_locks where not granted`
  return waiting.length > 0
}).pipe(Effect.repeat({ until: (isBlocked) => isBlocked, schedule: Schedule.spaced(5) }))

describe("An append", () => {
  it.live("is durable if another writer stores one of its keys at the same moment", () =>
    Effect.gen(function* () {
      yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
      const sql = yield* PgClient
      const people = yield* PersonKeys
      const keys = ["Ada", "Bob"].map(people.of)
      const [row] = keys.flatMap(({ row }) => (row === undefined ? [] : [row]))
      if (row === undefined) return assert.fail("the key is stored already")
      const tip = { ...Replay.start, epoch: 1 }
      const batch = Append.batch(Partition.directory, tip, [{ body: "{}", sealed: null, keys }])
      const inserted = yield* Deferred.make<void>()
      const other = yield* Effect.gen(function* () {
        yield* KeyTable.add(sql, [row])
        yield* Deferred.succeed(inserted, undefined)
        yield* untilBlocked
      }).pipe(sql.withTransaction, Effect.forkChild)
      yield* Deferred.await(inserted)
      assert.strictEqual(yield* Append.attempt(sql, batch), "durable")
      yield* Fiber.join(other)
      const stored = yield* sql`select from person_keys`
      assert.strictEqual(stored.length, 2)
    }).pipe(Effect.provide(Postgres.layer))
  )
})
