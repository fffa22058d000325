/** The life of a payout as given / when / yields; amounts are in USDC of a quoted 25. */
import { describe, it } from "vitest"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Fixtures from "../../support/fixtures.ts"
import { given } from "../../support/given.ts"

const { address, at, createdEvent, deposit, event, exact, historyTo, row, usdc } = Fixtures

type Deposit = typeof exact

const see = (one: Deposit, minute: number) =>
  ({ _tag: "SeeDeposit", deposit: one, at: at(minute) }) as const
const finalize = (one: Deposit, minute: number) =>
  ({ _tag: "FinalizeDeposit", deposit: one, at: at(minute) }) as const
const drop = (one: Deposit, minute: number) =>
  ({ _tag: "DropDeposit", deposit: one, at: at(minute) }) as const
const close = (minute: number) => ({ _tag: "CloseFundingWindow", at: at(minute) }) as const
const cancel = (minute: number) => ({ _tag: "Cancel", at: at(minute) }) as const

const seen = (one: Deposit, minute: number) => event("DepositSeen", at(minute), { deposit: one })
const final = (one: Deposit, minute: number) =>
  event("DepositFinalized", at(minute), { deposit: one })
const dropped = (one: Deposit, minute: number) =>
  event("DepositDropped", at(minute), { deposit: one })
const received = (minute: number) => event("FundsReceived", at(minute), {})
const closed = (minute: number) => event("FundingWindowClosed", at(minute), {})
const refund = (amount: number, minute: number) =>
  event("RefundOpened", at(minute), { amount: usdc(amount) })
const failed = (reason: Payout.FailureReason, minute: number) =>
  event("PayoutFailed", at(minute), { reason })
const underpaid = (minute: number) => event("ReviewOpened", at(minute), { reason: "underpaid" })

const due = (amount: number) => ({ status: "due", amount: usdc(amount) }) as const

describe("A deposit of the exact amount", () => {
  it("funds the payout when it is final, not when it is seen", () => {
    given(createdEvent)
      .when(see(exact, 1))
      .yields(seen(exact, 1))
      .is({ status: "AWAITING_FUNDS" })
      .when(finalize(exact, 2))
      .yields(final(exact, 2), received(2))
      .is({ status: "STABLECOIN_RECEIVED", sequence: 2, refunds: [] })
      .hasStep("Screen")
  })

  it("counts once, even if it is reported repeatedly", () => {
    given(createdEvent)
      .when(see(exact, 1))
      .yields(seen(exact, 1))
      .when(see(exact, 2))
      .yields()
      .when(finalize(exact, 2))
      .yields(final(exact, 2), received(2))
      .when(finalize({ ...exact, blockNumber: 999, amount: usdc(99) }, 3))
      .yields()
      .when(see(exact, 4))
      .yields()
      .when(drop(exact, 5))
      .yields()
      .is({ deposits: [{ ...exact, final: true }] })
  })

  it("may be final without being seen first", () => {
    given(createdEvent).when(finalize(exact, 2)).yields(final(exact, 2), received(2))
  })

  it.each([
    ["log index", { ...exact, logIndex: 1 }],
    ["transaction", { ...exact, txHash: "0xother" }],
    ["chain", { ...exact, chainId: 10 }]
  ])("is a different deposit if its %s differs", (_, other) => {
    given(createdEvent)
      .when(finalize(exact, 2))
      .yields(final(exact, 2), received(2))
      .when(finalize(other, 3))
      .yields(final(other, 3), refund(25, 3))
  })

  it("has the facts of the final block and the time when it was first seen", () => {
    const moved = { ...exact, blockNumber: 200, seenAt: at(31) }
    given(createdEvent)
      .when(see(exact, 1))
      .yields(seen(exact, 1))
      .when(close(31))
      .yields(closed(31))
      .when(finalize(moved, 32))
      .yields(final(moved, 32), received(32))
      .is({ deposits: [{ ...moved, seenAt: at(1), final: true }] })
  })
})

