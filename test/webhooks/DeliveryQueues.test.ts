/**
 * Endpoints that do not respond for long. Their deliveries wait in the read model and not in
 * memory, delay no other endpoint, and are neither lost nor out of order (L10, L11).
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Delivery from "../../src/domain/webhook/Delivery.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import type { RunningEngine } from "../support/engine.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"
import * as Stage from "../support/stage.ts"

const {
  memoryBytesPerEndpointMax: heldBytesPerEndpointMax,
  memoryPerEndpointMax: heldPerEndpointMax,
  horizonMs,
  recallMs
} = Limits.webhooks
const [firstRetryMs = 0, secondRetryMs = 0] = Delivery.retryDelaysMs

/** Without deposits, only commands change a payout. */
const still: Partial<EngineHarness.Script> = { arrivals: () => [] }

const stage = (script: Partial<EngineHarness.Script>) => Stage.begin({ ...still, ...script })

const { restart } = Stage

/** Creates payouts and cancels them at once, so that each has two events. */
const payouts = Effect.fnUntraced(function* (
  { client }: Pick<Stage.Stage, "client">,
  count: number
) {
  for (let index = 0; index < count; index++) {
    yield* client.command(yield* client.newPayout(), { _tag: "Cancel" })
  }
})

const held = ({ state }: RunningEngine, endpointId: string): number =>
  [...state.deliveries.values()].filter((delivery) => delivery.endpointId === endpointId).length

interface Received {
  readonly at: number
  readonly payout: string
  readonly sequence: number
  readonly id: string
}

/** The requests that an endpoint received, in order. */
const receivedBy = (
  adapters: EngineHarness.ScriptedAdapters,
  endpointId: string
): ReadonlyArray<Received> =>
  adapters.received
    .filter(({ url }) => url.includes(endpointId))
    .map(({ at, body, eventId }) => {
      const { data } = JSON.parse(body)
      return { at, id: eventId, payout: data.payout_id, sequence: data.sequence }
    })

/** Checks that first attempts are in order of `sequence` per payout, without a gap. */
const assertInOrder = (all: ReadonlyArray<Received>, sequencesEach: number): void => {
  const next = new Map<string, number>()
  const known = new Set<string>()
  for (const { id, payout, sequence } of all) {
    if (known.has(id)) continue
    known.add(id)
    const expected = next.get(payout) ?? 1
    assert.strictEqual(sequence, expected, `the first attempts about ${payout}`)
    next.set(payout, expected + 1)
  }
  for (const [payout, after] of next) assert.strictEqual(after, sequencesEach + 1, payout)
}

/** The maximum of an endpoint's deliveries in memory, sampled at each step of time. */
const passBounded = Effect.fnUntraced(function* (
  engine: RunningEngine,
  endpointId: string,
  holds: () => boolean,
  stepMs: number
) {
  let most = 0
  yield* EngineHarness.advanceUntil(
    () => {
      most = Math.max(most, held(engine, endpointId))
      return holds()
    },
    stepMs,
    1_000
  )
  return most
})

describe("A dead endpoint with thousands of deliveries", () => {
  it.effect("L10 has only its slots in memory, and delays no other endpoint", () =>
    Effect.gen(function* () {
      const count = 1_500
      const set = yield* stage({
        receive: ({ url }) => (url.includes("dead") ? "hang" : { status: 200 })
      })
      const { client, engine, log, adapters } = set
      yield* client.endpoint("we_dead", ["payout.*"])
      yield* client.endpoint("we_well", ["payout.*"])
      for (let batch = 0; batch < count; batch += 50) {
        yield* payouts(set, 50)
        yield* TestClock.adjust(200)
      }
      const shown = () => set.views.shown().seq === log.entries().length
      yield* EngineHarness.advanceUntil(
        () => receivedBy(adapters, "we_well").length === 2 * count && shown(),
        100,
        50
      )
      const created = EngineHarness.fold(log).payouts
      const late = receivedBy(adapters, "we_well").filter(
        ({ at, payout }) => at > (created.get(payout)?.timeline.at(-1)?.at ?? 0)
      )
      assert.isEmpty(late, "the endpoint that answers receives at once")
      yield* TestClock.adjust(1_000)
      assert.isAtMost(held(engine, "we_dead"), heldPerEndpointMax)
      assert.strictEqual(held(engine, "we_well"), 0)
      assert.strictEqual(yield* engine.pendingDeliveries, 2 * count)
    })
  )

  it.effect("L11 receives everything in order once it recovers", () =>
    Effect.gen(function* () {
      const count = 700
      let isDead = true
      const set = yield* stage({
        receive: () => (isDead ? { status: null, afterMs: 10 } : { status: 200 })
      })
      const { client, engine, log, adapters } = set
      yield* client.endpoint("we_1", ["payout.*"])
      yield* payouts(set, count)
      yield* TestClock.adjust(2_000)
      isDead = false
      const most = yield* passBounded(
        engine,
        "we_1",
        () => {
          const all = EngineHarness.fold(log).deliveries
          return [...all.values()].every(({ status }) => status === "delivered")
        },
        1_000
      )
      // Deliveries that the tables do not have yet are in memory in addition to the slots.
      assert.isAtMost(most, heldPerEndpointMax + Limits.readModel.deliveriesMax)
      assertInOrder(receivedBy(adapters, "we_1"), 2)
      assert.strictEqual(new Set(receivedBy(adapters, "we_1").map(({ id }) => id)).size, 2 * count)
      yield* EngineHarness.advanceUntil(() => held(engine, "we_1") === 0, 100, 50)
      assert.strictEqual(yield* engine.pendingDeliveries, 0)
    })
  )
})

