/** Recalls of a settled payout, move by move. Recall.ts has the invariants C1 to C4. */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutGuards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Recall from "../../../src/domain/payout/Recall.ts"
import { address, at, deposit, event, historyTo, replay, usdc } from "../../support/fixtures.ts"
import { given } from "../../support/given.ts"

const recallId = "rcl_1"
const all = 91_575

type CommandOf<Tag extends Recall.Verb["_tag"]> = Extract<Payout.Command, { readonly _tag: Tag }>

const opening: CommandOf<"OpenRecall"> = {
  ...{ _tag: "OpenRecall", recallId, kind: "disputed", reason: "a wrong number" },
  ...{ evidence: "a letter", at: at(10) }
}
const opened = event("RecallOpened", at(10), {
  ...{ recallId, kind: "disputed", reason: "a wrong number", evidence: "a letter" }
})

const returning = (amount: number): CommandOf<"ReturnRecall"> => ({
  ...{ _tag: "ReturnRecall", recallId, returned: amount },
  ...{ providerReference: "mtn-back", at: at(20) }
})
const returned = (amount: number, value: number) =>
  event("RecallReturned", at(20), {
    ...{ recallId, currency: "UGX", returned: amount, value, providerReference: "mtn-back" }
  })

const closing = (outcome: Recall.Outcome): CommandOf<"CloseRecall"> => ({
  ...{ _tag: "CloseRecall", recallId, outcome, at: at(30) }
})
const closed = (outcome: Recall.Outcome) => event("RecallClosed", at(30), { recallId, outcome })

const refund = (amount: number) => event("RefundOpened", at(20), { amount })

const settled = historyTo.SETTLED
const recalled = [...settled, opened]
const back = [...recalled, returned(all, usdc(25)), refund(usdc(25))]

describe("A recall of a settled payout", () => {
  it("opens with its reason and evidence, and the payout stays SETTLED", () => {
    const { sequence } = replay(settled)
    const { payout } = given(...settled)
      .when(opening)
      .yields(opened)
      .is({ status: "SETTLED", sequence: sequence + 1 })
    expect(payout.recalls).toEqual([
      {
        ...{ id: recallId, status: "open", kind: "disputed", reason: "a wrong number" },
        ...{ evidence: "a letter", openedAt: at(10) }
      }
    ])
    expect(payout.timeline).toEqual(replay(settled).timeline)
  })

  it("refunds the whole source amount with the fee if all money is returned", () => {
    given(...recalled)
      .when(returning(all))
      .yields(returned(all, usdc(25)), refund(usdc(25)))
      .is({ status: "SETTLED" })
  })

  it("refunds the share of a part, rounded down to the micro-USDC", () => {
    // 25,000,000 × 3,000 / 91,575 = 819,000.819
    given(...recalled)
      .when(returning(3_000))
      .yields(returned(3_000, 819_000), refund(819_000))
  })

  it("refunds the last micro-USDC with the last part", () => {
    const first = [...recalled, returned(3_000, 819_000), refund(819_000), closed("returned")]
    given(...first)
      .when({ ...opening, recallId: "rcl_2" })
      .yields({ ...opened, recallId: "rcl_2" })
      .when({ ...returning(all - 3_000), recallId: "rcl_2" })
      .yields(
        { ...returned(all - 3_000, usdc(25) - 819_000), recallId: "rcl_2" },
        refund(usdc(25) - 819_000)
      )
  })

  it("refunds nothing for an amount below a micro-USDC", () => {
    const cheap = recalled.map((each) =>
      each._tag === "PayoutCreated"
        ? { ...each, sourceAmount: 1_000, targetAmount: 1_000_000 }
        : each
    )
    const decision = Payout.decide(replay(cheap), returning(999))
    expect(decision).toEqual(Result.succeed([returned(999, 0)]))
  })

  it("has a refund that is sent like all others", () => {
    const txHash = "0xref"
    given(...back)
      .when({ _tag: "SendRefund", amount: usdc(25), address, txHash, at: at(40) })
      .yields(event("RefundSent", at(40), { amount: usdc(25), address, txHash }))
      .hasStep("ProveRefund")
      .when({ _tag: "ConfirmRefund", txHash, at: at(50) })
      .yields(event("RefundConfirmed", at(50), { txHash }))
      .hasStep("Rest")
  })

  it("adds its refund to that of a late deposit", () => {
    const late = event("DepositFinalized", at(11), { deposit: deposit(7, 3, 11) })
    const { payout } = given(...recalled, late, event("RefundOpened", at(11), { amount: usdc(3) }))
      .when(returning(all))
      .yields(returned(all, usdc(25)), refund(usdc(25)))
    expect(payout.refunds).toMatchObject([{ status: "due", amount: usdc(28) }])
    expect(PayoutGuards.held(payout)).toBe(0)
  })

  it("keeps the payout unfinished until it is closed", () => {
    expect(PayoutGuards.isFinished(replay(settled))).toBe(true)
    expect(PayoutGuards.isFinished(replay(recalled))).toBe(false)
    expect(PayoutGuards.isFinished(replay(back))).toBe(false)
    expect(PayoutGuards.isFinished(replay([...back, closed("returned")]))).toBe(true)
  })

  it.each(["kept", "written_off"] as const)("closes as %s without a return", (outcome) => {
    const { payout } = given(...recalled)
      .when(closing(outcome))
      .yields(closed(outcome))
    expect(payout.recalls).toMatchObject([{ status: "closed", outcome, closedAt: at(30) }])
    expect(payout.refunds).toEqual([])
  })

  it("closes as returned after a return", () => {
    given(...back)
      .when(closing("returned"))
      .yields(closed("returned"))
  })
})

