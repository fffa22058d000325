/** Network addresses and ranges in settings and API keys. */
import { assert, describe, it } from "vitest"
import * as AddressRanges from "../../src/config/AddressRanges.ts"

const holds = (range: string, address: string): boolean => {
  const parsed = AddressRanges.parseStrict(range)
  const read = AddressRanges.read(address)
  assert.isDefined(parsed, range)
  assert.isDefined(read, address)
  return parsed !== undefined && read !== undefined && AddressRanges.isWithin(read, [parsed])
}

describe("An address range", () => {
  it("contains its first and last address, but not their neighbours", () => {
    const inside = ["203.0.112.0", "203.0.113.255"]
    const beside = ["203.0.111.255", "203.0.114.0"]
    for (const address of inside) assert.isTrue(holds("203.0.112.0/23", address), address)
    for (const address of beside) assert.isFalse(holds("203.0.112.0/23", address), address)
    assert.isTrue(holds("2001:db8::/32", "2001:db8:ffff::1"))
    assert.isFalse(holds("2001:db8::/32", "2001:db9::"))
  })

  it("may be a single address, all addresses, or have bits after its prefix length", () => {
    assert.isTrue(holds("198.51.100.7", "198.51.100.7"))
    assert.isFalse(holds("198.51.100.7", "198.51.100.8"))
    assert.isTrue(holds("0.0.0.0/0", "198.51.100.8"))
    assert.isTrue(holds("198.51.100.7/24", "198.51.100.200"))
  })

  it("contains IPv4 addresses in any IPv6 mapping, but no other IPv6 addresses", () => {
    assert.isTrue(holds("192.0.2.0/24", "::ffff:192.0.2.9"))
    assert.isTrue(holds("::ffff:192.0.2.0/120", "192.0.2.9"))
    assert.isFalse(holds("::ffff:192.0.2.0/120", "192.0.3.9"))
    assert.isTrue(holds("::ffff:192.0.2.9", "192.0.2.9"))
    assert.isFalse(holds("::/0", "192.0.2.9"))
    assert.isFalse(holds("0.0.0.0/0", "2001:db8::1"))
  })

  it("is neither short, octal nor hexadecimal, and has no zone, name or wrong length", () => {
    const bad = [
      ...["", "10", "10.1", "010.0.0.1", "0x7f.0.0.1", "fe80::1%eth0", "example.com", "10.0.0.1 "],
      ...[
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/",
        "10.0.0.0/8/8",
        "2001:db8::/129",
        "10.0.0.0/+8"
      ]
    ]
    for (const text of bad) assert.isUndefined(AddressRanges.parseStrict(text), text)
  })
})
