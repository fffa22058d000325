/** People as the log tells of them: what they may, when they are locked out, who must stay. */
import { assert, describe, it } from "vitest"
import * as Person from "../../src/domain/Person.ts"
import * as Role from "../../src/domain/Role.ts"

const at = 1_000_000
const id = "usr_ADA"

const joined = Person.joined({
  _tag: "PersonJoined",
  ...{ id, name: "Ada", email: "ada@example.com", at }
})

const failing = (times: number, from = joined): Person.Person =>
  Array.from({ length: times }).reduce<Person.Person>(
    (person) => Person.evolve(person, { _tag: "PersonSignInFailed", id, proof: "password", at }),
    from
  )

const granted = (person: Person.Person, accountId: string | null, role: Role.Role) =>
  Person.evolve(person, { _tag: "PersonGranted", id: person.id, accountId, role, at })

describe("lock-out", () => {
  it("begins with the tenth failure in a row and ends after a quarter of an hour", () => {
    assert.isFalse(Person.isLocked(failing(9), at))
    const locked = failing(10)
    assert.isTrue(Person.isLocked(locked, at))
    assert.isTrue(Person.isLocked(locked, at + Person.lockMs - 1))
    assert.isFalse(Person.isLocked(locked, at + Person.lockMs))
  })

  it("counts failures in a row only: a right proof begins anew", () => {
    const right = Person.evolve(failing(9), { _tag: "PersonSignedIn", id, proof: "code", at })
    assert.strictEqual(right.failures, 0)
    assert.isFalse(Person.isLocked(failing(9, right), at))
  })

  it("is lifted by a reset, which takes the second factor away, and not by a new password", () => {
    const secured = Person.evolve(failing(10), {
      _tag: "PersonSecured",
      ...{ id, hasSecondFactor: true, at }
    })
    const changed = Person.evolve(secured, { _tag: "PersonPasswordSet", id, isReset: false, at })
    assert.isTrue(Person.isLocked(changed, at))
    assert.isTrue(changed.hasSecondFactor)
    const reset = Person.evolve(secured, { _tag: "PersonPasswordSet", id, isReset: true, at })
    assert.isFalse(Person.isLocked(reset, at))
    assert.isFalse(reset.hasSecondFactor)
  })
})

describe("grants", () => {
  it("give one role in each account, the last one given", () => {
    const twice = granted(granted(joined, "acct_1", "viewer"), "acct_1", "owner")
    assert.deepStrictEqual(twice.grants, [{ accountId: "acct_1", role: "owner" }])
    assert.strictEqual(Person.roleIn(twice, "acct_2"), undefined)
    const staff = granted(twice, null, "operator")
    assert.strictEqual(Person.roleIn(staff, null), "operator")
    const left = Person.evolve(staff, { _tag: "PersonRemoved", id, accountId: "acct_1", at })
    assert.deepStrictEqual(left.grants, [{ accountId: null, role: "operator" }])
  })

  it("know the last owner and the last admin, and nobody else, as one who must stay", () => {
    const ada = granted(joined, "acct_1", "owner")
    const bob = granted({ ...joined, id: "usr_BOB" }, "acct_1", "developer")
    assert.isTrue(Person.isLastHead([ada, bob], ada, "acct_1"))
    assert.isFalse(Person.isLastHead([ada, bob], bob, "acct_1"))
    const owner = granted(bob, "acct_1", "owner")
    assert.isFalse(Person.isLastHead([ada, owner], ada, "acct_1"))
    // An owner of another account is none of this one.
    const elsewhere = granted({ ...joined, id: "usr_EVE" }, "acct_2", "owner")
    assert.isTrue(Person.isLastHead([ada, elsewhere], ada, "acct_1"))
    const admin = granted(joined, null, "admin")
    assert.isTrue(Person.isLastHead([admin, ada], admin, null))
  })
})

describe("roles", () => {
  it("may no more than this", () => {
    const all: ReadonlyArray<Role.Permission> = [
      ...(["read", "write", "keys", "team", "holds", "reviews"] as const),
      ...(["refunds", "deliveries", "accounts", "issue"] as const)
    ]
    const may = (role: Role.Role) => all.filter((permission) => Role.may(role, permission)).join()
    const found = Object.fromEntries(Role.Role.literals.map((role) => [role, may(role)]))
    assert.deepStrictEqual(found, {
      owner: "read,write,keys,team",
      developer: "read,write,keys",
      viewer: "read",
      admin: all.join(),
      compliance: "read,holds,accounts",
      operator: "read,reviews,refunds,deliveries"
    })
    const keys = (scope: "full" | "read_only" | "admin") =>
      all.filter((permission) => Role.keyMay(scope, permission)).join()
    assert.strictEqual(keys("full"), "read,write")
    assert.strictEqual(keys("read_only"), "read")
    assert.strictEqual(keys("admin"), all.join())
  })
})
