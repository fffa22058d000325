/** Pauses between attempts while the database is unavailable. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as DatabaseRetry from "../../src/engine/ports/DatabaseRetry.ts"

const { retryMsMax, retryMsMin } = Limits.database

describe("A retry while the database is unavailable", () => {
  it.effect("doubles its pause each time up to the maximum, and never gives up", () =>
    Effect.gen(function* () {
      const attempts: Array<number> = []
      const failing = Effect.gen(function* () {
        attempts.push(yield* Clock.currentTimeMillis)
        return yield* Effect.fail("unavailable")
      })
      const fiber = yield* Effect.forkChild(Effect.retry(failing, DatabaseRetry.schedule))
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(fiber.pollUnsafe())
      yield* Fiber.interrupt(fiber)
      const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))
      const doubling = Array.from({ length: 6 }, (_, index) => retryMsMin * 2 ** index)
      assert.deepStrictEqual(pauses.slice(0, 6), doubling)
      assert.deepStrictEqual([...new Set(pauses.slice(6))], [retryMsMax])
      assert.isAbove(pauses.length, 700)
    })
  )
})
