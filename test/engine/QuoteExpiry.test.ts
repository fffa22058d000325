/** An unused quote expires once after its TTL, in the log and for webhook endpoints. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Quote from "../../src/domain/quote/Quote.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"
import * as Stage from "../support/stage.ts"

const quiet: Partial<EngineHarness.Script> = { arrivals: () => [] }
const { quoteTtlMs } = EngineHarness.policy
const { lateMs, quotesMax } = Limits.expiry

/** The expired quotes in the log, in order. */
const ended = (log: MemoryLog.MemoryLog): ReadonlyArray<string> =>
  log
    .entries()
    .flatMap(({ events }) =>
      events.flatMap((event) => (event._tag === "QuoteExpired" ? [event.id] : []))
    )

const statusOf = (log: MemoryLog.MemoryLog, id: string, now: number) => {
  const quote = EngineHarness.fold(log).quotes.get(id)
  assert.isDefined(quote)
  return Quote.status(quote, now)
}

/** The expired quotes that endpoints received. */
const endedAt = (adapters: EngineHarness.ScriptedAdapters): ReadonlyArray<string> =>
  adapters.received.flatMap(({ body }) => {
    const { data, type } = JSON.parse(body)
    return type === "quote.expired" ? [data.quote_id] : []
  })

const afterTtl = TestClock.adjust(quoteTtlMs + lateMs)

describe("The expiry of a quote", () => {
  it.effect("is written at most half a second after its TTL, with its event", () =>
    Effect.gen(function* () {
      const { client, engine, log, adapters } = yield* Stage.begin(quiet)
      yield* client.endpoint("we_1", ["quote.expired"])
      yield* client.endpoint("we_2", ["payout.*"])
      const id = EngineHarness.idOf(yield* client.quote())
      yield* TestClock.adjust(quoteTtlMs - 1)
      assert.isEmpty(ended(log))
      yield* TestClock.adjust(1 + lateMs)
      assert.deepStrictEqual(ended(log), [id])
      yield* EngineHarness.advanceUntil(() => adapters.received.length === 1)
      assert.deepStrictEqual(endedAt(adapters), [id])
      assert.include(adapters.received[0]?.url, "we_1")
      yield* EngineHarness.advanceUntil(() => !engine.state.quotes.has(id))
      assert.strictEqual(engine.state.unlocked.size, 0)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([ended(log), endedAt(adapters)], [[id], [id]])
    })
  )

  it.effect("has an event with the quote as EXPIRED", () =>
    Effect.gen(function* () {
      const { client, adapters } = yield* Stage.begin(quiet)
      yield* client.endpoint("we_1", ["*"])
      const id = EngineHarness.idOf(yield* client.quote())
      yield* afterTtl
      const [notice] = adapters.received.map(({ body }) => JSON.parse(body))
      assert.deepInclude(notice, { type: "quote.expired" })
      assert.deepInclude(notice.data, { quote_id: id, status: "EXPIRED", source_amount: 25 })
    })
  )

  it.effect("does not apply to a used quote, for any outcome of its payout", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const quotes = [
        EngineHarness.idOf(yield* client.quote()),
        EngineHarness.idOf(yield* client.quote()),
        EngineHarness.idOf(yield* client.quote())
      ]
      const [locked = "", released = "", unused = ""] = quotes
      yield* client.payout(locked)
      yield* client.command(EngineHarness.idOf(yield* client.payout(released)), { _tag: "Cancel" })
      yield* afterTtl
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(ended(log), [unused])
    })
  )
})

describe("The expiry of several quotes", () => {
  it.effect("is written once per quote, in entries of a limited size", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const count = quotesMax + 7
      for (let index = 0; index < count; index++) yield* client.quote()
      yield* afterTtl
      yield* EngineHarness.advanceUntil(() => ended(log).length >= count)
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

  it.effect("waits until the log is writable", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const id = EngineHarness.idOf(yield* client.quote())
      log.goAway()
      yield* TestClock.adjust(quoteTtlMs + 60_000)
      assert.isEmpty(ended(log))
      log.comeBack()
      yield* TestClock.adjust(2 * lateMs)
      assert.deepStrictEqual(ended(log), [id])
    })
  )
})

