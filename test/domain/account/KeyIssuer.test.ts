import { assert, describe, it } from "@effect/vitest"
import type * as ApiKey from "../../../src/domain/account/ApiKey.ts"
import * as Approver from "../../../src/domain/account/Approver.ts"
import * as KeyIssuer from "../../../src/domain/account/KeyIssuer.ts"
import * as StaffAdmission from "../../../src/domain/account/StaffAdmission.ts"
import type * as User from "../../../src/domain/account/User.ts"

const person = (id: string, ...grants: ReadonlyArray<User.Grant>): User.User => ({
  ...{ id, name: id, email: `${id}@example.com`, grants, hasSecondFactor: true },
  ...{
    wasStaff: false,
    wantsNotices: false,
    failures: 0,
    lockedUntil: null,
    joinedAt: 0,
    lastSignInAt: null
  }
})

const key = (
  id: string,
  issuer: string | undefined,
  accountId: string | null = null,
  more: Partial<ApiKey.ApiKey> = {}
): ApiKey.ApiKey => ({
  ...{ id, accountId, name: id, scope: accountId === null ? "admin" : "full", hash: id },
  ...{ last4: "last", createdAt: 0, revokedAt: null },
  ...(issuer === undefined ? {} : { issuer }),
  ...more
})

const invitation = (
  id: string,
  invitedBy: string,
  grants: ReadonlyArray<User.Grant>,
  resets: string | null = null
): User.Invitation => ({
  ...{ id, email: null, grants, tokenHash: id, resets, invitedBy, approvals: [] },
  ...{ createdAt: 0, expiresAt: 1 }
})

const keysOf = (...keys: ReadonlyArray<ApiKey.ApiKey>) => new Map(keys.map((one) => [one.id, one]))

const admin = { accountId: null, role: "admin" } as const
const operator = { accountId: null, role: "operator" } as const
const owner = { accountId: "acct_1", role: "owner" } as const

describe("The root of a key's chain of issue", () => {
  const keys = keysOf(
    key("key_first", undefined),
    key("key_second", "key_first"),
    key("key_third", "key_second"),
    key("key_ada", "usr_ada"),
    key("key_deep", "key_ada")
  )

  it("is the user who issued the first key of the chain", () => {
    for (const id of ["usr_ada", "key_ada", "key_deep"]) {
      assert.strictEqual(KeyIssuer.rootOf(keys, id), "usr_ada")
    }
  })

  it("is the bootstrap key if no user issued a key of the chain", () => {
    for (const id of ["key_first", "key_second", "key_third"]) {
      assert.strictEqual(KeyIssuer.rootOf(keys, id), "key_first")
    }
  })

  it("is found even in damaged data, where two keys issued each other", () => {
    const circle = keysOf(key("key_a", "key_b"), key("key_b", "key_a"))
    assert.include(["key_a", "key_b"], KeyIssuer.rootOf(circle, "key_a"))
  })
})

