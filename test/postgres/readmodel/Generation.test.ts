import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import { ReadModel } from "../../../src/engine/ports/ReadModel.ts"
import * as DirtyRows from "../../../src/engine/state/DirtyRows.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Postgres from "../../support/postgres.ts"

/** The read model of one process. */
const views = Effect.map(Layer.build(PostgresReadModel.layer(Partition.directory)), (context) =>
  Context.get(context, ReadModel)
)

describe("L2 Tables that another process emptied", () => {
  it.live(
    "are not written by a process that filled them earlier, since rows would be missing",
    () =>
      Effect.gen(function* () {
        yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
        const sql = yield* PgClient
        const before = yield* views
        yield* before.reset
        const after = yield* views
        yield* after.reset
        const changes = DirtyRows.take(State.make())
        const exit = yield* Effect.exit(before.write({ ...changes, seq: 5 }))
        assert.isTrue(Exit.isFailure(exit) && Exit.hasDies(exit))
        assert.include(String(exit), "Another process rebuilt the read model")
        const rows = yield* sql<{ readonly seq: bigint }>`select seq from read_model`
        assert.deepStrictEqual(rows, [{ seq: 0n }])
        yield* after.write({ ...changes, seq: 5 })
        assert.strictEqual(yield* after.seq, 5)
      }).pipe(Effect.provide(Postgres.layer))
  )
})
