import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Fields from "../../src/http/contract/Fields.ts"
import * as Instants from "../../src/http/contract/Instants.ts"

/** The last millisecond that a JavaScript date can represent. */
const latest = 8.64e15

describe("An instant", () => {
  it("is written like JavaScript's date, even in a sequence of different days", () => {
    const moments = fc.oneof(
      fc.integer({ min: -latest, max: latest }),
      fc.integer({ min: 0, max: 4e12 }),
      fc.constantFrom(0, -1, 86_399_999, 86_400_000, latest, -latest)
    )
    fc.assert(
      fc.property(moments, (at) => {
        expect(Instants.instant(at)).toBe(new Date(at).toISOString())
      })
    )
  })
})

describe("A time that a client writes", () => {
  it("is read with its letters in either case, as RFC 3339 allows", () => {
    const at = Date.UTC(2026, 2, 2, 9)
    for (const text of [
      ...["2026-03-02T09:00:00Z", "2026-03-02t09:00:00z", "2026-03-02T09:00:00.000z"],
      ...["2026-03-02t12:00:00+03:00", "2026-03-02t09:00"]
    ]) {
      expect(Fields.parseInstant(text), text).toBe(at)
    }
    for (const text of ["2026-02-30t00:00:00z", "2026-03-02 09:00:00z", "2026-03-02t09:00:00y"]) {
      expect(Fields.parseInstant(text), text).toBeUndefined()
    }
  })
})
