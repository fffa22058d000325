import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Money from "../../../src/domain/money/Money.ts"

/** An exact decimal, written from the integer without fractional arithmetic. */
const decimal = (units: number, decimals: number): string => {
  const text = String(units).padStart(decimals + 1, "0")
  const fraction = text.slice(text.length - decimals).replace(/0+$/, "")
  const whole = text.slice(0, text.length - decimals)
  return decimals === 0 || fraction === "" ? whole : `${whole}.${fraction}`
}

const maxMicro = Money.usdcMax * Money.microPerUsdc
const someMicro = fc.oneof(
  fc.integer({ min: 0, max: maxMicro }),
  fc.integer({ min: 0, max: 10_000_000_000 }),
  fc.integer({ min: maxMicro - 1_000_000, max: maxMicro })
)
/** Millionths of a currency unit per USDC, up to 5,000 units. */
const someRate = fc.integer({ min: 1, max: 5_000_000_000 })
const someDecimals = fc.constantFrom(0, 2)
const many = { numRuns: 20_000 }

describe("fromJson", () => {
  it.each([
    [0, 0],
    [0.01, 10_000],
    [0.000001, 1],
    [0.1, 100_000],
    [0.3, 300_000],
    [25, 25_000_000],
    [1.1, 1_100_000],
    [4.35, 4_350_000],
    [8.41, 8_410_000],
    [9999.999999, 9_999_999_999],
    [1e-6, 1],
    [Money.usdcMax, maxMicro],
    [499_999_999.999999, maxMicro - 1]
  ])("reads %d USDC as %d micro-USDC", (value, units) => {
    expect(Money.fromJson(value, 6)).toEqual(Result.succeed(units))
  })

  it.each([
    [0.0000001, "too_many_decimals"],
    [0.1234567, "too_many_decimals"],
    [25.0000001, "too_many_decimals"],
    [0.1 + 0.2, "too_many_decimals"],
    [Number.MIN_VALUE, "too_many_decimals"],
    [-0.01, "negative"],
    [-25, "negative"],
    [Money.usdcMax + 0.000001, "too_large"],
    [Number.MAX_SAFE_INTEGER, "too_large"],
    [Number.MAX_VALUE, "too_large"],
    [Number.NaN, "not_a_number"],
    [Number.POSITIVE_INFINITY, "not_a_number"],
    [Number.NEGATIVE_INFINITY, "not_a_number"],
    ["25", "not_a_number"],
    ["", "not_a_number"],
    [25n, "not_a_number"],
    [true, "not_a_number"],
    [null, "not_a_number"],
    [undefined, "not_a_number"],
    [[25], "not_a_number"],
    [{}, "not_a_number"]
  ])("refuses %s: %s", (value, problem) => {
    expect(Money.fromJson(value, 6)).toEqual(Result.fail(problem))
  })

  it.each([
    [12, 0, 12],
    [0.5, 0, undefined],
    [12.5, 2, 1250],
    [12.34, 2, 1234],
    [12.345, 2, undefined]
  ])("reads %d with %i decimals as %s", (value, decimals, units) => {
    const expected = units === undefined ? Result.fail("too_many_decimals") : Result.succeed(units)
    expect(Money.fromJson(value, decimals)).toEqual(expected)
  })

  it("reads minus zero as zero", () => {
    expect(Result.getOrThrow(Money.fromJson(JSON.parse("-0"), 6)) === 0).toBe(true)
  })
})

