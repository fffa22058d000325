/** Teams: members of an account or of the staff, invitations to them, and changes of roles. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import type * as ApiKey from "../../../src/domain/account/ApiKey.ts"
import type * as Registry from "../../../src/domain/account/Registry.ts"
import type * as Role from "../../../src/domain/account/Role.ts"
import * as Team from "../../../src/domain/account/Team.ts"
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

describe("The members of an account", () => {
  it("are exactly the users with a role in it", () => {
    const all = [owner, viewer, stranger, admin]
    assert.deepStrictEqual(User.membersOf(all, "acct_1"), [owner, viewer])
    assert.deepStrictEqual(User.membersOf(all, null), [admin])
  })
})

describe("The last owner or admin", () => {
  it("is the only owner of an account, regardless of other members and accounts", () => {
    const all = [owner, viewer, stranger, admin]
    assert.isTrue(User.isLastOfRequiredRole(all, owner, "acct_1"))
    assert.isFalse(User.isLastOfRequiredRole([...all, another], owner, "acct_1"))
  })

  it("is never a user with another role, even if no user has the role", () => {
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

describe("An e-mail address", () => {
  it("is the same in any case and with spaces around it", () => {
    assert.isTrue(User.sameEmail("Ada@Example.com ", " ada@example.COM"))
    assert.isFalse(User.sameEmail("ada@example.com", "bob@example.com"))
  })
})

const registryOf = (
  users: ReadonlyArray<User.User>,
  invitations: ReadonlyArray<User.Invitation> = [],
  keys: ReadonlyArray<ApiKey.ApiKey> = []
): Registry.Registry => ({
  accounts: new Map(),
  keys: new Map(keys.map((key) => [key.id, key])),
  people: new Map(users.map((user) => [user.id, user])),
  invitations: new Map(invitations.map((one) => [one.id, one]))
})

const invitation = (id: string, email: string, expiresAt = 10): User.Invitation => ({
  ...{ id, email, tokenHash: id, resets: null, invitedBy: "owner", createdAt: 0, expiresAt },
  ...{ grants: [{ accountId: "acct_1", role: "viewer" }], approvals: [] }
})

const issuedBy = (id: string, issuer: string): ApiKey.ApiKey => ({
  ...{ id, accountId: "acct_1", name: id, scope: "full", hash: id, last4: "last", issuer },
  ...{ createdAt: 0, revokedAt: null }
})

describe("An invitation to a team", () => {
  const bounds = { membersMax: 3, invitationsMax: 2 }
  const refuse = (registry: Registry.Registry, email: string) =>
    Team.refuseInvitation(registry, "acct_1", { email, at: 5 }, bounds)?._tag

  it("is refused for a member and for an address that is already invited", () => {
    const registry = registryOf([owner, stranger], [invitation("inv_1", "new@example.com")])
    assert.strictEqual(refuse(registry, "OWNER@example.com"), "AlreadyMember")
    assert.strictEqual(refuse(registry, "New@example.com"), "AlreadyInvited")
    assert.isUndefined(refuse(registry, "stranger@example.com"))
  })

  it("is refused if the team has its maximum of open invitations or members", () => {
    const open = [invitation("inv_1", "one@example.com"), invitation("inv_2", "two@example.com")]
    assert.strictEqual(refuse(registryOf([owner], open), "x@example.com"), "TooManyInvitations")
    const full = registryOf([owner, another, viewer])
    assert.strictEqual(refuse(full, "x@example.com"), "TooManyMembers")
  })

  it("counts towards the maximum only while it is open", () => {
    const registry = registryOf([owner], [invitation("inv_1", "new@example.com", 5)])
    assert.isUndefined(refuse(registry, "new@example.com"))
    assert.deepStrictEqual(Team.openInvitations(registry, "acct_1", 5), [])
  })
})

describe("A role change", () => {
  it("ends the keys and invitations that the member may no longer issue", () => {
    const others = registryOf(
      [owner, another],
      [{ ...invitation("inv_1", "new@example.com"), invitedBy: "another" }],
      [issuedBy("key_1", "another"), issuedBy("key_2", "owner")]
    )
    const change = { accountId: "acct_1", id: "another", role: "viewer", at: 7 } as const
    const { events, member } = Result.getOrThrow(Team.changeRole(others, change))
    assert.strictEqual(User.roleIn(member, "acct_1"), "viewer")
    assert.deepStrictEqual(events, [
      { _tag: "PersonGranted", ...change },
      { _tag: "ApiKeyRevoked", id: "key_1", at: 7 },
      { _tag: "InvitationEnded", id: "inv_1", outcome: "revoked", at: 7 }
    ])
  })

  it("is refused for the last owner, who cannot be removed either", () => {
    const registry = registryOf([owner, viewer])
    const rejection = Result.fail({ _tag: "LastOfRole", role: "owner" } as const)
    const change = { accountId: "acct_1", id: "owner", role: "viewer", at: 7 } as const
    assert.deepStrictEqual(Team.changeRole(registry, change), rejection)
    assert.deepStrictEqual(Team.remove(registry, change), rejection)
    assert.isTrue(Result.isSuccess(Team.changeRole(registry, { ...change, role: "owner" })))
  })

  it("is refused for a user of another team", () => {
    const registry = registryOf([owner, stranger])
    const change = { accountId: "acct_1", id: "stranger", role: "viewer", at: 7 } as const
    const rejection = Result.fail({ _tag: "MemberNotFound", id: "stranger" } as const)
    assert.deepStrictEqual(Team.changeRole(registry, change), rejection)
    assert.deepStrictEqual(Team.remove(registry, change), rejection)
  })
})

describe("A reset of a password", () => {
  const outside = { ...stranger, id: "outside", grants: [] }
  const registry = registryOf([admin, viewer, outside])
  const rejected = (id: string) => {
    const found = Team.resettable(registry, id, "admin")
    return Result.isFailure(found) ? found.failure._tag : undefined
  }

  it("is available only for other users with a role", () => {
    assert.isUndefined(rejected("viewer"))
    assert.strictEqual(rejected("admin"), "OwnReset")
    assert.strictEqual(rejected("outside"), "NoTeamLeft")
    assert.strictEqual(rejected("nobody"), "MemberNotFound")
  })
})
