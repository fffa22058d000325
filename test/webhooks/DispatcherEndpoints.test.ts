import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Delivery from "../../src/domain/webhook/Delivery.ts"
import type { Engine } from "../../src/engine/Engine.ts"
import type { Event } from "../../src/engine/ports/Entry.ts"
import * as Ask from "../support/ask.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import type * as MemoryLog from "../support/memoryLog.ts"

const quiet = { arrivals: () => [] }

const attemptMs = Delivery.attemptMsMax

/** The requests that an endpoint received, by its id. */
const receivedBy = (adapters: EngineHarness.ScriptedAdapters, endpointId: string) =>
  adapters.received.filter(({ url }) => url.includes(endpointId))

const change = (engine: Engine["Service"], event: Event) =>
  engine.execute({ at: 0, by: "key", idempotency: null }, Ask.writing([event]))

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

const { inFlightMax, inFlightPerEndpointMax, silentMax, silentPerEndpointMax } = Limits.webhooks

describe("An endpoint", () => {
  it.effect("L11 that hangs fills only its own slots, and delays no other endpoint", () =>
    Effect.gen(function* () {
      const { client, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: ({ url }) => (url.includes("stuck") ? "hang" : { status: 200 })
      })
      yield* client.endpoint("stuck", ["payout.created"])
      yield* client.endpoint("swift", ["payout.created"])
      yield* Effect.all(Array.from({ length: 40 }, () => client.newPayout()))
      yield* TestClock.adjust(1)
      assert.strictEqual(receivedBy(adapters, "swift").length, 40)
      assert.strictEqual(receivedBy(adapters, "stuck").length, inFlightPerEndpointMax)
    })
  )

  it.effect(
    "L11 that does not respond has separate slots, so that many of them hardly delay others",
    () =>
      Effect.gen(function* () {
        const { client, adapters } = yield* EngineHarness.beginEvicting({
          ...quiet,
          receive: ({ url }) =>
            url.includes("dead") ? { status: null, afterMs: attemptMs } : { status: 200 }
        })
        const enough = inFlightMax / inFlightPerEndpointMax + 1
        for (let index = 0; index < enough; index++) {
          yield* client.endpoint(`dead${index}`, ["payout.created"])
        }
        yield* Effect.all(Array.from({ length: 20 }, () => client.newPayout()))
        yield* TestClock.adjust(attemptMs)
        const before = adapters.received.length
        yield* client.endpoint("swift", ["payout.created"])
        yield* client.newPayout()
        yield* EngineHarness.until(() => receivedBy(adapters, "swift").length === 1)
        const ended = inFlightMax - silentMax
        assert.isAtMost(before - ended, inFlightMax, "as many are under way as there are places")
      })
  )

  it.effect("that responds again has all its slots again", () =>
    Effect.gen(function* () {
      let isDead = true
      const { client, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: () =>
          isDead ? { status: null, afterMs: attemptMs } : { status: 200, afterMs: attemptMs }
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* Effect.all(Array.from({ length: 60 }, () => client.newPayout()))
      yield* TestClock.adjust(attemptMs + 1)
      assert.strictEqual(adapters.received.length, inFlightPerEndpointMax + silentPerEndpointMax)
      isDead = false
      yield* TestClock.adjust(2 * attemptMs)
      const before = adapters.received.length
      yield* TestClock.adjust(attemptMs)
      assert.strictEqual(adapters.received.length - before, inFlightPerEndpointMax)
    })
  )
})

