import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Ids from "../../src/domain/Ids.ts"
import { at, t0 } from "../support/fixtures.ts"

const prefixes = [
  ...["qt", "po", "bt", "bk", "ben", "we", "evt", "dlv", "acct", "key", "req", "tr"]
] as ReadonlyArray<Ids.Prefix>

const zeros = new Uint8Array(10)
const ones = new Uint8Array(10).fill(255)

const someTime = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const someBytes = fc.uint8Array({ minLength: 10, maxLength: 10 })

describe("make", () => {
  it.each(prefixes)(
    "gives %s ids their prefix, ten digits of time and sixteen random digits",
    (prefix) => {
      expect(Ids.make(prefix, t0, ones)).toMatch(
        new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{10}ZZZZZZZZZZZZZZZZ$`)
      )
    }
  )

  it.each([
    [0, zeros, "po_00000000000000000000000000"],
    [1, zeros, "po_00000000010000000000000000"],
    [31, zeros, "po_000000000Z0000000000000000"],
    [32, zeros, "po_00000000100000000000000000"],
    [2 ** 48 - 1, ones, "po_7ZZZZZZZZZZZZZZZZZZZZZZZZZ"],
    [0, Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 2), "po_00000000000000000100000002"],
    [0, Uint8Array.of(128, 0, 0, 0, 0, 0, 0, 0, 0, 0), "po_0000000000G000000000000000"]
  ])("writes %d and its bytes as Crockford base32", (time, bytes, id) => {
    expect(Ids.make("po", time, bytes)).toBe(id)
  })

  it("writes the time as ULID does", () => {
    expect(Ids.make("po", 1_469_918_176_385, zeros).slice(3, 13)).toBe("01ARYZ6S41")
  })

  it("sorts by time of creation, for any random part", () => {
    fc.assert(
      fc.property(someTime, someTime, someBytes, someBytes, (one, other, chance, other2) => {
        const left = Ids.make("po", one, chance)
        const right = Ids.make("po", other, other2)
        return one === other || left < right === one < other
      }),
      { numRuns: 5_000 }
    )
  })

  it("gives different ids for different times or random bytes", () => {
    fc.assert(
      fc.property(someTime, someTime, someBytes, someBytes, (one, other, left, right) => {
        const isSame = one === other && left.every((byte, index) => byte === right[index])
        return isSame === (Ids.make("po", one, left) === Ids.make("po", other, right))
      }),
      { numRuns: 5_000 }
    )
  })

  it("needs the documented number of bytes", () => {
    const last = new Uint8Array(Ids.randomBytes)
    last[Ids.randomBytes - 1] = 1
    expect(Ids.make("po", 0, last)).not.toBe(Ids.make("po", 0, zeros))
    const longer = new Uint8Array(Ids.randomBytes + 1)
    longer[Ids.randomBytes] = 1
    expect(Ids.make("po", 0, longer)).toBe(Ids.make("po", 0, zeros))
  })
})

describe("Ids of events and deliveries", () => {
  const payout = Ids.make(
    "po",
    t0,
    Uint8Array.from({ length: 10 }, (_, index) => index * 17)
  )
  const endpoint = Ids.make("we", t0, ones)

  it("are functions of the transition", () => {
    expect(Ids.event(payout, at(1), 2, 0)).toBe(Ids.event(payout, at(1), 2, 0))
    expect(Ids.event(payout, at(1), 2, 0)).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{29}$/)
  })

  it("differ if the payout, time, sequence or event set differs", () => {
    const other = Ids.make("po", t0, ones)
    const ids = [
      Ids.event(payout, at(1), 2, 0),
      Ids.event(other, at(1), 2, 0),
      Ids.event(payout, at(1) + 1, 2, 0),
      Ids.event(payout, at(1), 3, 0),
      Ids.event(payout, at(1), 2, 1),
      Ids.event(payout, at(1), 2, 2)
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("differ for each of the first thousand transitions of a payout in one millisecond", () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => Ids.event(payout, at(1), index + 1, 0))
    expect(new Set(ids).size).toBe(1_000)
    expect(ids.toSorted()).toEqual(ids)
  })

  it("sort by time", () => {
    expect(Ids.event(payout, at(2), 1, 0) > Ids.event(payout, at(1), 31, 2)).toBe(true)
  })

  it("differ between two endpoints' deliveries of one event", () => {
    const event = Ids.event(payout, at(1), 2, 0)
    const delivery = Ids.delivery(event, endpoint)
    expect(delivery).toBe(`dlv_${event.slice(4)}ZZZZZZZZZZZZZZZZ`)
    expect(Ids.delivery(event, Ids.make("we", t0, zeros))).not.toBe(delivery)
    expect(Ids.delivery(Ids.event(payout, at(1), 2, 1), endpoint)).not.toBe(delivery)
  })
})

describe("An id of a kind", () => {
  const tail = "01KJQ1T9G0W5V8Z6C2R7K4N9TB"

  it("has one of the prefixes of the kind", () => {
    expect(Ids.isOf("batch", `bt_${tail}`)).toBe(true)
    expect(Ids.isOf("batch", `bk_${tail}`)).toBe(true)
    expect(Ids.isOf("batch", `po_${tail}`)).toBe(false)
    expect(Ids.isOf("payout", `bt_${tail}`)).toBe(false)
  })

  it("has the form of an id behind its prefix, of at most 80 characters", () => {
    for (const wrong of ["po_", "po_a/b", "po_a\u0000", `po_${"A".repeat(81)}`]) {
      expect(Ids.isOf("payout", wrong)).toBe(false)
    }
    expect(Ids.isOf("payout", `po_${"A".repeat(80)}`)).toBe(true)
  })
})
