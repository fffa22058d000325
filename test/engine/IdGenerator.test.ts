import { describe, expect, it } from "vitest"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"

/** Always the same bytes. */
const source = (byte: number): IdGenerator.Source => ({
  bytes: (count) => new Uint8Array(count).fill(byte)
})

describe("Ids", () => {
  it.each([0, 0x7f, 0xff])("of one millisecond sort in the order of their creation", (byte) => {
    const stuck = source(byte)
    const drawn = Array.from({ length: 1_000 }, () =>
      IdGenerator.id(stuck, "po", 1_767_614_400_000)
    )
    expect(drawn.toSorted()).toEqual(drawn)
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  it("of a later millisecond sort after all earlier ones", () => {
    const stuck = source(0xff)
    const early = Array.from({ length: 10 }, () => IdGenerator.id(stuck, "po", 1_767_614_400_000))
    const late = IdGenerator.id(stuck, "po", 1_767_614_400_001)
    expect([late, ...early].toSorted().at(-1)).toBe(late)
  })
})
