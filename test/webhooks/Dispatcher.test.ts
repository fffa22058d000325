import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Delivery from "../../src/domain/webhook/Delivery.ts"
import type { Engine } from "../../src/engine/Engine.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"

const quiet = { arrivals: () => [] }

/** Type and sequence of the events that an endpoint received, in order. */
const receivedBy = (
  adapters: EngineHarness.ScriptedAdapters,
  endpointId: string
): ReadonlyArray<string> =>
  adapters.received
    .filter(({ url }) => url.includes(endpointId))
    .map(({ body }) => {
      const { data, type } = JSON.parse(body)
      return `${data.sequence} ${type}`
    })

const times = (adapters: EngineHarness.ScriptedAdapters): ReadonlyArray<number> =>
  adapters.received.map(({ at }) => at)

/** Times of five failed attempts if the first is at `from`. */
const schedule = (from: number, scale = 1): ReadonlyArray<number> => {
  const at = [from]
  for (const delay of Delivery.retryDelaysMs) at.push((at.at(-1) ?? 0) + delay * scale)
  return at
}

/** Waits in steps, so that all timers run in order. */
const wait = (ms: number) => Effect.repeat(TestClock.adjust(10_000), { times: ms / 10_000 - 1 })

const dayMs = 24 * 60 * 60_000

/** The only delivery in the log. */
const only = (log: MemoryLog.MemoryLog): Delivery.Delivery => {
  const [delivery, ...others] = EngineHarness.fold(log).deliveries.values()
  assert.isEmpty(others)
  assert.isDefined(delivery)
  return delivery
}

describe("Deliveries", () => {
  it.effect("L11 report every transition, in order", () =>
    Effect.gen(function* () {
      const { client, shown, adapters } = yield* EngineHarness.beginEvicting()
      yield* client.endpoint("we_1", ["payout.*"])
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => shown().payouts.get(id)?.status === "SETTLED")
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(receivedBy(adapters, "we_1"), [
        "1 payout.created",
        "2 payout.funds_received",
        "3 payout.initiated",
        "4 payout.confirmed",
        "5 payout.settled"
      ])
      const statuses = [...shown().deliveries.values()].map(({ status }) => status)
      assert.deepStrictEqual(
        statuses,
        Array.from({ length: 5 }, () => "delivered")
      )
    })
  )

  it.effect("have two ids for one transition in two event sets", () =>
    Effect.gen(function* () {
      const { client, adapters } = yield* EngineHarness.beginEvicting(quiet)
      yield* client.endpoint("we_1", ["payout.created", "payout.awaiting_funds"])
      yield* client.newPayout()
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(receivedBy(adapters, "we_1"), [
        "1 payout.created",
        "1 payout.awaiting_funds"
      ])
      assert.strictEqual(new Set(adapters.received.map(({ eventId }) => eventId)).size, 2)
    })
  )

  it.effect(
    "L11 have first attempts in sequence order, even if the previous one is slow or fails",
    () =>
      Effect.gen(function* () {
        const { client, shown, adapters } = yield* EngineHarness.beginEvicting({
          receive: ({ body, url }, count) =>
            count === 1 && url.includes("slow") && body.includes('"sequence":1')
              ? { status: 500, afterMs: 9_000 }
              : { status: 200, afterMs: 10 }
        })
        yield* client.endpoint("slow", ["payout.*"])
        yield* client.endpoint("swift", ["payout.*"])
        const id = yield* client.newPayout()
        yield* EngineHarness.advanceUntil(() => shown().payouts.get(id)?.status === "SETTLED")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(receivedBy(adapters, "swift").length, 5)
        assert.deepStrictEqual(receivedBy(adapters, "slow"), ["1 payout.created"])
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(receivedBy(adapters, "slow"), receivedBy(adapters, "swift"))
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(receivedBy(adapters, "slow").at(-1), "1 payout.created")
      })
  )
})

