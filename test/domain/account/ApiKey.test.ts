/** API keys: the effect of each event, when a key has ended, and its chain of issue. */
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

  it("names the user who issued it, where there is one", () => {
    expect(ApiKey.issued({ ...issue, issuedBy: "usr_1" })).toMatchObject({ issuedBy: "usr_1" })
  })

  it("keeps the time of its first revocation", () => {
    const revoke = (at: number) => ({ _tag: "ApiKeyRevoked", id: "key_1", at }) as const
    const key = ApiKey.revoked(ApiKey.issued(issue), revoke(7))
    expect(key).toMatchObject({ id: "key_1", revokedAt: 7, hash: "ab" })
    expect(ApiKey.revoked(key, revoke(9))).toMatchObject({ revokedAt: 7 })
  })

  it("keeps the time of its last use", () => {
    const use = (at: number) => ({ _tag: "ApiKeyUsed", id: "key_1", at }) as const
    const key = ApiKey.used(ApiKey.used(ApiKey.issued(issue), use(3)), use(4))
    expect(key).toMatchObject({ id: "key_1", lastUsedAt: 4, revokedAt: null })
  })
})

describe("The chain of issue of a key", () => {
  it("names the user or key that issued it, and none at the bootstrap", () => {
    expect(ApiKey.issued(issue, "key_0")).toMatchObject({ issuer: "key_0" })
    expect(ApiKey.issued(issue, "engine")).not.toHaveProperty("issuer")
    expect(ApiKey.issued(issue)).not.toHaveProperty("issuer")
  })
})

describe("A key that has a successor", () => {
  const key = ApiKey.issued(issue)
  const expire = (expiresAt: number) =>
    ({ _tag: "ApiKeyExpiring", id: "key_1", expiresAt, at: 5 }) as const

  it("is revoked at once without an overlap, and ends after it otherwise", () => {
    expect(ApiKey.replace(key, 5, 0)).toEqual({ _tag: "ApiKeyRevoked", id: "key_1", at: 5 })
    expect(ApiKey.replace(key, 5, 10)).toEqual(expire(15))
  })

  it("works until its end, exclusive", () => {
    expect(ApiKey.hasEnded(key, 100)).toBe(false)
    const expiring = ApiKey.expiring(key, expire(15))
    expect(expiring).toEqual({ ...key, expiresAt: 15 })
    expect([14, 15, 16].map((now) => ApiKey.hasEnded(expiring, now))).toEqual([false, true, true])
  })

  it("is over after its revocation, whatever its end", () => {
    const revoked = ApiKey.revoked(ApiKey.expiring(key, expire(15)), {
      ...({ _tag: "ApiKeyRevoked", id: "key_1", at: 7 } as const)
    })
    expect(ApiKey.hasEnded(revoked, 8)).toBe(true)
  })

  it("ends at the earlier of two ends", () => {
    const once = ApiKey.expiring(key, expire(15))
    expect(ApiKey.expiring(once, expire(30)).expiresAt).toBe(15)
    expect(ApiKey.expiring(once, expire(10)).expiresAt).toBe(10)
  })
})
