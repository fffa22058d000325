/** The cipher and the keyed hash of personal data. */
import * as crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import * as Cipher from "../../../src/postgres/sealing/Cipher.ts"

const bytes = fc.uint8Array({ maxLength: 300 })
const keys = fc.uint8Array({ minLength: Cipher.keyBytes, maxLength: Cipher.keyBytes })

describe("The keyed hash", () => {
  it("is HMAC-SHA256", () => {
    fc.assert(
      fc.property(keys, fc.string({ unit: "binary", maxLength: 200 }), (key, text) => {
        const expected = crypto.createHmac("sha256", key).update(text, "utf8").digest("hex")
        assert.strictEqual(Cipher.keyedHash(key)(text).toString("hex"), expected)
      })
    )
  })
})

describe("Sealed bytes", () => {
  it("open with the same key and associated data only", () => {
    fc.assert(
      fc.property(keys, bytes, bytes, (key, associated, plain) => {
        const secret = Cipher.secretOf(key)
        const sealed = Cipher.seal(secret, associated, plain)
        const opened = Result.getOrThrow(Cipher.open(secret, associated, sealed))
        assert.strictEqual(opened.toString("hex"), Buffer.from(plain).toString("hex"))
        const other = Cipher.secretOf(key.map((byte) => byte ^ 1))
        const others = [
          Cipher.open(other, associated, sealed),
          Cipher.open(secret, Buffer.concat([associated, Buffer.from([0])]), sealed),
          Cipher.open(secret, associated, sealed.subarray(1))
        ]
        for (const result of others) assert.strictEqual(result._tag, "Failure")
      })
    )
  })

  it("differ each time, so that equal data cannot be recognised", () => {
    const secret = Cipher.secretOf(Buffer.alloc(Cipher.keyBytes, 1))
    const seal = () => Cipher.seal(secret, Buffer.alloc(0), Buffer.from("Ada")).toString("hex")
    const sealed = Array.from({ length: 2_000 }, seal)
    assert.strictEqual(new Set(sealed).size, sealed.length)
  })
})
