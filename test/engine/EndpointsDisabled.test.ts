/** A webhook endpoint that failed for five days is disabled, and an event reports it. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Endpoint from "../../src/domain/webhook/Endpoint.ts"
import * as Ask from "../support/ask.ts"
import type { RunningEngine } from "../support/engine.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"

/** Shortens five days to 432 seconds. */
const timeScale = 0.001
const failingMs = Endpoint.failingMsMax * timeScale

type Receive = EngineHarness.Script["receive"]

const gone: Receive = ({ url }) => ({ status: url.includes("bad") ? 410 : 200 })
const failing: Receive = ({ url }) => ({ status: url.includes("bad") ? 500 : 200 })

/** An engine on adapters without deposits. `restart` starts the next one on the same log. */
const begin = Effect.fnUntraced(function* (receive: Receive) {
  const adapters = EngineHarness.make({ arrivals: () => [], receive }, { timeScale })
  const log = MemoryLog.make()
  const views = MemoryReadModel.make(log)
  const scope = yield* Scope.make()
  const engine = yield* Scope.provide(EngineHarness.start(adapters, log, views), scope)
  const stop = Scope.close(scope, Exit.void)
  return { adapters, log, views, engine, stop, client: EngineHarness.client(adapters, engine) }
})

const restart = Effect.fnUntraced(function* (set: Effect.Success<ReturnType<typeof begin>>) {
  yield* set.stop
  const log = MemoryLog.make(set.log.entries())
  set.views.setLog(log)
  const engine = yield* EngineHarness.start(set.adapters, log, set.views)
  return { ...set, log, engine, client: EngineHarness.client(set.adapters, engine) }
})

/** The events of the log that disable an endpoint, with their reasons. */
const disabledIn = (log: MemoryLog.MemoryLog) =>
  log
    .entries()
    .flatMap(({ events, note }) =>
      events.flatMap((event) =>
        event._tag === "EndpointDisabled" ? [{ id: event.id, reason: event.reason, note }] : []
      )
    )

/** The webhook events of a type that an endpoint received. */
const receivedBy = (adapters: EngineHarness.ScriptedAdapters, endpointId: string, type: string) =>
  adapters.received
    .filter(({ url }) => url.includes(endpointId))
    .map(({ body }) => JSON.parse(body))
    .filter((body) => body.type === type)

const disabled = "webhook.endpoint_disabled"

/** The owner enables or disables an endpoint, once `waited` is done. */
const setActive = Effect.fnUntraced(function* (
  engine: RunningEngine,
  id: string,
  isActive: boolean,
  waited: Effect.Effect<void> = Effect.void
) {
  const at = yield* Clock.currentTimeMillis
  const { description = null, events = [], url = "" } = engine.state.endpoints.get(id) ?? {}
  const event = {
    _tag: "EndpointUpdated",
    id,
    url,
    events,
    description,
    isActive,
    at
  } as const
  const request = { at, by: "key_test", idempotency: null }
  const command = Ask.writing([event], [`endpoint ${id}`])
  yield* engine.execute(request, { ...command, read: () => waited })
})

