import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Ids from "../../src/domain/Ids.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"

/** A source that always returns the same byte. */
const source = (byte: number): IdGenerator.Source => ({
  bytes: (count) => new Uint8Array(count).fill(byte)
})

describe("Generated ids", () => {
  it.each([0, 0x7f, 0xff])(
    "of the same millisecond sort in the order of their creation",
    (byte) => {
      const stuck = source(byte)
      const drawn = Array.from({ length: 1_000 }, () =>
        IdGenerator.id(stuck, "po", 1_767_614_400_000)
      )
      expect(drawn.toSorted()).toEqual(drawn)
      expect(new Set(drawn).size).toBe(drawn.length)
    }
  )

  it("of a later millisecond sort after all earlier ones", () => {
    const stuck = source(0xff)
    const early = Array.from({ length: 10 }, () => IdGenerator.id(stuck, "po", 1_767_614_400_000))
    const late = IdGenerator.id(stuck, "po", 1_767_614_400_001)
    expect([late, ...early].toSorted().at(-1)).toBe(late)
  })
})

describe("Ids in a service with several partitions", () => {
  const at = 1_767_614_400_000
  const number = fc.integer({ min: 0, max: 1_023 })
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })

  it("carry the partition's number, and so do the ids of their events and deliveries", () => {
    fc.assert(
      fc.property(number, bytes, fc.nat(40), (partition, drawn, sequence) => {
        const ids: IdGenerator.Source = { bytes: () => drawn.slice(), partition }
        const payout = IdGenerator.id(ids, "po", at)
        const event = Ids.event(payout, at, sequence, 5)
        const delivery = Ids.delivery(event, IdGenerator.id(source(0xff), "we", at))
        expect([payout, event, delivery].map(Ids.partitionOf)).toEqual(Array(3).fill(partition))
      })
    )
  })

  it("keep their other random digits and their order of creation", () => {
    const ids = { ...source(0xff), partition: 7 }
    const drawn = Array.from({ length: 1_000 }, () => IdGenerator.id(ids, "po", at))
    expect(drawn.toSorted()).toEqual(drawn)
    expect(drawn[0]?.slice(-11)).toBe("07ZZZZZZZZZ")
  })

  it("of another form have no partition", () => {
    for (const id of ["", "po_", "po_1", "po_01M844WZMHEDD6Eé"]) {
      expect(Ids.partitionOf(id)).toBeLessThan(0)
    }
  })
})
