import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as PackedSubjects from "../../../src/domain/books/PackedSubjects.ts"

interface Profile {
  readonly kind: string
}

/** The n-th subject. Every third one has no address. */
const subject = (n: number): PackedSubjects.Subject<Profile> => ({
  id: `po_${String(n).padStart(26, "0")}`,
  accountId: `acct_${n % 7}`,
  createdAt: 1_700_000_000_000 + n,
  depositAddress: n % 3 === 0 ? undefined : `0x${n.toString(16).padStart(40, "0")}`,
  profile: { kind: `kind ${n % 5}` }
})

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n)

describe("Packed subjects", () => {
  it("are found by id and by address, with all of their facts", () => {
    const packed = PackedSubjects.make<Profile>()
    const count = 10_000
    for (const n of numbers(count)) packed.add(subject(n))
    const ownerOf = packed.owners()
    for (const n of numbers(count)) {
      const one = subject(n)
      assert.deepStrictEqual(packed.find(one.id), one)
      if (one.depositAddress !== undefined) assert.strictEqual(ownerOf(one.depositAddress), one.id)
    }
    assert.strictEqual(packed.size(), count)
    assert.isUndefined(packed.find(subject(count).id))
    assert.isUndefined(ownerOf(`0x${"f".repeat(40)}`))
    assert.strictEqual([...packed.addressed()].length, numbers(count).filter((n) => n % 3).length)
  })

  it("keep the first of two with one id", () => {
    const packed = PackedSubjects.make<Profile>()
    packed.add(subject(1))
    packed.add({ ...subject(1), accountId: "acct_other" })
    assert.deepStrictEqual([packed.size(), packed.find(subject(1).id)], [1, subject(1)])
  })

  it("are read as they were written, in every form that can be packed", () => {
    const ids = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" })
    const digits = fc.string({ minLength: 39, maxLength: 41, unit: fc.constantFrom(..."09afAF") })
    fc.assert(
      fc.property(ids, fc.option(digits, { nil: undefined }), (id, hex) => {
        const depositAddress = hex === undefined ? undefined : `0x${hex}`
        const one = { ...subject(1), id, depositAddress }
        if (!PackedSubjects.canPack(one)) return
        const packed = PackedSubjects.make<Profile>()
        packed.add(one)
        const written = { ...one, depositAddress: depositAddress?.toLowerCase() }
        assert.deepStrictEqual(packed.find(id), written)
      })
    )
  })
})