describe("A dead endpoint of large batches", () => {
  it.effect(
    "L10 has a limited number of bytes in memory, and receives each event once it recovers",
    () =>
      Effect.gen(function* () {
        const [count, rows] = [50, 200]
        let isDead = true
        const set = yield* stage({
          receive: () => (isDead ? { status: null, afterMs: 10 } : { status: 200 })
        })
        const { adapters, client, engine, log } = set
        yield* client.endpoint("we_1", ["batch.cancelled"])
        for (let batch = 0; batch < count; batch++) {
          const { body } = yield* client.batch(Array.from({ length: rows }, () => 10_000_000))
          yield* client.commandBatch(JSON.parse(body).id, { _tag: "Cancel" })
          yield* TestClock.adjust(0)
        }
        yield* TestClock.adjust(2 * Limits.readModel.pauseMs)
        const bodies = [...engine.state.deliveries.values()].map(
          ({ webhookEvent }) => webhookEvent.body.length
        )
        const bytes = bodies.reduce((sum, one) => sum + one, 0)
        const longest = Math.max(...bodies)
        assert.isAbove(count * longest, 1.2 * heldBytesPerEndpointMax)
        assert.isAbove(bytes, 0)
        assert.isAtMost(bytes, heldBytesPerEndpointMax + longest)
        isDead = false
        const isDelivered = () =>
          [...EngineHarness.fold(log).deliveries.values()].every(
            ({ status }) => status === "delivered"
          )
        yield* EngineHarness.advanceUntil(isDelivered, 30_000, 100)
        assert.strictEqual(new Set(receivedBy(adapters, "we_1").map(({ id }) => id)).size, count)
        yield* TestClock.adjust(2 * Limits.readModel.pauseMs)
        assert.strictEqual(held(engine, "we_1"), 0)
      })
  )
})

describe("A queue that is spilled at a restart", () => {
  it.effect("L11 keeps the order across the restart", () =>
    Effect.gen(function* () {
      const count = 600
      const set = yield* stage({ receive: () => ({ status: 200, afterMs: 50 }) })
      yield* set.client.endpoint("we_1", ["payout.*"])
      yield* payouts(set, count)
      yield* EngineHarness.advanceUntil(() => receivedBy(set.adapters, "we_1").length > 200, 50)
      const { engine, log } = yield* restart(set)
      yield* payouts({ client: EngineHarness.client(set.adapters, engine) }, 50)
      yield* EngineHarness.advanceUntil(
        () =>
          [...EngineHarness.fold(log).deliveries.values()].every(
            ({ status }) => status === "delivered"
          ),
        500
      )
      assertInOrder(receivedBy(set.adapters, "we_1"), 2)
      const ids = receivedBy(set.adapters, "we_1").map(({ id }) => id)
      assert.strictEqual(new Set(ids).size, 2 * (count + 50))
      // Only deliveries that were under way at the stop are sent twice.
      assert.isAtMost(ids.length - new Set(ids).size, Limits.webhooks.inFlightPerEndpointMax)
    })
  )
})

