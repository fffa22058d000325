/** Requests that time out while they wait. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as PendingRequests from "../../../src/engine/commands/PendingRequests.ts"
import * as Turns from "../../../src/engine/commands/Turns.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import { Unavailable } from "../../../src/engine/ports/Unavailable.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as MemoryReadModel from "../../support/memoryReadModel.ts"

const { requestMsMax } = Limits.engine
/** Milliseconds after which a request has surely timed out. */
const tooLong = 2 * requestMsMax

const request = { at: 0, by: "engine", idempotency: null }

/** A command that adds a user after a delay. */
const adding = (id: string, ms: number, locks: ReadonlyArray<string> = []) => {
  const event = { _tag: "PersonJoined", id, name: "Ada", email: `${id}@test`, at: 0 } as const
  return {
    locks,
    read: () => Effect.sleep(ms),
    decide: () => Result.succeed({ events: [event], result: id })
  }
}

describe("A request that times out", () => {
  it.effect("writes nothing if it was still reading", () =>
    Effect.gen(function* () {
      const { engine, log } = yield* EngineHarness.begin()
      const added = engine.execute(request, adding("usr_1", tooLong))
      const asked = yield* Effect.forkChild(Effect.flip(added))
      const before = log.attempts()
      yield* TestClock.adjust(2 * tooLong)
      assert.instanceOf(yield* Fiber.join(asked), Unavailable)
      assert.strictEqual(log.attempts(), before)
      assert.isFalse(engine.registry.people.has("usr_1"))
    })
  )

  it.effect("lets the next request have the lock for which it waited", () =>
    Effect.gen(function* () {
      const { engine } = yield* EngineHarness.begin()
      const locks = ["lock"]
      const execute = (id: string, ms: number) =>
        Effect.forkChild(Effect.result(engine.execute(request, adding(id, ms, locks))), {
          startImmediately: true
        })
      yield* execute("usr_1", tooLong)
      const second = yield* execute("usr_2", 0)
      yield* TestClock.adjust(tooLong - 1)
      const third = yield* execute("usr_3", 0)
      yield* TestClock.adjust(1_000)
      assert.strictEqual((yield* Fiber.join(second))._tag, "Failure")
      assert.strictEqual((yield* Fiber.join(third))._tag, "Success")
      assert.deepStrictEqual([...engine.registry.people.keys()], ["usr_3"])
    })
  )

  it.effect("L8 does nothing if its key was still being looked up", () =>
    Effect.gen(function* () {
      const state = State.make()
      const built = yield* Layer.build(MemoryReadModel.make({ entries: () => [] }).layer)
      const turns = yield* Turns.make({
        state: { ...state, idempotencyFilter: { ...state.idempotencyFilter, mayHave: () => true } },
        readModel: {
          ...Context.get(built, ReadModel.ReadModel),
          reply: () => Effect.as(Effect.sleep(tooLong), undefined)
        },
        waiting: yield* PendingRequests.make,
        isBehind: () => false
      })
      let acted = 0
      const idempotency = { scope: "tests", key: "k", fingerprint: "" }
      const act = Effect.sync(() => {
        acted += 1
      })
      const taken = Turns.inTurn(turns, { ...request, idempotency }, [], () => act)
      const asked = yield* Effect.forkChild(Effect.flip(taken))
      yield* TestClock.adjust(2 * tooLong)
      assert.instanceOf(yield* Fiber.join(asked), Unavailable)
      assert.deepStrictEqual([acted, turns.locks.size()], [0, 0])
    })
  )
})