describe("Attempts at a delivery", () => {
  for (const timeScale of [1, 0.01]) {
    it.effect(`are made five times with the same bytes, at times scaled by ${timeScale}`, () =>
      Effect.gen(function* () {
        const adapters = EngineHarness.make(
          { ...quiet, receive: () => ({ status: 503 }) },
          { timeScale }
        )
        const log = MemoryLog.make()
        const engine = yield* EngineHarness.start(adapters, log, MemoryReadModel.make(log))
        const client = EngineHarness.client(adapters, engine)
        yield* client.endpoint("we_1", ["payout.created"])
        yield* TestClock.adjust("1 minute")
        yield* client.newPayout()
        yield* wait(dayMs)
        assert.deepStrictEqual(times(adapters), schedule(60_000, timeScale))
        assert.strictEqual(new Set(adapters.received.map(({ body }) => body)).size, 1)
        assert.strictEqual(new Set(adapters.received.map(({ eventId }) => eventId)).size, 1)
        const { attempts, nextAttemptAt, status } = only(log)
        assert.deepStrictEqual([status, attempts.length, nextAttemptAt], ["failed", 5, null])
      })
    )
  }

  it.effect("stop after the first success", () =>
    Effect.gen(function* () {
      const { client, log, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: (_, count) => ({ status: count < 3 ? 500 : 204 })
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* wait(dayMs)
      assert.deepStrictEqual(times(adapters), schedule(0).slice(0, 3))
      assert.strictEqual(only(log).status, "delivered")
    })
  )

  it.effect("continue after a defect, which counts as a failed attempt", () =>
    Effect.gen(function* () {
      const { client, log, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: (_, count) => (count === 1 ? "die" : { status: 200 })
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(times(adapters), [0, 30_000])
      assert.deepStrictEqual(
        only(log).attempts.map(({ error }) => error),
        ["internal error", null]
      )
    })
  )
})

describe("Deliveries across restarts and outages", () => {
  it.effect("L2 continue after a restart with the same count and the same times", () =>
    Effect.gen(function* () {
      const adapters = EngineHarness.make({ ...quiet, receive: () => ({ status: 500 }) })
      const first = MemoryLog.make()
      const scope = yield* Scope.make()
      const views = MemoryReadModel.make(first)
      const engine = yield* EngineHarness.start(adapters, first, views).pipe(Scope.provide(scope))
      const client = EngineHarness.client(adapters, engine)
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(adapters.received.length, 2)
      yield* Scope.close(scope, Exit.void)
      // The third attempt is due while no process runs, so the next process makes it at once.
      yield* TestClock.adjust("10 minutes")
      const second = MemoryLog.make(first.entries())
      yield* EngineHarness.start(adapters, second, views)
      yield* wait(dayMs)
      const third = 12 * 60_000
      assert.deepStrictEqual(times(adapters), [
        ...[0, 30_000, third],
        ...[third + 1_800_000, third + 1_800_000 + 7_200_000]
      ])
      assert.deepStrictEqual([only(second).status, only(second).attempts.length], ["failed", 5])
    })
  )

  it.effect("L11 are attempted once more if their report did not become durable", () =>
    Effect.gen(function* () {
      const adapters = EngineHarness.make(quiet)
      const first = MemoryLog.make()
      const scope = yield* Scope.make()
      const views = MemoryReadModel.make(first)
      const engine = yield* EngineHarness.start(adapters, first, views).pipe(Scope.provide(scope))
      const client = EngineHarness.client(adapters, engine)
      yield* client.endpoint("we_1", ["payout.created"])
      first.hold(2)
      yield* client.newPayout()
      yield* EngineHarness.until(() => first.waiting() === 1)
      yield* Scope.close(scope, Exit.void)
      const second = MemoryLog.make(first.entries())
      yield* EngineHarness.start(adapters, second, views)
      yield* EngineHarness.until(() => only(second).status === "delivered")
      assert.strictEqual(adapters.received.length, 2)
      assert.strictEqual(new Set(adapters.received.map(({ body }) => body)).size, 1)
    })
  )

  it.effect("wait with their report for the log, and are not attempted again", () =>
    Effect.gen(function* () {
      const { client, log, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: () => ({ status: 200, afterMs: 1_000 })
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      log.goAway()
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(only(log).status, "pending")
      log.comeBack()
      yield* EngineHarness.advanceUntil(() => only(log).status === "delivered")
      assert.strictEqual(adapters.received.length, 1)
    })
  )
})

const resend = (engine: Engine["Service"], id: string, at: number) =>
  engine.resend({ at, by: "key", idempotency: null }, id)

describe("A resend", () => {
  it.effect("sends the same bytes and event id at once, even after a success", () =>
    Effect.gen(function* () {
      const { client, engine, log, adapters } = yield* EngineHarness.beginEvicting(quiet)
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust("1 minute")
      yield* resend(engine, only(log).id, 60_000)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(times(adapters), [0, 60_000])
      assert.strictEqual(new Set(adapters.received.map(({ body }) => body)).size, 1)
      assert.deepStrictEqual(
        adapters.received.map(({ eventId }) => eventId),
        [only(log).webhookEvent.id, only(log).webhookEvent.id]
      )
      assert.strictEqual(only(log).status, "delivered")
    })
  )

  it.effect("of a pending delivery is immediate, and restarts the five attempts", () =>
    Effect.gen(function* () {
      const { client, engine, log, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: () => ({ status: 500 })
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual([only(log).status, times(adapters)], ["pending", [0]])
      yield* resend(engine, only(log).id, 1_000)
      yield* wait(dayMs)
      assert.deepStrictEqual(times(adapters), [0, ...schedule(1_000)])
    })
  )
})

describe("A resend of a failed or running delivery", () => {
  it.effect("follows right after an attempt under way that fails", () =>
    Effect.gen(function* () {
      const { client, engine, log, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: (_, count) => ({ status: count === 1 ? 500 : 200, afterMs: 5_000 })
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust(1_000)
      yield* resend(engine, only(log).id, 1_000)
      yield* TestClock.adjust(10_000)
      assert.deepStrictEqual(times(adapters), [0, 5_000])
      assert.strictEqual(only(log).status, "delivered")
    })
  )

  it.effect("allows five more attempts after a failure", () =>
    Effect.gen(function* () {
      const { client, engine, log, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: () => ({ status: 500 })
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust(1_000)
      const { id } = only(log)
      const later = 1_000 + dayMs
      yield* wait(dayMs)
      yield* resend(engine, id, later)
      yield* wait(dayMs)
      assert.deepStrictEqual(times(adapters), [...schedule(0), ...schedule(later)])
      assert.strictEqual(only(log).status, "failed")
    })
  )
})
