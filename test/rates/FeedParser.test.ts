/** Rates in JSON are read exactly, or refused. */
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as FeedParser from "../../src/rates/FeedParser.ts"

const rate = (value: unknown) => Result.getOrUndefined(FeedParser.toRate(value))

describe("A rate in a feed", () => {
  it("is the sent decimal, in millionths", () => {
    assert.strictEqual(rate(3700.5), 3_700_500_000)
    assert.strictEqual(rate(JSON.parse("129.123456")), 129_123_456)
    assert.strictEqual(rate(1e3), 1_000_000_000)
    assert.strictEqual(rate(0.1 + 0.2), 300_000)
  })

  it("is rounded half to even if it has more decimals", () => {
    assert.strictEqual(rate(1.0000005), 1_000_000)
    assert.strictEqual(rate(1.0000015), 1_000_002)
    assert.strictEqual(rate(1.0000025), 1_000_002)
    assert.strictEqual(rate(1.00000251), 1_000_003)
    assert.strictEqual(rate(0.000001), 1)
  })

  it("is refused if it is zero, negative, not a number, too small, too large or too long", () => {
    const wrong = [0, -1, Number.NaN, Infinity, "3700", null, undefined, 1e-7, 1e12, 1e300, 5e-324]
    for (const value of wrong) assert.isUndefined(rate(value), String(value))
  })

  it("is within half a millionth of the sent number", () => {
    const number = fc.double({ min: 0.000_01, max: 9e6, noNaN: true })
    fc.assert(
      fc.property(number, (value) => {
        const found = rate(value)
        if (found === undefined) return
        assert.isAtMost(Math.abs(found - value * 1e6), 0.5 + value * 1e6 * 2 ** -51)
      }),
      { numRuns: 2_000 }
    )
    const decimal = fc.integer({ min: 1, max: 9_000_000_000_000 })
    fc.assert(
      fc.property(decimal, (millionths) => {
        const text = `${Math.floor(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, "0")}`
        assert.strictEqual(rate(JSON.parse(text)), millionths)
      }),
      { numRuns: 2_000 }
    )
  })
})

describe("A rate feed's document", () => {
  const body = { timestamp: 1_800_000_000, base: "USD", rates: { UGX: 3700.5 } }

  it("has a time and the rates of the dollar", () => {
    const feed = Result.getOrThrow(FeedParser.read(JSON.stringify({ ...body, license: "x" })))
    assert.strictEqual(feed.at, 1_800_000_000_000)
    assert.strictEqual(feed.rates.UGX, 3700.5)
  })

  it("is refused with another base, without a time, or as an HTML page", () => {
    const bodies = [{ ...body, base: "EUR" }, { ...body, timestamp: "now" }, { rates: {} }, []]
    for (const wrong of bodies)
      assert.isTrue(Result.isFailure(FeedParser.read(JSON.stringify(wrong))))
    assert.isTrue(Result.isFailure(FeedParser.read("<html>")))
  })
})