describe("A user's removal or role change", () => {
  it("ends the keys that the user issued, and all keys issued with those, in any order", () => {
    const keys = keysOf(
      key("key_deep", "key_with"),
      key("key_account", "key_deep", "acct_1"),
      key("key_with", "usr_ada"),
      key("key_other", "usr_bob"),
      key("key_first", undefined)
    )
    const ended = KeyIssuer.endedWith(person("usr_ada"), keys, [])
    assert.sameMembers([...ended.keys], ["key_with", "key_deep", "key_account"])
  })

  it("ends keys issued with a revoked key, and leaves the revoked key unchanged", () => {
    const keys = keysOf(
      key("key_revoked", "usr_ada", null, { revokedAt: 5 }),
      key("key_behind", "key_revoked")
    )
    const ended = KeyIssuer.endedWith(person("usr_ada"), keys, [])
    assert.deepStrictEqual(ended.keys, ["key_behind"])
  })

  it("leaves keys that another role of the user still allows", () => {
    const keys = keysOf(
      key("key_own", "usr_ada", "acct_1"),
      key("key_foreign", "usr_ada", "acct_2"),
      key("key_admin", "usr_ada")
    )
    const left = KeyIssuer.endedWith(person("usr_ada", owner), keys, [])
    assert.sameMembers([...left.keys], ["key_foreign", "key_admin"])
    const staff = KeyIssuer.endedWith(person("usr_ada", admin), keys, [])
    assert.deepStrictEqual(staff.keys, [])
  })

  it("ends every operator's key when an admin becomes an operator", () => {
    const keys = keysOf(key("key_a", "usr_ada"), key("key_b", "key_a"))
    const ended = KeyIssuer.endedWith(person("usr_ada", operator), keys, [])
    assert.sameMembers([...ended.keys], ["key_a", "key_b"])
  })

  it("keeps the keys of an owner who becomes a developer, and ends those of one who becomes a viewer", () => {
    const keys = keysOf(key("key_a", "usr_ada", "acct_1"))
    const as = (role: "developer" | "viewer") =>
      KeyIssuer.endedWith(person("usr_ada", { accountId: "acct_1", role }), keys, []).keys
    assert.deepStrictEqual(as("developer"), [])
    assert.deepStrictEqual(as("viewer"), ["key_a"])
  })

  it("ends open invitations and reset links that the user or the user's keys sent", () => {
    const keys = keysOf(key("key_a", "usr_ada"))
    const open = [
      invitation("inv_theirs", "usr_ada", [admin]),
      invitation("inv_key", "key_a", [admin]),
      invitation("inv_reset", "usr_ada", [], "usr_bob"),
      invitation("inv_other", "usr_bob", [admin]),
      invitation("inv_start", "engine", [admin])
    ]
    const ended = KeyIssuer.endedWith(person("usr_ada"), keys, open)
    assert.deepStrictEqual(ended.invitations, ["inv_theirs", "inv_key", "inv_reset"])
    const developer = person("usr_ada", { accountId: "acct_1", role: "developer" }, admin)
    const toTeam = [invitation("inv_team", "usr_ada", [owner])]
    assert.deepStrictEqual(KeyIssuer.endedWith(developer, keys, toTeam).invitations, [])
  })
})

describe("A key with an expiry", () => {
  const keys = keysOf(
    key("key_ends", undefined, null, { expiresAt: 9 }),
    key("key_stays", undefined)
  )
  const refused = { _tag: "KeyOutlivesIssuer", expiresAt: 9 }

  it("issues only operators' keys that expire no later than it does", () => {
    assert.isUndefined(KeyIssuer.refuseTerm({ keys }, "key_ends", { expiresAt: 9 }))
    assert.deepEqual(KeyIssuer.refuseTerm({ keys }, "key_ends", { expiresAt: 10 }), refused)
    assert.deepEqual(KeyIssuer.refuseTerm({ keys }, "key_ends", {}), refused)
  })

  it("cannot invite anyone into the staff", () => {
    const staff = { _tag: "StaffOutlivesIssuer", expiresAt: 9 }
    assert.deepEqual(KeyIssuer.refuseStaff({ keys }, "key_ends"), staff)
    for (const by of ["key_stays", "usr_ada"]) {
      assert.isUndefined(KeyIssuer.refuseStaff({ keys }, by))
    }
  })

  it("does not limit keys that users or keys without an expiry issue", () => {
    for (const by of ["key_stays", "usr_ada"]) {
      assert.isUndefined(KeyIssuer.refuseTerm({ keys }, by, {}))
    }
  })
})

describe("The right to invite", () => {
  const developer = { accountId: "acct_1", role: "developer" } as const
  const compliance = { accountId: null, role: "compliance" } as const

  it.each([
    ["an owner, to their account", [owner], "acct_1", true],
    ["an owner, to another account", [owner], "acct_2", false],
    ["an owner, to the staff", [owner], null, false],
    ["a developer, to their account", [developer], "acct_1", false],
    ["an admin, to any account", [admin], "acct_2", true],
    ["an admin, to the staff", [admin], null, true],
    ["compliance, to the staff", [compliance], null, false],
    ["an operator, to an account", [operator], "acct_1", false],
    ["nobody, to nothing", [], null, false]
  ] as const)("%s", (_, grants, accountId, may) => {
    assert.strictEqual(KeyIssuer.mayInvite(person("usr_ada", ...grants), accountId), may)
  })

  it("covers account keys for the account's users, and operators' keys for admins", () => {
    const may = (grants: ReadonlyArray<User.Grant>, accountId: string | null) =>
      KeyIssuer.mayIssue(person("usr_ada", ...grants), accountId)
    assert.deepStrictEqual(
      [may([owner], "acct_1"), may([developer], "acct_1"), may([owner], "acct_2")],
      [true, true, false]
    )
    assert.deepStrictEqual(
      [may([admin], "acct_2"), may([admin], null), may([owner], null), may([operator], null)],
      [true, true, false, false]
    )
  })
})

