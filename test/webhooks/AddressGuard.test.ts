import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as AddressGuard from "../../src/webhooks/ssrf/AddressGuard.ts"

const strict = { allowLoopback: false }
const lenient = { allowLoopback: true }

describe("The address policy for the operator's own endpoint", () => {
  const own = { allowLoopback: true, allowPrivate: true }

  it.each(["10.0.0.1", "172.16.0.1", "192.168.1.1", "127.0.0.1", "::1", "fd12::1", "1.1.1.1"])(
    "passes %s",
    (address) => expect(AddressGuard.refusal(address, own)).toBeUndefined()
  )

  it.each(["169.254.169.254", "169.254.0.1", "fe80::1", "fd00:ec2::254", "100.100.100.200"])(
    "refuses %s like the policy for customers",
    (address) => {
      expect(AddressGuard.refusal(address, own)).toBeDefined()
      expect(AddressGuard.refusal(address)).toBeDefined()
    }
  )

  it("passes http, which the policy for customers refuses", () => {
    expect(AddressGuard.checkUrl("http://10.0.0.1:9093/", own).ok).toBe(true)
    expect(AddressGuard.checkUrl("http://10.0.0.1:9093/", lenient).ok).toBe(false)
    expect(AddressGuard.checkUrl("https://10.0.0.1:9093/", strict).ok).toBe(false)
  })
})

describe("The address policy for customers", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "169.253.1.1",
    "223.255.255.254",
    "2606:4700:4700::1111",
    "2a00:1450:4009:81f::200e"
  ])("passes the public address %s", (address) => {
    expect(AddressGuard.refusal(address)).toBeUndefined()
  })

  it.each([
    ["0.0.0.0", "unspecified"],
    ["0.1.2.3", "unspecified"],
    ["10.0.0.1", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["169.254.169.254", "link-local"],
    ["100.64.0.1", "carrier-grade NAT"],
    ["100.100.100.200", "carrier-grade NAT"],
    ["224.0.0.1", "multicast"],
    ["239.255.255.255", "multicast"],
    ["255.255.255.255", "broadcast"],
    ["240.0.0.1", "reserved"],
    ["192.0.0.192", "reserved"],
    ["192.0.2.1", "reserved"],
    ["198.51.100.1", "reserved"],
    ["203.0.113.1", "reserved"],
    ["198.18.0.1", "reserved"],
    ["192.88.99.1", "reserved"],
    ["168.63.129.16", "reserved"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["::7f00:1", "reserved"],
    ["fe80::1", "link-local"],
    ["fe80::1%eth0", "link-local"],
    ["fec0::1", "reserved"],
    ["fd00::1", "unique-local"],
    ["fd00:ec2::254", "unique-local"],
    ["fc00::1", "unique-local"],
    ["ff02::1", "multicast"],
    ["::ffff:127.0.0.1", "IPv4-mapped"],
    ["::ffff:7f00:1", "IPv4-mapped"],
    ["::ffff:8.8.8.8", "IPv4-mapped"],
    ["64:ff9b::7f00:1", "NAT64"],
    ["64:ff9b:1::1", "NAT64"],
    ["::ffff:0:127.0.0.1", "NAT64"],
    ["2002:7f00:1::", "6to4"],
    ["2001::1", "Teredo"],
    ["2001:2::1", "benchmarking"],
    ["2001:db8::1", "reserved"],
    ["3fff::1", "reserved"],
    ["5f00::1", "reserved"],
    ["100::1", "reserved"],
    ["4000::1", "reserved"],
    ["example.com", "not an IP address"],
    ["127.1", "not an IP address"],
    ["010.8.8.8", "not an IP address"],
    ["[::1]", "not an IP address"],
    ["", "not an IP address"]
  ])("refuses %s: %s", (address, reason) => {
    expect(AddressGuard.refusal(address)).toBe(reason)
  })
})

describe("The address policy for any spelling", () => {
  it("accepts only loopback addresses in addition, if loopback is allowed", () => {
    expect(AddressGuard.refusal("127.0.0.1", lenient)).toBeUndefined()
    expect(AddressGuard.refusal("::1", lenient)).toBeUndefined()
    for (const address of ["10.0.0.1", "169.254.169.254", "0.0.0.0", "::", "::ffff:127.0.0.1"]) {
      expect(AddressGuard.refusal(address, lenient)).toBeDefined()
    }
  })

  it("refuses every IPv6 spelling of an IPv4 address", () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const high = ((a << 8) | b).toString(16)
        const low = ((c << 8) | d).toString(16)
        const spellings = [
          `::ffff:${high}:${low}`,
          `::${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`
        ]
        return spellings.every((address) => AddressGuard.refusal(address) !== undefined)
      })
    )
  })
})

const code = (url: string, policy: AddressGuard.Policy): string => {
  const checked = AddressGuard.checkUrl(url, policy)
  return checked.ok ? "ok" : checked.code
}

