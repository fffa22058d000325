/**
 * The client address of a request with and without proxies, whatever the request's headers claim.
 */
import type { IncomingMessage } from "node:http"
import { assert, describe, it } from "vitest"
import * as ClientAddress from "../../src/http/middleware/ClientAddress.ts"

const asked = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
  }) as unknown as IncomingMessage

const behind = ClientAddress.behind(["10.0.0.0/8", "192.0.2.7", "fd00::/8"])

describe("The address of a request", () => {
  it("is the connection's if no proxy is trusted, whatever a header contains", () => {
    assert.strictEqual(
      ClientAddress.behind([])(asked("203.0.113.9", "198.51.100.1")),
      "203.0.113.9"
    )
    assert.strictEqual(behind(asked("203.0.113.9", "198.51.100.1")), "203.0.113.9")
  })

  it("is the address that the nearest trusted proxy reports", () => {
    assert.strictEqual(behind(asked("10.1.2.3", "198.51.100.1")), "198.51.100.1")
    assert.strictEqual(behind(asked("::ffff:10.1.2.3", "198.51.100.1")), "198.51.100.1")
    assert.strictEqual(behind(asked("fd00::1", "2001:db8::5")), "2001:db8::5")
    assert.strictEqual(behind(asked("10.1.2.3")), "10.1.2.3")
  })

  it("skips trusted proxies only, because earlier entries may be forged", () => {
    const chain = "1.1.1.1, 198.51.100.1, 192.0.2.7"
    assert.strictEqual(behind(asked("10.1.2.3", chain)), "198.51.100.1")
  })

  it("is the proxy's if the proxy reports no address", () => {
    for (const nonsense of ["", "unknown", "198.51.100.1; drop", "999.1.1.1"]) {
      assert.strictEqual(behind(asked("10.1.2.3", nonsense)), "10.1.2.3", nonsense)
    }
  })

  it("is read from a bounded part of the header", () => {
    const long = Array.from({ length: 5_000 }, () => "10.0.0.1").join(",")
    assert.strictEqual(behind(asked("10.1.2.3", long)), "10.0.0.1")
  })
})