describe("An invitation of a user whose role was lowered", () => {
  it("ends if the user may no longer grant one of its roles", () => {
    const both = invitation("inv_both", "usr_ada", [
      { accountId: "acct_1", role: "viewer" },
      { accountId: "acct_2", role: "viewer" }
    ])
    const ended = KeyIssuer.endedWith(person("usr_ada", owner), new Map(), [both])
    assert.deepStrictEqual(ended.invitations, ["inv_both"])
  })

  it("stays if it resets nothing, and a reset link stays only if the user is an admin", () => {
    const open = [
      invitation("inv_grant", "usr_ada", [{ accountId: "acct_1", role: "viewer" }]),
      invitation("inv_reset", "usr_ada", [], "usr_bob")
    ]
    const as = (...grants: ReadonlyArray<User.Grant>) =>
      KeyIssuer.endedWith(person("usr_ada", ...grants), new Map(), open).invitations
    assert.deepStrictEqual(as(admin), [])
    assert.deepStrictEqual(as(owner), ["inv_reset"])
  })
})

const at = 100
const registryOf = (
  keys: ReadonlyArray<ApiKey.ApiKey>,
  ...open: ReadonlyArray<User.Invitation>
) => ({ keys: keysOf(...keys), invitations: new Map(open.map((one) => [one.id, one])) })

const endedBy = (registry: ReturnType<typeof registryOf>, id: string) =>
  KeyIssuer.endingsOf(registry, id, at).map((event) => event.id)

describe("The end of a key", () => {
  const chain = [
    key("key_first", undefined),
    key("key_second", "key_first"),
    key("key_third", "key_second"),
    key("key_account", "key_third", "acct_1"),
    key("key_other", "usr_ada")
  ]

  it("ends the keys and invitations that it issued, through any chain, and no others", () => {
    const open = [
      invitation("inv_deep", "key_third", [admin]),
      invitation("inv_reset", "key_second", [], "usr_bob"),
      invitation("inv_other", "key_other", [admin]),
      invitation("inv_start", "engine", [admin])
    ]
    const registry = registryOf(chain, ...open)
    assert.deepStrictEqual(endedBy(registry, "key_second"), [
      ...["key_third", "key_account", "inv_deep", "inv_reset"]
    ])
    assert.deepStrictEqual(endedBy(registry, "key_other"), ["inv_other"])
    assert.deepStrictEqual(endedBy(registry, "key_account"), [])
  })

  it("passes through keys that have ended, and does not end them twice", () => {
    const [first, , ...rest] = chain
    const between = key("key_second", "key_first", null, { revokedAt: 5 })
    const keys = [first ?? between, between, ...rest]
    assert.deepStrictEqual(endedBy(registryOf(keys), "key_first"), ["key_third", "key_account"])
  })
})

describe("The end of a key that was replaced", () => {
  it("leaves its successor, which takes over the keys and invitations from before the overlap", () => {
    const successor = { id: "key_new", at: 50 }
    const keys = [
      key("key_old", undefined, null, { expiresAt: 200, successor }),
      key("key_new", "key_old", null, { createdAt: 50, replaces: "key_old" }),
      key("key_before", "key_old", "acct_1", { createdAt: 49 }),
      key("key_since", "key_old", "acct_1", { createdAt: 51, expiresAt: 200 })
    ]
    const before = { ...invitation("inv_before", "key_old", [owner]), createdAt: 49 }
    const since = { ...invitation("inv_since", "key_old", [owner]), createdAt: 50 }
    const registry = registryOf(keys, before, since)
    assert.deepStrictEqual(endedBy(registry, "key_old"), ["key_since", "inv_since"])
    assert.deepStrictEqual(endedBy(registry, "key_new"), ["key_before", "inv_before"])
    assert.isFalse(KeyIssuer.isVoid(registry, before, 200))
    assert.isTrue(KeyIssuer.isVoid(registry, since, 200))
  })

  it("leaves a successor that another key issued, which ends with its own issuer", () => {
    const keys = [
      key("key_old", "usr_ada", null, { revokedAt: 50 }),
      key("key_new", "key_bob", null, { createdAt: 50, replaces: "key_old" }),
      key("key_bob", "usr_bob")
    ]
    assert.deepStrictEqual(endedBy(registryOf(keys), "key_old"), [])
    assert.deepStrictEqual(endedBy(registryOf(keys), "key_bob"), ["key_new"])
  })

  it("leaves the last of several successors, which ends with the issuer of the first key", () => {
    const keys = [
      key("key_issuer", undefined),
      key("key_1", "key_issuer", null, { revokedAt: 1 }),
      key("key_2", "key_1", null, { replaces: "key_1", revokedAt: 2 }),
      key("key_3", "key_2", null, { replaces: "key_2" })
    ]
    const made = invitation("inv_3", "key_3", [owner])
    const registry = registryOf(keys, made)
    assert.isFalse(KeyIssuer.isVoid(registry, made, at))
    assert.deepStrictEqual(endedBy(registry, "key_issuer"), ["key_3", "inv_3"])
  })

  it("is found even in damaged data, where two keys issued or replaced each other", () => {
    const circle = [
      key("key_a", "key_b", null, { successor: { id: "key_b", at: 9 } }),
      key("key_b", "key_a", null, { replaces: "key_a", successor: { id: "key_a", at: 9 } })
    ]
    assert.deepStrictEqual(endedBy(registryOf(circle), "key_other"), [])
    const made = invitation("inv_1", "key_a", [owner])
    assert.isFalse(KeyIssuer.isVoid(registryOf(circle, made), made, at))
  })
})

