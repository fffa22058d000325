/** Pages of all payouts of an account: which of them need the tables. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Latch, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as TableParts from "../../../src/engine/queries/TableParts.ts"
import { silent } from "../../http/suite.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as MemoryReadModel from "../../support/memoryReadModel.ts"
import * as History from "./history.ts"
import * as Listing from "./listing.ts"

const accountId = History.accounts[0] ?? ""

const act = Effect.fnUntraced(function* (
  listing: Listing.Listing,
  kind: History.Step["kind"],
  count: number
) {
  yield* TestClock.adjust(1)
  const at = yield* Clock.currentTimeMillis
  // The oldest object that fits.
  yield* listing.apply(History.eventsOf({ kind, pick: 0, more: 1 }, listing.fold, at, count))
})

/** Four payouts. The oldest is finished, and only the tables have it. */
const begin = Effect.gen(function* () {
  yield* TestClock.setTime(History.bornAt)
  const listing = yield* Listing.make(yield* ReadModel.ReadModel)
  for (const count of [0, 2, 4, 6]) yield* act(listing, "payout", count)
  yield* act(listing, "fail", 8)
  yield* listing.write("done")
  assert.strictEqual(listing.live.payouts.size, 3)
  return listing
})

const inMemory = Effect.provide(
  Layer.unwrap(
    Effect.sync(() =>
      Layer.mergeAll(MemoryReadModel.make(MemoryLog.make()).layer, silent, TestClock.layer())
    )
  )
)

/** The rows of a page and its total; `waits` if it needs the tables. */
const list = (listing: Listing.Listing, limit: number, offset = 0) =>
  Effect.gen(function* () {
    Latch.closeUnsafe(listing.reading)
    const asked = listing.queries.payouts({ accountId }, { limit, offset })
    const listed = yield* Effect.forkChild(asked, { startImmediately: true })
    const isWaiting = listed.pollUnsafe() === undefined
    Latch.openUnsafe(listing.reading)
    const { items, total } = yield* Fiber.join(listed)
    const expected = [...listing.fold.payouts.keys()].sort().reverse()
    assert.deepStrictEqual(
      items.map(({ id }) => id),
      expected.slice(offset, offset + limit)
    )
    assert.strictEqual(total, expected.length)
    return isWaiting ? "waits" : "in memory"
  })

describe("A page of all payouts of an account", () => {
  it.live("is read without the tables once a list has read them", () =>
    Effect.gen(function* () {
      const listing = yield* begin
      assert.strictEqual(yield* list(listing, 3), "waits")
      assert.strictEqual(yield* list(listing, 3), "in memory")
      assert.strictEqual(yield* list(listing, 2, 1), "in memory")
    }).pipe(Effect.scoped, inMemory)
  )

  it.live("needs the tables if it reaches a payout that left memory", () =>
    Effect.gen(function* () {
      const listing = yield* begin
      yield* list(listing, 1)
      assert.strictEqual(yield* list(listing, 4), "waits")
      assert.strictEqual(yield* list(listing, 3, 1), "waits")
      yield* act(listing, "fail", 10)
      assert.strictEqual(yield* list(listing, 3), "in memory")
      yield* listing.write("done")
      assert.strictEqual(listing.live.payouts.size, 2)
      assert.strictEqual(yield* list(listing, 3), "waits")
      assert.strictEqual(yield* list(listing, 2), "in memory")
    }).pipe(Effect.scoped, inMemory)
  )

  it.live("counts a payout that came back into memory once", () =>
    Effect.gen(function* () {
      const listing = yield* begin
      yield* list(listing, 1)
      yield* act(listing, "reopen", 12)
      assert.strictEqual(listing.live.payouts.size, 4)
      assert.strictEqual(yield* list(listing, 3), "in memory")
      yield* act(listing, "payout", 14)
      assert.strictEqual(yield* list(listing, 4), "in memory")
    }).pipe(Effect.scoped, inMemory)
  )

  it.live("is read without the tables if they never had a payout of the account", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(History.bornAt)
      const listing = yield* Listing.make(yield* ReadModel.ReadModel)
      assert.strictEqual(yield* list(listing, 20), "waits")
      yield* act(listing, "payout", 0)
      assert.strictEqual(yield* list(listing, 20), "in memory")
    }).pipe(Effect.scoped, inMemory)
  )

  it.live("has a payout that changes and ends again while the tables are read", () =>
    Effect.gen(function* () {
      const listing = yield* begin
      Latch.closeUnsafe(listing.reading)
      const asked = listing.queries.payouts({ accountId }, { limit: 4, offset: 0 })
      const listed = yield* Effect.forkChild(asked, { startImmediately: true })
      yield* act(listing, "recall", 16)
      yield* act(listing, "recall", 18)
      yield* listing.write("done")
      Latch.openUnsafe(listing.reading)
      const { items, total } = yield* Fiber.join(listed)
      assert.lengthOf(items, 4)
      assert.strictEqual(total, 4)
      yield* list(listing, 3)
    }).pipe(Effect.scoped, inMemory)
  )

  it("forgets the account that was read first if there are too many", () => {
    const parts: TableParts.TableParts = new Map()
    const max = Limits.readModel.tablePartsMax
    for (let account = 0; account <= max; account++) {
      TableParts.keep(parts, `acct_${account}`, { count: account, newest: "" }, 0)
    }
    assert.strictEqual(parts.size, max)
    assert.isUndefined(TableParts.find(parts, new Map(), "acct_0"))
    assert.deepStrictEqual(TableParts.find(parts, new Map(), `acct_${max}`), {
      count: max,
      newest: ""
    })
  })
})
