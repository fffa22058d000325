/** The hash of an entry covers all earlier entries, its position and its content (L3). */
import * as crypto from "node:crypto"
import { assert, describe, it } from "vitest"
import * as Append from "../../../src/postgres/log/Append.ts"
import * as Row from "../../../src/postgres/log/Row.ts"
import * as SealedEntry from "../../../src/postgres/sealing/SealedEntry.ts"

const place = { partition: 0, seq: 7, epoch: 3 }
const body = '{"v":1}'
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

const plain = (text: string): Row.Content => ({ body: text, sealed: null })

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
      assert.strictEqual(hex(Row.hash(Row.genesis, place, plain(text))), expected)
      const other = incremental(Row.genesis, `${text.slice(1)}a`)
      assert.strictEqual(hex(Row.hash(Row.genesis, place, plain(`${text.slice(1)}a`))), other)
    })
  }

  const other = Row.genesis.with(31, 1)

  const cases: Readonly<Record<string, Uint8Array>> = {
    "another entry before it": Row.hash(other, place, plain(body)),
    "another partition": Row.hash(Row.genesis, { ...place, partition: 1 }, plain(body)),
    "another place": Row.hash(Row.genesis, { ...place, seq: 8 }, plain(body)),
    "another epoch": Row.hash(Row.genesis, { ...place, epoch: 4 }, plain(body)),
    "another body": Row.hash(Row.genesis, place, plain('{"v":2}')),
    "a sealed part": Row.hash(Row.genesis, place, { body, sealed: Buffer.of(1) }),
    "an empty sealed part": Row.hash(Row.genesis, place, { body, sealed: Buffer.of() })
  }

  for (const [name, hash] of Object.entries(cases)) {
    it(`changes with ${name}`, () => {
      const usual = Row.hash(Row.genesis, place, plain(body))
      assert.strictEqual(hex(Row.hash(Row.genesis, place, plain(body))), hex(usual))
      assert.notStrictEqual(hex(hash), hex(usual))
    })
  }

  it("depends on all earlier entries of an append, so one changed body changes the rest", () => {
    const tip = { seq: 6, epoch: 3, hash: Row.genesis }
    const usual = Append.batch(0, tip, ["a", "b", "c", "d"].map(SealedEntry.plain)).hashes.map(hex)
    const changed = Append.batch(0, tip, ["a", "B", "c", "d"].map(SealedEntry.plain)).hashes.map(
      hex
    )
    assert.deepStrictEqual(
      usual.map((hash, index) => hash === changed[index]),
      [true, false, false, false]
    )
    assert.strictEqual(new Set(usual).size, 4)
  })
})
