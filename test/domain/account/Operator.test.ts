/** Keys of operators: their names, and the last one. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import type * as ApiKey from "../../../src/domain/account/ApiKey.ts"
import * as Operator from "../../../src/domain/account/Operator.ts"

const key = (id: string, name: string, revokedAt: number | null = null): ApiKey.ApiKey => ({
  ...{ id, accountId: null, name, scope: "admin", hash: id, last4: "last", createdAt: 0, revokedAt }
})

const keysOf = (...keys: ReadonlyArray<ApiKey.ApiKey>) => ({
  keys: new Map(keys.map((one) => [one.id, one]))
})

describe("An operator's key", () => {
  it("is not issued under the name of an active one, in any case", () => {
    const keys = keysOf(key("key_1", "Ada"), key("key_2", "Bob", 1))
    assert.deepStrictEqual(Operator.refuseName(keys, " ada "), {
      ...{ _tag: "OperatorExists", name: " ada " }
    })
    assert.isUndefined(Operator.refuseName(keys, "Bob"))
  })

  it("is revoked once, and the last one never", () => {
    const two = keysOf(key("key_1", "Ada"), key("key_2", "Bob"))
    const revoked = { _tag: "ApiKeyRevoked", id: "key_2", at: 3 } as const
    assert.deepStrictEqual(Operator.revoke(two, "key_2", 3), Result.succeed(revoked))
    const one = keysOf(key("key_1", "Ada"), key("key_2", "Bob", 3))
    assert.deepStrictEqual(
      Operator.revoke(one, "key_2", 4),
      Result.fail({ _tag: "KeyNotFound", id: "key_2" })
    )
    assert.deepStrictEqual(Operator.revoke(one, "key_1", 4), Result.fail({ _tag: "LastOperator" }))
  })
})
