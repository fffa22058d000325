/** The read model behind the writer: read your writes, and what happens while it is away. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type { Engine } from "../../src/engine/Engine.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryViews from "../support/memoryViews.ts"
import * as World from "../support/world.ts"

const stage = Effect.fnUntraced(function* (script: Partial<World.Script> = {}) {
  const world = World.make(script)
  const log = MemoryLog.make()
  const views = MemoryViews.make(log)
  const engine = yield* World.start(world, log, views)
  // By now it knows which keys were used before it.
  yield* TestClock.adjust(1)
  return { world, log, views, engine, client: World.client(world, engine) }
})

const quiet = { arrivals: () => [] }

const list = (engine: Engine["Service"]) =>
  engine.lists.payouts({ accountId: World.accountId }, { limit: 100, offset: 0 })

const isUnavailable = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "Unavailable"

describe("a list", () => {
  it.effect("shows what was answered before it was asked for, without waiting for a pause", () =>
    Effect.gen(function* () {
      const { client, engine } = yield* stage(quiet)
      for (let count = 1; count <= 20; count++) {
        const id = yield* client.newPayout()
        const { items, total } = yield* list(engine)
        assert.deepStrictEqual([items[0]?.id, total], [id, count])
        const cancelled = yield* client.command(id, { _tag: "Cancel" })
        assert.deepStrictEqual((yield* list(engine)).items[0], JSON.parse(cancelled.body))
      }
      assert.strictEqual(yield* Clock.currentTimeMillis, 1, "no time went by")
    })
  )

  it.effect("shows what was answered, and counts what it shows, in the midst of writes", () =>
    Effect.gen(function* () {
      const { client, engine } = yield* stage(quiet)
      const one = Effect.gen(function* () {
        const id = yield* client.newPayout()
        const { items, total } = yield* list(engine)
        assert.strictEqual(items.length, total)
        assert.include(
          items.map((payout) => payout.id),
          id
        )
      })
      yield* Effect.all(
        Array.from({ length: 50 }, () => one),
        { concurrency: "unbounded" }
      )
      assert.strictEqual((yield* list(engine)).total, 50)
    })
  )
})

describe("a list over tables that stand still", () => {
  it.effect("has its payouts and their number of one moment, whatever is born meanwhile", () =>
    Effect.gen(function* () {
      const { client, engine, views } = yield* stage(quiet)
      const first = yield* client.newPayout()
      yield* World.passUntil(() => views.shown().payouts.has(first))
      const resume = views.pause()
      const listing = yield* Effect.forkChild(list(engine), { startImmediately: true })
      views.hold()
      yield* client.newPayout()
      resume()
      const { items, total } = yield* Fiber.join(listing)
      assert.strictEqual(items.length, total)
    })
  )

  it.effect(
    "shows of what changed since only what is asked for: frozen, or with a refund open",
    () =>
      Effect.gen(function* () {
        const { client, engine, views } = yield* stage(quiet)
        yield* TestClock.adjust(2 * Limits.views.pauseMs)
        views.hold()
        yield* client.newPayout()
        for (const only of [{ isFrozen: true }, { isRefundOpen: true }]) {
          const filter = { accountId: World.accountId, ...only }
          const { items, total } = yield* engine.lists.payouts(filter, { limit: 20, offset: 0 })
          assert.deepStrictEqual([items.length, total], [0, 0])
        }
      })
  )

  it.effect("shows what changed since on top, and counts everything once", () =>
    Effect.gen(function* () {
      const { client, engine, views } = yield* stage(quiet)
      const shown = [yield* client.newPayout(), yield* client.newPayout()]
      assert.strictEqual((yield* list(engine)).total, 2)
      yield* TestClock.adjust(2 * Limits.views.pauseMs)
      views.hold()
      yield* client.command(shown[0] ?? "", { _tag: "Cancel" })
      const fresh = yield* client.newPayout()
      const { items, total } = yield* list(engine)
      assert.deepStrictEqual(
        items.map(({ id, status }) => [id, status]),
        [
          [fresh, "AWAITING_FUNDS"],
          [shown[1], "AWAITING_FUNDS"],
          [shown[0], "FAILED"]
        ]
      )
      assert.strictEqual(total, 3)
      const filter = { accountId: World.accountId, status: "AWAITING_FUNDS" } as const
      const one = yield* engine.lists.payouts(filter, { limit: 1, offset: 0 })
      assert.deepStrictEqual([one.items[0]?.id, one.items.length, one.total], [fresh, 1, 2])
    })
  )
})

describe("while the read model is away", () => {
  it.effect("active payouts are read, changed and paid", () =>
    Effect.gen(function* () {
      const { client, engine, log, views } = yield* stage()
      views.setAway(true)
      const [pays, stops] = [yield* client.newPayout(), yield* client.newPayout()]
      assert.strictEqual((yield* engine.payout(stops))?.status, "AWAITING_FUNDS")
      yield* client.command(stops, { _tag: "Cancel" }, "cancel")
      assert.isTrue((yield* client.command(stops, { _tag: "Cancel" }, "cancel")).replayed)
      yield* World.passUntil(() => World.fold(log).payouts.get(pays)?.status === "SETTLED")
      assert.strictEqual((yield* engine.payout(pays))?.status, "SETTLED")
    })
  )

  it.effect("lists and what left memory are unavailable, and come back with it", () =>
    Effect.gen(function* () {
      const { client, engine, log, views } = yield* stage()
      const id = yield* client.newPayout()
      yield* World.passUntil(() => World.fold(log).payouts.get(id)?.status === "SETTLED")
      yield* World.passUntil(() => engine.state.payouts.size === 0)
      views.setAway(true)
      const reads: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        ...[list(engine), engine.payout(id), engine.pendingDeliveries],
        client.command(id, { _tag: "Cancel" })
      ]
      for (const read of reads) assert.isTrue(isUnavailable(yield* Effect.flip(read)))
      const active = yield* client.newPayout()
      const late = yield* Effect.forkChild(Effect.flip(list(engine)))
      yield* World.passUntil(() => late.pollUnsafe() !== undefined)
      assert.isTrue(isUnavailable(yield* Fiber.join(late)), "it waits no longer than the bound")
      views.setAway(false)
      assert.strictEqual((yield* engine.payout(id))?.status, "SETTLED")
      assert.deepInclude(yield* Effect.flip(client.command(id, { _tag: "Cancel" })), {
        _tag: "InvalidState"
      })
      yield* World.passUntil(() => views.shown().payouts.has(active))
      assert.strictEqual((yield* list(engine)).total, 2)
    })
  )

  it.effect("a retry whose answer left memory is not acted upon again: it is unavailable", () =>
    Effect.gen(function* () {
      const { client, engine, log, views } = yield* stage()
      const first = yield* client.quote("key")
      yield* World.passUntil(() => engine.state.replies.size === 0, 50)
      views.setAway(true)
      assert.isTrue(isUnavailable(yield* Effect.flip(client.quote("key"))))
      assert.isFalse((yield* client.quote("another key")).replayed, "a new one needs no table")
      assert.strictEqual(World.fold(log).quotes.size, 2)
      views.setAway(false)
      assert.deepStrictEqual(yield* client.quote("key"), { ...first, replayed: true })
    })
  )

  it.effect("a stop loses nothing: the next start shows all that is durable", () =>
    Effect.gen(function* () {
      const world = World.make(quiet)
      const log = MemoryLog.make()
      const views = MemoryViews.make(log)
      const scope = yield* Scope.make()
      const engine = yield* Scope.provide(World.start(world, log, views), scope)
      yield* World.client(world, engine).newPayout()
      yield* World.until(() => views.shown().seq > 0)
      views.setAway(true)
      const ids = yield* Effect.forEach([1, 2, 3], () => World.client(world, engine).newPayout())
      yield* Scope.close(scope, Exit.void)
      const next = MemoryLog.make(log.entries())
      views.turnTo(next)
      const starting = yield* Effect.forkChild(World.start(world, next, views))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(starting.pollUnsafe(), "a start waits for its tables")
      views.setAway(false)
      yield* World.passUntil(() => starting.pollUnsafe() !== undefined)
      assert.strictEqual(views.shown().seq, next.entries().length)
      for (const id of ids) assert.isTrue(views.shown().payouts.has(id), id)
      assert.deepStrictEqual(views.shown().payouts, World.fold(next).payouts)
    })
  )
})

describe("L10 a read model that stays behind", () => {
  /** One entry that changes as much as may wait. */
  const flood = Effect.fnUntraced(function* (
    { draw }: World.World,
    engine: Engine["Service"],
    count: number
  ) {
    const at = yield* Clock.currentTimeMillis
    const events = Array.from({ length: count }, () => ({
      ...({
        _tag: "QuoteCreated",
        id: IdGenerator.id(draw, "qt", at),
        accountId: "acct_test"
      } as const),
      ...({ currency: "UGX", sourceAmount: 1, targetAmount: 1, rate: 1, spread: 0 } as const),
      ...{ at, expiresAt: at }
    }))
    const request = { at, by: "key_test", idempotency: null }
    yield* engine.execute(request, [], Effect.succeed({ events, result: undefined }))
  })

  it.effect("refuses new requests at its bound, not what is under way, and takes them again", () =>
    Effect.gen(function* () {
      const { client, engine, log, views, world } = yield* stage()
      const id = yield* client.newPayout()
      views.setAway(true)
      yield* flood(world, engine, Limits.views.changesMax - 10)
      assert.isFalse((yield* client.quote("still taken")).replayed)
      yield* flood(world, engine, 10)
      assert.isTrue(isUnavailable(yield* Effect.flip(client.quote("too many"))))
      assert.isTrue(isUnavailable(yield* Effect.flip(client.command(id, { _tag: "Cancel" }))))
      assert.isTrue(isUnavailable(yield* Effect.flip(client.quote("still taken"))))
      assert.strictEqual((yield* engine.payout(id))?.status, "AWAITING_FUNDS")
      yield* World.passUntil(() => engine.state.payouts.get(id)?.status === "SETTLED")
      views.setAway(false)
      yield* World.passUntil(() => views.shown().seq === log.entries().length)
      assert.isFalse((yield* client.quote("too many")).replayed)
      assert.isTrue((yield* client.quote("still taken")).replayed)
    })
  )
})
