/** The audit log as a view: its entries, their readers and hidden secrets. */
import { assert, describe, it } from "vitest"
import * as User from "../../../src/domain/account/User.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import * as AuditTrail from "../../../src/engine/state/AuditTrail.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Logs from "../../fixtures/logs.ts"

const entries = Logs.entries(Logs.read("v1.jsonl"))

/** The audit rows of a whole log, made entry by entry during the fold. */
const marks = (() => {
  const core = State.make()
  return entries.flatMap((entry) => {
    Fold.apply(core, entry)
    return AuditTrail.rowsOf(core, entry).map((mark) => ({ mark, entry }))
  })
})()

const isCreation = ({ action }: { readonly action: string }) => action.endsWith(".created")

describe("The audit log", () => {
  it("has every entry that a user or a key wrote, and no entry of the engine", () => {
    const shown = new Set(marks.map(({ entry }) => entry.seq))
    const written = entries
      .filter(({ by, events }) => by !== "engine" && events.length > 0)
      .map(({ seq }) => seq)
    assert.isAbove(written.length, 50)
    assert.deepStrictEqual([...shown], written)
  })

  it("never shows a secret of an entry", () => {
    const text = JSON.stringify(
      marks.map(({ entry, mark }) => AuditTrail.actOf(mark, entry).changes)
    )
    const secrets = entries
      .flatMap(({ events }) => events)
      .flatMap((event) =>
        ["hash", "secret", "tokenHash"].flatMap((name) =>
          name in event ? [String(event[name as keyof Entry.Event])] : []
        )
      )
    assert.isAbove(secrets.length, 5)
    for (const secret of secrets) assert.notInclude(text, secret)
  })

  it("shows a sign-in to all accounts of the user, and an action in one account to that account", () => {
    const signedIn = marks.filter(({ mark }) => mark.action === "person.signed_in")
    assert.isTrue(signedIn.some(({ mark }) => mark.accountId.startsWith("acct_")))
    assert.isTrue(signedIn.some(({ mark }) => mark.accountId === ""))
    const bob = marks.filter(({ mark }) => mark.subjectId === "inv_BOB")
    assert.deepStrictEqual(
      bob.map(({ mark }) => [mark.action, mark.accountId.startsWith("acct_")]),
      [
        ["person.invited", true],
        ["invitation.ended", true]
      ]
    )
  })

  it("names an action by its object and its verb", () => {
    const actions = new Set(marks.map(({ mark }) => mark.action))
    for (const action of actions) assert.match(action, /^[a-z_]+\.[a-z_]+$/)
    for (const known of ["quote.created", "payout.created", "person.sign_in_failed"]) {
      assert.isTrue(actions.has(known), known)
    }
  })

  it("shows amounts and rates in display units, with their account", () => {
    const quoted = marks.filter(({ mark }) => mark.action === "quote.created")
    const { entry, mark } = quoted[0] ?? assert.fail("no quote")
    const issued = marks.find((one) => one.mark.action === "api_key.issued" && one.mark.accountId)
    assert.match(issued?.mark.accountId ?? "", /^acct_/)
    assert.deepInclude(AuditTrail.actOf(mark, entry).changes, {
      ...{ source_amount: "25.000000 USDC", target_amount: "91575", rate: "3663" }
    })
    for (const one of marks) {
      const { changes } = AuditTrail.actOf(one.mark, one.entry)
      if (changes.rate !== undefined) assert.isBelow(Number(changes.rate), 10_000)
      for (const name of ["source_amount", "amount"]) {
        if (changes[name] !== undefined) assert.match(changes[name], /^\d+\.\d{6} USDC$/)
      }
    }
  })

  it("shows changed values, the source and the reason", () => {
    const { entry, mark } =
      marks.find((one) => one.mark.subjectId === "inv_RESET") ?? assert.fail("no reset")
    const act = AuditTrail.actOf(mark, entry)
    assert.strictEqual(act.from, "198.51.100.7")
    assert.strictEqual(act.reason, "she lost her phone")
    assert.strictEqual(act.changes.email, "ada@example.com")
    assert.strictEqual(act.changes.resets, "usr_ADA")
  })

  it("shows the amount of a simulated deposit", () => {
    const deposit = {
      ...{ chainId: 1, txHash: "0x1", logIndex: 0, blockNumber: 1, amount: 2_500_000, seenAt: 1 }
    }
    const event = { _tag: "DepositFinalized", id: "po_1", at: 1, deposit } as const
    const { entry, mark } = marks[0] ?? assert.fail("no marks")
    assert.deepStrictEqual(AuditTrail.actOf(mark, { ...entry, events: [event] }).changes, {
      amount: "2.500000 USDC"
    })
  })

  it("has a line for every possible event", () => {
    const names = Entry.Event.members.map(({ fields }) => fields._tag.schema.literal)
    assert.include(names, "PersonInvited")
    assert.strictEqual(User.Event.members.length, 17)
  })
})

