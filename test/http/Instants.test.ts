import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Serializers from "../../src/http/Serializers.ts"

/** The last millisecond that has a date. */
const latest = 8.64e15

describe("An instant", () => {
  it("reads as a date writes it, also one after the other on different days", () => {
    const moments = fc.oneof(
      fc.integer({ min: -latest, max: latest }),
      fc.integer({ min: 0, max: 4e12 }),
      fc.constantFrom(0, -1, 86_399_999, 86_400_000, latest, -latest)
    )
    fc.assert(
      fc.property(moments, (at) => {
        expect(Serializers.instant(at)).toBe(new Date(at).toISOString())
      })
    )
  })
})
