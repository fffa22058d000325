/** A quote whose time is over and that nobody used ends: once, in the log and for its listeners. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Quote from "../../src/domain/quote/Quote.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryViews from "../support/memoryViews.ts"
import * as Stage from "../support/stage.ts"
import * as World from "../support/world.ts"

const quiet: Partial<World.Script> = { arrivals: () => [] }
const { quoteTtlMs } = World.policy
const { lateMs, quotesMax } = Limits.expiry

/** The quotes that the log says have ended, in order. */
const ended = (log: MemoryLog.MemoryLog): ReadonlyArray<string> =>
  log
    .entries()
    .flatMap(({ events }) =>
      events.flatMap((event) => (event._tag === "QuoteExpired" ? [event.id] : []))
    )

const statusOf = (log: MemoryLog.MemoryLog, id: string, now: number) => {
  const quote = World.fold(log).quotes.get(id)
  assert.isDefined(quote)
  return Quote.status(quote, now)
}

/** What the endpoints heard of ended quotes. */
const heard = (world: World.World): ReadonlyArray<string> =>
  world.received.flatMap(({ body }) => {
    const { data, type } = JSON.parse(body)
    return type === "quote.expired" ? [data.quote_id] : []
  })

const afterTtl = TestClock.adjust(quoteTtlMs + lateMs)

describe("the end of a quote", () => {
  it.effect("is written once its TTL is over, at most half a second late, and told", () =>
    Effect.gen(function* () {
      const { client, engine, log, world } = yield* Stage.begin(quiet)
      yield* client.endpoint("we_1", ["quote.expired"])
      yield* client.endpoint("we_2", ["payout.*"])
      const id = World.idOf(yield* client.quote())
      yield* TestClock.adjust(quoteTtlMs - 1)
      assert.isEmpty(ended(log))
      yield* TestClock.adjust(1 + lateMs)
      assert.deepStrictEqual(ended(log), [id])
      yield* World.passUntil(() => world.received.length === 1)
      assert.deepStrictEqual(heard(world), [id])
      assert.include(world.received[0]?.url, "we_1")
      yield* World.passUntil(() => !engine.state.quotes.has(id))
      assert.strictEqual(engine.state.unlocked.size, 0)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([ended(log), heard(world)], [[id], [id]])
    })
  )

  it.effect("is told with the quote as it was, EXPIRED", () =>
    Effect.gen(function* () {
      const { client, world } = yield* Stage.begin(quiet)
      yield* client.endpoint("we_1", ["*"])
      const id = World.idOf(yield* client.quote())
      yield* afterTtl
      const [notice] = world.received.map(({ body }) => JSON.parse(body))
      assert.deepInclude(notice, { type: "quote.expired" })
      assert.deepInclude(notice.data, { quote_id: id, status: "EXPIRED", source_amount: 25 })
    })
  )

  it.effect("does not come to one that was used, whatever becomes of its payout", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const quotes = [
        World.idOf(yield* client.quote()),
        World.idOf(yield* client.quote()),
        World.idOf(yield* client.quote())
      ]
      const [locked = "", released = "", unused = ""] = quotes
      yield* client.payout(locked)
      yield* client.command(World.idOf(yield* client.payout(released)), { _tag: "Cancel" })
      yield* afterTtl
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(ended(log), [unused])
    })
  )
})

describe("the expiry of quotes", () => {
  it.effect("comes to many at once in entries of a bounded size, each once", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const count = quotesMax + 7
      for (let index = 0; index < count; index++) yield* client.quote()
      yield* afterTtl
      yield* World.passUntil(() => ended(log).length >= count)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(new Set(ended(log)).size, count)
      assert.lengthOf(ended(log), count)
      const sizes = log
        .entries()
        .map(({ events }) => events.filter(({ _tag }) => _tag === "QuoteExpired").length)
      assert.deepStrictEqual(
        sizes.filter((size) => size > 0),
        [quotesMax, 7]
      )
    })
  )

  it.effect("waits for a log that cannot be written, and comes then", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const id = World.idOf(yield* client.quote())
      log.goAway()
      yield* TestClock.adjust(quoteTtlMs + 60_000)
      assert.isEmpty(ended(log))
      log.comeBack()
      yield* TestClock.adjust(2 * lateMs)
      assert.deepStrictEqual(ended(log), [id])
    })
  )
})