describe("fromJson on any amount", () => {
  it("reads the first 200,000 amounts back from their JSON text", () => {
    for (let units = 0; units <= 200_000; units++) {
      const read = Money.fromJson(JSON.parse(decimal(units, 6)), 6)
      if (Result.getOrUndefined(read) !== units) expect.fail(decimal(units, 6))
    }
  })

  it("reads any amount up to the largest back from its JSON text", () => {
    fc.assert(
      fc.property(
        someMicro,
        (units) => Result.getOrUndefined(Money.fromJson(JSON.parse(decimal(units, 6)), 6)) === units
      ),
      many
    )
  })

  it("refuses any seventh decimal of any amount", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: maxMicro - 1 }),
        fc.integer({ min: 1, max: 9 }),
        (units, seventh) => {
          const [whole = "0", fraction = ""] = decimal(units, 6).split(".")
          const value: unknown = JSON.parse(`${whole}.${fraction.padEnd(6, "0")}${seventh}`)
          return Result.isFailure(Money.fromJson(value, 6))
        }
      ),
      many
    )
  })

  it("never rounds, so the value read is exactly the given number", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: Money.usdcMax, noNaN: true }), (value) => {
        const read = Money.fromJson(value, 6)
        return Result.isFailure(read) || Number(decimal(read.success, 6)) === value
      }),
      many
    )
  })
})

describe("toJson", () => {
  it("writes the shortest decimal of the exact amount", () => {
    fc.assert(
      fc.property(someMicro, (units) => {
        return JSON.stringify(Money.toJson(units, 6)) === decimal(units, 6)
      }),
      many
    )
  })

  it.each([
    [1, 6, "0.000001"],
    [25_000_000, 6, "25"],
    [91_575, 0, "91575"],
    [123_456, 2, "1234.56"],
    [3_663_000_000, 6, "3663"]
  ])("writes %d with %i decimals as %s", (units, decimals, text) => {
    expect(JSON.stringify(Money.toJson(units, decimals))).toBe(text)
  })
})

describe("formatUsdc", () => {
  it.each([
    [0, "0.000000"],
    [1, "0.000001"],
    [999_999, "0.999999"],
    [25_000_000, "25.000000"],
    [10_000_500_000, "10000.500000"],
    [maxMicro, "500000000.000000"]
  ])("writes %d as %s", (amount, text) => {
    expect(Money.formatUsdc(amount)).toBe(text)
  })

  it("always writes six decimals of the exact amount", () => {
    fc.assert(
      fc.property(someMicro, (amount) => {
        const text = Money.formatUsdc(amount)
        return /^\d+\.\d{6}$/.test(text) && BigInt(text.replace(".", "")) === BigInt(amount)
      }),
      many
    )
  })
})

describe("convert", () => {
  it.each([
    [25_000_000, 3_663_000_000, 0, 91_575],
    [10_000, 3_663_000_000, 0, 36],
    [1, 3_663_000_000, 0, 0],
    [1_000_000, 15_509_999, 2, 1550],
    [999_999, 1_000_000, 2, 99],
    [0, 3_663_000_000, 0, 0]
  ])("turns %d micro-USDC at %d with %i decimals into %d", (amount, rate, decimals, minor) => {
    expect(Money.convert(amount, rate, decimals)).toBe(minor)
  })

  it("rounds down, by less than one minor unit", () => {
    fc.assert(
      fc.property(someMicro, someRate, someDecimals, (amount, rate, decimals) => {
        const exact = BigInt(amount) * BigInt(rate) * 10n ** BigInt(decimals)
        const minor = Money.convert(amount, rate, decimals)
        const bought = BigInt(minor) * 10n ** 12n
        return Number.isSafeInteger(minor) && bought <= exact && exact < bought + 10n ** 12n
      }),
      many
    )
  })

  it("creates no unit when an amount is split", () => {
    fc.assert(
      fc.property(someMicro, someMicro, someRate, someDecimals, (one, other, rate, decimals) => {
        const apart = Money.convert(one, rate, decimals) + Money.convert(other, rate, decimals)
        const together = Money.convert(one + other, rate, decimals)
        return apart <= together && together <= apart + 1
      }),
      many
    )
  })
})

