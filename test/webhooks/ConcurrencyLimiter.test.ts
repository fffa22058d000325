import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as ConcurrencyLimiter from "../../src/webhooks/ssrf/ConcurrencyLimiter.ts"

describe("a gate", () => {
  it("lets so many in, the others in order, and none that gave up", async () => {
    const gate = ConcurrencyLimiter.make(2)
    const inside: Array<string> = []
    gate.enter(() => inside.push("first"))
    gate.enter(() => inside.push("second"))
    const giveUp = gate.enter(() => inside.push("third"))
    gate.enter(() => inside.push("fourth"))
    gate.enter(() => inside.push("fifth"))
    assert.deepStrictEqual(inside, ["first", "second"])
    giveUp()
    gate.leave()
    await Promise.resolve()
    assert.deepStrictEqual(inside, ["first", "second", "fourth"])
    gate.leave()
    await Promise.resolve()
    assert.deepStrictEqual(inside, ["first", "second", "fourth", "fifth"])
    assert.isFalse(gate.isEmpty())
    gate.leave()
    gate.leave()
    assert.isTrue(gate.isEmpty())
  })

  it("made smaller lets nobody in until enough have left, and made wider more at once", async () => {
    const gate = ConcurrencyLimiter.make(3)
    let inside = 0
    for (let index = 0; index < 6; index++) gate.enter(() => (inside += 1))
    gate.resize(1)
    gate.leave()
    gate.leave()
    await Promise.resolve()
    assert.strictEqual(inside, 3)
    gate.leave()
    await Promise.resolve()
    assert.strictEqual(inside, 4)
    gate.resize(9)
    assert.strictEqual(inside, 6)
  })
})

describe("a limiter and fibers", () => {
  it.effect("lets thousands through that waited for long and are done at once", () =>
    Effect.gen(function* () {
      const gate = ConcurrencyLimiter.make(1)
      const done = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(ConcurrencyLimiter.within(gate, Deferred.await(done)))
      yield* Effect.yieldNow
      const others = Array.from({ length: 20_000 }, () =>
        ConcurrencyLimiter.within(gate, Effect.void)
      )
      const rest = yield* Effect.forkChild(Effect.all(others, { concurrency: "unbounded" }))
      yield* Effect.yieldNow
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(rest)
      assert.isTrue(gate.isEmpty())
    })
  )

  it.effect("is left by who is stopped inside, and its line by who is stopped there", () =>
    Effect.gen(function* () {
      const gate = ConcurrencyLimiter.make(1)
      const entered = yield* Deferred.make<void>()
      const stay = Effect.andThen(Deferred.succeed(entered, undefined), Effect.never)
      const inside = yield* Effect.forkChild(ConcurrencyLimiter.within(gate, stay))
      yield* Deferred.await(entered)
      const waiting = yield* Effect.forkChild(ConcurrencyLimiter.within(gate, Effect.never))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(inside)
      assert.isTrue(gate.isEmpty())
      assert.strictEqual(yield* ConcurrencyLimiter.within(gate, Effect.succeed("free")), "free")
    })
  )
})
