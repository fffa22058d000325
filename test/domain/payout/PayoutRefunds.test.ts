/** Refunds of a payout: their states from due to confirmed, their proofs and addresses. */
import { describe, expect, it } from "vitest"
import * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import * as Guards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Fixtures from "../../support/fixtures.ts"
import { given } from "../../support/given.ts"

const { address, at, createdEvent, deposit, event, historyTo, replay, usdc } = Fixtures

const refund = (amount: number, minute: number) =>
  event("RefundOpened", at(minute), { amount: usdc(amount) })
const final = (one: typeof Fixtures.exact, minute: number) =>
  event("DepositFinalized", at(minute), { deposit: one })

const sent = { amount: usdc(25), address, txHash: "0xref" }
const send = { _tag: "SendRefund", ...sent, at: at(9) } as const
const confirm = { _tag: "ConfirmRefund", txHash: "0xref", at: at(10) } as const
const plain = event("RefundConfirmed", at(10), { txHash: "0xref" })

const sentEvent = event("RefundSent", at(9), sent)
const disprove = { _tag: "DisproveRefund", txHash: "0xref", at: at(10) } as const
const disproved = event("RefundDisproved", at(10), { txHash: "0xref" })

describe("Refunds of a payout", () => {
  it("are due, then sent, then confirmed, once each", () => {
    given(...historyTo.FAILED)
      .when(confirm)
      .isInvalid()
      .when(send)
      .yields(event("RefundSent", at(9), sent))
      .when(send)
      .isInvalid()
      .when(confirm)
      .yields(event("RefundConfirmed", at(10), { txHash: "0xref" }))
      .is({ refunds: [{ status: "confirmed", ...sent }] })
      .when(confirm)
      .isInvalid()
      .is({ status: "FAILED", sequence: 6 })
  })

  it("that belong to a reversed payout are reported as payout.refunded once confirmed", () => {
    given(...historyTo.REVERSED, event("RefundSent", at(9), sent))
      .is({ sequence: 4 })
      .when(confirm)
      .yields({ ...plain })
      .is({ status: "REVERSED", sequence: 5 })
  })

  it("that return an excess are not reported as payout.refunded, since the payout was paid", () => {
    const excess = { ...sent, amount: usdc(5) }
    const more = [final(deposit(2, 5, 6), 6), refund(5, 6), event("RefundSent", at(9), excess)]
    given(...historyTo.SETTLED, ...more)
      .when(confirm)
      .yields(plain)
      .is({ status: "SETTLED", sequence: 5 })
  })
})

describe("The amount and proof of refunds", () => {
  it.each([24.999999, 25.000001, 0])(
    "must match the amount due: %d of 25 USDC is refused",
    (amount) => {
      given(...historyTo.FAILED)
        .when({ ...send, amount: usdc(amount) })
        .isInvalid()
    }
  )

  it("must match the new amount after another deposit", () => {
    const more = deposit(2, 5, 6)
    given(...historyTo.FAILED, final(more, 7), refund(5, 7))
      .when(send)
      .isInvalid()
      .when({ ...send, amount: usdc(30) })
      .yields(event("RefundSent", at(9), { ...sent, amount: usdc(30) }))
  })

  it("require their own transaction for a confirmation", () => {
    const more = deposit(2, 5, 10)
    const second = { amount: usdc(5), address, txHash: "0xsecond" }
    given(...historyTo.FAILED, event("RefundSent", at(9), sent), final(more, 10), refund(5, 10))
      .when({ ...confirm, txHash: "0xsecond" })
      .isInvalid()
      .when({ _tag: "SendRefund", ...second, at: at(11) })
      .yields(event("RefundSent", at(11), second))
      .when({ ...confirm, txHash: "0xsecond" })
      .yields(event("RefundConfirmed", at(10), { txHash: "0xsecond" }))
      .is({
        refunds: [
          { status: "sent", ...sent },
          { status: "confirmed", ...second }
        ]
      })
  })

  it("are proven in a next step while a refund is sent, even for a final payout", () => {
    const refund = sent
    const proving = given(...historyTo.FAILED, sentEvent).hasStep("ProveRefund", {
      ...{ key: "refund/0xref", refund }
    })
    expect(Guards.isFinished(proving.payout)).toBe(false)
    const proven = proving
      .when(confirm)
      .yields(event("RefundConfirmed", at(10), { txHash: "0xref" }))
      .hasStep("Rest")
    expect(Guards.isFinished(proven.payout)).toBe(true)
  })
})