describe("An endpoint with pending deliveries", () => {
  for (const how of ["deleted", "disabled"] as const) {
    const goAway = (engine: Engine["Service"]) => {
      const endpoint = engine.directory.endpoint("we_1")
      assert.isDefined(endpoint)
      return change(
        engine,
        how === "deleted"
          ? { _tag: "EndpointDeleted", id: "we_1", at: 0 }
          : { ...endpoint, _tag: "EndpointUpdated", isActive: false, at: 0 }
      )
    }

    it.effect(`that is ${how} gets no retry, and its deliveries are abandoned`, () =>
      Effect.gen(function* () {
        const { client, engine, log, adapters } = yield* EngineHarness.beginEvicting({
          ...quiet,
          receive: () => ({ status: 500 })
        })
        yield* client.endpoint("we_1", ["payout.created"])
        yield* client.newPayout()
        yield* TestClock.adjust(1_000)
        yield* goAway(engine)
        yield* wait(dayMs)
        assert.strictEqual(adapters.received.length, 1)
        const { attempts, nextAttemptAt, status } = only(log)
        assert.deepStrictEqual([status, attempts.length, nextAttemptAt], ["failed", 1, null])
        const events = log.entries().flatMap((entry) => entry.events)
        const abandoned = events.find(({ _tag }) => _tag === "DeliveryAbandoned")
        assert.deepInclude(abandoned, { _tag: "DeliveryAbandoned", reason: `endpoint ${how}` })
      })
    )

    it.effect(`that is ${how} gets no delivery that waited for a slot`, () =>
      Effect.gen(function* () {
        const { client, engine, shown, adapters } = yield* EngineHarness.beginEvicting({
          ...quiet,
          receive: () => ({ status: null, afterMs: attemptMs })
        })
        yield* client.endpoint("we_1", ["payout.created"])
        yield* Effect.all(Array.from({ length: 40 }, () => client.newPayout()))
        yield* TestClock.adjust(1_000)
        yield* goAway(engine)
        yield* wait(dayMs)
        assert.strictEqual(adapters.received.length, inFlightPerEndpointMax)
        const statuses = new Set([...shown().deliveries.values()].map(({ status }) => status))
        assert.deepStrictEqual([...statuses], ["failed"])
      })
    )
  }
})

describe("An endpoint that changes or fails", () => {
  it.effect("with a new URL gets the next attempt there", () =>
    Effect.gen(function* () {
      const { client, engine, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: (_, count) => ({ status: count === 1 ? 500 : 200 })
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust(1_000)
      const endpoint = engine.directory.endpoint("we_1")
      assert.isDefined(endpoint)
      const url = "https://moved.test/"
      yield* change(engine, { ...endpoint, _tag: "EndpointUpdated", url, at: 0 })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(
        adapters.received.map((outgoing) => outgoing.url),
        ["https://we_1.test/", url]
      )
    })
  )

  it.effect("that hangs with a small backlog delays retries by less than one attempt", () =>
    Effect.gen(function* () {
      const { client, adapters } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: () => ({ status: null, afterMs: attemptMs })
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* Effect.all(Array.from({ length: silentPerEndpointMax }, () => client.newPayout()))
      yield* wait(240_000)
      const tries = (eventId: string) => adapters.received.filter((one) => one.eventId === eventId)
      for (const eventId of new Set(adapters.received.map((one) => one.eventId))) {
        assert.lengthOf(tries(eventId), 2, "the first retry is due after 30 s and comes then")
      }
    })
  )

  it.effect("that is deleted ends deliveries that wait for a retry at once", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* EngineHarness.beginEvicting({
        ...quiet,
        receive: () => ({ status: 500 })
      })
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust(1_000)
      assert.strictEqual(only(log).status, "pending")
      yield* change(engine, { _tag: "EndpointDeleted", id: "we_1", at: 0 })
      yield* EngineHarness.until(() => only(log).status === "failed")
      assert.isNull(only(log).nextAttemptAt)
    })
  )

  it.effect("that is deleted refuses a resend with the reason", () =>
    Effect.gen(function* () {
      const { client, engine, log, adapters } = yield* EngineHarness.beginEvicting(quiet)
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust(1_000)
      yield* change(engine, { _tag: "EndpointDeleted", id: "we_1", at: 0 })
      const request = { at: 1_000, by: "key", idempotency: null }
      const resent = engine.resend(request, only(log).id)
      const refusal = yield* Effect.flip(resent)
      assert.deepStrictEqual(refusal, { _tag: "EndpointNotActive", id: "we_1", isDeleted: true })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(adapters.received.length, 1)
      assert.strictEqual(only(log).status, "delivered")
    })
  )
})
