/** Freezing a hold: no money moves until operators unfreeze it (P6). */
import { describe, expect, it } from "vitest"
import * as BalanceCheck from "../../../src/domain/books/BalanceCheck.ts"
import * as Conservation from "../../../src/domain/books/Conservation.ts"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import * as ForeignDeposit from "../../../src/domain/money/ForeignDeposit.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Guards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Fixtures from "../../support/fixtures.ts"
import { given, givenBatch } from "../../support/given.ts"

const { address, at, deposit, event, historyTo, sender, usdc } = Fixtures

const held = historyTo.COMPLIANCE_HOLD
const stock = (amount: number, suspense = 0, due = 0) => ({
  ...{ held: usdc(amount), suspense, due: usdc(due) }
})
const freezing = { by: "Ada", reason: "a true match" }
const freeze = { _tag: "Freeze", ...freezing, at: at(9) } as const
const frozen = event("PayoutFrozen", at(9), { ...freezing, ...stock(25) })
const unfreeze = (by: string, peopleMin = 1) =>
  ({ _tag: "Unfreeze", by, at: at(20), vote: { by, peopleMin } }) as const
const unfrozen = (by: string, ...sums: Parameters<typeof stock>) =>
  event("PayoutUnfrozen", at(20), { by, ...stock(...sums) })
const instruction = { reference: "tr_1", deadline: at(69) }
const approve = { _tag: "Approve", instruction, by: "Ben", approvalsMin: 1, at: at(30) } as const

/** Commands that move money out of a hold, or end the hold. */
const outward: ReadonlyArray<Payout.Command> = [
  approve,
  { _tag: "Reject", at: at(30) },
  { _tag: "Retry", instruction, at: at(30) },
  { _tag: "Settle", providerReference: "mtn-1", at: at(30) },
  { _tag: "Fail", reason: "unspecified", at: at(30) },
  { _tag: "Reverse", at: at(30) },
  { _tag: "Park", at: at(30) },
  { _tag: "Freeze", by: "Ben", reason: "again", at: at(30) },
  { _tag: "ClearScreening", instruction, at: at(30) },
  { _tag: "SendRefund", amount: usdc(3), address, txHash: "0xref", at: at(30) },
  { _tag: "SendRefund", amount: usdc(3), address, txHash: "0xref", flagged: "a list", at: at(30) },
  { _tag: "ReleaseRefunds", by: "Ben", at: at(30) },
  { _tag: "CreditRefund", amount: usdc(3), at: at(30) },
  { _tag: "DeliverTransfer", reference: "tr_1", providerReference: "mtn-1", at: at(30) }
]

const balances = (...history: ReadonlyArray<Payout.Event>) => {
  const books = Reconciliation.open()
  for (const one of history) Reconciliation.record(books, "payout", one)
  expect(Reconciliation.auditBooks(books)).toEqual([])
  const amounts = [...books.balances].filter(([, amount]) => amount !== 0n)
  return { books, of: Object.fromEntries(amounts.map(([key, sum]) => [key, Number(sum)])) }
}

describe("A hold that is frozen", () => {
  it("stays a hold without a new transition, and waits for no decision", () => {
    const since = { since: at(9), ...freezing }
    given(...held, event("HoldApproved", at(8), { by: "Ben" }))
      .when(freeze)
      .yields(frozen)
      .is({ status: "COMPLIANCE_HOLD", sequence: 3, frozen: since, approvals: [] })
      .hasStep("Rest")
  })

  it.each(outward)("refuses $_tag with the cause frozen", (command) => {
    const excess = event("RefundOpened", at(4), { amount: usdc(3) })
    const more = event("DepositFinalized", at(4), { deposit: deposit(2, 3, 4) })
    const last = { ...frozen, due: usdc(3) }
    given(...held, more, excess, last)
      .when(command)
      .isInvalid("frozen")
  })

  it("refuses a customer's cancellation like every hold, and moves no money", () => {
    given(...held, frozen)
      .when({ _tag: "Cancel", at: at(30) })
      .isInvalid()
      .when({ _tag: "SetRefundAddress", address, at: at(30) })
      .yields(event("RefundAddressSet", at(30), { address }))
      .is({ status: "COMPLIANCE_HOLD", refundAddress: address })
      .hasStep("Rest")
  })

  it("keeps late deposits and late dust, and opens no refund for them", () => {
    const late = deposit(2, 10, 10)
    const dust = { ...deposit(3, 0, 11), amount: 7 }
    given(...held, frozen)
      .when({ _tag: "FinalizeDeposit", deposit: late, at: at(10) })
      .yields(event("DepositFinalized", at(10), { deposit: late }))
      .when({ _tag: "FinalizeDeposit", deposit: dust, at: at(11) })
      .yields(event("DustReceived", at(11), { deposit: dust }))
      .is({ refunds: [] })
      .hasStep("Rest")
  })

  it("keeps an unsent refund, even one that the chain disproves later", () => {
    const more = event("DepositFinalized", at(4), { deposit: deposit(2, 3, 4) })
    const sent = { amount: usdc(3), address, txHash: "0xref" }
    const history = [
      ...[...held, more, event("RefundOpened", at(4), { amount: usdc(3) })],
      ...[event("RefundSent", at(5), sent), frozen]
    ]
    given(...history)
      .hasStep("ProveRefund")
      .when({ _tag: "DisproveRefund", txHash: "0xref", at: at(12) })
      .yields(event("RefundDisproved", at(12), { txHash: "0xref" }))
      .when({ _tag: "SendRefund", ...sent, at: at(13) })
      .isInvalid("frozen")
    const disproved = event("RefundDisproved", at(12), { txHash: "0xref" })
    expect(balances(...history, disproved).of).toEqual({
      "deposits USDC": usdc(28),
      "frozen USDC": -usdc(28)
    })
  })

  it("records the screened senders of a refund like every payout", () => {
    const from = { ...deposit(2, 3, 4), from: sender }
    const history = [
      ...[...held, event("DepositFinalized", at(4), { deposit: from })],
      ...[event("RefundOpened", at(4), { amount: usdc(3) }), { ...frozen, due: usdc(3) }]
    ]
    given(...history)
      .hasStep("ScreenSenders")
      .when({ _tag: "ScreenSenders", senders: [sender], hold: "a list", at: at(10) })
      .yields(event("SendersScreened", at(10), { senders: [sender], hold: "a list" }))
      .is({ refundHold: "a list" })
      .hasStep("Rest")
  })
})

