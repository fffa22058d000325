/** The texts of the pages when money is in trouble, and the actions that they offer. */
import { assert, describe, it } from "vitest"
import type { FailureReason, Payout } from "../../src/client/Generated.ts"
import * as PayAgain from "../../src/dashboard/pages/payout/PayAgain.ts"
import * as Trouble from "../../src/dashboard/pages/payout/Trouble.ts"
import * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import * as Data from "../../src/http/contract/ExampleData.ts"
import * as PayoutExamples from "../../src/http/payouts/PayoutExamples.ts"

const deadline = "2026-03-02T09:30:00.000Z"
const inTime = Date.parse(deadline) - 60_000
const tooLate = Date.parse(deadline)

// The document's example is a payout whose texts are literal types, and plain strings here.
const settled = PayoutExamples.payout as unknown as Payout

const waiting: Payout = {
  ...settled,
  status: "AWAITING_FUNDS",
  amount_received_usdc: 0,
  amount_due_usdc: 25,
  funding_status: "awaiting",
  deposits: []
}

const underpaid: Payout = {
  ...waiting,
  amount_received_usdc: 5,
  amount_due_usdc: 20,
  funding_status: "underpaid"
}

/** A payout that the balance paid for. */
const ofBalance: Payout = { ...settled, funding: "balance", deposits: [] }

const keysOf = (payout: Payout, now = inTime) => Trouble.ofPayout(payout, now).map(({ key }) => key)

const one = (payout: Payout, now = inTime): Trouble.Trouble => {
  const [first, ...rest] = Trouble.ofPayout(payout, now)
  assert.lengthOf(rest, 0)
  return first ?? assert.fail("nothing is said")
}

const { refund_address: _, ...withoutAddress } = settled

describe("The troubles of a payout", () => {
  it("are none while it waits for its deposit in time, or once it is settled", () => {
    assert.deepStrictEqual(keysOf(waiting), [])
    assert.deepStrictEqual(keysOf(settled, tooLate), [])
  })

  it("name the missing amount of an underpaid one, and never the whole amount", () => {
    const { key, reason, title, advice } = one(underpaid)
    assert.strictEqual(key, "underpaid")
    assert.include(title, "20.00 USDC")
    assert.include(reason, "5.00 USDC of 25.00 USDC")
    assert.include(advice, "exactly 20.00 USDC")
    assert.notInclude(advice, "25.00")
  })

  it("tell the user at the very end of the funding window not to send anything", () => {
    const { key, advice } = one(waiting, tooLate)
    assert.strictEqual(key, "window")
    assert.include(advice, "Do not send")
  })

  it("are none while a deposit that covers it is not final yet, even after the window", () => {
    const detected = { ...waiting, amount_due_usdc: 0, funding_status: "detected" } as const
    assert.deepStrictEqual(keysOf(detected, tooLate), [])
  })

  it("have a sentence for each failure reason, and offer to pay again unless a review rejected it", () => {
    for (const failure_reason of PayoutEvent.FailureReason.literals) {
      const { reason, remedy, advice } = one({ ...waiting, status: "FAILED", failure_reason })
      assert.match(reason, /^[A-Z].*\.$/, failure_reason)
      assert.isString(advice, failure_reason)
      const isRejected = failure_reason === ("compliance_rejected" satisfies FailureReason)
      assert.strictEqual(remedy, isRejected ? undefined : "pay_again", failure_reason)
    }
  })

  it("explain that the money of a failed row goes back with the batch's", () => {
    const failed: Payout = { ...waiting, status: "FAILED", failure_reason: "unspecified" }
    assert.include(one(failed).next, "nothing to refund")
    const next = one({ ...failed, batch_id: "bt_01JD0000000000000000000000" }).next ?? ""
    assert.include(next, "with the refund of its batch")
  })

  it("distinguish a reversal by the provider from one by a reviewer", () => {
    const at = deadline
    const from = (status: Payout["status"]): Payout => ({
      ...settled,
      status: "REVERSED",
      timeline: [
        { status, at },
        { status: "REVERSED", at }
      ]
    })
    assert.strictEqual(one(from("SETTLED")).remedy, "pay_again")
    assert.isUndefined(one(from("COMPLIANCE_HOLD")).remedy)
    assert.include(one(from("COMPLIANCE_HOLD")).title, "compliance")
  })

  it("explain a hold of a payout without a name", () => {
    const held: Payout = { ...settled, status: "COMPLIANCE_HOLD" }
    assert.strictEqual(one(held).key, "hold")
    assert.include(one({ ...held, recipient_name: null }).reason, "no name")
  })

  it("distinguish a review for missing money from one for a missing response of the provider", () => {
    const review: Payout = { ...settled, status: "MANUAL_REVIEW" }
    assert.include(one(review, tooLate).reason, "provider")
    const short = one({ ...underpaid, status: "MANUAL_REVIEW" }, tooLate)
    assert.include(short.title, "Underpaid")
    assert.include(short.advice, "20.00 USDC")
  })

  it("ask for a refund's address only if none is known", () => {
    const refund = { status: "due", amount_usdc: 5 } as const
    assert.strictEqual(one({ ...withoutAddress, refund }).remedy, "set_refund_address")
    assert.isUndefined(one({ ...settled, refund }).remedy)
    const named = { ...refund, address: Data.refundAddress }
    assert.isUndefined(one({ ...withoutAddress, refund: named }).remedy)
  })

  it("explain why money goes back: excess, late, or not paid out", () => {
    const refund = { status: "due", amount_usdc: 5 } as const
    const reasonOf = (payout: Payout) => Trouble.ofPayout(payout, tooLate).at(-1)?.reason
    const failed = {
      ...settled,
      status: "FAILED",
      failure_reason: "deposit_expired",
      refund
    } as const
    const [deposit = assert.fail("the example has a deposit")] = settled.deposits
    const late = { ...failed, deposits: [{ ...deposit, seen_at: "2026-03-02T09:30:00.001Z" }] }
    assert.include(reasonOf({ ...settled, refund }), "More money")
    assert.include(reasonOf(late), "after")
    assert.include(reasonOf(failed), "not paid out")
  })
})