describe("Split, too small or too large deposits", () => {
  const ten = deposit(1, 10, 1)
  const fifteen = deposit(2, 15, 2)

  it("are added up", () => {
    given(createdEvent)
      .when(finalize(ten, 2))
      .yields(final(ten, 2))
      .is({ status: "AWAITING_FUNDS" })
      .when(finalize(fifteen, 3))
      .yields(final(fifteen, 3), received(3))
      .is({ refunds: [] })
  })

  it("are never rounded, so that one missing micro-USDC keeps a payout waiting", () => {
    const almost = deposit(1, 24.999999, 1)
    given(createdEvent)
      .when(finalize(almost, 2))
      .yields(final(almost, 2))
      .when(close(31))
      .yields(underpaid(31))
      .is({ status: "MANUAL_REVIEW", reviewReason: "underpaid", refunds: [] })
      .hasStep("Rest")
  })

  it("pay the quoted amount, and the excess is returned", () => {
    const thirty = deposit(1, 30, 1)
    given(createdEvent)
      .when(finalize(thirty, 2))
      .yields(final(thirty, 2), received(2), refund(5, 2))
      .is({ status: "STABLECOIN_RECEIVED", refunds: [{ ...due(5), address: null, txHash: null }] })
  })

  it("return only the excess when they are split", () => {
    const twenty = deposit(2, 20, 2)
    given(createdEvent, final(ten, 2))
      .when(finalize(twenty, 3))
      .yields(final(twenty, 3), received(3), refund(5, 3))
  })

  it("return a second deposit in full", () => {
    given(...historyTo.PAYOUT_INITIATED)
      .when(finalize(fifteen, 9))
      .yields(final(fifteen, 9), refund(15, 9))
      .is({ status: "PAYOUT_INITIATED" })
  })

  it("are returned in one refund, and in another one after that is sent", () => {
    const three = deposit(3, 3, 3)
    const sent = { amount: usdc(18), address, txHash: "0xref" }
    given(...historyTo.SETTLED)
      .when(finalize(fifteen, 9))
      .yields(final(fifteen, 9), refund(15, 9))
      .when(finalize(three, 10))
      .yields(final(three, 10), refund(3, 10))
      .is({ refunds: [{ ...due(18), address: null, txHash: null }] })
      .when({ _tag: "SendRefund", ...sent, at: at(11) })
      .yields(event("RefundSent", at(11), sent))
      .when(finalize(deposit(4, 2, 12), 12))
      .yields(final(deposit(4, 2, 12), 12), refund(2, 12))
      .is({
        status: "SETTLED",
        refunds: [
          { status: "sent", ...sent },
          { ...due(2), address: null, txHash: null }
        ]
      })
      .when({ _tag: "ConfirmRefund", txHash: "0xref", at: at(13) })
      .yields(event("RefundConfirmed", at(13), { txHash: "0xref" }))
      .is({
        refunds: [
          { status: "confirmed", ...sent },
          { ...due(2), address: null, txHash: null }
        ]
      })
      .when({ _tag: "ConfirmRefund", txHash: "0xref", at: at(14) })
      .isInvalid()
  })

  it.each([0, -1])("ignore a transfer of %d USDC", (amount) => {
    const none = deposit(5, amount, 3)
    for (const history of [[row], [createdEvent], historyTo.SETTLED, historyTo.MANUAL_REVIEW]) {
      given(...history)
        .when(see(none, 3))
        .yields()
        .when(finalize(none, 9))
        .yields()
    }
  })
})

describe("The funding window", () => {
  it("counts a deposit first seen at its last instant, but not one seen a millisecond later", () => {
    const last = deposit(1, 25, 30)
    const late = { ...last, seenAt: at(30) + 1 }
    given(createdEvent).when(finalize(last, 31)).yields(final(last, 31), received(31))
    given(createdEvent)
      .when(finalize(late, 31))
      .yields(final(late, 31), refund(25, 31))
      .is({ status: "AWAITING_FUNDS" })
      .when(close(31))
      .yields(failed("deposit_expired", 31))
      .is({ status: "FAILED", refunds: [{ ...due(25), address: null, txHash: null }] })
  })

  it("ends a payout for which nothing was seen", () => {
    given(createdEvent)
      .when(close(31))
      .yields(failed("deposit_expired", 31))
      .is({ status: "FAILED", failureReason: "deposit_expired", refunds: [] })
      .hasStep("Rest")
  })

  it("stays open through its last instant", () => {
    const over = at(30) + 1
    for (const history of [[createdEvent], [createdEvent, seen(exact, 1)]]) {
      given(...history)
        .when(close(30))
        .yields()
        .is({ status: "AWAITING_FUNDS", windowClosed: false })
    }
    given(createdEvent)
      .when({ ...close(30), at: over })
      .yields({ ...failed("deposit_expired", 30), at: over })
  })

  it("waits for a deposit that was seen inside it", () => {
    given(createdEvent, seen(exact, 1))
      .when(close(31))
      .yields(closed(31))
      .is({ status: "AWAITING_FUNDS", windowClosed: true, sequence: 1 })
      .hasStep("AwaitFunds", { key: "funds", deadline: null })
      .when(close(31))
      .yields()
      .when(finalize(exact, 32))
      .yields(final(exact, 32), received(32))
  })

  it("does not wait for a deposit first seen after it", () => {
    const late = deposit(1, 25, 31)
    given(createdEvent, seen(late, 31))
      .when(close(32))
      .yields(failed("deposit_expired", 32))
      .when(finalize(late, 40))
      .yields(final(late, 40), refund(25, 40))
      .is({ status: "FAILED" })
  })

  it("ends in review when the deposit it waited for is too small", () => {
    const ten = deposit(1, 10, 1)
    given(createdEvent, seen(ten, 1), closed(30))
      .when(finalize(ten, 31))
      .yields(final(ten, 31), underpaid(31))
  })

  it("stays open while another seen deposit is not final", () => {
    const ten = deposit(1, 10, 1)
    const fifteen = deposit(2, 15, 29)
    given(createdEvent, seen(ten, 1), seen(fifteen, 29), closed(30))
      .when(finalize(ten, 31))
      .yields(final(ten, 31))
      .is({ status: "AWAITING_FUNDS" })
      .when(finalize(fifteen, 33))
      .yields(final(fifteen, 33), received(33))
  })

  it("returns a late deposit, which never pays", () => {
    const ten = deposit(1, 10, 1)
    const late = deposit(2, 15, 31)
    const pending = deposit(3, 1, 2)
    given(createdEvent, final(ten, 2), seen(pending, 2), closed(30))
      .when(finalize(late, 31))
      .yields(final(late, 31), refund(15, 31))
      .is({ status: "AWAITING_FUNDS" })
      .when(finalize(pending, 33))
      .yields(final(pending, 33), underpaid(33))
  })
})

