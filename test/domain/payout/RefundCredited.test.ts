/** Refunds of an account that wants them in its balance, and the balance that gets them. */
import { assert, describe, it } from "vitest"
import * as Balance from "../../../src/domain/balance/Balance.ts"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Fixtures from "../../support/fixtures.ts"
import { given } from "../../support/given.ts"

const { address, at, createdEvent, deposit, event, historyTo, sender, usdc } = Fixtures

/** The history with a payout whose refunds go to the balance. */
const wanted = (history: ReadonlyArray<Payout.Event>): ReadonlyArray<Payout.Event> =>
  history.map((one) => (one._tag === "PayoutCreated" ? { ...one, excess: "balance" } : one))

const failed = wanted(historyTo.FAILED)
const credit = (amount: number) =>
  ({ _tag: "CreditRefund", amount: usdc(amount), at: at(50) }) as const
const credited = (amount: number) => event("RefundCredited", at(50), { amount: usdc(amount) })
const late = { ...deposit(7, 3, 45), from: sender }

describe("A refund of an account that wants it in its balance", () => {
  it("is credited, exactly the amount that is due, and once", () => {
    given(...failed)
      .when(credit(25))
      .yields(credited(25))
      .is({
        refunds: [
          { status: "credited", amount: usdc(25), address: null, txHash: null, confirmedAt: at(50) }
        ]
      })
      .hasStep("Rest")
    given(...failed)
      .when(credit(24))
      .isInvalid()
    given(...failed, credited(25))
      .when(credit(25))
      .isInvalid()
  })

  it("is the next step of the payout, and not for one with a refund address", () => {
    given(...failed).hasStep("CreditRefund")
    const directed = event("RefundAddressSet", at(49), { address })
    given(...failed, directed).hasStep("Rest")
    given(...failed, directed)
      .when(credit(25))
      .isInvalid()
  })

  it("waits until its sender is screened, and while it is held", () => {
    const unscreened = [
      ...failed,
      credited(25),
      event("DepositFinalized", at(51), { deposit: late }),
      event("RefundOpened", at(51), { amount: usdc(3) })
    ]
    given(...unscreened).hasStep("ScreenSenders")
    given(...unscreened)
      .when(credit(3))
      .isInvalid()
    const screened = (hold: string | null) =>
      event("SendersScreened", at(52), { senders: [sender], hold })
    given(...unscreened, screened("listed")).hasStep("Rest")
    given(...unscreened, screened("listed"))
      .when(credit(3))
      .isInvalid()
    given(...unscreened, screened(null)).hasStep("CreditRefund")
  })

  it("is an operator's transfer for a payout that was created before", () => {
    given(...historyTo.FAILED).hasStep("Rest")
    given(...historyTo.FAILED)
      .when(credit(25))
      .isInvalid()
  })

  it("moves from the refunds to the balance in the books", () => {
    const books = Reconciliation.open()
    const { accountId } = createdEvent
    Reconciliation.record(books, "balance", {
      ...{ _tag: "BalanceOpened", id: "bal_1", at: at(0), accountId, depositAddress: "0xba" }
    })
    for (const one of [...failed, credited(25)]) Reconciliation.record(books, "payout", one)
    assert.isEmpty(Reconciliation.auditBooks(books))
    const balance = books.accountBalances.get("bal_1")
    assert.strictEqual(balance?.amount, usdc(25))
    assert.strictEqual(balance?.reserved, 0)
    assert.strictEqual(balance && Balance.uncredited(balance), 0)
  })
})

describe("Money of an account with a balance", () => {
  it("waits for an operator if a payout was held and its payer may be listed", () => {
    const funded = wanted(historyTo.STABLECOIN_RECEIVED)
    const hold = { _tag: "Hold", reason: "a list", senders: [sender], at: at(3) } as const
    const held = event("PayoutHeld", at(3), { reason: "a list" })
    const payer = event("SendersScreened", at(3), { senders: [sender], hold: "a list" })
    const rejected = given(...funded)
      .when({ ...hold, payerHold: "a list" })
      .yields(held, payer)
      .when({ _tag: "Reject", at: at(5) })
      .yields(
        event("PayoutReversed", at(5), { reason: "compliance_rejected" }),
        event("RefundOpened", at(5), { amount: usdc(25) })
      )
      .hasStep("Rest")
    rejected.when(credit(25)).isInvalid()
    rejected
      .when({ _tag: "ReleaseRefunds", by: "key_ops", at: at(6) })
      .yields(event("RefundsReleased", at(6), { by: "key_ops" }))
      .hasStep("CreditRefund")
    given(...funded)
      .when({ ...hold, payerHold: null })
      .yields(held)
  })

  it("is not booked as foreign money of a payout, whose address is the balance's", () => {
    const paid = historyTo.SETTLED.map((one) =>
      one._tag === "PayoutCreated" ? ({ ...one, funding: "balance" } as const) : one
    )
    given(...paid)
      .when({ _tag: "BookForeignDeposits", deposits: [Fixtures.foreignDeposit(1)], at: at(9) })
      .isInvalid("of_balance")
  })
})