describe("cost", () => {
  it.each([
    [91_575, 3_663_000_000, 0, 25_000_000],
    [1, 3_663_000_000, 0, 274],
    [0, 3_663_000_000, 0, 0],
    [1550, 15_509_999, 2, 999_356]
  ])("of %d at %d with %i decimals is %d", (target, rate, decimals, micro) => {
    expect(Money.cost(target, rate, decimals)).toBe(micro)
  })

  it("is the least amount that buys the target", () => {
    const someTarget = fc.integer({ min: 1, max: 500_000_000 })
    fc.assert(
      fc.property(
        someTarget,
        fc.integer({ min: 1_000_000, max: 5_000_000_000 }),
        someDecimals,
        (target, rate, decimals) => {
          const micro = Money.cost(target, rate, decimals)
          return (
            Money.convert(micro, rate, decimals) >= target &&
            Money.convert(micro - 1, rate, decimals) < target
          )
        }
      ),
      many
    )
  })

  it("never exceeds the amount it was converted from", () => {
    fc.assert(
      fc.property(someMicro, someRate, someDecimals, (amount, rate, decimals) => {
        return Money.cost(Money.convert(amount, rate, decimals), rate, decimals) <= amount
      }),
      many
    )
  })
})

describe("withSpread", () => {
  it.each([
    [3_700_000_000, 0.01, 3_663_000_000],
    [3_700_000_000, 0, 3_700_000_000],
    [3_700_000_000, 0.000001, 3_699_996_300],
    [101, 0.01, 99],
    [1, 0.01, 0],
    [129_530_000, 0.0125, 127_910_875],
    [129_530_000, 1, 0]
  ])("takes the margin off %d at %d: %d", (middle, spread, rate) => {
    expect(Money.withSpread(middle, spread)).toBe(rate)
  })

  it("rounds down, in favour of the service", () => {
    fc.assert(
      fc.property(someRate, fc.integer({ min: 0, max: 1_000_000 }), (middle, millionths) => {
        const exact = BigInt(middle) * BigInt(1_000_000 - millionths)
        const rate = BigInt(Money.withSpread(middle, millionths / 1_000_000)) * 1_000_000n
        return rate <= exact && exact < rate + 1_000_000n
      }),
      many
    )
  })
})

describe("beforeSpread", () => {
  it.each([
    [3_663_000_000, 0.01, 3_700_000_000],
    [127_710_000, 0.01, 129_000_000],
    [3_700_000_000, 0, 3_700_000_000],
    [1, 0.5, 2]
  ])("turns the rate %d at a margin of %d into %d", (rate, spread, middle) => {
    expect(Money.beforeSpread(rate, spread)).toBe(middle)
  })

  it("returns a middle rate that the spread turns into the same rate", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000 }),
        fc.integer({ min: 0, max: 500_000 }),
        (rate, millionths) => {
          const spread = millionths / 1_000_000
          expect(Money.withSpread(Money.beforeSpread(rate, spread), spread)).toBe(rate)
        }
      )
    )
  })
})

describe("costOfSpread", () => {
  it.each([
    [25_000_000, 0.01, 250_000],
    [1, 0.01, 0],
    [10_000_000_000, 0.123456, 1_234_560_000],
    [40_000_000, 0, 0]
  ])("takes of %d micro-USDC at a margin of %d as much as %d", (amount, spread, cost) => {
    expect(Money.costOfSpread(amount, spread)).toBe(cost)
  })

  it("is rounded down, exactly, for any amount", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000_000 }),
        fc.integer({ min: 0, max: 500_000 }),
        (source, parts) => {
          const cost = Money.costOfSpread(source, parts / 1_000_000)
          expect(BigInt(cost)).toBe((BigInt(source) * BigInt(parts)) / 1_000_000n)
        }
      )
    )
  })
})

describe("Amounts too large for exact plain numbers", () => {
  const large = fc.integer({ min: 1, max: 2 ** 49 })
  const parts = fc.integer({ min: 0, max: 900_000 })

  it("are computed as exactly as small ones", () => {
    fc.assert(
      fc.property(large, parts, (amount, millionths) => {
        const [whole, taken] = [BigInt(amount), BigInt(millionths)]
        const kept = 1_000_000n - taken
        const spread = millionths / 1_000_000
        expect(Money.costOfSpread(amount, spread)).toBe(Number((whole * taken) / 1_000_000n))
        expect(Money.withSpread(amount, spread)).toBe(Number((whole * kept) / 1_000_000n))
        const middle = Number((whole * 1_000_000n + kept - 1n) / kept)
        expect(Money.beforeSpread(amount, spread)).toBe(middle)
      })
    )
  })
})
