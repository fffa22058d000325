/** Settlement reports with a payout that settled at the edge between two periods. */

import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Storage from "../../../src/app/Storage.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Listing from "../../engine/queries/listing.ts"
import { silent } from "../../http/suite.ts"
import * as Fixtures from "../../support/fixtures.ts"
import * as Postgres from "../../support/postgres.ts"

const settledAt = Fixtures.at(5)
const week = 7 * 86_400_000

/** The ids in reports of the weeks before and after an edge. */
const reports = Effect.fnUntraced(function* ({ queries }: Listing.Listing, edge: number) {
  const report = (settledFrom: number, settledBefore: number) =>
    queries.payoutPage(
      { accountId: "acct_1", status: "SETTLED", settledFrom, settledBefore },
      { limit: 10, offset: 0 }
    )
  const found = [yield* report(edge - week, edge), yield* report(edge, edge + week)]
  return found.map((payouts) => payouts.map(({ id }) => id))
})

/** A listing of one settled payout, which is only in memory. */
const settled = Effect.gen(function* () {
  yield* TestClock.setTime(settledAt)
  const listing = yield* Listing.make(yield* ReadModel.ReadModel)
  yield* listing.apply(Fixtures.historyTo.SETTLED)
  return listing
})

const inPostgres = <A>(
  effect: Effect.Effect<A, unknown, ReadModel.ReadModel | Scope.Scope>
): Effect.Effect<A, unknown> =>
  Effect.gen(function* () {
    yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
    const context = yield* Layer.build(PostgresReadModel.layer(Partition.directory))
    return yield* effect.pipe(Effect.provide(context), Effect.provide(TestClock.layer()))
  }).pipe(Effect.scoped, Effect.provide(Postgres.layer), Effect.provide(silent))

describe("A payout that settled exactly at the edge between two reports", () => {
  for (const place of ["memory", "the archive"]) {
    it.live(`is only in the later report, read from ${place}`, () =>
      Effect.gen(function* () {
        const listing = yield* settled
        if (place === "the archive") yield* listing.write("done")
        assert.strictEqual(listing.live.payouts.size, place === "memory" ? 1 : 0)
        const id = Fixtures.payoutId
        assert.deepStrictEqual(yield* reports(listing, settledAt - 1), [[], [id]])
        assert.deepStrictEqual(yield* reports(listing, settledAt), [[], [id]])
        assert.deepStrictEqual(yield* reports(listing, settledAt + 1), [[id], []])
      }).pipe(inPostgres)
    )
  }
})
