import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as Timers from "../../../src/engine/actor/Timers.ts"

describe("Timers", () => {
  it.effect("fire in order, never early, and never if cancelled", () =>
    Effect.gen(function* () {
      const plan = fc.array(
        fc.record({ at: fc.integer({ min: -10, max: 1_000 }), isCancelled: fc.boolean() }),
        { maxLength: 60 }
      )
      for (const wanted of fc.sample(plan, { numRuns: 100, seed: 7 })) {
        const timers = yield* Timers.make
        const start = yield* Clock.currentTimeMillis
        const called: Array<number> = []
        const set = wanted.map(({ at }) => timers.at(start + at, () => called.push(at)))
        set.forEach((timer, index) => {
          if (wanted[index]?.isCancelled === true) timers.cancel(timer)
        })
        const left = wanted.filter(({ isCancelled }) => !isCancelled).map(({ at }) => at)
        for (const until of [250, 500, 1_000]) {
          yield* TestClock.setTime(start + until)
          const due = left.filter((at) => at <= until).sort((one, other) => one - other)
          assert.deepStrictEqual(called, due)
        }
        assert.strictEqual(timers.size(), 0)
      }
    })
  )

  it.effect("may set and cancel others while they fire", () =>
    Effect.gen(function* () {
      const timers = yield* Timers.make
      const called: Array<string> = []
      const late = timers.at(30, () => called.push("late"))
      timers.at(10, () => {
        called.push("first")
        timers.cancel(late)
        timers.at(20, () => called.push("second"))
        timers.at(0, () => called.push("overdue"))
      })
      yield* TestClock.adjust(10)
      assert.deepStrictEqual(called, ["first", "overdue"])
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(called, ["first", "overdue", "second"])
    })
  )

  it.effect("that are set while later ones sleep fire in time", () =>
    Effect.gen(function* () {
      const timers = yield* Timers.make
      const called: Array<number> = []
      timers.at(10_000, () => called.push(10_000))
      yield* TestClock.adjust(1_000)
      timers.at(2_000, () => called.push(2_000))
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(called, [2_000])
    })
  )
})