describe("The troubles of a payout that the balance paid for", () => {
  it("name the balance in place of a refund", () => {
    const failed = one({ ...ofBalance, status: "FAILED", failure_reason: "invalid_recipient" })
    assert.strictEqual(failed.next, "The amount returns to your balance.")
    const row = { ...ofBalance, status: "FAILED", batch_id: "bt_1" } as const
    assert.strictEqual(one(row).next, "The amount returns to your balance.")
    assert.include(one({ ...ofBalance, status: "REVERSED" }).next, "to your balance")
    assert.include(one({ ...ofBalance, status: "COMPLIANCE_HOLD" }).next, "to your balance")
    const { refund: _, refund_address: __, ...plain } = ofBalance
    assert.isFalse(Trouble.mayBeRefunded(plain, true))
  })
})

describe("The refund of a recalled payout", () => {
  it("names the return of the provider as its reason", () => {
    const refund = { status: "due", amount_usdc: 25 } as const
    const recall = { recall_id: "rcl_1", kind: "disputed", opened_at: deadline } as const
    const open = { ...recall, status: "open" } as const
    const returned = { ...recall, status: "returned", returned_at: deadline } as const
    assert.include(one({ ...settled, refund, recalls: [open] }).reason, "More money arrived")
    assert.include(one({ ...settled, refund, recalls: [returned] }).reason, "provider returned")
  })
})

describe("Support for a payout", () => {
  it("is offered if staff decide, and not if the customer can act alone", () => {
    const supportOf = (payout: Payout) => Trouble.ofPayout(payout, inTime)[0]?.support
    assert.strictEqual(supportOf({ ...waiting, status: "COMPLIANCE_HOLD" }), "urgent")
    assert.strictEqual(supportOf({ ...underpaid, status: "MANUAL_REVIEW" }), "needed")
    assert.isUndefined(supportOf(underpaid))
    assert.isUndefined(
      supportOf({ ...waiting, status: "FAILED", failure_reason: "invalid_recipient" })
    )
  })
})

