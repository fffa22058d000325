/** Who belongs to an account or to the staff, who of them must stay, and whose address is whose. */
import { assert, describe, it } from "vitest"
import type * as Role from "../../../src/domain/account/Role.ts"
import * as User from "../../../src/domain/account/User.ts"

const person = (
  id: string,
  ...grants: ReadonlyArray<readonly [accountId: string | null, role: Role.Role]>
): User.User =>
  grants.reduce<User.User>(
    (known, [accountId, role]) =>
      User.evolve(known, { _tag: "PersonGranted", id, at: 1, accountId, role }),
    User.joined({ _tag: "PersonJoined", id, name: id, email: `${id}@example.com`, at: 0 })
  )

const owner = person("owner", ["acct_1", "owner"])
const another = person("another", ["acct_1", "owner"])
const viewer = person("viewer", ["acct_1", "viewer"])
const stranger = person("stranger", ["acct_2", "owner"])
const admin = person("admin", [null, "admin"])

describe("the members of an account", () => {
  it("are exactly those with a role in it", () => {
    const all = [owner, viewer, stranger, admin]
    assert.deepStrictEqual(User.membersOf(all, "acct_1"), [owner, viewer])
    assert.deepStrictEqual(User.membersOf(all, null), [admin])
  })
})

describe("the last of those who must stay", () => {
  it("is the only owner of an account, regardless of other members and accounts", () => {
    const all = [owner, viewer, stranger, admin]
    assert.isTrue(User.isLastOfRequiredRole(all, owner, "acct_1"))
    assert.isFalse(User.isLastOfRequiredRole([...all, another], owner, "acct_1"))
  })

  it("is no user with another role, also where the role is empty", () => {
    assert.isFalse(User.isLastOfRequiredRole([owner, viewer], viewer, "acct_1"))
    assert.isFalse(User.isLastOfRequiredRole([viewer], viewer, "acct_1"))
  })

  it("is the only admin of the staff", () => {
    assert.isTrue(User.isLastOfRequiredRole([admin, owner], admin, null))
    assert.isFalse(
      User.isLastOfRequiredRole([admin, person("second", [null, "admin"])], admin, null)
    )
  })
})

describe("an address", () => {
  it("is the same one in any case and with spaces around it", () => {
    assert.isTrue(User.sameEmail("Ada@Example.com ", " ada@example.COM"))
    assert.isFalse(User.sameEmail("ada@example.com", "bob@example.com"))
  })
})