describe("A recall is refused", () => {
  const beyond = Array.from({ length: Recall.countMax }, (_, index) => {
    const each = { recallId: `rcl_${index}` }
    return [
      { ...opened, ...each },
      { ...closed("kept"), ...each }
    ]
  }).flat()

  it.each([
    ["while another is open", recalled, { ...opening, recallId: "rcl_2" }, "recall_open"],
    ["after as many as a payout may have", [...settled, ...beyond], opening, "too_many_recalls"],
    ["after everything was returned", [...back, closed("returned")], opening, "all_returned"],
    ["a second return", back, returning(1), "money_returned"],
    ["a return once it is closed", [...recalled, closed("kept")], returning(1), "recall_closed"],
    ["a second end", [...recalled, closed("kept")], closing("kept"), "recall_closed"],
    ["the end as returned without a return", recalled, closing("returned"), "nothing_returned"],
    ["the end as kept after a return", back, closing("kept"), "money_returned"],
    ["the end as written off after a return", back, closing("written_off"), "money_returned"]
  ] as const)("%s", (_, history, command, cause) => {
    given(...history)
      .when(command)
      .isInvalid(cause)
  })

  it.each([0, -1, all + 1])("with a return of %s", (amount) => {
    given(...recalled)
      .when(returning(amount))
      .rejects({ _tag: "ReturnTooLarge", max: all, currency: "UGX" })
  })

  it("with a return above the rest that earlier returns left", () => {
    const second = { recallId: "rcl_2" }
    given(...[...recalled, returned(3_000, 819_000), refund(819_000), closed("returned")], {
      ...opened,
      ...second
    })
      .when({ ...returning(all), ...second })
      .rejects({ _tag: "ReturnTooLarge", max: all - 3_000, currency: "UGX" })
  })

  it.each([returning(1), closing("kept")])("by $_tag without such a recall", (command) => {
    given(...settled)
      .when(command)
      .rejects({ _tag: "RecallNotFound", id: recallId })
  })
})

describe("A return that several people must approve", () => {
  const vote = (by: string) => ({ vote: { by, peopleMin: 2 } })
  const approval = (by: string, amount: number) =>
    event("ActionApproved", at(20), {
      ...{ by, action: "ReturnRecall" },
      terms: { recallId, returned: amount, providerReference: "mtn-back" }
    })
  const approved = approval("usr_1", all)

  it("waits for the second person", () => {
    given(...recalled)
      .when({ ...returning(all), ...vote("usr_1") })
      .yields(approved)
      .when({ ...returning(all), ...vote("usr_2") })
      .yields(returned(all, usdc(25)), refund(usdc(25)))
      .is({ status: "SETTLED" })
  })

  it("starts the count again for another amount", () => {
    given(...recalled, approved)
      .when({ ...returning(5), ...vote("usr_2") })
      .yields(approval("usr_2", 5))
  })

  it("is no longer pending once the recall is closed", () => {
    const { payout } = given(...recalled, approved)
      .when(closing("kept"))
      .yields(closed("kept"))
    expect(payout.pendingAction).toBeUndefined()
  })
})
