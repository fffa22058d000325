import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as Storage from "../../src/app/Storage.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as Postgres from "../support/postgres.ts"

const { schemaDir } = Storage

describe("The database", () => {
  it.live("belongs to the environment of its first start", () =>
    Effect.gen(function* () {
      yield* Database.prepare({ environment: "sandbox", schemaDir })
      yield* Database.prepare({ environment: "sandbox", schemaDir })
      const refusal = yield* Effect.flip(Database.prepare({ environment: "production", schemaDir }))
      assert.strictEqual(refusal._tag, "WrongEnvironment")
      assert.include(refusal.message, "belongs to the sandbox environment")
    }).pipe(Effect.provide(Postgres.layer))
  )

  it.live(
    "keeps the number of partitions of its first start, and a refusal names both numbers",
    () =>
      Effect.gen(function* () {
        const start = (partitions?: number) =>
          Database.prepare({
            ...{ environment: "sandbox", schemaDir },
            ...(partitions === undefined ? {} : { partitions })
          })
        yield* start(3)
        yield* start(3)
        for (const other of [undefined, 2, 64]) {
          const refusal = yield* Effect.flip(start(other))
          assert.strictEqual(refusal._tag, "WrongPartitions")
          assert.include(refusal.message, "are 3, from its first start on")
          assert.include(refusal.message, `PARTITIONS is ${other ?? 1}. Set PARTITIONS=3.`)
        }
      }).pipe(Effect.provide(Postgres.layer))
  )

  it.live("has keys by partition if the first of several simultaneous starts set several", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const start = (partitions: number) =>
        Effect.exit(Database.prepare({ environment: "sandbox", schemaDir, partitions })).pipe(
          Effect.provide(Postgres.client(connection), { local: true })
        )
      const starts = yield* Effect.all([start(4), start(4), start(4)], {
        concurrency: "unbounded"
      })
      assert.isTrue(starts.every(Exit.isSuccess))
      const keys = yield* Effect.flatMap(
        PgClient,
        (sql) => sql<{ readonly definition: string }>`
          select pg_get_constraintdef(oid) as definition from pg_constraint
          where conrelid in ('audit_log'::regclass, 'replies'::regclass) and contype = 'p'
          order by 1`
      ).pipe(Effect.provide(Postgres.client(connection)))
      assert.deepStrictEqual(
        keys.map(({ definition }) => definition),
        ["PRIMARY KEY (partition, key)", "PRIMARY KEY (partition, seq, account_id)"]
      )
    })
  )
})
