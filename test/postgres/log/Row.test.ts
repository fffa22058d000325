/** What the hash of an entry binds: all before it, its place, and its body (L3). */
import { assert, describe, it } from "vitest"
import * as Append from "../../../src/postgres/log/Append.ts"
import * as Row from "../../../src/postgres/log/Row.ts"

const place = { partition: 0, seq: 7, epoch: 3 }
const body = '{"v":1}'
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

describe("The hash of an entry", () => {
  const other = Row.genesis.with(31, 1)

  const cases: Readonly<Record<string, Uint8Array>> = {
    "another entry before it": Row.hash(other, place, body),
    "another partition": Row.hash(Row.genesis, { ...place, partition: 1 }, body),
    "another place": Row.hash(Row.genesis, { ...place, seq: 8 }, body),
    "another epoch": Row.hash(Row.genesis, { ...place, epoch: 4 }, body),
    "another body": Row.hash(Row.genesis, place, '{"v":2}')
  }

  for (const [name, hash] of Object.entries(cases)) {
    it(`changes with ${name}`, () => {
      const usual = Row.hash(Row.genesis, place, body)
      assert.strictEqual(hex(Row.hash(Row.genesis, place, body)), hex(usual))
      assert.notStrictEqual(hex(hash), hex(usual))
    })
  }

  it("depends on those before it through a whole append: one changed body changes the rest", () => {
    const tip = { seq: 6, epoch: 3, hash: Row.genesis }
    const usual = Append.batch(0, tip, ["a", "b", "c", "d"]).hashes.map(hex)
    const changed = Append.batch(0, tip, ["a", "B", "c", "d"]).hashes.map(hex)
    assert.deepStrictEqual(
      usual.map((hash, index) => hash === changed[index]),
      [true, false, false, false]
    )
    assert.strictEqual(new Set(usual).size, 4)
  })
})
