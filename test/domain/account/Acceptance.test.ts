/** Acceptance of invitations: the events for a new user, a known one, and a reset password. */
import { assert, describe, it } from "vitest"
import * as Acceptance from "../../../src/domain/account/Acceptance.ts"
import type * as Registry from "../../../src/domain/account/Registry.ts"
import * as User from "../../../src/domain/account/User.ts"

const ada = User.joined({
  ...({
    _tag: "PersonJoined",
    id: "usr_ada",
    name: "Ada",
    email: "ada@example.com",
    at: 0
  } as const)
})

const grant = { accountId: "acct_1", role: "viewer" } as const

const invitation = (id: string, more: Partial<User.Invitation> = {}): User.Invitation => ({
  ...{ id, email: null, grants: [grant], tokenHash: id, resets: null, invitedBy: "engine" },
  ...{ approvals: [], createdAt: 0, expiresAt: 10, ...more }
})

const registryOf = (...invitations: ReadonlyArray<User.Invitation>): Registry.Registry => ({
  accounts: new Map(),
  keys: new Map(),
  people: new Map([[ada.id, ada]]),
  invitations: new Map(invitations.map((one) => [one.id, one]))
})

describe("An accepted invitation", () => {
  const accepted = { _tag: "InvitationEnded", id: "inv_1", outcome: "accepted", at: 5 } as const

  it("creates a user with its roles and an id that is derived from the invitation's id", () => {
    const bob = { _tag: "New", email: "bob@example.com", name: "Bob" } as const
    const open = invitation("inv_1")
    assert.deepStrictEqual(Acceptance.accept(registryOf(open), open, bob, 5), [
      { _tag: "PersonJoined", id: "usr_1", email: "bob@example.com", name: "Bob", at: 5 },
      { _tag: "PersonGranted", id: "usr_1", ...grant, at: 5 },
      accepted
    ])
  })

  it("gives an existing user its roles, and revokes invitations that these roles do not allow", () => {
    const other = invitation("inv_2", { invitedBy: ada.id })
    const open = invitation("inv_1")
    const known = { _tag: "Known", user: ada } as const
    assert.deepStrictEqual(Acceptance.accept(registryOf(open, other), open, known, 5), [
      { _tag: "PersonGranted", id: ada.id, ...grant, at: 5 },
      accepted,
      { _tag: "InvitationEnded", id: "inv_2", outcome: "revoked", at: 5 }
    ])
  })

  it("resets a password, and revokes the user's other reset links", () => {
    const reset = invitation("inv_1", { grants: [], resets: ada.id })
    const older = invitation("inv_0", { grants: [], resets: ada.id })
    const user = { _tag: "Reset", user: ada } as const
    assert.deepStrictEqual(Acceptance.accept(registryOf(older, reset), reset, user, 5), [
      { _tag: "PersonPasswordSet", id: ada.id, isReset: true, at: 5 },
      accepted,
      { _tag: "InvitationEnded", id: "inv_0", outcome: "revoked", at: 5 }
    ])
  })
})

describe("A new invitation", () => {
  it("ends expired invitations, and leaves open ones that are not reset links", () => {
    const registry = registryOf(invitation("inv_1", { expiresAt: 5 }), invitation("inv_2"))
    assert.deepStrictEqual(
      Acceptance.outdated(registry, null, 5).map(({ id }) => id),
      ["inv_1"]
    )
  })
})
