import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as ConcurrencyLimiter from "../../src/webhooks/ssrf/ConcurrencyLimiter.ts"

describe("A concurrency limiter", () => {
  it("admits a limited number, the others in order, and skips those that gave up", async () => {
    const limiter = ConcurrencyLimiter.make(2)
    const inside: Array<string> = []
    limiter.enter(() => inside.push("first"))
    limiter.enter(() => inside.push("second"))
    const giveUp = limiter.enter(() => inside.push("third"))
    limiter.enter(() => inside.push("fourth"))
    limiter.enter(() => inside.push("fifth"))
    assert.deepStrictEqual(inside, ["first", "second"])
    giveUp()
    limiter.leave()
    await Promise.resolve()
    assert.deepStrictEqual(inside, ["first", "second", "fourth"])
    limiter.leave()
    await Promise.resolve()
    assert.deepStrictEqual(inside, ["first", "second", "fourth", "fifth"])
    assert.isFalse(limiter.isEmpty())
    limiter.leave()
    limiter.leave()
    assert.isTrue(limiter.isEmpty())
  })

  it("admits none above a lowered limit, and more at once after a raised one", async () => {
    const limiter = ConcurrencyLimiter.make(3)
    let inside = 0
    for (let index = 0; index < 6; index++) limiter.enter(() => (inside += 1))
    limiter.resize(1)
    limiter.leave()
    limiter.leave()
    await Promise.resolve()
    assert.strictEqual(inside, 3)
    limiter.leave()
    await Promise.resolve()
    assert.strictEqual(inside, 4)
    limiter.resize(9)
    assert.strictEqual(inside, 6)
  })
})

describe("A concurrency limiter with fibers", () => {
  it.effect("admits thousands of waiting fibers that end at once", () =>
    Effect.gen(function* () {
      const limiter = ConcurrencyLimiter.make(1)
      const done = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(
        ConcurrencyLimiter.within(limiter, Deferred.await(done))
      )
      yield* Effect.yieldNow
      const others = Array.from({ length: 20_000 }, () =>
        ConcurrencyLimiter.within(limiter, Effect.void)
      )
      const rest = yield* Effect.forkChild(Effect.all(others, { concurrency: "unbounded" }))
      yield* Effect.yieldNow
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(rest)
      assert.isTrue(limiter.isEmpty())
    })
  )

  it.effect("is free again after an interruption of a running and of a waiting fiber", () =>
    Effect.gen(function* () {
      const limiter = ConcurrencyLimiter.make(1)
      const entered = yield* Deferred.make<void>()
      const stay = Effect.andThen(Deferred.succeed(entered, undefined), Effect.never)
      const inside = yield* Effect.forkChild(ConcurrencyLimiter.within(limiter, stay))
      yield* Deferred.await(entered)
      const waiting = yield* Effect.forkChild(ConcurrencyLimiter.within(limiter, Effect.never))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(inside)
      assert.isTrue(limiter.isEmpty())
      assert.strictEqual(yield* ConcurrencyLimiter.within(limiter, Effect.succeed("free")), "free")
    })
  )
})
