/** An endpoint whose receiver is gone, or has failed for five days, is switched off and says so. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Endpoint from "../../src/domain/webhook/Endpoint.ts"
import type { RunningEngine } from "../support/engine.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryViews from "../support/memoryViews.ts"
import * as World from "../support/world.ts"

/** A thousand times as fast: five days are 432 seconds. */
const timeScale = 0.001
const failingMs = Endpoint.failingMsMax * timeScale

type Receive = World.Script["receive"]

const gone: Receive = ({ url }) => ({ status: url.includes("bad") ? 410 : 200 })
const failing: Receive = ({ url }) => ({ status: url.includes("bad") ? 500 : 200 })

/** A world whose payouts get no deposit, and an engine in it that can be followed by another. */
const begin = Effect.fnUntraced(function* (receive: Receive) {
  const world = World.make({ arrivals: () => [], receive }, { timeScale })
  const log = MemoryLog.make()
  const views = MemoryViews.make(log)
  const scope = yield* Scope.make()
  const engine = yield* Scope.provide(World.start(world, log, views), scope)
  const stop = Scope.close(scope, Exit.void)
  return { world, log, views, engine, stop, client: World.client(world, engine) }
})

const restart = Effect.fnUntraced(function* (set: Effect.Success<ReturnType<typeof begin>>) {
  yield* set.stop
  const log = MemoryLog.make(set.log.entries())
  set.views.turnTo(log)
  const engine = yield* World.start(set.world, log, set.views)
  return { ...set, log, engine, client: World.client(set.world, engine) }
})

/** How often the log says that an endpoint was switched off, and why. */
const switchedOff = (log: MemoryLog.MemoryLog) =>
  log
    .entries()
    .flatMap(({ events, note }) =>
      events.flatMap((event) =>
        event._tag === "EndpointSwitchedOff" ? [{ id: event.id, reason: event.reason, note }] : []
      )
    )

/** What an endpoint received of a type. */
const heard = (world: World.World, endpointId: string, type: string) =>
  world.received
    .filter(({ url }) => url.includes(endpointId))
    .map(({ body }) => JSON.parse(body))
    .filter((body) => body.type === type)

const disabled = "webhook.endpoint_disabled"

/** Its owner switches it on again. */
const switchOn = Effect.fnUntraced(function* (engine: RunningEngine, id: string) {
  const at = yield* Clock.currentTimeMillis
  const { description = null, events = [], url = "" } = engine.state.endpoints.get(id) ?? {}
  const event = {
    _tag: "EndpointUpdated",
    id,
    url,
    events,
    description,
    isActive: true,
    at
  } as const
  const request = { at, by: "key_test", idempotency: null }
  const decided = Effect.succeed({ events: [event], result: undefined })
  yield* engine.execute(request, [`endpoint ${id}`], decided)
})

describe("an endpoint that answers 410", () => {
  it.effect("is asked five times for each delivery, and stays on", () =>
    Effect.gen(function* () {
      const { client, engine, log, world } = yield* begin(gone)
      yield* client.endpoint("bad", ["payout.created"])
      yield* client.newPayout()
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(heard(world, "bad", "payout.created"), 5)
      assert.isEmpty(switchedOff(log))
      assert.isTrue(engine.state.endpoints.get("bad")?.isActive)
      const statuses = [...World.fold(log).deliveries.values()].map(({ status }) => status)
      assert.deepStrictEqual(statuses, ["failed"])
    })
  )
})

/** Payouts, one after the other, for a while; each makes deliveries that may fail. */
const payouts = Effect.fnUntraced(function* (
  { client }: { readonly client: ReturnType<typeof World.client> },
  forMs: number
) {
  const everyMs = 20_000
  for (let passed = 0; passed < forMs; passed += everyMs) {
    yield* client.newPayout()
    yield* TestClock.adjust(everyMs)
  }
})

describe("an endpoint that fails", () => {
  it.effect("is switched off by the first failure five days after the first, not before", () =>
    Effect.gen(function* () {
      const set = yield* begin(failing)
      const { client, log, world } = set
      yield* client.endpoint("bad", ["payout.created"])
      yield* client.endpoint("good", [disabled])
      yield* payouts(set, failingMs - 20_000)
      assert.isEmpty(switchedOff(log))
      yield* payouts(set, 60_000)
      const reason = "failed for five days"
      assert.deepStrictEqual(switchedOff(log), [{ id: "bad", reason, note: reason }])
      assert.lengthOf(heard(world, "good", disabled), 1)
      const [first] = world.received
      const last = world.received.filter(({ url }) => url.includes("bad")).at(-1)
      assert.isAtLeast((last?.at ?? 0) - (first?.at ?? 0), failingMs)
    })
  )

  it.effect("is as well as new after one success in between", () =>
    Effect.gen(function* () {
      let isDown = true
      const set = yield* begin(() => ({ status: isDown ? null : 200 }))
      yield* set.client.endpoint("bad", ["payout.created"])
      yield* payouts(set, failingMs - 40_000)
      isDown = false
      yield* payouts(set, 20_000)
      isDown = true
      yield* payouts(set, failingMs - 40_000)
      assert.isEmpty(switchedOff(set.log))
      assert.isTrue(set.engine.state.endpoints.get("bad")?.isActive)
    })
  )

  it.effect("L7 has failed as long after a restart: its time does not begin anew", () =>
    Effect.gen(function* () {
      const set = yield* begin(failing)
      yield* set.client.endpoint("bad", ["payout.created"])
      // The tables show it before its first failure.
      yield* TestClock.adjust(1_000)
      yield* payouts(set, failingMs / 2)
      const since = set.engine.state.endpoints.get("bad")?.failingSince
      assert.isNumber(since)
      const next = yield* restart(set)
      assert.strictEqual(next.engine.state.endpoints.get("bad")?.failingSince, since)
      yield* payouts(next, failingMs / 2 + 40_000)
      assert.deepStrictEqual(
        switchedOff(next.log).map(({ id }) => id),
        ["bad"]
      )
      const again = yield* restart(next)
      assert.deepInclude(again.engine.state.endpoints.get("bad"), {
        ...{ isActive: false, switchedOffReason: "failed for five days" }
      })
    })
  )
})

describe("an endpoint that its owner switches on again", () => {
  it.effect("hears of what comes from then on, and has its time anew", () =>
    Effect.gen(function* () {
      let isDown = true
      const set = yield* begin(() => ({ status: isDown ? 500 : 200 }))
      const { client, engine, log, world } = set
      yield* client.endpoint("bad", ["payout.created"])
      yield* payouts(set, failingMs + 60_000)
      assert.lengthOf(switchedOff(log), 1)
      yield* switchOn(engine, "bad")
      assert.deepInclude(engine.state.endpoints.get("bad"), {
        ...{ isActive: true, switchedOffReason: null, failingSince: null }
      })
      yield* payouts(set, failingMs / 2)
      assert.lengthOf(switchedOff(log), 1)
      isDown = false
      const before = heard(world, "bad", "payout.created").length
      yield* client.newPayout()
      yield* TestClock.adjust(1_000)
      assert.isAbove(heard(world, "bad", "payout.created").length, before)
    })
  )
})
