/** The pace at which money is spent. */
import { assert, describe, it } from "vitest"
import * as Pace from "../../../src/domain/money/Pace.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const start = Date.UTC(2026, 10, 28)

/** Samples of every minute, up to some minutes after the start, of a sum that grows. */
const polled = (minutes: number, sumAt: (minute: number) => number): Pace.Samples => {
  let samples: Pace.Samples = []
  for (let minute = 0; minute <= minutes; minute++) {
    samples = Pace.add(samples, { at: start + minute * minuteMs, sum: sumAt(minute) })
  }
  return samples
}

describe("A pace", () => {
  it("is the sum spent per hour, once an hour was seen", () => {
    const steady = (minute: number) => 500 + 10 * minute
    assert.isNull(Pace.perHour([]))
    assert.isNull(Pace.perHour(polled(59, steady)))
    assert.strictEqual(Pace.perHour(polled(60, steady)), 600)
    assert.strictEqual(Pace.perHour(polled(90, steady)), 600)
    assert.isNull(Pace.perHour(polled(90, () => 500)))
  })

  it("is that of the last day alone, from a bounded number of samples", () => {
    // Nothing is spent in the first day, and 120 per hour afterwards.
    const samples = polled(3 * 24 * 60, (minute) => Math.max(0, minute - 24 * 60) * 2)
    assert.strictEqual(Pace.perHour(samples), 120)
    assert.isAtMost(samples.length, 26)
    assert.isAtLeast(samples.length, 24)
    const [first] = samples
    assert.isAtLeast(first?.at ?? 0, start + 48 * hourMs)
  })

  it("begins again if another process counts from zero", () => {
    const before = polled(180, (minute) => minute)
    const after = Pace.add(before, { at: start + 181 * minuteMs, sum: 3 })
    assert.deepStrictEqual(after, [{ at: start + 181 * minuteMs, sum: 3 }])
  })
})
