/** Authentication by key at the boundary of its end, with the time given. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import * as ApiKey from "../../src/domain/account/ApiKey.ts"
import * as Authorization from "../../src/http/middleware/Authorization.ts"
import * as ApiKeySecret from "../../src/usecases/ApiKeySecret.ts"

const secret = "sk_sandbox_0123456789abcdef"
const expiresAt = Date.UTC(2026, 5, 1)

const key = ApiKey.issued({
  ...({ _tag: "ApiKeyIssued", id: "key_1", accountId: "acct_1", name: "till" } as const),
  ...({ scope: "payouts", hash: ApiKeySecret.hash(secret), last4: "cdef", at: 2 } as const),
  expiresAt
})

/** Of the directory only the look-up of a key is used. */
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

describe("A key with an end", () => {
  it("is accepted until its last millisecond, and then refused with the time of its end", () => {
    const message = "This API key expired on 2026-06-01T00:00:00.000Z."
    assert.deepStrictEqual(
      [-1, 0, 1].map((past) => messageAt(key, expiresAt + past)),
      [undefined, message, message]
    )
  })

  it("is refused as revoked where both are true", () => {
    const revoked = ApiKey.revoked(key, { _tag: "ApiKeyRevoked", id: "key_1", at: 9 })
    assert.strictEqual(messageAt(revoked, expiresAt + 1), "This API key is revoked.")
  })
})
