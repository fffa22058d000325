/** The hash of an entry covers all earlier entries, its position and its body (L3). */
import * as crypto from "node:crypto"
import { assert, describe, it } from "vitest"
import * as Append from "../../../src/postgres/log/Append.ts"
import * as Row from "../../../src/postgres/log/Row.ts"

const place = { partition: 0, seq: 7, epoch: 3 }
const body = '{"v":1}'
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** Computes the hash in pieces, without a growing buffer. */
const incremental = (previous: Uint8Array, text: string): string =>
  crypto
    .createHash("sha256")
    .update(previous)
    .update(`${place.partition}/${place.seq}/${place.epoch}\n`)
    .update(text, "utf8")
    .digest("hex")

describe("The hash of an entry", () => {
  // Short bodies fit in a buffer of 64 KB. A buffer sized by characters would cut the others.
  for (const length of [1, 21_000, 30_000, 400_000]) {
    it(`covers each byte of a body of ${length} letters of three bytes`, () => {
      const text = "ꓥ".repeat(length)
      const expected = incremental(Row.genesis, text)
      assert.strictEqual(hex(Row.hash(Row.genesis, place, text)), expected)
      const other = incremental(Row.genesis, `${text.slice(1)}a`)
      assert.strictEqual(hex(Row.hash(Row.genesis, place, `${text.slice(1)}a`)), other)
    })
  }

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

  it("depends on all earlier entries of an append, so one changed body changes the rest", () => {
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