describe("An invitation", () => {
  const made = invitation("inv_1", "key_third", [admin])
  const voidWith = (...keys: ReadonlyArray<ApiKey.ApiKey>) =>
    KeyIssuer.isVoid({ keys: keysOf(...keys) }, made, 10)

  it("is void once any key in its chain of issue is revoked or has expired", () => {
    const [first, second, third] = [
      key("key_first", undefined),
      key("key_second", "key_first"),
      key("key_third", "key_second")
    ]
    assert.isFalse(voidWith(first, second, third))
    for (const ended of [{ revokedAt: 9 }, { expiresAt: 10 }]) {
      assert.isTrue(voidWith({ ...first, ...ended }, second, third))
      assert.isTrue(voidWith(first, { ...second, ...ended }, third))
      assert.isTrue(voidWith(first, second, { ...third, ...ended }))
    }
    assert.isFalse(voidWith({ ...first, expiresAt: 11 }, second, third))
  })

  it("from a user or the bootstrap is bound to no key", () => {
    for (const by of ["usr_ada", "engine"]) {
      const open = invitation("inv_1", by, [admin])
      assert.isFalse(KeyIssuer.isVoid({ keys: keysOf() }, open, 10))
    }
  })
})

describe("A key that expires", () => {
  const keys = keysOf(key("key_till", undefined, null, { expiresAt: 100 }))
  const refused = (at: number, known = keys) =>
    KeyIssuer.refuseKey({ keys: known, people: new Map() }, { by: "key_till", at }, null)

  it("issues keys until its last millisecond", () => {
    assert.isUndefined(refused(99))
    assert.isDefined(refused(100))
    assert.isDefined(refused(101))
  })

  it("issues no key once it is revoked", () => {
    const revoked = keysOf(key("key_till", undefined, null, { expiresAt: 100, revokedAt: 50 }))
    assert.isDefined(refused(60, revoked))
  })

  it("approves nothing once it has expired", () => {
    const permitted = (at: number) =>
      Approver.permitted({ keys, people: new Map() }, { at, needs: "holds" }).has("key_till")
    assert.deepStrictEqual([99, 100, 101].map(permitted), [true, false, false])
  })
})

describe("A key whose issuer may approve nothing", () => {
  it("approves nothing, while the bootstrap key approves", () => {
    const keys = keysOf(key("key_first", undefined), key("key_ada", "usr_ada"))
    const may = (...grants: ReadonlyArray<User.Grant>) => {
      const people = new Map([["usr_ada", person("usr_ada", ...grants)]])
      return [...Approver.permitted({ keys, people }, { at: 0, needs: "holds" })].toSorted()
    }
    assert.deepStrictEqual(may(owner), ["key_first"])
    assert.deepStrictEqual(may(admin), ["key_first", "usr_ada"])
  })
})

describe("An invitation that a key of Ada sent", () => {
  it("has one approval after Ada approved it, and two after Ben did", () => {
    const keys = keysOf(key("key_ada", "usr_ada"), key("key_deep", "key_ada"))
    const sent = invitation("inv_1", "key_deep", [operator])
    const approved = (...approvals: ReadonlyArray<string>) =>
      StaffAdmission.approvers({ keys }, { ...sent, approvals })
    assert.deepStrictEqual(approved(), ["usr_ada"])
    assert.deepStrictEqual(approved("usr_ada"), ["usr_ada"])
    assert.deepStrictEqual(approved("usr_ada", "usr_ben"), ["usr_ada", "usr_ben"])
  })
})
