import { assert, describe, it } from "@effect/vitest"
import * as Approval from "../../../src/domain/account/Approval.ts"

const vote = (by: string, peopleMin = 2): Approval.Vote => ({ by, peopleMin })

const settle = (by: string | undefined, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ _tag: "Settle", providerReference: "ref-1", at: 7 },
  ...(by === undefined ? {} : { vote: vote(by) }),
  ...more
})

/** The pending approvals after these decisions have been recorded. */
const waiting = (...commands: ReadonlyArray<ReturnType<typeof settle>>) =>
  commands.reduce<Approval.Pending | undefined>((pending, command) => {
    const verdict = Approval.countVote(pending, command)
    return verdict._tag === "NeedsMore" ? Approval.approved(pending, verdict.approval) : pending
  }, undefined)

describe("An action that two users must approve", () => {
  it("happens at once if one approval is enough", () => {
    assert.strictEqual(Approval.countVote(undefined, settle(undefined))._tag, "Act")
  })

  it("is pending after the first approval and happens after the second user's", () => {
    const pending = waiting(settle("ada"))
    assert.deepStrictEqual(pending, {
      ...{ action: "Settle", terms: { providerReference: "ref-1" } },
      ...{ approvals: ["ada"], since: 7 }
    })
    assert.strictEqual(Approval.countVote(pending, settle("bob", { at: 9 }))._tag, "Act")
  })

  it("has the chain, token and units of a refund's asset as parameters", () => {
    const asset = { chainId: 8453, token: "0x1", units: "7" }
    const terms = { providerReference: "ref-1", ...asset }
    const pending = waiting(settle("ada", { asset }))
    assert.deepStrictEqual(pending?.terms, terms)
    const other = settle("bob", { asset: { ...asset, chainId: 137 } })
    assert.strictEqual(Approval.countVote(pending, other)._tag, "NeedsMore")
    assert.strictEqual(Approval.countVote(pending, settle("bob", { asset }))._tag, "Act")
  })

  it("counts one user once", () => {
    const pending = waiting(settle("ada"))
    assert.strictEqual(Approval.countVote(pending, settle("ada"))._tag, "Repeated")
  })

  it("counts only approvers who may still approve, and records the next approval", () => {
    const pending = waiting(settle("ada"))
    const bob = { ...settle(undefined), vote: { ...vote("bob"), mayApprove: () => false } }
    const verdict = Approval.countVote(pending, bob)
    assert.strictEqual(verdict._tag, "NeedsMore")
    const both =
      verdict._tag === "NeedsMore" ? Approval.approved(pending, verdict.approval) : pending
    assert.deepStrictEqual(both?.approvals, ["ada", "bob"])
    const may = (name: string) => name !== "ada"
    const eve = { ...settle(undefined), vote: { ...vote("eve"), mayApprove: may } }
    assert.strictEqual(Approval.countVote(both, eve)._tag, "Act")
    assert.strictEqual(
      Approval.countVote(both, { ...eve, vote: { ...eve.vote, by: "bob" } })._tag,
      "Repeated"
    )
  })

  it("is replaced by an approval that differs in any parameter", () => {
    const others = [
      settle("bob", { providerReference: "ref-2" }),
      settle("bob", { providerReference: null }),
      settle("bob", { refundAddress: "0xb0b" }),
      settle("bob", { asset: { chainId: 8453, token: "0x1", units: "7" } }),
      settle("bob", { _tag: "Fail" })
    ]
    for (const other of others) {
      const pending = waiting(settle("ada"))
      assert.strictEqual(Approval.countVote(pending, other)._tag, "NeedsMore")
      const replaced = waiting(settle("ada"), other)
      assert.deepStrictEqual(replaced?.approvals, ["bob"])
      // Ada approved the replaced decision only, so her vote counts for the new one.
      assert.strictEqual(Approval.countVote(replaced, settle("ada"))._tag, "NeedsMore")
      const said = { ...other, vote: vote("ada") }
      assert.strictEqual(Approval.countVote(replaced, said)._tag, "Act")
    }
  })

  it("waits for the third approval if three are required", () => {
    const three = (by: string) => ({ ...settle(undefined), vote: vote(by, 3) })
    const pending = waiting(three("ada"), three("bob"))
    assert.deepStrictEqual(pending?.approvals, ["ada", "bob"])
    assert.strictEqual(Approval.countVote(pending, three("bob"))._tag, "Repeated")
    assert.strictEqual(Approval.countVote(pending, three("eve"))._tag, "Act")
  })

  it("lapses when the payout's state or refunds change", () => {
    const pendingAction = waiting(settle("ada")) as Approval.Pending
    const refunds: ReadonlyArray<unknown> = []
    const state = { status: "MANUAL_REVIEW", refunds, pendingAction }
    assert.strictEqual(Approval.endPendingAction(state, state), state)
    const moved = Approval.endPendingAction(state, { ...state, status: "PAYOUT_INITIATED" })
    assert.notProperty(moved, "pendingAction")
    assert.notProperty(
      Approval.endPendingAction(state, { ...state, refunds: [1] }),
      "pendingAction"
    )
  })
})
