/**
 * Reads of memory and then of the tables, while rows move between them. Between the two reads, a
 * finished object is loaded, becomes active again and leaves the archive.
 */

import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Fiber, Latch, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Storage from "../../../src/app/Storage.ts"
import * as ChainProgress from "../../../src/engine/chain/ChainProgress.ts"
import * as DepositIntake from "../../../src/engine/chain/DepositIntake.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as RefundLookup from "../../../src/engine/queries/RefundLookup.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Seed from "../../faults/seed.ts"
import { silent } from "../../http/suite.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as MemoryReadModel from "../../support/memoryReadModel.ts"
import * as Postgres from "../../support/postgres.ts"
import * as History from "./history.ts"
import * as Listing from "./listing.ts"

const accountId = History.accounts[0] ?? ""

const act = Effect.fnUntraced(function* (
  listing: Listing.Listing,
  kind: History.Step["kind"],
  count: number,
  pick = 0
) {
  yield* TestClock.adjust(1)
  const at = yield* Clock.currentTimeMillis
  const events = History.eventsOf({ kind, pick, more: 1 }, listing.fold, at, count)
  if (events.length > 0) yield* listing.apply(events)
})

/** Four payouts. One is finished with a refund due, and is only in the archive. */
const begin = Effect.gen(function* () {
  yield* TestClock.setTime(History.bornAt)
  const listing = yield* Listing.make(yield* ReadModel.ReadModel)
  for (const count of [0, 1, 2, 3]) yield* act(listing, "payout", count)
  yield* act(listing, "fail", 4)
  yield* act(listing, "reopen", 5)
  yield* listing.write("done")
  assert.strictEqual(listing.live.payouts.size, 3)
  return listing
})

/** Sends the refund. The payout waits for a proof, so it is active and leaves the archive. */
const reopen = (listing: Listing.Listing, count: number) =>
  Effect.andThen(act(listing, "reopen", count), listing.write("done"))

const inMemory = Effect.provide(
  Layer.unwrap(
    Effect.sync(() =>
      Layer.mergeAll(MemoryReadModel.make(MemoryLog.make()).layer, silent, TestClock.layer())
    )
  )
)

const idsOf = (rows: Iterable<{ readonly id: string }>): ReadonlyArray<string> =>
  Array.from(rows, ({ id }) => id)
    .sort()
    .reverse()

describe("A payout that is reopened while the tables are read", () => {
  for (const filter of [{ accountId }, { accountId, network: "AIRTEL_UG" as const }]) {
    it.live(`stays on its page and in the total, filtered by ${Object.keys(filter)}`, () =>
      Effect.gen(function* () {
        const listing = yield* begin
        Latch.closeUnsafe(listing.reading)
        const listed = yield* Effect.forkChild(
          listing.queries.payouts(filter, { limit: 2, offset: 2 }),
          { startImmediately: true }
        )
        yield* reopen(listing, 6)
        Latch.openUnsafe(listing.reading)
        const { items, total } = yield* Fiber.join(listed)
        const expected = idsOf(listing.fold.payouts.values())
        assert.deepStrictEqual(
          items.map(({ id }) => id),
          expected.slice(2)
        )
        assert.strictEqual(total, 4)
      }).pipe(Effect.scoped, inMemory)
    )
  }

  for (const first of [2, 3]) {
    it.live(`is in the rest of a report after a page of ${first} rows`, () =>
      Effect.gen(function* () {
        const listing = yield* begin
        const expected = idsOf(listing.fold.payouts.values())
        const page = (after: string | undefined, limit: number) =>
          listing.queries.payoutPage(
            { accountId },
            { limit, offset: 0, after: after === undefined ? undefined : { id: after, name: "" } }
          )
        const before = yield* page(undefined, first)
        Latch.closeUnsafe(listing.reading)
        const rest = yield* Effect.forkChild(page(before.at(-1)?.id, 4), {
          startImmediately: true
        })
        yield* reopen(listing, 6)
        Latch.openUnsafe(listing.reading)
        const walked = [...before, ...(yield* Fiber.join(rest))].map(({ id }) => id)
        assert.deepStrictEqual(walked, expected)
      }).pipe(Effect.scoped, inMemory)
    )
  }

  it.live("is found for a deposit to its address", () =>
    Effect.gen(function* () {
      const listing = yield* begin
      const over = idsOf(listing.fold.payouts.values()).filter(
        (id) => !listing.live.payouts.has(id)
      )
      const addresses = over.map((id) => `0x${id}`.toLowerCase())
      const delayed = Effect.as(reopen(listing, 6), new Map<string, string>())
      const found = yield* DepositIntake.ownersIn({
        ...{ state: listing.live, readModel: { owners: () => delayed } },
        ...{ requests: { executeOwn: () => Effect.never }, give: () => Effect.never },
        progress: yield* ChainProgress.make
      })(addresses)
      assert.deepStrictEqual(
        [...found],
        over.map((id) => [`0x${id}`.toLowerCase(), id])
      )
    }).pipe(Effect.scoped, inMemory)
  )
})