describe("The expiry of a quote that a payout request uses", () => {
  it.effect("does not happen if the payout comes first", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const id = EngineHarness.idOf(yield* client.quote())
      yield* TestClock.adjust(quoteTtlMs - 1)
      log.hold()
      const asked = yield* Effect.forkChild(client.payout(id))
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* TestClock.adjust(10 * lateMs)
      log.release()
      yield* Fiber.join(asked)
      yield* TestClock.adjust(10 * lateMs)
      assert.isEmpty(ended(log))
      assert.strictEqual(statusOf(log, id, yield* Clock.currentTimeMillis), "LOCKED")
    })
  )

  it.effect("refuses the payout at once if the expiry comes first", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const id = EngineHarness.idOf(yield* client.quote())
      yield* TestClock.adjust(quoteTtlMs - 1)
      log.hold()
      yield* TestClock.adjust(lateMs + 1)
      yield* EngineHarness.until(() => log.waiting() === 1)
      const asked = yield* Effect.forkChild(Effect.flip(client.payout(id)))
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      log.release()
      assert.deepInclude(yield* Fiber.join(asked), { _tag: "QuoteExpired", quoteId: id })
      assert.deepStrictEqual(ended(log), [id])
      assert.strictEqual(EngineHarness.fold(log).payouts.size, 0)
    })
  )

  it.effect("refuses a payout in the millisecond of the expiry", () =>
    Effect.gen(function* () {
      const { client } = yield* Stage.begin(quiet)
      const [one, other] = [
        EngineHarness.idOf(yield* client.quote()),
        EngineHarness.idOf(yield* client.quote())
      ]
      yield* TestClock.setTime(quoteTtlMs - 1)
      yield* client.payout(one)
      yield* TestClock.setTime(quoteTtlMs)
      assert.deepInclude(yield* Effect.flip(client.payout(other)), { _tag: "QuoteExpired" })
    })
  )

  it.effect("is retried after a refused append", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(quiet)
      const id = EngineHarness.idOf(yield* client.quote())
      log.hold()
      yield* TestClock.adjust(quoteTtlMs + lateMs)
      yield* EngineHarness.until(() => log.waiting() === 1)
      log.refuseWaiting()
      log.release()
      yield* TestClock.adjust(2 * lateMs)
      assert.deepStrictEqual(ended(log), [id])
    })
  )
})

describe("L7 The expiry of a quote", () => {
  for (const entry of ["lost", "unseen"] as const) {
    it.effect(
      `is written once with its event, even if the process dies at its entry: ${entry}`,
      () =>
        Effect.gen(function* () {
          const adapters = EngineHarness.make(quiet)
          // The fourth entry, after epoch, endpoint and quote, is the expiry.
          const first = MemoryLog.make([], { seq: 4, entry })
          const views = MemoryReadModel.make(first)
          const scope = yield* Scope.make()
          const engine = yield* EngineHarness.start(adapters, first, views).pipe(
            Scope.provide(scope)
          )
          const client = EngineHarness.client(adapters, engine)
          yield* client.endpoint("we_1", ["quote.expired"])
          const id = EngineHarness.idOf(yield* client.quote())
          yield* afterTtl
          assert.isTrue(first.isDead())
          yield* Scope.close(scope, Exit.void)
          const second = MemoryLog.make(first.entries())
          views.setLog(second)
          yield* EngineHarness.start(adapters, second, views)
          yield* EngineHarness.advanceUntil(() => endedAt(adapters).length > 0)
          yield* TestClock.adjust("1 minute")
          assert.deepStrictEqual([ended(second), endedAt(adapters)], [[id], [id]])
          assert.strictEqual(statusOf(second, id, 0), "EXPIRED")
        })
    )
  }

  it.effect("happens at the next start if the TTL ended while no process ran", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin(quiet)
      const id = EngineHarness.idOf(yield* set.client.quote())
      yield* EngineHarness.advanceUntil(() => set.views.shown().quotes.has(id))
      yield* set.stop
      yield* TestClock.adjust("1 day")
      const { log } = yield* Stage.restart(set)
      yield* TestClock.adjust(lateMs)
      assert.deepStrictEqual(ended(log), [id])
    })
  )
})