describe("A refund without an address", () => {
  it("is sent automatically only if the sandbox sends refunds", () => {
    const refund = { status: "due", amount_usdc: 5 } as const
    const nextOf = (isSentAtOnce: boolean) =>
      Trouble.ofPayout({ ...withoutAddress, refund }, tooLate, isSentAtOnce).at(-1)?.next
    assert.include(nextOf(true), "The sandbox sends it in a moment")
    assert.include(nextOf(false), "after you set an address")
  })
})

const batch: Trouble.BatchFacts = {
  ...{ status: "processing", total: 3, completed: 0, failed: 0, pending: 3 },
  ...{ total_amount_usdc: 60, amount_received_usdc: 0, amount_due_usdc: 60 },
  ...{ funding_status: "awaiting", funding_expires_at: deadline }
}

const ofBatch = (more: Partial<Trouble.BatchFacts>, waits: Partial<Trouble.Waiting> = {}) =>
  Trouble.ofBatch({ ...batch, ...more }, { held: 0, inReview: 0, ...waits }, inTime)

describe("The troubles of a batch", () => {
  it("are none while it waits for its deposit in time", () => {
    assert.deepStrictEqual(ofBatch({}), [])
  })

  it("name the missing part of the total", () => {
    const [found] = ofBatch({ amount_received_usdc: 20, amount_due_usdc: 40 })
    assert.include(found?.title, "40.00 USDC")
  })

  it("offer the failed rows once some failed, it expired, or it was cancelled", () => {
    const paid = { amount_due_usdc: 0, amount_received_usdc: 60, pending: 0 }
    const failed = { ...paid, failed: 3 }
    const partly = ofBatch({ ...paid, funding_status: "funded", completed: 2, failed: 1 })
    const expired = ofBatch({ ...failed, funding_status: "expired" })
    const cancelled = ofBatch({ ...failed, funding_status: "cancelled", status: "cancelled" })
    assert.deepStrictEqual(
      [partly, expired, cancelled].map(([first]) => [first?.key, first?.remedy]),
      [
        ["failed", "failed_rows"],
        ["expired", "failed_rows"],
        ["cancelled", "failed_rows"]
      ]
    )
    assert.include(partly[0]?.title, "1 payout of 3")
  })

  it("count the payouts that wait for staff", () => {
    const found = ofBatch({ amount_due_usdc: 0 }, { held: 1, inReview: 2 })
    assert.deepStrictEqual(
      found.map(({ title }) => title),
      ["1 payout held for a compliance review", "2 payouts in manual review"]
    )
  })
})

describe("A batch", () => {
  it("can be cancelled only before a deposit is seen and while a payout is open", () => {
    const statuses = [
      "awaiting",
      "detected",
      "underpaid",
      "funded",
      "expired",
      "cancelled"
    ] as const
    assert.deepStrictEqual(
      statuses.filter((funding_status) => Trouble.isCancellable({ funding_status, pending: 1 })),
      ["awaiting"]
    )
    assert.isFalse(Trouble.isCancellable({ funding_status: "awaiting", pending: 0 }))
  })
})

describe("Paying again", () => {
  it("prefills the same recipient, currency and amount", () => {
    const address = PayAgain.pathOf(settled)
    const [path, query] = address.split("?")
    assert.strictEqual(path, "/payouts/new")
    assert.deepStrictEqual(PayAgain.read(new URLSearchParams(query)), {
      quote: "",
      beneficiary: Data.ids.beneficiary,
      phone: "+256770000001",
      network: "MTN_UG",
      name: "Amina Nakato",
      currency: "UGX",
      amount: "91575",
      reference: "INV-1042"
    })
  })

  it("omits fields that the payout does not have", () => {
    const bare = { ...settled, beneficiary_id: null, recipient_name: null, reference: null }
    const { beneficiary, name, reference } = PayAgain.read(
      new URLSearchParams(PayAgain.pathOf(bare).split("?")[1])
    )
    assert.deepStrictEqual([beneficiary, name, reference], ["", "", ""])
  })
})
