/** Pointers to kept responses are dropped after a day, for any number per day. */

import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as History from "../../engine/queries/history.ts"
import * as Listing from "../../engine/queries/listing.ts"
import { silent } from "../../http/suite.ts"
import * as Postgres from "../../support/postgres.ts"

const tables = Layer.unwrap(
  Effect.as(
    Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir }),
    PostgresReadModel.layer(Partition.directory)
  )
)

it.live("Responses older than a day are dropped, even if they need several writes", () =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    yield* TestClock.setTime(History.bornAt)
    const listing = yield* Listing.make(yield* ReadModel.ReadModel)
    const { repliesDroppedMax } = Limits.readModel
    const old = BigInt(History.bornAt - State.replyMsMax)
    yield* sql`insert into replies select 0, 'old ' || n, 1, ${old}
      from generate_series(1, ${2 * repliesDroppedMax + 5}::int) n`
    yield* sql`insert into replies select 0, 'new ' || n, 1, ${old + 60_000n}
      from generate_series(1, 10) n`
    for (const count of [0, 1, 2]) {
      yield* TestClock.adjust(1)
      const at = yield* Clock.currentTimeMillis
      const quote = { kind: "quote", pick: 0, more: 1 } as const
      yield* listing.apply(History.eventsOf(quote, listing.fold, at, count))
      yield* listing.write("done")
    }
    // The last write does not wait for the drops that follow it.
    const kept = sql<{ readonly key: string }>`select key from replies`.pipe(
      Effect.map((rows) => rows.map(({ key }) => key))
    )
    let keys = yield* kept
    while (keys.some((key) => key.startsWith("old "))) keys = yield* kept
    assert.strictEqual(keys.length, 10)
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.mergeAll(tables, TestClock.layer())),
    Effect.provide(Postgres.layer),
    Effect.provide(silent)
  )
)
