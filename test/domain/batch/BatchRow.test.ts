/**
 * A payout that is a row of a batch. The row waits for the batch, which allocates its share.
 * Amounts are in USDC of a quoted 25. The batch's own stories are in BatchStories.test.ts.
 */
import { describe, it } from "vitest"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Fixtures from "../../support/fixtures.ts"
import { given } from "../../support/given.ts"

const { at, createdEvent, deposit, event, exact, historyTo, row, usdc } = Fixtures

type Deposit = typeof exact

const finalize = (one: Deposit, minute: number) =>
  ({ _tag: "FinalizeDeposit", deposit: one, at: at(minute) }) as const
const close = (minute: number) => ({ _tag: "CloseFundingWindow", at: at(minute) }) as const
const fund = (minute: number) => ({ _tag: "Fund", at: at(minute) }) as const

const seen = (one: Deposit, minute: number) => event("DepositSeen", at(minute), { deposit: one })
const final = (one: Deposit, minute: number) =>
  event("DepositFinalized", at(minute), { deposit: one })
const allocated = (minute: number) => event("FundsAllocated", at(minute), { amount: usdc(25) })
const received = (minute: number) => event("FundsReceived", at(minute), {})
const refund = (amount: number, minute: number) =>
  event("RefundOpened", at(minute), { amount: usdc(amount) })
const failed = (reason: Payout.FailureReason, minute: number) =>
  event("PayoutFailed", at(minute), { reason })
const underpaid = (minute: number) => event("ReviewOpened", at(minute), { reason: "underpaid" })

const due = (amount: number) => ({ status: "due", amount: usdc(amount) }) as const

const open = { _tag: "OpenFunding", fundingDeadline: at(60), at: at(30) } as const
const opened = event("FundingOpened", at(30), { fundingDeadline: at(60) })

describe("A row of a batch", () => {
  it("waits for funds when its batch starts, which is a public event", () => {
    given(row)
      .when(open)
      .yields(opened)
      .is({
        status: "AWAITING_FUNDS",
        fundingDeadline: at(60),
        sequence: 2
      })
  })

  it("counts a deposit seen before its batch starts and final after", () => {
    given(row, seen(exact, 1), opened)
      .when(finalize(exact, 31))
      .yields(final(exact, 31), received(31))
  })

  it("returns deposits that are final before its batch starts, and never pays with them", () => {
    const cent = deposit(2, 0.01, 31)
    given(row)
      .when(finalize(exact, 2))
      .yields(final(exact, 2), refund(25, 2))
      .when(open)
      .yields(opened)
      .when(finalize(cent, 32))
      .yields(final(cent, 32))
      .is({ status: "AWAITING_FUNDS" })
      .when(close(61))
      .yields(underpaid(61))
  })

  it("expires when everything it received is already due back", () => {
    given(row, final(exact, 2), refund(25, 2), opened)
      .when(close(61))
      .yields(failed("deposit_expired", 61))
      .is({ refunds: [{ ...due(25), address: null, txHash: null }] })
  })
})

describe("The share of a row", () => {
  const waiting = [row, opened] as const

  it("is its whole amount, and the row continues as if it had received a deposit", () => {
    given(...waiting)
      .hasStep("AwaitBatch")
      .when(fund(31))
      .yields(allocated(31), received(31))
      .is({ status: "STABLECOIN_RECEIVED", allocated: usdc(25), deposits: [], refunds: [] })
      .hasStep("Screen")
      .when(fund(32))
      .isInvalid()
  })

  it("is refused for a row that has not started and for a payout that is not a row", () => {
    given(row).when(fund(1)).isInvalid()
    given(createdEvent).when(fund(1)).isInvalid()
    for (const history of Object.values(historyTo))
      given(...history)
        .when(fund(99))
        .isInvalid()
  })

  it("is refused for a row that is finished or in review", () => {
    given(...waiting, failed("cancelled", 31))
      .when(fund(32))
      .isInvalid()
    given(...waiting, event("ReviewOpened", at(31), { reason: "defect" }))
      .when(fund(32))
      .isInvalid()
  })

  it("leaves deposits to the row itself due for a refund", () => {
    const ten = deposit(1, 10, 31)
    given(...waiting, final(ten, 31))
      .when(fund(32))
      .yields(allocated(32), received(32), refund(10, 32))
      .is({ status: "STABLECOIN_RECEIVED", refunds: [{ ...due(10), address: null, txHash: null }] })
  })

  it("is returned in full when the row fails later", () => {
    const requested = { reference: "tr_1", attempt: 1, deadline: at(90) }
    const refuse = { _tag: "RefuseTransfer", reference: "tr_1", reason: "recipient_limit" } as const
    given(...waiting, allocated(31), received(31))
      .when({ _tag: "ClearScreening", instruction: requested, at: at(33) })
      .yields(event("TransferRequested", at(33), requested))
      .when({ ...refuse, next: null, attemptsMax: 1, at: at(34) })
      .yields(
        event("TransferRefused", at(34), { reference: "tr_1", reason: "recipient_limit" }),
        failed("recipient_limit", 34),
        refund(25, 34)
      )
  })
})
