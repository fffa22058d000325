/** A write that pauses between its statements until a request waits for it. */

import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as DirtyRows from "../../../src/engine/state/DirtyRows.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as History from "../../engine/queries/history.ts"
import { silent } from "../../http/suite.ts"
import * as Postgres from "../../support/postgres.ts"

const tables = Layer.unwrap(
  Effect.as(
    Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir }),
    PostgresReadModel.layer(Partition.directory)
  )
)

const count = 4 * Limits.readModel.backgroundRowsMax

it.live("A gentle write writes every row, without further pauses once a request waits", () =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    const readModel = yield* ReadModel.ReadModel
    yield* readModel.reset
    const state = State.make()
    for (let seq = 1; seq <= count; seq++) {
      const quote = { kind: "quote", pick: 0, more: 1 } as const
      const events = History.eventsOf(quote, state, History.bornAt + seq, seq)
      const place = { v: 1, at: History.bornAt + seq, by: "engine", seq, epoch: 1 } as const
      Fold.apply(state, { ...place, reply: null, events })
    }
    let asked = 0
    // A request begins to wait after the second statement.
    yield* readModel.write(DirtyRows.take(state), () => {
      asked += 1
      return asked <= 2
    })
    assert.strictEqual(asked, 3)
    const rows = yield* sql`select id from active where kind = 'quote'`
    assert.strictEqual(rows.length, count)
  }).pipe(
    Effect.scoped,
    Effect.provide(tables),
    Effect.provide(Postgres.layer),
    Effect.provide(silent)
  )
)
