/** API keys: the effect of each event, the expiry, and the chain of issue. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as ApiKey from "../../../src/domain/account/ApiKey.ts"

const issue = {
  ...({ _tag: "ApiKeyIssued", id: "key_1", accountId: "acct_1", name: "till" } as const),
  ...({ scope: "full", hash: "ab", last4: "cdef", at: 2 } as const)
}

describe("A key", () => {
  it("is issued unrevoked, and keeps only its hash and last four characters", () => {
    expect(ApiKey.issued(issue)).toMatchObject({
      ...{ id: "key_1", accountId: "acct_1", name: "till", scope: "full", hash: "ab" },
      ...{ last4: "cdef", createdAt: 2, revokedAt: null }
    })
    expect(ApiKey.issued(issue)).not.toHaveProperty("issuedBy")
  })

  it("names the user who issued it, if there is one", () => {
    expect(ApiKey.issued({ ...issue, issuedBy: "usr_1" })).toMatchObject({ issuedBy: "usr_1" })
  })

  it("keeps the time of its first revocation", () => {
    const revoke = (at: number) => ({ _tag: "ApiKeyRevoked", id: "key_1", at }) as const
    const key = ApiKey.revoked(ApiKey.issued(issue), revoke(7))
    expect(key).toMatchObject({ id: "key_1", revokedAt: 7, hash: "ab" })
    expect(ApiKey.revoked(key, revoke(9))).toMatchObject({ revokedAt: 7 })
  })

  it("keeps its expiry and its allowed IP addresses", () => {
    const bounds = { expiresAt: 20, allowedIps: ["203.0.113.0/24"] }
    const key = ApiKey.issued({ ...issue, ...bounds })
    expect(key).toMatchObject(bounds)
    expect([19, 20, 21].map((now) => ApiKey.hasEnded(key, now))).toEqual([false, true, true])
    expect(ApiKey.boundsOf(key)).toEqual(bounds)
    expect(ApiKey.boundsOf(ApiKey.issued(issue))).toEqual({})
  })

  it("gives its successor its original expiry, not the end of the overlap", () => {
    const replaced = ApiKey.expiring(ApiKey.issued({ ...issue, expiresAt: 20 }), {
      ...({ _tag: "ApiKeyExpiring", id: "key_1", successor: "key_2", expiresAt: 9, at: 5 } as const)
    })
    expect(replaced.expiresAt).toBe(9)
    expect(ApiKey.boundsOf(replaced)).toEqual({ expiresAt: 20 })
    const unbounded = ApiKey.expiring(ApiKey.issued(issue), {
      ...({ _tag: "ApiKeyExpiring", id: "key_1", successor: "key_2", expiresAt: 9, at: 5 } as const)
    })
    expect(ApiKey.boundsOf(unbounded)).toEqual({})
  })

  it("has an expiry in the future, and no later than allowed", () => {
    const refused = [9, 10, 11, 110, 111].filter(
      (expiresAt) => ApiKey.refuseExpiry({ expiresAt }, 10, 100) !== undefined
    )
    expect(refused).toEqual([9, 10, 111])
    expect(ApiKey.refuseExpiry({}, 10, 100)).toBeUndefined()
  })

  it("keeps the time of its last use", () => {
    const use = (at: number) => ({ _tag: "ApiKeyUsed", id: "key_1", at }) as const
    const key = ApiKey.used(ApiKey.used(ApiKey.issued(issue), use(3)), use(4))
    expect(key).toMatchObject({ id: "key_1", lastUsedAt: 4, revokedAt: null })
  })
})

describe("The event that issues a key", () => {
  const decode = Schema.decodeUnknownSync(ApiKey.Event)

  it("is decoded without an expiry and allowed IP addresses", () => {
    expect(decode(issue)).toEqual(issue)
    expect(ApiKey.issued(issue)).not.toHaveProperty("expiresAt")
    expect(ApiKey.issued(issue)).not.toHaveProperty("allowedIps")
  })

  it("is decoded with every scope, an expiry and allowed IP addresses, without loss", () => {
    for (const scope of ApiKey.Scope.literals) {
      const event = { ...issue, scope, expiresAt: 20, allowedIps: ["2001:db8::/32", "10.0.0.1"] }
      expect(decode(event)).toEqual(event)
    }
  })
})

describe("An issued key", () => {
  it("names the key that issued it, and no issuer at the bootstrap", () => {
    expect(ApiKey.issued(issue, "key_0")).toMatchObject({ issuer: "key_0" })
    expect(ApiKey.issued(issue, "engine")).not.toHaveProperty("issuer")
    expect(ApiKey.issued(issue)).not.toHaveProperty("issuer")
  })
})

describe("A key that has a successor", () => {
  const key = ApiKey.issued(issue)
  const expire = (expiresAt: number) =>
    ({ _tag: "ApiKeyExpiring", id: "key_1", successor: "key_2", expiresAt, at: 5 }) as const

  it("expires after the overlap, and names its successor", () => {
    const replaced = expire(15)
    expect(ApiKey.replace(key, "key_2", 5, 10)).toEqual(replaced)
    expect(ApiKey.expiring(key, replaced).successor).toEqual({ id: "key_2", at: 5 })
  })

  it("works until the millisecond before its expiry", () => {
    expect(ApiKey.hasEnded(key, 100)).toBe(false)
    const expiring = ApiKey.expiring(key, expire(15))
    expect(expiring).toEqual({ ...key, expiresAt: 15, successor: { id: "key_2", at: 5 } })
    expect([14, 15, 16].map((now) => ApiKey.hasEnded(expiring, now))).toEqual([false, true, true])
  })

  it("is ended by a revocation, even before its expiry", () => {
    const revoked = ApiKey.revoked(ApiKey.expiring(key, expire(15)), {
      ...({ _tag: "ApiKeyRevoked", id: "key_1", at: 7 } as const)
    })
    expect(ApiKey.hasEnded(revoked, 8)).toBe(true)
  })

  it("expires at the earlier of two expiry times", () => {
    const once = ApiKey.expiring(key, expire(15))
    expect(ApiKey.expiring(once, expire(30)).expiresAt).toBe(15)
    expect(ApiKey.expiring(once, expire(10)).expiresAt).toBe(10)
  })
})
