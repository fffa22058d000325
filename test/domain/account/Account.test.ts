/** Accounts and keys: what each event makes of them, and what it leaves alone. */
import { describe, expect, it } from "vitest"
import * as Account from "../../../src/domain/account/Account.ts"

const born = Account.created({
  ...({ _tag: "AccountCreated", id: "acct_1", name: "Acme", email: "acme@example.com" } as const),
  ...({ kycStatus: "PENDING", at: 1 } as const)
})

const issue = {
  ...({ _tag: "ApiKeyIssued", id: "key_1", accountId: "acct_1", name: "till" } as const),
  ...({ scope: "full", hash: "ab", last4: "cdef", at: 2 } as const)
}

describe("an account", () => {
  it("is created active, with the fields of its event", () => {
    expect(born).toEqual({
      ...{ id: "acct_1", name: "Acme", email: "acme@example.com", kycStatus: "PENDING" },
      ...{ status: "ACTIVE", createdAt: 1, updatedAt: 1 }
    })
  })

  it("takes a new name, approval and status, and keeps creation time and address", () => {
    const change = { name: "Acme Ltd", kycStatus: "APPROVED", status: "SUSPENDED" } as const
    const event = { _tag: "AccountUpdated", id: "acct_1", at: 5, ...change } as const
    expect(Account.updated(born, event)).toEqual({
      ...{ id: "acct_1", email: "acme@example.com", createdAt: 1, updatedAt: 5 },
      ...change
    })
  })
})

describe("a key", () => {
  it("is issued unrevoked, and keeps its hash and its last four characters only", () => {
    expect(Account.issued(issue)).toMatchObject({
      ...{ id: "key_1", accountId: "acct_1", name: "till", scope: "full", hash: "ab" },
      ...{ last4: "cdef", createdAt: 2, revokedAt: null }
    })
    expect(Account.issued(issue)).not.toHaveProperty("issuedBy")
  })

  it("names the person who issued it, where it was one", () => {
    expect(Account.issued({ ...issue, issuedBy: "usr_1" })).toMatchObject({ issuedBy: "usr_1" })
  })

  it("was revoked when it was revoked first", () => {
    const revoke = (at: number) => ({ _tag: "ApiKeyRevoked", id: "key_1", at }) as const
    const key = Account.revoked(Account.issued(issue), revoke(7))
    expect(key).toMatchObject({ id: "key_1", revokedAt: 7, hash: "ab" })
    expect(Account.revoked(key, revoke(9))).toMatchObject({ revokedAt: 7 })
  })

  it("was used when it was used last", () => {
    const use = (at: number) => ({ _tag: "ApiKeyUsed", id: "key_1", at }) as const
    const key = Account.used(Account.used(Account.issued(issue), use(3)), use(4))
    expect(key).toMatchObject({ id: "key_1", lastUsedAt: 4, revokedAt: null })
  })
})

describe("the chain of issue of a key", () => {
  it("names the user or key that issued it, and none at the bootstrap", () => {
    expect(Account.issued(issue, "key_0")).toMatchObject({ issuer: "key_0" })
    expect(Account.issued(issue, "engine")).not.toHaveProperty("issuer")
    expect(Account.issued(issue)).not.toHaveProperty("issuer")
  })
})

describe("a key that has a successor", () => {
  const key = Account.issued(issue)
  const expire = (expiresAt: number) =>
    ({ _tag: "ApiKeyExpiring", id: "key_1", expiresAt, at: 5 }) as const

  it("is revoked at once without an overlap, and ends after it otherwise", () => {
    expect(Account.replaced(key, 5, 0)).toEqual({ _tag: "ApiKeyRevoked", id: "key_1", at: 5 })
    expect(Account.replaced(key, 5, 10)).toEqual(expire(15))
  })

  it("works until the moment of its end, and not at it", () => {
    expect(Account.isOver(key, 100)).toBe(false)
    const expiring = Account.expiring(key, expire(15))
    expect(expiring).toEqual({ ...key, expiresAt: 15 })
    expect([14, 15, 16].map((now) => Account.isOver(expiring, now))).toEqual([false, true, true])
  })

  it("is over once it was revoked, whenever it would have ended", () => {
    const revoked = Account.revoked(Account.expiring(key, expire(15)), {
      ...({ _tag: "ApiKeyRevoked", id: "key_1", at: 7 } as const)
    })
    expect(Account.isOver(revoked, 8)).toBe(true)
  })

  it("ends at the earlier of two ends", () => {
    const once = Account.expiring(key, expire(15))
    expect(Account.expiring(once, expire(30)).expiresAt).toBe(15)
    expect(Account.expiring(once, expire(10)).expiresAt).toBe(10)
  })
})