describe("checkUrl", () => {
  it.each([
    ["https://example.com/hook", "ok"],
    ["https://example.com:8443/hook?token=1", "ok"],
    ["https://8.8.8.8/", "ok"],
    ["https://[2606:4700:4700::1111]/", "ok"],
    ["HTTPS://EXAMPLE.COM", "ok"],
    ["https://localhost.example.com/", "ok"],
    ["http://example.com/", "not_https"],
    ["http://localhost/", "not_https"],
    ["http://127.0.0.1/", "not_https"],
    ["ftp://example.com/", "not_https"],
    ["file:///etc/passwd", "not_https"],
    ["javascript:alert(1)", "not_https"],
    ["https://user@example.com/", "has_credentials"],
    ["https://:word@example.com/", "has_credentials"],
    ["https://example.com@127.0.0.1/", "has_credentials"],
    ["https://example.com/#top", "has_fragment"],
    ["https://example.com/#", "has_fragment"],
    ["example.com/hook", "not_a_url"],
    ["//example.com/hook", "not_a_url"],
    ["https://", "not_a_url"],
    ["https://[fe80::1%25eth0]/", "not_a_url"],
    ["https://256.0.0.1/", "not_a_url"],
    ["", "not_a_url"],
    ["https://localhost/", "address_refused"],
    ["https://LOCALHOST./", "address_refused"],
    ["https://a.localhost/", "address_refused"],
    ["https://127.0.0.1/", "address_refused"],
    ["https://127.1/", "address_refused"],
    ["https://0x7f.1/", "address_refused"],
    ["https://0x7f000001/", "address_refused"],
    ["https://2130706433/", "address_refused"],
    ["https://0177.0.0.1/", "address_refused"],
    ["https://127.0.0.1./", "address_refused"],
    ["https://１２７.0.0.1/", "address_refused"],
    ["https://①②⑦.①/", "address_refused"],
    ["https://0/", "address_refused"],
    ["https://10.0.0.1/", "address_refused"],
    ["https://169.254.169.254/latest/meta-data/", "address_refused"],
    ["https://2852039166/", "address_refused"],
    ["https://[::1]/", "address_refused"],
    ["https://[::]/", "address_refused"],
    ["https://[::ffff:127.0.0.1]/", "address_refused"],
    ["https://[::ffff:8.8.8.8]/", "address_refused"],
    ["https://[fd00::1]/", "address_refused"],
    ["https://[fe80::1]/", "address_refused"],
    ["https://[2002:7f00:1::]/", "address_refused"],
    ["https://[64:ff9b::7f00:1]/", "address_refused"]
  ])("returns for %j the code %s", (url, expected) => {
    expect(code(url, strict)).toBe(expected)
  })
})

describe("checkUrl for loopback, long URLs and secrets", () => {
  it.each([
    ["http://localhost:3000/hook", "ok"],
    ["http://127.0.0.1:3000/hook", "ok"],
    ["http://127.1:3000/hook", "ok"],
    ["http://[::1]:3000/hook", "ok"],
    ["https://localhost/", "ok"],
    ["https://127.0.0.2/", "ok"],
    ["http://example.com/", "not_https"],
    ["http://127.0.0.2/", "not_https"],
    ["http://a.localhost/", "not_https"],
    ["http://10.0.0.1/", "not_https"],
    ["https://10.0.0.1/", "address_refused"],
    ["https://169.254.169.254/", "address_refused"],
    ["https://[::ffff:127.0.0.1]/", "address_refused"],
    ["http://user@localhost/", "has_credentials"]
  ])("with loopback allowed returns for %j the code %s", (url, expected) => {
    expect(code(url, lenient)).toBe(expected)
  })

  it("accepts up to 2048 characters", () => {
    const url = `https://example.com/${"a".repeat(2028)}`
    expect(code(url, strict)).toBe("ok")
    expect(code(`${url}a`, strict)).toBe("too_long")
  })

  it("never repeats the URL in a message", () => {
    for (const url of [
      "https://u:hunter2@example.com/",
      "http://x/?hunter2",
      "https://h/#hunter2"
    ]) {
      const checked = AddressGuard.checkUrl(url, strict)
      expect(checked).toMatchObject({ ok: false })
      expect(JSON.stringify(checked)).not.toContain("hunter2")
    }
  })
})

describe("The URL of a webhook endpoint", () => {
  it("has at most urlCharsMax characters", () => {
    const { urlCharsMax } = Limits.outgoing
    const begin = "https://example.com/"
    const url = (chars: number) => begin + "x".repeat(chars - begin.length)
    expect(AddressGuard.checkUrl(url(urlCharsMax), strict)).toMatchObject({ ok: true })
    expect(JSON.stringify(AddressGuard.checkUrl(url(urlCharsMax + 1), strict))).toContain(
      "too_long"
    )
  })
})
