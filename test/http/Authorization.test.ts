/** Authentication by a key around the time at which it expires, which the tests pass in. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import type * as Account from "../../src/domain/account/Account.ts"
import * as ApiKey from "../../src/domain/account/ApiKey.ts"
import * as User from "../../src/domain/account/User.ts"
import * as Authorization from "../../src/http/middleware/Authorization.ts"
import * as ApiKeySecret from "../../src/usecases/ApiKeySecret.ts"

const secret = "sk_sandbox_0123456789abcdef"
const expiresAt = Date.UTC(2026, 5, 1)

const key = ApiKey.issued({
  ...({ _tag: "ApiKeyIssued", id: "key_1", accountId: "acct_1", name: "till" } as const),
  ...({ scope: "payouts", hash: ApiKeySecret.hash(secret), last4: "cdef", at: 2 } as const),
  expiresAt
})

/** Authentication uses only the key lookup of the directory. */
const directoryOf = (known: ApiKey.ApiKey) => ({ keyByHash: () => known }) as never

const messageAt = (known: ApiKey.ApiKey, now: number): string | undefined => {
  const context = { environment: "sandbox", audience: "account" } as const
  const found = Authorization.identify(
    { ...context, directory: directoryOf(known) },
    `Bearer ${secret}`
  )
  const refusal = Authorization.refuseEnded(Result.getOrThrow(found), now)
  if (refusal === undefined) return undefined
  return "message" in refusal ? refusal.message : refusal._tag
}

describe("A key that expires", () => {
  it("is accepted until its last millisecond, and then refused with the time at which it expired", () => {
    const message = "This API key expired on 2026-06-01T00:00:00.000Z."
    assert.deepStrictEqual(
      [-1, 0, 1].map((past) => messageAt(key, expiresAt + past)),
      [undefined, message, message]
    )
  })

  it("is refused as revoked if it is both revoked and expired", () => {
    const revoked = ApiKey.revoked(key, { _tag: "ApiKeyRevoked", id: "key_1", at: 9 })
    assert.strictEqual(messageAt(revoked, expiresAt + 1), "This API key is revoked.")
  })
})

const account: Account.Account = {
  ...{ id: "acct_1", name: "Shop", email: "shop@example.com", kycStatus: "APPROVED" },
  ...{ status: "ACTIVE", createdAt: 1, updatedAt: 1 }
}

const ada = User.evolve(
  User.joined({ _tag: "PersonJoined", id: "usr_ada", name: "Ada", email: "a@example.com", at: 1 }),
  { _tag: "PersonGranted", id: "usr_ada", accountId: "acct_1", role: "developer", at: 1 }
)

interface Known {
  readonly key?: ApiKey.ApiKey
  readonly person?: User.User
  readonly account?: Account.Account
}

/**
 * The result of the check that a partition's owner makes after another process admitted the caller.
 */
const againAt = (kind: "key" | "person", known: Known, now: number): string => {
  const id = kind === "key" ? "key_1" : "usr_ada"
  const view = {
    directory: { account: () => known.account ?? account } as never,
    registry: {
      keys: new Map(known.key === undefined ? [] : [[id, known.key]]),
      people: new Map(known.person === undefined ? [] : [[id, known.person]])
    } as never
  }
  const caller = { id, kind, accountId: "acct_1" } as const
  const found = Authorization.reauthorize(view, caller, { by: "account", needs: "write" }, now)
  return Result.isSuccess(found) ? found.success.id : found.failure._tag
}

describe("A request that another process admitted", () => {
  it("is executed for a valid key", () => {
    assert.strictEqual(againAt("key", { key }, expiresAt - 1), "key_1")
  })

  it("is refused by the owner if the key was revoked or expired in between", () => {
    const revoked = ApiKey.revoked(key, { _tag: "ApiKeyRevoked", id: "key_1", at: 9 })
    assert.strictEqual(againAt("key", { key: revoked }, 10), "Unauthorized")
    assert.strictEqual(againAt("key", { key }, expiresAt), "Unauthorized")
  })

  it("is refused if the account was suspended, and is unavailable while the key is not known yet", () => {
    const suspended = { ...account, status: "SUSPENDED" } as const
    assert.strictEqual(againAt("key", { key, account: suspended }, 10), "Forbidden")
    assert.strictEqual(againAt("key", {}, 10), "Unavailable")
  })

  it("is refused if the user was removed from the account in between", () => {
    assert.strictEqual(againAt("person", { person: ada }, 10), "usr_ada")
    const removed = { _tag: "PersonRemoved", id: "usr_ada", accountId: "acct_1", at: 9 } as const
    assert.strictEqual(againAt("person", { person: User.evolve(ada, removed) }, 10), "Forbidden")
  })
})
