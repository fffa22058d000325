/** The read model behind the writer: lists that show own writes, and outages. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Fiber, Latch, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as PendingRequests from "../../src/engine/commands/PendingRequests.ts"
import type { Engine } from "../../src/engine/Engine.ts"
import * as Projector from "../../src/engine/Projector.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as Fold from "../../src/engine/state/Fold.ts"
import * as State from "../../src/engine/state/State.ts"
import * as Ask from "../support/ask.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import { createdEvent, t0 } from "../support/fixtures.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"
import * as History from "./queries/history.ts"
import * as Listing from "./queries/listing.ts"

const stage = Effect.fnUntraced(function* (script: Partial<EngineHarness.Script> = {}) {
  const adapters = EngineHarness.make(script)
  const log = MemoryLog.make()
  const views = MemoryReadModel.make(log)
  const engine = yield* EngineHarness.start(adapters, log, views)
  // After this, the engine has loaded the idempotency keys of earlier engines.
  yield* TestClock.adjust(1)
  return { adapters, log, views, engine, client: EngineHarness.client(adapters, engine) }
})

const quiet = { arrivals: () => [] }

const list = (engine: Engine["Service"]) =>
  engine.lists.payouts({ accountId: EngineHarness.accountId }, { limit: 100, offset: 0 })

const isUnavailable = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "Unavailable"

describe("A list", () => {
  it.effect("shows everything that was acknowledged earlier, without a wait", () =>
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

  it.effect("shows and counts everything that was acknowledged, even during writes", () =>
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

describe("A write of the read model", () => {
  it.effect("may be gentle until a request waits for it", () =>
    Effect.gen(function* () {
      const memory = yield* Layer.build(MemoryReadModel.make(MemoryLog.make()).layer)
      const readModel = Context.get(memory, ReadModel.ReadModel)
      const written = yield* Latch.make(false)
      let mayBeGentle = (): boolean => assert.fail("no write has begun")
      const write: typeof readModel.write = (changes, isGentle = () => false) => {
        mayBeGentle = isGentle
        return Effect.andThen(Latch.await(written), readModel.write(changes))
      }
      const state = State.make()
      const waiting = yield* PendingRequests.make
      const leaving = { inUse: {}, rowsPerTurn: 1 }
      const projector = yield* Projector.make(
        state,
        { ...readModel, write },
        waiting,
        leaving
      ).pipe(Effect.provide(Projector.backlogsLayer))
      const place = { v: 1, at: t0, by: "engine", reply: null, seq: 1, epoch: 1 } as const
      Fold.apply(state, { ...place, events: [createdEvent] })
      projector.changed()
      yield* TestClock.adjust(Limits.readModel.pauseMs)
      assert.isTrue(mayBeGentle())
      const request = yield* Effect.forkChild(projector.caughtUp, { startImmediately: true })
      assert.isFalse(mayBeGentle())
      yield* Latch.open(written)
      yield* Fiber.join(request)
    })
  )
})

describe("Waiting changes of two partitions in one process", () => {
  const half = Limits.readModel.changesMax / 2

  it.effect("L10 have one limit for their sum", () =>
    Effect.gen(function* () {
      const memory = yield* Layer.build(MemoryReadModel.make(MemoryLog.make()).layer)
      const readModel = Context.get(memory, ReadModel.ReadModel)
      const waiting = yield* PendingRequests.make
      const begin = Effect.fnUntraced(function* () {
        const state = State.make()
        const leaving = { inUse: {}, rowsPerTurn: 1 }
        const projector = yield* Projector.make(state, readModel, waiting, leaving)
        const { replies } = state.dirty
        /** Raises the number of waiting changes to `count`. */
        const hold = (count: number): void => {
          for (let n = replies.size; n < count; n++) replies.set(`reply ${n}`, 1)
        }
        return { projector, hold, forget: () => replies.clear() }
      })
      const backlogs = Effect.provideService(Projector.Backlogs, new Set())
      const [first, second] = yield* backlogs(Effect.all([begin(), begin()]))
      const behind = () => [first, second].map(({ projector }) => projector.isBehind())
      first.hold(half)
      second.hold(half - 1)
      assert.deepStrictEqual(behind(), [false, false], "one below")
      second.hold(half)
      assert.deepStrictEqual(behind(), [true, true], "equal")
      second.forget()
      assert.deepStrictEqual(behind(), [false, false])
      first.hold(2 * half)
      assert.deepStrictEqual(behind(), [true, true], "one partition alone")
    })
  )

  it.effect("L10 no longer count once a partition has left the process", () =>
    Effect.gen(function* () {
      const memory = yield* Layer.build(MemoryReadModel.make(MemoryLog.make()).layer)
      const readModel = Context.get(memory, ReadModel.ReadModel)
      const waiting = yield* PendingRequests.make
      const backlogs = new Set<() => number>()
      const make = Projector.make(State.make(), readModel, waiting, { inUse: {}, rowsPerTurn: 1 })
      yield* make.pipe(Effect.provideService(Projector.Backlogs, backlogs), Effect.scoped)
      assert.strictEqual(backlogs.size, 0)
    })
  )
})