describe("the end of a quote, and a payout that is made of it at the same time", () => {
  it.effect("the payout wins when it comes first, and the quote does not end", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const id = World.idOf(yield* client.quote())
      yield* TestClock.adjust(quoteTtlMs - 1)
      log.hold()
      const asked = yield* Effect.forkChild(client.payout(id))
      yield* World.until(() => log.waiting() === 1)
      yield* TestClock.adjust(10 * lateMs)
      log.release()
      yield* Fiber.join(asked)
      yield* TestClock.adjust(10 * lateMs)
      assert.isEmpty(ended(log))
      assert.strictEqual(statusOf(log, id, yield* Clock.currentTimeMillis), "LOCKED")
    })
  )

  it.effect("the payout is refused when the end comes first, and does not wait for it", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const id = World.idOf(yield* client.quote())
      yield* TestClock.adjust(quoteTtlMs - 1)
      log.hold()
      yield* TestClock.adjust(lateMs + 1)
      yield* World.until(() => log.waiting() === 1)
      const asked = yield* Effect.forkChild(Effect.flip(client.payout(id)))
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      log.release()
      assert.deepInclude(yield* Fiber.join(asked), { _tag: "QuoteExpired", quoteId: id })
      assert.deepStrictEqual(ended(log), [id])
      assert.strictEqual(World.fold(log).payouts.size, 0)
    })
  )

  it.effect("the payout is refused in the very instant of the end", () =>
    Effect.gen(function* () {
      const { client } = yield* Stage.begin(quiet)
      const [one, other] = [World.idOf(yield* client.quote()), World.idOf(yield* client.quote())]
      yield* TestClock.setTime(quoteTtlMs - 1)
      yield* client.payout(one)
      yield* TestClock.setTime(quoteTtlMs)
      assert.deepInclude(yield* Effect.flip(client.payout(other)), { _tag: "QuoteExpired" })
    })
  )

  it.effect("a refused append leaves the quote to end at the next look", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const id = World.idOf(yield* client.quote())
      log.hold()
      yield* TestClock.adjust(quoteTtlMs + lateMs)
      yield* World.until(() => log.waiting() === 1)
      log.refuseWaiting()
      log.release()
      yield* TestClock.adjust(2 * lateMs)
      assert.deepStrictEqual(ended(log), [id])
    })
  )
})

describe("L7 the end of a quote", () => {
  for (const entry of ["lost", "unseen"] as const) {
    it.effect(`is written once and told, also when the process dies at it: ${entry}`, () =>
      Effect.gen(function* () {
        const world = World.make(quiet)
        // Epoch, endpoint, quote; then the end of the quote.
        const first = MemoryLog.make([], { seq: 4, entry })
        const views = MemoryViews.make(first)
        const scope = yield* Scope.make()
        const engine = yield* World.start(world, first, views).pipe(Scope.provide(scope))
        const client = World.client(world, engine)
        yield* client.endpoint("we_1", ["quote.expired"])
        const id = World.idOf(yield* client.quote())
        yield* afterTtl
        assert.isTrue(first.isDead())
        yield* Scope.close(scope, Exit.void)
        const second = MemoryLog.make(first.entries())
        views.turnTo(second)
        yield* World.start(world, second, views)
        yield* World.passUntil(() => heard(world).length > 0)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual([ended(second), heard(world)], [[id], [id]])
        assert.strictEqual(statusOf(second, id, 0), "EXPIRED")
      })
    )
  }

  it.effect("comes to one whose TTL ended while no process ran", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin(quiet)
      const id = World.idOf(yield* set.client.quote())
      yield* World.passUntil(() => set.views.shown().quotes.has(id))
      yield* set.stop
      yield* TestClock.adjust("1 day")
      const { log } = yield* Stage.restart(set)
      yield* TestClock.adjust(lateMs)
      assert.deepStrictEqual(ended(log), [id])
    })
  )
})