describe("A foreign refund of a hold that is frozen", () => {
  const transfer = Fixtures.foreignDeposit(1)
  const asset = { ...Fixtures.assets[0], units: transfer.units }
  const currency = ForeignDeposit.idOf(asset)
  const history = [
    ...historyTo.AWAITING_FUNDS,
    event("ForeignDepositBooked", at(1), { transfer }),
    event("RefundOpened", at(1), { amount: 0, asset }),
    ...held.slice(1)
  ]

  it("is frozen in the books, and due again once the hold is unfrozen", () => {
    expect(Conservation.ofPayout(Fixtures.replay(history), [frozen])).toBeUndefined()
    expect(balances(...history, frozen).of).toEqual({
      ...{ "deposits USDC": usdc(25), "frozen USDC": -usdc(25) },
      ...{ [`deposits ${currency}`]: 25_000_000, [`frozen ${currency}`]: -25_000_000 }
    })
    expect(balances(...history, frozen, unfrozen("Ben", 25)).of).toMatchObject({
      [`refunds_due ${currency}`]: -25_000_000
    })
  })

  it("is frozen if the chain disproves it", () => {
    const sent = { amount: 0, asset, address, txHash: "0xref" }
    const recorded = [...history, event("RefundSent", at(5), sent), frozen]
    const disproved = event("RefundDisproved", at(12), { txHash: "0xref" })
    expect(Conservation.ofPayout(Fixtures.replay(recorded), [disproved])).toBeUndefined()
    expect(balances(...recorded, disproved).of).toMatchObject({
      [`frozen ${currency}`]: -25_000_000
    })
  })
})

describe("A hold that is unfrozen", () => {
  it("waits for a decision again, and can be approved", () => {
    given(...held, frozen)
      .when(unfreeze("Ben"))
      .yields(unfrozen("Ben", 25))
      .is({ status: "COMPLIANCE_HOLD", frozen: null, sequence: 3 })
      .hasStep("AwaitDecision")
      .when(approve)
      .yields(
        event("HoldApproved", at(30), { by: "Ben" }),
        event("TransferRequested", at(30), { ...instruction, attempt: 1 })
      )
  })

  it("can be rejected", () => {
    given(...held, frozen, unfrozen("Ben", 25))
      .when({ _tag: "Reject", at: at(30) })
      .yields(
        event("PayoutReversed", at(30), { reason: "compliance_rejected" }),
        event("RefundOpened", at(30), { amount: usdc(25) })
      )
  })

  it("returns deposits that arrived during the freeze", () => {
    const late = event("DepositFinalized", at(10), { deposit: deposit(2, 10, 10) })
    given(...held, frozen, late)
      .when(unfreeze("Ben"))
      .yields(unfrozen("Ben", 35), event("RefundOpened", at(20), { amount: usdc(10) }))
      .is({ refunds: [{ status: "due", amount: usdc(10), address: null, txHash: null }] })
  })

  it("needs as many users as required, each counted once", () => {
    const one = event("ActionApproved", at(20), { by: "Ben", action: "Unfreeze", terms: {} })
    given(...held, frozen)
      .when(unfreeze("Ben", 2))
      .yields(one)
      .when(unfreeze("Ben", 2))
      .yields()
      .is({ status: "COMPLIANCE_HOLD" })
      .when(unfreeze("Eve", 2))
      .yields(unfrozen("Eve", 25))
      // After a second freeze, decisions on the first one do not count.
      .when({ ...freeze, at: at(21) })
      .yields({ ...frozen, at: at(21) })
      .when(unfreeze("Eve", 2))
      .yields({ ...one, by: "Eve" })
  })

  it("is refused if it is not frozen", () => {
    given(...held)
      .when(unfreeze("Ben"))
      .isInvalid()
    given(...held, frozen, unfrozen("Ben", 25))
      .when(unfreeze("Ben"))
      .isInvalid()
  })

  it("needs a new approval of its refund", () => {
    const more = event("DepositFinalized", at(4), { deposit: deposit(2, 3, 4) })
    const approved = event("ActionApproved", at(8), {
      ...{ by: "Ben", action: "SendRefund" },
      terms: { amount: usdc(3), address, txHash: "0xref" }
    })
    const { payout } = given(
      ...[...held, more, event("RefundOpened", at(4), { amount: usdc(3) }), approved],
      { ...frozen, due: usdc(3) }
    )
    expect(payout.pendingAction).toBeUndefined()
  })
})