/** Runs `look` once in each turn of the event loop until a fiber ends. */
const eachTurn = Effect.fnUntraced(function* <A>(
  running: Fiber.Fiber<A>,
  look: Effect.Effect<void, unknown>
) {
  while (running.pollUnsafe() === undefined) {
    yield* look
    yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
  }
})

describe("Rows that the read model has written", () => {
  it.effect("leave memory a few per turn of the event loop, and lists stay complete", () =>
    Effect.gen(function* () {
      const memory = yield* Layer.build(MemoryReadModel.make(MemoryLog.make()).layer)
      const readModel = Context.get(memory, ReadModel.ReadModel)
      const { apply, fold, live, queries, write } = yield* Listing.make(readModel)
      const count = 12
      yield* TestClock.setTime(History.bornAt)
      for (const kind of ["quote", "expire"] as const) {
        for (let pick = 0; pick < count; pick++) {
          const step = { kind, pick: 0, more: 0 }
          const at = yield* Clock.currentTimeMillis
          yield* apply(History.eventsOf(step, fold, at, pick))
        }
      }
      assert.strictEqual(live.quotes.size, count)
      const sizes: Array<number> = []
      const [{ accountId } = { accountId: "" }] = fold.quotes.values()
      const filter = { accountId, now: History.bornAt }
      const look = Effect.gen(function* () {
        sizes.push(live.quotes.size)
        const { items, total } = yield* queries.quotes(filter, { limit: 100, offset: 0 })
        assert.deepStrictEqual([items.length, total], [count, count])
      })
      const writing = yield* Effect.forkChild(write("done"), { startImmediately: true })
      yield* eachTurn(writing, look)
      assert.strictEqual(live.quotes.size, 0)
      const left = sizes.map((size, turn) => size - (sizes[turn + 1] ?? 0))
      assert.isAtMost(Math.max(...left), 1, `${sizes}`)
    })
  )
})

describe("A list over a paused read model", () => {
  it.effect("has a total that matches its payouts while others are created", () =>
    Effect.gen(function* () {
      const { client, engine, views } = yield* stage(quiet)
      const first = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => views.shown().payouts.has(first))
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
    "adds only changed payouts that match its filter for frozen payouts or open refunds",
    () =>
      Effect.gen(function* () {
        const { client, engine, views } = yield* stage(quiet)
        yield* TestClock.adjust(2 * Limits.readModel.pauseMs)
        views.hold()
        yield* client.newPayout()
        for (const only of [{ isFrozen: true }, { isRefundOpen: true }]) {
          const filter = { accountId: EngineHarness.accountId, ...only }
          const { items, total } = yield* engine.lists.payouts(filter, { limit: 20, offset: 0 })
          assert.deepStrictEqual([items.length, total], [0, 0])
        }
      })
  )

  it.effect("includes later changes, and counts each payout once", () =>
    Effect.gen(function* () {
      const { client, engine, views } = yield* stage(quiet)
      const shown = [yield* client.newPayout(), yield* client.newPayout()]
      assert.strictEqual((yield* list(engine)).total, 2)
      yield* TestClock.adjust(2 * Limits.readModel.pauseMs)
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
      const filter = { accountId: EngineHarness.accountId, status: "AWAITING_FUNDS" } as const
      const one = yield* engine.lists.payouts(filter, { limit: 1, offset: 0 })
      assert.deepStrictEqual([one.items[0]?.id, one.items.length, one.total], [fresh, 1, 2])
    })
  )
})

describe("An unavailable read model", () => {
  it.effect("lets active payouts be read, changed and paid", () =>
    Effect.gen(function* () {
      const { client, engine, log, views } = yield* stage()
      views.setUnavailable(true)
      const [pays, stops] = [yield* client.newPayout(), yield* client.newPayout()]
      assert.strictEqual((yield* engine.payout(stops))?.status, "AWAITING_FUNDS")
      yield* client.command(stops, { _tag: "Cancel" }, "cancel")
      assert.isTrue((yield* client.command(stops, { _tag: "Cancel" }, "cancel")).replayed)
      yield* EngineHarness.advanceUntil(
        () => EngineHarness.fold(log).payouts.get(pays)?.status === "SETTLED"
      )
      assert.strictEqual((yield* engine.payout(pays))?.status, "SETTLED")
    })
  )

  it.effect("makes lists and evicted objects unavailable until it returns", () =>
    Effect.gen(function* () {
      const { client, engine, log, views } = yield* stage()
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(
        () => EngineHarness.fold(log).payouts.get(id)?.status === "SETTLED"
      )
      yield* EngineHarness.advanceUntil(() => engine.state.payouts.size === 0)
      views.setUnavailable(true)
      const reads: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        ...[list(engine), engine.payout(id), engine.pendingDeliveries],
        client.command(id, { _tag: "Cancel" })
      ]
      for (const read of reads) assert.isTrue(isUnavailable(yield* Effect.flip(read)))
      const active = yield* client.newPayout()
      const late = yield* Effect.forkChild(Effect.flip(list(engine)))
      yield* EngineHarness.advanceUntil(() => late.pollUnsafe() !== undefined)
      assert.isTrue(isUnavailable(yield* Fiber.join(late)), "it waits no longer than the bound")
      views.setUnavailable(false)
      assert.strictEqual((yield* engine.payout(id))?.status, "SETTLED")
      assert.deepInclude(yield* Effect.flip(client.command(id, { _tag: "Cancel" })), {
        _tag: "InvalidState"
      })
      yield* EngineHarness.advanceUntil(() => views.shown().payouts.has(active))
      assert.strictEqual((yield* list(engine)).total, 2)
    })
  )
})

