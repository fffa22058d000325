import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as IdempotencyFilter from "../../../src/engine/state/IdempotencyFilter.ts"

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Adds 500 other keys in each hour from 1 to 31. */
const addOthers = (filter: IdempotencyFilter.IdempotencyFilter): void => {
  for (let hour = 1; hour < 32; hour++) {
    for (let index = 0; index < 500; index++) filter.add(`at ${hour} ${index}`, hour * hourMs)
  }
}

describe("Keys in the idempotency filter", () => {
  it("are always found within a day", () => {
    const key = fc.string({ minLength: 1, maxLength: 128 })
    const uses = fc.array(fc.tuple(key, fc.integer({ min: 0, max: 3 * dayMs })), { maxLength: 50 })
    fc.assert(
      fc.property(uses, (unordered) => {
        const ordered = unordered.toSorted(([, left], [, right]) => left - right)
        const seen = IdempotencyFilter.make(dayMs)
        seen.complete()
        for (const [used, at] of ordered) seen.add(used, at)
        const now = ordered.at(-1)?.[1] ?? 0
        for (const [used, at] of ordered) {
          if (now < at + dayMs) expect(seen.mayHave(used, now)).toBe(true)
        }
      }),
      { numRuns: 300 }
    )
  })

  it("all count as possible until every earlier key is loaded", () => {
    const seen = IdempotencyFilter.make(dayMs)
    expect(seen.mayHave("never used", 0)).toBe(true)
    seen.complete()
    expect(seen.mayHave("never used", 0)).toBe(false)
  })

  it("are mistaken for each other in fewer than one case in a thousand", () => {
    const seen = IdempotencyFilter.make(dayMs)
    seen.complete()
    for (let index = 0; index < 100_000; index++) seen.add(`acct_1 POST /v1/payouts\n${index}`, 0)
    let mistakes = 0
    for (let index = 0; index < 100_000; index++) {
      if (seen.mayHave(`acct_1 POST /v1/payouts\nother ${index}`, 0)) mistakes += 1
    }
    expect(mistakes).toBeLessThan(100)
  })

  for (const isBusy of [false, true]) {
    const meanwhile = isBusy ? "while other keys are used" : "while no other key is used"
    it(`are dropped after 32 hours, ${meanwhile}`, () => {
      const keys = Array.from({ length: 20_000 }, (_, index) => `key ${index}`)
      const seen = IdempotencyFilter.make(dayMs)
      seen.complete()
      for (const key of keys) seen.add(key, hourMs - 1)
      for (const key of keys) expect(seen.mayHave(key, dayMs)).toBe(true)
      if (isBusy) addOthers(seen)
      const kept = keys.filter((key) => seen.mayHave(key, 32 * hourMs))
      expect(kept.length).toBeLessThan(20)
    })
  }

  it("are found after a clock was days ahead and came back", () => {
    const seen = IdempotencyFilter.make(dayMs)
    seen.complete()
    const keys = Array.from({ length: 20_000 }, (_, index) => `key ${index}`)
    for (const key of keys) seen.add(`ahead ${key}`, 100 * dayMs)
    for (const key of keys) seen.add(key, dayMs)
    expect(keys.filter((key) => !seen.mayHave(key, 2 * dayMs - 1))).toEqual([])
  })

  it("cannot be kept for 32 hours or longer", () => {
    expect(() => IdempotencyFilter.make(32 * hourMs)).toThrow(RangeError)
  })
})