describe("Refunds that the chain contradicts", () => {
  it("are due again, and may be resent", () => {
    given(...historyTo.FAILED)
      .when(disprove)
      .isInvalid()
    given(...historyTo.FAILED, sentEvent)
      .when({ ...disprove, txHash: "0xother" })
      .isInvalid()
      .when(disprove)
      .yields(disproved)
      .is({ refunds: [{ status: "due", amount: usdc(25), address: null, txHash: null }] })
      .hasStep("Rest")
      .when(disprove)
      .isInvalid()
      .when({ ...send, txHash: "0xagain" })
      .yields(event("RefundSent", at(9), { ...sent, txHash: "0xagain" }))
      .hasStep("ProveRefund", { key: "refund/0xagain" })
      .when({ ...confirm, txHash: "0xagain" })
      .yields(event("RefundConfirmed", at(10), { txHash: "0xagain" }))
      .is({ refunds: [{ status: "confirmed", ...sent, txHash: "0xagain" }], status: "FAILED" })
  })

  it("need separate transactions, since one does not prove two refunds", () => {
    const more = [final(deposit(2, 25, 10), 10), refund(25, 10)]
    const confirmed = event("RefundConfirmed", at(10), { txHash: "0xref" })
    given(...historyTo.FAILED, sentEvent, ...more)
      .when(send)
      .isInvalid()
    given(...historyTo.FAILED, sentEvent, confirmed, ...more)
      .when(send)
      .isInvalid()
      .when({ ...send, txHash: "0xown" })
      .yields(event("RefundSent", at(9), { ...sent, txHash: "0xown" }))
  })

  it("are added to the amount that became due in between", () => {
    const more = deposit(2, 5, 10)
    const joined = given(...historyTo.FAILED, sentEvent, final(more, 10), refund(5, 10))
      .when(disprove)
      .yields(disproved)
      .is({ refunds: [{ status: "due", amount: usdc(30), address: null, txHash: null }] })
    expect(Guards.held(joined.payout)).toBe(0)
    joined
      .when(send)
      .isInvalid()
      .when({ ...send, amount: usdc(30) })
      .yields(event("RefundSent", at(9), { ...sent, amount: usdc(30) }))
  })

  it("are proven one by one, the first sent first", () => {
    const second = { amount: usdc(5), address, txHash: "0xsecond" }
    const both = [final(deposit(2, 5, 10), 10), refund(5, 10), event("RefundSent", at(11), second)]
    given(...historyTo.FAILED, sentEvent, ...both)
      .hasStep("ProveRefund", { key: "refund/0xref" })
      .when(confirm)
      .yields(event("RefundConfirmed", at(10), { txHash: "0xref" }))
      .hasStep("ProveRefund", { key: "refund/0xsecond" })
  })

  it("that return an excess are proven after all other steps", () => {
    const excess = [
      ...[final(deposit(2, 5, 3), 3), refund(5, 3)],
      event("RefundSent", at(4), { ...sent, amount: usdc(5) })
    ]
    given(...historyTo.PAYOUT_INITIATED, ...excess)
      .hasStep("SubmitTransfer")
      .when({ _tag: "DeliverTransfer", reference: "tr_1", providerReference: "mtn-1", at: at(5) })
      .yields(event("PayoutSettled", at(5), { providerReference: "mtn-1" }))
      .hasStep("ProveRefund")
  })
})

describe("The refund address", () => {
  const directed = (to: string) => event("RefundAddressSet", at(9), { address: to })

  it.each([...PayoutEvent.statuses])("can be set and changed for a payout in %s", (status) => {
    const { sequence } = replay(historyTo[status])
    given(...historyTo[status])
      .when({ _tag: "SetRefundAddress", address, at: at(9) })
      .yields(directed(address))
      .is({ status, sequence, refundAddress: address })
      .when({ _tag: "SetRefundAddress", address, at: at(9) })
      .yields()
      .when({ _tag: "SetRefundAddress", address: "0xelse", at: at(9) })
      .yields(directed("0xelse"))
      .is({ refundAddress: "0xelse" })
  })

  it("may be given at creation", () => {
    given({ ...createdEvent, refundAddress: address })
      .is({ refundAddress: address })
      .when({ _tag: "SetRefundAddress", address, at: at(9) })
      .yields()
  })

  it("may come with a decision in one entry, and is not kept if the decision is refused", () => {
    given(...historyTo.COMPLIANCE_HOLD)
      .when({ _tag: "Reject", refundAddress: address, at: at(9) })
      .yields(
        directed(address),
        event("PayoutReversed", at(9), { reason: "compliance_rejected" }),
        refund(25, 9)
      )
      .is({ status: "REVERSED", refundAddress: address })
      .when({ _tag: "Reject", refundAddress: "0xelse", at: at(9) })
      .isInvalid()
      .is({ refundAddress: address })
  })

  it("is not set again by a decision with the same address", () => {
    given(...historyTo.COMPLIANCE_HOLD, directed(address))
      .when({ _tag: "Reject", refundAddress: address, at: at(9) })
      .yields(event("PayoutReversed", at(9), { reason: "compliance_rejected" }), refund(25, 9))
  })
})

describe("The funding status of a payout", () => {
  const seen = (minute: number, amount: number) =>
    event("DepositSeen", at(minute), { deposit: deposit(1, amount, minute) })

  it.each([
    ["awaiting", "nothing was seen", [createdEvent]],
    ["detected", "a deposit is seen and not final", [createdEvent, seen(1, 25)]],
    ["detected", "too small a deposit is seen", [createdEvent, seen(1, 5)]],
    ["underpaid", "too small a deposit is final", [createdEvent, final(deposit(1, 10, 1), 2)]],
    [
      "detected",
      "a second deposit is seen",
      [createdEvent, final(deposit(2, 10, 1), 2), seen(3, 15)]
    ],
    ["funded", "the whole amount arrived", historyTo.STABLECOIN_RECEIVED],
    ["funded", "the whole amount was paid out", historyTo.SETTLED],
    ["funded", "the whole amount arrived and must be refunded", historyTo.FAILED]
  ] as const)("is %s when %s", (expected, _, history) => {
    expect(Guards.funding(replay(history))).toBe(expected)
  })

  it("is funded for a row of a batch that has its share", () => {
    const share = event("FundsAllocated", at(2), { amount: usdc(25) })
    const started = [Fixtures.row, event("FundingOpened", at(1), { fundingDeadline: at(31) })]
    expect(Guards.funding(replay(started))).toBe("awaiting")
    expect(Guards.funding(replay([...started, share]))).toBe("funded")
  })
})
