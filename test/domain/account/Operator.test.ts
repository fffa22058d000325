/** Operators' keys: unique names, their number, and the last one that must stay. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import type * as ApiKey from "../../../src/domain/account/ApiKey.ts"
import * as Operator from "../../../src/domain/account/Operator.ts"

const key = (id: string, name: string, revokedAt: number | null = null): ApiKey.ApiKey => ({
  ...{ id, accountId: null, name, scope: "admin", hash: id, last4: "last", createdAt: 0, revokedAt }
})

const keysOf = (...keys: ReadonlyArray<ApiKey.ApiKey>) => ({
  keys: new Map(keys.map((one) => [one.id, one])),
  invitations: new Map()
})

describe("An operator's key", () => {
  it("is refused if an active key has the same name in any letter case", () => {
    const keys = keysOf(key("key_1", "Ada"), key("key_2", "Bob", 1))
    assert.deepStrictEqual(Operator.refuseName(keys, { name: " ada ", at: 2 }), {
      ...{ _tag: "OperatorExists", name: " ada " }
    })
    assert.isUndefined(Operator.refuseName(keys, { name: "Bob", at: 2 }))
    assert.isUndefined(Operator.refuseName(keys, { name: "Ada", at: 2, replaces: "key_1" }))
  })

  it("frees its name once it has expired", () => {
    const keys = keysOf({ ...key("key_1", "Ada"), expiresAt: 5 })
    assert.isDefined(Operator.refuseName(keys, { name: "Ada", at: 4 }))
    assert.isUndefined(Operator.refuseName(keys, { name: "Ada", at: 5 }))
  })

  it("that never expires is not revoked while all others expire", () => {
    const keys = keysOf(key("key_1", "Ada"), { ...key("key_2", "Bob"), expiresAt: 9 })
    assert.deepStrictEqual(Operator.revoke(keys, "key_1", 4), Result.fail({ _tag: "LastOperator" }))
    assert.isTrue(Result.isSuccess(Operator.revoke(keys, "key_2", 4)))
    assert.deepStrictEqual(
      Operator.revoke(keys, "key_2", 9),
      Result.fail({ _tag: "KeyNotFound", id: "key_2" })
    )
  })

  it("is revoked once, and never as the last active key", () => {
    const two = keysOf(key("key_1", "Ada"), key("key_2", "Bob"))
    const revoked = { _tag: "ApiKeyRevoked", id: "key_2", at: 3 } as const
    assert.deepStrictEqual(Operator.revoke(two, "key_2", 3), Result.succeed([revoked]))
    const one = keysOf(key("key_1", "Ada"), key("key_2", "Bob", 3))
    assert.deepStrictEqual(
      Operator.revoke(one, "key_2", 4),
      Result.fail({ _tag: "KeyNotFound", id: "key_2" })
    )
    assert.deepStrictEqual(Operator.revoke(one, "key_1", 4), Result.fail({ _tag: "LastOperator" }))
  })

  it("is not revoked if every other key would end with it", () => {
    const issued = { ...key("key_2", "Bob"), issuer: "key_1" }
    const keys = keysOf(key("key_1", "Ada"), issued)
    assert.deepStrictEqual(Operator.revoke(keys, "key_1", 4), Result.fail({ _tag: "LastOperator" }))
    assert.isTrue(Result.isSuccess(Operator.revoke(keys, "key_2", 4)))
  })

  it("is refused if the maximum number of active keys is reached", () => {
    const keys = keysOf(key("key_1", "Ada"), key("key_2", "Bob"), key("key_3", "Eve", 1))
    assert.isUndefined(Operator.refuseCount(keys, { at: 4, max: 3 }))
    const refused = { _tag: "TooManyOperatorKeys", max: 2 } as const
    assert.deepStrictEqual(Operator.refuseCount(keys, { at: 4, max: 2 }), refused)
    assert.isUndefined(Operator.refuseCount(keys, { at: 4, max: 2, spared: 1 }))
  })
})
