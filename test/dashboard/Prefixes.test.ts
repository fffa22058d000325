/** The warning about phone numbers that begin like those of another network. */
import { assert, describe, it } from "vitest"
import * as Phone from "../../src/dashboard/data/Phone.ts"
import * as Prefixes from "../../src/dashboard/data/Prefixes.ts"
import * as Network from "../../src/domain/Network.ts"

describe("The prefix of a number", () => {
  it("causes a warning if it usually belongs to another network of the country", () => {
    assert.isTrue(Prefixes.isOfAnother("+256750000001", "MTN_UG"))
    assert.isFalse(Prefixes.isOfAnother("+256750000001", "AIRTEL_UG"))
    assert.isFalse(Prefixes.isOfAnother("+256770000001", "MTN_UG"))
    assert.isFalse(Prefixes.isOfAnother("+256710000001", "MTN_UG"))
    assert.isFalse(Prefixes.isOfAnother("0750000001", "MTN_UG"))
  })

  it("belongs to a network of its country that accepts such numbers", () => {
    for (const network of Network.all) {
      const national = "0".repeat(10)
      for (const prefix of Prefixes.of(network.slug)) {
        const [length = 0] = network.nationalLengths
        const phone = `+${prefix}${national}`.slice(0, 1 + network.callingCode.length + length)
        assert.isUndefined(Network.checkPhone(network, phone), phone)
        assert.strictEqual(Prefixes.networkOf(phone), network.slug)
      }
    }
  })
})

describe("The field of a phone number", () => {
  const pattern = new RegExp(`^(?:${Phone.pattern})$`, "v")

  it("accepts usual spellings, and refuses text with too few digits", () => {
    for (const text of ["+256 770 000 001", "0770-000-001", "(0770) 000001", "+256770000001"]) {
      assert.match(text, pattern)
    }
    for (const text of ["12", "Amina", "+", "0770x000001"]) assert.notMatch(text, pattern)
  })
})