describe("The audit log of a batch", () => {
  it("shows facts of the batch at its creation, and not of its rows", () => {
    const created = marks.filter(({ mark }) => mark.action === "batch.created")
    assert.isNotEmpty(created)
    for (const { entry, mark } of created) {
      const { changes } = AuditTrail.actOf(mark, entry)
      assert.property(changes, "total")
      assert.notProperty(changes, "phone")
    }
  })
})

describe("A decision of staff in the audit log", () => {
  it("is shown to staff only, with the account that it is about", () => {
    const decided = marks.filter(
      ({ mark }) => mark.accountId === "" && /^po_/.test(mark.subjectId) && !isCreation(mark)
    )
    assert.isAbove(decided.length, 0)
    for (const { entry, mark } of decided) {
      assert.match(mark.aboutAccountId ?? "", /^acct_/, mark.action)
      const rows = marks.filter((one) => one.entry.seq === entry.seq)
      assert.strictEqual(rows.length, 1, "no row for the account")
    }
    for (const { mark } of marks) {
      if (mark.accountId !== "") assert.isUndefined(mark.aboutAccountId)
    }
  })
})

describe("A replaced key in the audit log", () => {
  const issued = {
    ...({ _tag: "ApiKeyIssued", id: "key_NEW", accountId: null, name: "night job" } as const),
    ...({ scope: "admin", hash: "c3", last4: "beef", at: 1_000 } as const)
  }
  const expiring = {
    ...({ _tag: "ApiKeyExpiring", id: "key_OLD", successor: "key_NEW" } as const),
    ...{ expiresAt: 5_000, at: 1_000 }
  }

  const shown = (...events: ReadonlyArray<Entry.Event>) => {
    const { entry } = marks[0] ?? assert.fail("no marks")
    const rotation = { ...entry, by: "key_admin", events }
    const [row, ...others] = AuditTrail.rowsOf(State.make(), rotation)
    assert.lengthOf(others, 0)
    return AuditTrail.actOf(row ?? assert.fail("no row"), rotation)
  }

  it("is shown as rotated, with its id and its expiry", () => {
    const act = shown(issued, expiring)
    assert.strictEqual(act.action, "api_key.rotated")
    assert.strictEqual(act.subjectId, "key_NEW")
    assert.deepStrictEqual(act.changes, {
      ...{ replaces: "key_OLD", old_key_ends_at: "1970-01-01T00:00:05.000Z" },
      ...{ name: "night job", scope: "admin", last4: "beef" }
    })
  })

  it("is shown with its expiry and that of the new key", () => {
    for (const [expiresAt, own, ofOld] of [
      [9_000, "1970-01-01T00:00:09.000Z", "1970-01-01T00:00:05.000Z"],
      [3_000, "1970-01-01T00:00:03.000Z", "1970-01-01T00:00:03.000Z"]
    ] as const) {
      const { changes } = shown({ ...issued, expiresAt }, expiring)
      assert.deepInclude(changes, { expires_at: own, old_key_ends_at: ofOld })
    }
  })

  it("without an overlap is shown as rotated and ended", () => {
    const ofEntry = marks.filter(({ mark }) => mark.subjectId === "key_TWO")
    const { entry, mark } =
      ofEntry.find((one) => one.mark.accountId === "acct_test") ?? assert.fail("no rotation")
    assert.strictEqual(mark.action, "api_key.rotated")
    assert.deepStrictEqual(mark.endedKeys, ["key_ONE"])
    assert.deepInclude(AuditTrail.actOf(mark, entry).changes, {
      ...{ replaces: "key_ONE", old_key_ends_at: "2026-01-05T12:00:00.002Z" }
    })
    const ended = { ...mark, action: AuditTrail.keyRevoked, subjectId: "key_ONE" }
    assert.deepStrictEqual(AuditTrail.actOf(ended, entry).changes, {
      ended_with: "api_key.rotated"
    })
  })
})
