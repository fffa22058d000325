/**
 * The callers whose requests count together, and the windows that are forgotten when there are too
 * many callers.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as RateLimits from "../../src/http/middleware/RateLimits.ts"

describe("A client that is counted by its address", () => {
  const same: ReadonlyArray<readonly [string, string]> = [
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["2001:db8:1:2::1", "2001:0DB8:0001:0002::abcd"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["fe80::1%eth0", "fe80::2%eth1"]
  ]
  const others: ReadonlyArray<readonly [string, string]> = [
    ["2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["203.0.113.7", "203.0.113.8"],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.8"],
    ["::1", "127.0.0.1"]
  ]

  it("is the same client for its whole /64 network, and for the IPv6 form of its IPv4 address", () => {
    for (const [one, other] of same) {
      assert.strictEqual(RateLimits.addressOf(one), RateLimits.addressOf(other), `${one} ${other}`)
    }
  })

  it("differs from the clients of neighbouring addresses", () => {
    for (const [one, other] of others) {
      assert.notStrictEqual(RateLimits.addressOf(one), RateLimits.addressOf(other), one)
    }
  })
})

describe("The windows of rate limits", () => {
  const callersMax = 3
  const make = () => RateLimits.make({ environment: "sandbox", isEnforced: true, callersMax })
  const limit = Limits.http.requestsPerWindow.signIn
  const { rateWindowMs } = Limits.http

  it("keep the renewed window of the longest-known caller when the table is full", () => {
    const limits = make()
    const ask = (caller: string, now: number) => limits.count(caller, "signIn", now)
    for (let n = 0; n < callersMax; n++) ask(`caller ${n}`, n)
    const later = rateWindowMs
    for (let n = 0; n < limit; n++) ask("caller 0", later)
    ask("a new one", later + 1)
    assert.isDefined(ask("caller 0", later + 2).retryAfterSeconds)
  })

  it("forget the oldest window when the table is full", () => {
    const limits = make()
    const ask = (caller: string, now: number) => limits.count(caller, "signIn", now)
    for (let n = 0; n <= callersMax; n++) for (let m = 0; m < limit; m++) ask(`caller ${n}`, n)
    assert.isDefined(ask("caller 1", callersMax + 1).retryAfterSeconds)
    assert.isUndefined(ask("caller 0", callersMax + 1).retryAfterSeconds)
  })
})