describe("A delivery whose retry is beyond the horizon", () => {
  it.effect("L10 waits in the read model, and is retried on time", () =>
    Effect.gen(function* () {
      const set = yield* stage({ receive: (_, count) => ({ status: count < 3 ? 500 : 200 }) })
      const { client, engine, adapters } = set
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      const writtenMs = Limits.readModel.pauseMs + 1_000
      yield* TestClock.adjust(writtenMs)
      assert.strictEqual(held(engine, "we_1"), 0, "it left memory")
      yield* TestClock.adjust(firstRetryMs - horizonMs - recallMs - writtenMs)
      assert.strictEqual(held(engine, "we_1"), 0)
      yield* EngineHarness.advanceUntil(() => adapters.received.length === 3, 1_000, 400)
      assert.deepStrictEqual(
        receivedBy(adapters, "we_1").map(({ at }) => at),
        [0, firstRetryMs, firstRetryMs + secondRetryMs]
      )
    })
  )

  it.effect("is retried on time by the next process, if that has started by then", () =>
    Effect.gen(function* () {
      const set = yield* stage({ receive: (_, count) => ({ status: count < 3 ? 500 : 200 }) })
      yield* set.client.endpoint("we_1", ["payout.created"])
      yield* set.client.newPayout()
      yield* TestClock.adjust(1_000)
      yield* set.stop
      yield* TestClock.adjust(firstRetryMs - 2_000)
      const { engine } = yield* restart(set)
      yield* EngineHarness.advanceUntil(() => set.adapters.received.length === 3, 1_000, 400)
      assert.deepStrictEqual(
        receivedBy(set.adapters, "we_1").map(({ at }) => at),
        [0, firstRetryMs, firstRetryMs + secondRetryMs]
      )
      yield* EngineHarness.advanceUntil(() => held(engine, "we_1") === 0, 100, 50)
    })
  )

  for (const [awayFrom, what] of [
    [1_000, "when it is parked"],
    [firstRetryMs - 5_000, "when it is due"]
  ] as const) {
    it.effect(`is not lost when the read model is unavailable for a minute ${what}`, () =>
      Effect.gen(function* () {
        const count = 40
        const set = yield* stage({ receive: (_, n) => ({ status: n < 3 ? 500 : 200 }) })
        const { client, engine, log, views, adapters } = set
        yield* client.endpoint("we_1", ["payout.*"])
        yield* payouts(set, count)
        yield* TestClock.adjust(awayFrom)
        views.setUnavailable(true)
        yield* TestClock.adjust("1 minute")
        views.setUnavailable(false)
        yield* EngineHarness.advanceUntil(
          () =>
            [...EngineHarness.fold(log).deliveries.values()].every(
              ({ status }) => status === "delivered"
            ),
          1_000
        )
        const all = receivedBy(adapters, "we_1")
        assert.strictEqual(all.length, 3 * 2 * count, "three attempts at each")
        for (const { at, id } of all) {
          const tries = all.filter((other) => other.id === id).map((other) => other.at)
          assert.isAtMost(tries[1] ?? 0, Math.max(firstRetryMs, awayFrom + 60_000) + 10_000, id)
          assert.isAtLeast(at, 0)
        }
        yield* EngineHarness.advanceUntil(() => held(engine, "we_1") === 0, 100, 100)
      })
    )
  }
})

describe("A broken row of the read model", () => {
  it.effect("stops only its own endpoint, and is not read in a loop", () =>
    Effect.gen(function* () {
      const adapters = EngineHarness.make({ ...still, receive: () => ({ status: 500 }) })
      const log = MemoryLog.make()
      const views = MemoryReadModel.make(log)
      let queries = 0
      let isBroken = false
      const broken = new ReadModel.ReadModelBroken({
        message: "The read model's row dlv is broken."
      })
      const spoil = (real: ReadModel.ReadModel["Service"]): ReadModel.ReadModel["Service"] => ({
        ...real,
        dueDeliveries: (filter) =>
          Effect.suspend(() => {
            if (!isBroken || filter.endpointId !== "we_bad") return real.dueDeliveries(filter)
            queries += 1
            // Ends an endless loop of queries before the test times out.
            return queries < 1_000 ? Effect.fail(broken) : Effect.never
          })
      })
      const spoiled = Layer.effect(
        ReadModel.ReadModel,
        Effect.map(ReadModel.ReadModel, spoil)
      ).pipe(Layer.provide(views.layer))
      const engine = yield* EngineHarness.start(adapters, log, { ...views, layer: spoiled })
      const client = EngineHarness.client(adapters, engine)
      yield* client.endpoint("we_bad", ["payout.created"])
      yield* client.endpoint("we_well", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust(1_000)
      isBroken = true
      yield* TestClock.adjust(firstRetryMs)
      assert.strictEqual(receivedBy(adapters, "we_well").length, 2)
      assert.isAtMost(queries, 20, "queries in half a minute")
    })
  )
})