describe("A retry or a stop while the read model is unavailable", () => {
  it.effect("is Unavailable if the response left memory, and does not act again", () =>
    Effect.gen(function* () {
      const { client, engine, log, views } = yield* stage()
      const first = yield* client.quote("key")
      yield* EngineHarness.advanceUntil(() => engine.state.replies.size === 0, 50)
      views.setUnavailable(true)
      assert.isTrue(isUnavailable(yield* Effect.flip(client.quote("key"))))
      assert.isFalse((yield* client.quote("another key")).replayed, "a new one needs no table")
      assert.strictEqual(EngineHarness.fold(log).quotes.size, 2)
      views.setUnavailable(false)
      assert.deepStrictEqual(yield* client.quote("key"), { ...first, replayed: true })
    })
  )

  it.effect("loses nothing, since the next start shows every durable change", () =>
    Effect.gen(function* () {
      const adapters = EngineHarness.make(quiet)
      const log = MemoryLog.make()
      const views = MemoryReadModel.make(log)
      const scope = yield* Scope.make()
      const engine = yield* Scope.provide(EngineHarness.start(adapters, log, views), scope)
      yield* EngineHarness.client(adapters, engine).newPayout()
      yield* EngineHarness.until(() => views.shown().seq > 0)
      views.setUnavailable(true)
      const ids = yield* Effect.forEach([1, 2, 3], () =>
        EngineHarness.client(adapters, engine).newPayout()
      )
      yield* Scope.close(scope, Exit.void)
      const next = MemoryLog.make(log.entries())
      views.setLog(next)
      const starting = yield* Effect.forkChild(EngineHarness.start(adapters, next, views))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(starting.pollUnsafe(), "a start waits for its tables")
      views.setUnavailable(false)
      yield* EngineHarness.advanceUntil(() => starting.pollUnsafe() !== undefined)
      assert.isAtLeast(views.shown().seq, log.entries().length)
      for (const id of ids) assert.isTrue(views.shown().payouts.has(id), id)
      // The new engine continues its payouts, so the log may be ahead of the views.
      const shown = MemoryLog.make(next.entries().slice(0, views.shown().seq))
      assert.deepStrictEqual(views.shown().payouts, EngineHarness.fold(shown).payouts)
    })
  )
})

describe("L10 A read model that is behind", () => {
  /** One entry with `count` changes for the read model. */
  const flood = Effect.fnUntraced(function* (
    { draw }: EngineHarness.ScriptedAdapters,
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
    yield* engine.execute(request, Ask.writing(events))
  })

  it.effect(
    "refuses new requests at its limit, continues those in progress, and recovers",
    () =>
      Effect.gen(function* () {
        const { client, engine, log, views, adapters } = yield* stage()
        const id = yield* client.newPayout()
        views.setUnavailable(true)
        yield* flood(adapters, engine, Limits.readModel.changesMax - 10)
        assert.isFalse((yield* client.quote("still taken")).replayed)
        yield* flood(adapters, engine, 10)
        assert.isTrue(isUnavailable(yield* Effect.flip(client.quote("too many"))))
        assert.isTrue(isUnavailable(yield* Effect.flip(client.command(id, { _tag: "Cancel" }))))
        assert.isTrue(isUnavailable(yield* Effect.flip(client.quote("still taken"))))
        assert.strictEqual((yield* engine.payout(id))?.status, "AWAITING_FUNDS")
        yield* EngineHarness.advanceUntil(() => engine.state.payouts.get(id)?.status === "SETTLED")
        views.setUnavailable(false)
        // The tables have the changes slightly before the engine knows it, so both must be true.
        yield* EngineHarness.advanceUntil(
          () => views.shown().seq === log.entries().length && engine.behind() === 0
        )
        assert.isFalse((yield* client.quote("too many")).replayed)
        assert.isTrue((yield* client.quote("still taken")).replayed)
      }),
    // The changes take ten seconds, and several times as long while other tests run.
    240_000
  )
})