describe("A reorganised chain", () => {
  it("drops a deposit inside the window, and the payout waits again", () => {
    given(createdEvent, seen(exact, 1))
      .when(drop(exact, 2))
      .yields(dropped(exact, 2))
      .is({ deposits: [], status: "AWAITING_FUNDS" })
      .when(drop(exact, 3))
      .yields()
      .when(see({ ...exact, seenAt: at(4) }, 4))
      .yields(seen({ ...exact, seenAt: at(4) }, 4))
      .when(finalize({ ...exact, seenAt: at(4) }, 5))
      .yields(final({ ...exact, seenAt: at(4) }, 5), received(5))
  })

  it("drops the only deposit after the window and fails the payout", () => {
    given(createdEvent, seen(exact, 1), closed(30))
      .when(drop(exact, 31))
      .yields(dropped(exact, 31), failed("deposit_expired", 31))
      .is({ deposits: [], refunds: [], status: "FAILED" })
  })

  it("drops one of two deposits after the window, and the other needs a review", () => {
    const ten = deposit(1, 10, 1)
    const fifteen = deposit(2, 15, 2)
    given(createdEvent, final(ten, 2), seen(fifteen, 2), closed(30))
      .when(drop(fifteen, 31))
      .yields(dropped(fifteen, 31), underpaid(31))
  })

  it("drops one of two deposits, and the payout waits for the other", () => {
    const ten = deposit(2, 10, 1)
    given(createdEvent, seen(ten, 1), seen(exact, 2), closed(30))
      .when(drop(ten, 31))
      .yields(dropped(ten, 31))
      .is({ status: "AWAITING_FUNDS" })
  })

  it("returns a deposit that reappears after the payout failed", () => {
    given(
      createdEvent,
      seen(exact, 1),
      closed(30),
      dropped(exact, 31),
      failed("deposit_expired", 31)
    )
      .when(see({ ...exact, seenAt: at(32) }, 32))
      .yields(seen({ ...exact, seenAt: at(32) }, 32))
      .when(finalize(exact, 33))
      .yields(final(exact, 33), refund(25, 33))
      .is({ status: "FAILED" })
  })
})

describe("Cancelling a payout", () => {
  it.each([
    ["a waiting row", row],
    ["a payout without funds", createdEvent]
  ])("ends %s", (_, first) => {
    given(first).when(cancel(1)).yields(failed("cancelled", 1)).is({
      status: "FAILED",
      failureReason: "cancelled"
    })
  })

  it.each([row, createdEvent])("is refused in $status once a deposit is seen", (first) => {
    given(first, seen(exact, 1)).when(cancel(2)).isInvalid("deposit_arrived")
    given(first, final(deposit(1, 10, 1), 1))
      .when(cancel(2))
      .isInvalid("deposit_arrived")
  })

  it("is possible again when the deposit is dropped", () => {
    given(createdEvent, seen(exact, 1), dropped(exact, 2))
      .when(cancel(3))
      .yields(failed("cancelled", 3))
  })
})

describe("A refused recipient", () => {
  it("fails the payout at once, with the deposit due back", () => {
    const ten = deposit(1, 10, 1)
    const refuse = { _tag: "RefuseRecipient", reason: "invalid_recipient", at: at(3) } as const
    given(createdEvent).when(refuse).yields(failed("invalid_recipient", 3))
    given(createdEvent, final(ten, 2))
      .when(refuse)
      .yields(failed("invalid_recipient", 3), refund(10, 3))
      .is({ status: "FAILED", refunds: [{ ...due(10), address: null, txHash: null }] })
  })
})