describe("The books of frozen money", () => {
  const dust = { ...deposit(3, 0, 5), amount: 7 }
  const more = [
    event("DepositFinalized", at(4), { deposit: deposit(2, 3, 4) }),
    event("RefundOpened", at(4), { amount: usdc(3) }),
    event("DustReceived", at(5), { deposit: dust })
  ]
  const all = { ...frozen, suspense: 7, due: usdc(3) }
  const late = event("DepositFinalized", at(10), { deposit: deposit(4, 10, 10) })

  it("move it and later deposits to a separate account, from every other account", () => {
    const { books, of } = balances(...held, ...more, all, late)
    expect(of).toEqual({ "deposits USDC": usdc(38) + 7, "frozen USDC": -usdc(38) - 7 })
    // Frozen money must still be on chain.
    expect(BalanceCheck.liabilities(books)).toBe(BigInt(usdc(38) + 7))
  })

  it("return it to its former accounts once it is unfrozen", () => {
    const end = unfrozen("Ben", 35, 7, 3)
    expect(balances(...held, ...more, all, late, end).of).toEqual({
      ...{ "deposits USDC": usdc(38) + 7, "customers USDC": -usdc(35) },
      ...{ "suspense USDC": -7, "refunds_due USDC": -usdc(3) }
    })
  })

  it("refuse a freeze or unfreeze of another amount", () => {
    const { payout } = given(...held, ...more)
    expect(Conservation.ofPayout(payout, [all])).toBeUndefined()
    expect(Conservation.ofPayout(payout, [frozen])).toBeTypeOf("string")
    const after = given(...held, ...more, all).payout
    expect(Guards.heldAmounts(after)).toEqual(stock(25, 7, 3))
    expect(Conservation.ofPayout(after, [unfrozen("Ben", 24, 7, 3)])).toBeTypeOf("string")
    expect(Conservation.ofPayout(after, [unfrozen("Ben", 25, 7, 3)])).toBeUndefined()
  })
})

describe("A row of a batch that is frozen", () => {
  const { batchEvent, batchId, rowAmounts, rowEvent } = Fixtures
  const total = rowAmounts.reduce((sum, amount) => sum + amount, 0)
  const one = rowAmounts[0] ?? 0
  const others = rowAmounts.slice(1).map((_, index) => index + 2)

  it("keeps its share, while the batch continues with the others and returns only the rest", () => {
    const arrived = { ...deposit(1, 0, 5), amount: total + usdc(4) }
    const opened = rowAmounts.map((_, index) =>
      rowEvent(index + 1, "FundingOpened", at(1), { fundingDeadline: at(30) })
    )
    const shared = rowAmounts.flatMap((amount, index) => [
      rowEvent(index + 1, "FundsAllocated", at(7), { amount }),
      rowEvent(index + 1, "FundsReceived", at(7), {})
    ])
    const paid = others.flatMap((n) => [
      rowEvent(n, "TransferRequested", at(8), {
        ...{ reference: `tr_${n}`, attempt: 1, deadline: at(90) }
      }),
      rowEvent(n, "PayoutSettled", at(9), { providerReference: null })
    ])
    givenBatch(
      ...Fixtures.batchCreated,
      ...opened,
      batchEvent("BatchDepositFinalized", at(6), { deposit: arrived }),
      batchEvent("BatchFunded", at(6), {}),
      ...shared,
      rowEvent(1, "PayoutHeld", at(8), { reason: "sanctions list" }),
      rowEvent(1, "PayoutFrozen", at(9), { ...freezing, held: one, suspense: 0, due: 0 }),
      ...paid
    )
      .shows("processing")
      .is({ id: batchId, completed: others.length, failed: 0, allocated: total })
      .hasStep("OpenRefund")
      .when({ _tag: "OpenRefund", at: at(10) })
      .yields(batchEvent("BatchRefundOpened", at(10), { amount: usdc(4) }))
      .hasStep("Rest")
  })
})