describe("An endpoint that responds with 410", () => {
  it.effect("receives five attempts of each delivery, and stays active", () =>
    Effect.gen(function* () {
      const { client, engine, log, adapters } = yield* begin(gone)
      yield* client.endpoint("bad", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(receivedBy(adapters, "bad", "payout.created"), 5)
      assert.isEmpty(disabledIn(log))
      assert.isTrue(engine.state.endpoints.get("bad")?.isActive)
      const statuses = [...EngineHarness.fold(log).deliveries.values()].map(({ status }) => status)
      assert.deepStrictEqual(statuses, ["failed"])
    })
  )
})

/** Creates a payout every 20 seconds for a period. Each has deliveries that may fail. */
const payouts = Effect.fnUntraced(function* (
  { client }: { readonly client: ReturnType<typeof EngineHarness.client> },
  forMs: number
) {
  const everyMs = 20_000
  for (let passed = 0; passed < forMs; passed += everyMs) {
    yield* client.newPayout()
    yield* TestClock.adjust(everyMs)
  }
})

describe("An endpoint that fails", () => {
  it.effect("is disabled by the first failure after five days without a success", () =>
    Effect.gen(function* () {
      const set = yield* begin(failing)
      const { client, log, adapters } = set
      yield* client.endpoint("bad", ["payout.created"])
      yield* client.endpoint("good", [disabled])
      yield* payouts(set, failingMs - 20_000)
      assert.isEmpty(disabledIn(log))
      yield* payouts(set, 60_000)
      const reason = "failed for five days"
      assert.deepStrictEqual(disabledIn(log), [{ id: "bad", reason, note: reason }])
      assert.lengthOf(receivedBy(adapters, "good", disabled), 1)
      const [first] = adapters.received
      const last = adapters.received.filter(({ url }) => url.includes("bad")).at(-1)
      assert.isAtLeast((last?.at ?? 0) - (first?.at ?? 0), failingMs)
    })
  )

  it.effect("has five more days after one success", () =>
    Effect.gen(function* () {
      let isDown = true
      const set = yield* begin(() => ({ status: isDown ? null : 200 }))
      yield* set.client.endpoint("bad", ["payout.created"])
      yield* payouts(set, failingMs - 40_000)
      isDown = false
      yield* payouts(set, 20_000)
      isDown = true
      yield* payouts(set, failingMs - 40_000)
      assert.isEmpty(disabledIn(set.log))
      assert.isTrue(set.engine.state.endpoints.get("bad")?.isActive)
    })
  )

  it.effect("L7 keeps its failure time across a restart", () =>
    Effect.gen(function* () {
      const set = yield* begin(failing)
      yield* set.client.endpoint("bad", ["payout.created"])
      // The tables show the endpoint before its first failure.
      yield* TestClock.adjust(1_000)
      yield* payouts(set, failingMs / 2)
      const since = set.engine.state.endpoints.get("bad")?.failingSince
      assert.isNumber(since)
      const next = yield* restart(set)
      assert.strictEqual(next.engine.state.endpoints.get("bad")?.failingSince, since)
      yield* payouts(next, failingMs / 2 + 40_000)
      assert.deepStrictEqual(
        disabledIn(next.log).map(({ id }) => id),
        ["bad"]
      )
      const again = yield* restart(next)
      assert.deepInclude(again.engine.state.endpoints.get("bad"), {
        ...{ isActive: false, disabledReason: "failed for five days" }
      })
    })
  )
})

describe("An endpoint that has failed for five days", () => {
  /** A set whose next failed attempt disables the endpoint. Each attempt takes 5 ms. */
  const about = Effect.gen(function* () {
    const set = yield* begin(({ url }) => ({ status: url.includes("bad") ? 500 : 200, afterMs: 5 }))
    yield* set.client.endpoint("bad", ["payout.created"])
    yield* payouts(set, failingMs - 20_000)
    yield* TestClock.adjust("1 minute")
    assert.isEmpty(disabledIn(set.log))
    return set
  })

  it.effect("is disabled once if two attempts fail at the same time", () =>
    Effect.gen(function* () {
      const { client, log } = yield* about
      yield* Effect.all([client.newPayout(), client.newPayout()])
      // Both failures become durable in one statement.
      log.hold()
      yield* TestClock.adjust(10)
      assert.strictEqual(log.waiting(), 2)
      log.release()
      yield* TestClock.adjust(10)
      assert.lengthOf(disabledIn(log), 1)
    })
  )

  it.effect("stays active if its owner disables and enables it right after the failure", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* about
      const isFailed = yield* Deferred.make<void>()
      // The owner's requests, first to disable and then to enable, are queued before the service's.
      const owner = yield* Effect.forkChild(
        Effect.all(
          [
            setActive(engine, "bad", false, Deferred.await(isFailed)),
            setActive(engine, "bad", true)
          ],
          { concurrency: "unbounded" }
        ),
        { startImmediately: true }
      )
      yield* client.newPayout()
      yield* TestClock.adjust(10)
      yield* Deferred.succeed(isFailed, undefined)
      yield* Fiber.join(owner)
      yield* TestClock.adjust(10)
      assert.isEmpty(disabledIn(log))
      assert.isTrue(engine.state.endpoints.get("bad")?.isActive)
    })
  )
})

describe("An endpoint that its owner enables again", () => {
  it.effect("receives events again, and its failure time restarts", () =>
    Effect.gen(function* () {
      let isDown = true
      const set = yield* begin(() => ({ status: isDown ? 500 : 200 }))
      const { client, engine, log, adapters } = set
      yield* client.endpoint("bad", ["payout.created"])
      yield* payouts(set, failingMs + 60_000)
      assert.lengthOf(disabledIn(log), 1)
      yield* setActive(engine, "bad", true)
      assert.deepInclude(engine.state.endpoints.get("bad"), {
        ...{ isActive: true, disabledReason: null, failingSince: null }
      })
      yield* payouts(set, failingMs / 2)
      assert.lengthOf(disabledIn(log), 1)
      isDown = false
      const before = receivedBy(adapters, "bad", "payout.created").length
      yield* client.newPayout()
      yield* TestClock.adjust(1_000)
      assert.isAbove(receivedBy(adapters, "bad", "payout.created").length, before)
    })
  )
})
