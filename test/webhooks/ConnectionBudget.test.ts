/** Limits of simultaneous connections and origins, and the period of idle connections. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Client } from "undici"
import * as Limits from "../../src/config/Limits.ts"
import * as Timers from "../../src/engine/actor/Timers.ts"
import * as ConnectionBudget from "../../src/webhooks/ssrf/ConnectionBudget.ts"

const { connectionsPerOriginMax, idleMs, originsMax } = Limits.outgoing

/** A budget, with counts of opened and closed connections. */
const begin = Effect.gen(function* () {
  const counts = { opened: 0, closed: 0 }
  const open = () => {
    counts.opened += 1
    const destroy = () => {
      counts.closed += 1
    }
    return { destroy } as unknown as Client
  }
  const budget = yield* ConnectionBudget.make(yield* Timers.make, open)
  return { budget, counts }
})

const origin = "https://example.com"

describe("The connections to webhook endpoints", () => {
  it.effect("are limited to connectionsPerOriginMax per origin, and the next one waits", () =>
    Effect.gen(function* () {
      const { budget, counts } = yield* begin
      let started = 0
      const start = () => {
        started += 1
      }
      const slots = Array.from({ length: connectionsPerOriginMax + 1 }, () =>
        budget.enter(origin, start)
      )
      assert.deepStrictEqual([started, counts.opened], Array(2).fill(connectionsPerOriginMax))
      budget.enter("https://example.org", start)
      assert.strictEqual(started, connectionsPerOriginMax + 1, "of another origin")
      slots[0]?.leave(true)
      // The next connection starts in a later microtask.
      yield* Effect.promise(() => Promise.resolve())
      assert.strictEqual(started, connectionsPerOriginMax + 2)
      assert.strictEqual(counts.opened, connectionsPerOriginMax + 1, "one was used again")
    }).pipe(Effect.scoped)
  )

  it.effect("are limited to originsMax origins until one was idle for idleMs", () =>
    Effect.gen(function* () {
      const { budget } = yield* begin
      const slots = Array.from({ length: originsMax }, (_, at) =>
        budget.enter(`https://${at}.example.com`, () => {})
      )
      assert.isFalse(slots.includes(undefined))
      assert.isUndefined(budget.enter(origin, () => {}))
      assert.isDefined(
        budget.enter("https://0.example.com", () => {}),
        "a known one"
      )
      slots[1]?.leave(true)
      yield* TestClock.adjust(idleMs - 1)
      assert.isUndefined(budget.enter(origin, () => {}))
      yield* TestClock.adjust(1)
      assert.isDefined(budget.enter(origin, () => {}))
    }).pipe(Effect.scoped)
  )

  it.effect("are closed after idleMs without use", () =>
    Effect.gen(function* () {
      const { budget, counts } = yield* begin
      budget.enter(origin, () => {})?.leave(true)
      yield* TestClock.adjust(idleMs - 1)
      assert.strictEqual(counts.closed, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(counts.closed, 1)
    }).pipe(Effect.scoped)
  )
})