describe("A payout that leaves memory while the tables are read", () => {
  it.live("is found by the transaction of its refund", () =>
    Effect.gen(function* () {
      const listing = yield* begin
      yield* reopen(listing, 6)
      const readModel = yield* ReadModel.ReadModel
      // The archive responds without the row, which it gets during the read.
      const delayed = Effect.as(
        Effect.andThen(act(listing, "end again", 7), listing.write("done")),
        []
      )
      const context = yield* Effect.context<never>()
      const refundedWith = () => Effect.provideContext(delayed, context)
      const found = yield* RefundLookup.find(listing.live, { ...readModel, refundedWith }, "0xr6")
      assert.strictEqual(listing.live.refundTransactions.size, 0)
      assert.strictEqual(found.length, 1)
    }).pipe(Effect.scoped, inMemory)
  )
})

/** Changes of existing objects, and new payouts. */
const kinds: ReadonlyArray<History.Step["kind"]> = [
  ...(["payout", "fail", "fail", "reopen", "reopen", "end again", "expire"] as const),
  ...(["batch ends", "batch ends", "batch reopens"] as const)
]

/** Makes one change after the other, during one write after the other. */
const busy = Effect.fnUntraced(function* (
  listing: Listing.Listing,
  changes: number,
  draw: ReturnType<typeof Seed.make>
) {
  let writing = yield* Effect.forkChild(listing.write("done"))
  for (let count = 1_000; count < 1_000 + changes; count++) {
    yield* act(listing, kinds[draw(kinds.length)] ?? "fail", count, draw(9_999))
    if (draw(4) === 0) yield* Effect.promise(() => new Promise<void>((go) => setImmediate(go)))
    if (writing.pollUnsafe() === undefined) continue
    yield* Fiber.join(writing)
    writing = yield* Effect.forkChild(listing.write("done"))
  }
  yield* Fiber.join(writing)
})

interface Walked {
  readonly list: (
    page: ReadModel.Page
  ) => Effect.Effect<ReadModel.ListPage<{ readonly id: string }>, unknown>
  readonly expected: ReadonlyArray<string>
}

/** Walks a list page by page, which must have each row once and in order. */
const walk = Effect.fnUntraced(function* ({ expected, list }: Walked, limit: number) {
  const seen: Array<string> = []
  for (let offset = 0; offset <= expected.length; offset += limit) {
    const { items, total } = yield* list({ limit, offset })
    seen.push(...items.map(({ id }) => id))
    assert.strictEqual(total, expected.length)
  }
  assert.deepStrictEqual(seen, expected)
})

describe("Pages that are walked while their rows are archived and reopened", () => {
  it.live(`have each row once in PostgreSQL, FAULTS_SEED=${Seed.seed}`, () =>
    Effect.gen(function* () {
      yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
      const context = yield* Layer.build(PostgresReadModel.layer(Partition.directory))
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(History.bornAt)
        const draw = Seed.make(Seed.seed)
        const listing = yield* Listing.make(Context.get(context, ReadModel.ReadModel))
        const { fold, queries } = listing
        for (let count = 0; count < 240; count++) {
          yield* act(listing, (["payout", "quote", "batch"] as const)[draw(3)] ?? "quote", count)
        }
        const to = yield* Clock.currentTimeMillis
        const now = to
        const lists: ReadonlyArray<Walked> = [
          {
            list: (page) => queries.payouts({ to }, page),
            expected: idsOf(fold.payouts.values())
          },
          {
            list: (page) => queries.payouts({ accountId, to }, page),
            expected: idsOf([...fold.payouts.values()].filter((one) => one.accountId === accountId))
          },
          {
            list: (page) => queries.batches({ accountId }, page),
            expected: idsOf([...fold.batches.values()].filter((one) => one.accountId === accountId))
          },
          {
            list: (page) => queries.quotes({ accountId, now }, page),
            expected: idsOf([...fold.quotes.values()].filter((one) => one.accountId === accountId))
          }
        ]
        const writer = yield* Effect.forkChild(busy(listing, 600, draw))
        let walks = 0
        while (writer.pollUnsafe() === undefined || walks < lists.length) {
          const list = lists[walks % lists.length]
          if (list !== undefined) yield* walk(list, 5 + draw(40))
          walks += 1
        }
        yield* Fiber.join(writer)
      }).pipe(Effect.provide(TestClock.layer()))
    }).pipe(Effect.scoped, Effect.provide(Postgres.layer), Effect.provide(silent))
  )
})
