/** Resending an endpoint's failed deliveries, while other requests change them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type * as Engine from "../../src/engine/Engine.ts"
import * as ResendDelivery from "../../src/usecases/ResendDelivery.ts"
import * as WebhookEndpoints from "../../src/usecases/WebhookEndpoints.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"

const { accountId } = EngineHarness
const owned = { accountId, id: "we_1" }
const nothing = { result: { resent: 0, remaining: 0 } }
const request = { at: 0, by: "key_1", idempotency: null }

/** An endpoint that responds with 500 and has one failed delivery. */
const begin = Effect.gen(function* () {
  const receive = () => ({ status: 500 })
  const adapters = EngineHarness.make({ arrivals: () => [], receive }, { timeScale: 0.001 })
  const log = MemoryLog.make()
  const engine = yield* EngineHarness.start(adapters, log, MemoryReadModel.make(log))
  const client = EngineHarness.client(adapters, engine)
  yield* client.endpoint(owned.id, ["payout.created"])
  yield* client.newPayout()
  yield* TestClock.adjust("30 seconds")
  const [failed] = EngineHarness.fold(log).deliveries.values()
  assert.strictEqual(failed?.status, "failed")
  const resends = () =>
    log.entries().flatMap(({ events }) => events.filter(({ _tag }) => _tag === "DeliveryResent"))
  return { engine, id: failed?.id ?? "", resends }
})

/** Resends failed deliveries, and runs `between` after each read of the list. */
const resendFailed = <A, E>(engine: Engine.EngineService, between: Effect.Effect<A, E>) => {
  const deliveries: typeof engine.lists.deliveries = (filter, page) =>
    Effect.tap(engine.lists.deliveries(filter, page), () => Effect.orDie(between))
  return ResendDelivery.runFailed({ ...engine, lists: { ...engine.lists, deliveries } }, request, {
    ...owned,
    since: undefined,
    hasPending: false
  })
}

describe("A failed delivery that another request resends in between", () => {
  it.effect("is sent once, and counted as resent by only one request", () =>
    Effect.gen(function* () {
      const { engine, id, resends } = yield* begin
      const other = ResendDelivery.run(engine, request, { accountId, id })
      assert.deepInclude(yield* resendFailed(engine, other), nothing)
      assert.lengthOf(resends(), 1)
    })
  )
})

describe("A failed delivery whose endpoint is disabled in between", () => {
  it.effect("is not resent, and the request succeeds", () =>
    Effect.gen(function* () {
      const { engine, resends } = yield* begin
      const disabled = WebhookEndpoints.change(engine, request, {
        ...owned,
        changes: { isActive: false }
      })
      assert.deepInclude(yield* resendFailed(engine, disabled), nothing)
      assert.isEmpty(resends())
    })
  )
})
