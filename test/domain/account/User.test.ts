/** Users in the log: their rights, the lock-out, and the last owner or admin. */
import { assert, describe, it } from "vitest"
import type * as ApiKey from "../../../src/domain/account/ApiKey.ts"
import * as Role from "../../../src/domain/account/Role.ts"
import * as User from "../../../src/domain/account/User.ts"

const at = 1_000_000
const id = "usr_ADA"

const joined = User.joined({
  _tag: "PersonJoined",
  ...{ id, name: "Ada", email: "ada@example.com", at }
})

const failing = (times: number, from = joined): User.User =>
  Array.from({ length: times }).reduce<User.User>(
    (person) => User.evolve(person, { _tag: "PersonSignInFailed", id, proof: "password", at }),
    from
  )

const granted = (person: User.User, accountId: string | null, role: Role.Role) =>
  User.evolve(person, { _tag: "PersonGranted", id: person.id, accountId, role, at })

describe("Lock-out", () => {
  it("begins with the tenth failure in a row and ends after a quarter of an hour", () => {
    assert.isFalse(User.isLocked(failing(9), at))
    const locked = failing(10)
    assert.isTrue(User.isLocked(locked, at))
    assert.isTrue(User.isLocked(locked, at + User.lockMs - 1))
    assert.isFalse(User.isLocked(locked, at + User.lockMs))
  })

  it("counts failures in a row, which a successful sign-in resets", () => {
    const right = User.evolve(failing(9), { _tag: "PersonSignedIn", id, proof: "code", at })
    assert.strictEqual(right.failures, 0)
    assert.isFalse(User.isLocked(failing(9, right), at))
  })

  it("is lifted by a password reset, which removes the second factor, but not by a new password", () => {
    const secured = User.evolve(failing(10), {
      _tag: "PersonSecured",
      ...{ id, hasSecondFactor: true, at }
    })
    const changed = User.evolve(secured, { _tag: "PersonPasswordSet", id, isReset: false, at })
    assert.isTrue(User.isLocked(changed, at))
    assert.isTrue(changed.hasSecondFactor)
    const reset = User.evolve(secured, { _tag: "PersonPasswordSet", id, isReset: true, at })
    assert.isFalse(User.isLocked(reset, at))
    assert.isFalse(reset.hasSecondFactor)
  })
})

describe("A second factor", () => {
  const evolved = (...events: ReadonlyArray<Parameters<typeof User.evolve>[1]>) =>
    events.reduce(User.evolve, joined).hasSecondFactor

  it("is an app or a passkey, and is gone once the last one is removed", () => {
    const passkey = { passkeyId: "psk_1", name: "Laptop", id, at }
    const added = { _tag: "PasskeyAdded", ...passkey } as const
    const app = (authenticatorApp: boolean, hasSecondFactor: boolean) =>
      ({ _tag: "PersonSecured", id, at, authenticatorApp, hasSecondFactor }) as const
    const removed = (hasSecondFactor: boolean) =>
      ({ _tag: "PasskeyRemoved", ...passkey, hasSecondFactor }) as const
    assert.isTrue(evolved(added))
    assert.isTrue(evolved(app(true, true), added, removed(true)))
    assert.isTrue(evolved(app(true, true), added, app(false, true)))
    assert.isFalse(evolved(added, removed(false)))
  })
})

describe("Grants", () => {
  it("give each user one role per account, the one granted last", () => {
    const twice = granted(granted(joined, "acct_1", "viewer"), "acct_1", "owner")
    assert.deepStrictEqual(twice.grants, [{ accountId: "acct_1", role: "owner" }])
    assert.strictEqual(User.roleIn(twice, "acct_2"), undefined)
    const staff = granted(twice, null, "operator")
    assert.strictEqual(User.roleIn(staff, null), "operator")
    const left = User.evolve(staff, { _tag: "PersonRemoved", id, accountId: "acct_1", at })
    assert.deepStrictEqual(left.grants, [{ accountId: null, role: "operator" }])
  })

  it("protect the last owner and the last admin, but no other role", () => {
    const ada = granted(joined, "acct_1", "owner")
    const bob = granted({ ...joined, id: "usr_BOB" }, "acct_1", "developer")
    assert.isTrue(User.isLastOfRequiredRole([ada, bob], ada, "acct_1"))
    assert.isFalse(User.isLastOfRequiredRole([ada, bob], bob, "acct_1"))
    const owner = granted(bob, "acct_1", "owner")
    assert.isFalse(User.isLastOfRequiredRole([ada, owner], ada, "acct_1"))
    // An owner of another account does not count for this account.
    const elsewhere = granted({ ...joined, id: "usr_EVE" }, "acct_2", "owner")
    assert.isTrue(User.isLastOfRequiredRole([ada, elsewhere], ada, "acct_1"))
    const admin = granted(joined, null, "admin")
    assert.isTrue(User.isLastOfRequiredRole([admin, ada], admin, null))
  })
})

describe("Roles", () => {
  it("allow exactly the permissions of the table", () => {
    const all: ReadonlyArray<Role.Permission> = [
      ...(["read", "write", "endpoints", "keys", "team", "holds", "reviews"] as const),
      ...(["refunds", "deliveries", "accounts", "issue"] as const)
    ]
    const may = (role: Role.Role) => all.filter((permission) => Role.may(role, permission)).join()
    const found = Object.fromEntries(Role.Role.literals.map((role) => [role, may(role)]))
    assert.deepStrictEqual(found, {
      owner: "read,write,endpoints,keys,team",
      developer: "read,write,endpoints,keys",
      payer: "read,write",
      viewer: "read",
      admin: all.join(),
      compliance: "read,holds,accounts",
      operator: "read,reviews,refunds,deliveries"
    })
    const keys = (scope: ApiKey.Scope, area?: Role.Area) =>
      all.filter((needs) => Role.keyMay(scope, { needs, area })).join()
    assert.strictEqual(keys("full"), "read,write,endpoints")
    assert.strictEqual(keys("read_only"), "read")
    assert.strictEqual(keys("admin"), all.join())
  })

  it("allow a key of a narrow scope only its area, and refuse requests without an area", () => {
    const areas = ["identity", "payouts", "webhooks", "reports", undefined] as const
    const may = (scope: ApiKey.Scope, needs: Role.Permission) =>
      areas.filter((area) => Role.keyMay(scope, { needs, area })).map(String)
    const everywhere = areas.map(String)
    assert.deepStrictEqual(may("full", "write"), everywhere)
    assert.deepStrictEqual(may("read_only", "read"), everywhere)
    assert.deepStrictEqual(may("read_only", "write"), [])
    for (const scope of ["payouts", "webhooks"] as const) {
      assert.deepStrictEqual(may(scope, "read"), ["identity", scope])
      assert.deepStrictEqual(may(scope, "write"), ["identity", scope])
    }
    assert.deepStrictEqual(may("reports", "read"), ["identity", "reports"])
    assert.deepStrictEqual(may("reports", "write"), [])
    for (const scope of Role.KeyScope.literals) assert.deepStrictEqual(may(scope, "keys"), [])
  })

  it("list the scopes that suffice for a request, the narrowest first", () => {
    const enough = (needs: Role.Permission, area?: Role.Area) => Role.scopesFor({ needs, area })
    assert.deepStrictEqual(enough("write", "payouts"), ["payouts", "full"])
    assert.deepStrictEqual(enough("read", "webhooks"), ["webhooks", "read_only", "full"])
    assert.deepStrictEqual(enough("read", "reports"), ["reports", "read_only", "full"])
    assert.deepStrictEqual(enough("write"), ["full"])
  })
})
