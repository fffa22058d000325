/** The life of a batch as given / when / yields; amounts are in USDC of 10 + 15 + 25. */
import { describe, it } from "vitest"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Fixtures from "../../support/fixtures.ts"
import { givenBatch } from "../../support/given.ts"

const {
  at,
  batchCreated: batchBirth,
  batchEvent,
  batchOf,
  deposit,
  rowAmounts,
  rowEvent,
  usdc
} = Fixtures

type Deposit = ReturnType<typeof deposit>

const see = (one: Deposit, minute: number) =>
  ({ _tag: "SeeDeposit", deposit: one, at: at(minute) }) as const
const finalize = (one: Deposit, minute: number) =>
  ({ _tag: "FinalizeDeposit", deposit: one, at: at(minute) }) as const
const drop = (one: Deposit, minute: number) =>
  ({ _tag: "DropDeposit", deposit: one, at: at(minute) }) as const
const close = (minute: number) => ({ _tag: "CloseFundingWindow", at: at(minute) }) as const
const accept = (minute: number) => ({ _tag: "AcceptFunds", at: at(minute) }) as const
const cancel = (minute: number) => ({ _tag: "Cancel", at: at(minute) }) as const
const openRefund = (minute: number) => ({ _tag: "OpenRefund", at: at(minute) }) as const

const seen = (one: Deposit, minute: number) =>
  batchEvent("BatchDepositSeen", at(minute), { deposit: one })
const final = (one: Deposit, minute: number) =>
  batchEvent("BatchDepositFinalized", at(minute), { deposit: one })
const dropped = (one: Deposit, minute: number) =>
  batchEvent("BatchDepositDropped", at(minute), { deposit: one })
const funded = (minute: number) => batchEvent("BatchFunded", at(minute), {})
const expired = (minute: number) => batchEvent("BatchFundingExpired", at(minute), {})
const closed = (minute: number) => batchEvent("BatchWindowClosed", at(minute), {})
const cancelled = (minute: number) => batchEvent("BatchCancelled", at(minute), {})
const refund = (amount: number, minute: number) =>
  batchEvent("BatchRefundOpened", at(minute), { amount: usdc(amount) })

const share = (n: number, minute: number): ReadonlyArray<Payout.Event> => [
  rowEvent(n, "FundsAllocated", at(minute), { amount: usdc(rowAmounts[n - 1] ?? 0) }),
  rowEvent(n, "FundsReceived", at(minute), {})
]
const failed = (n: number, reason: Payout.FailureReason, minute: number) =>
  rowEvent(n, "PayoutFailed", at(minute), { reason })
const settled = (n: number, minute: number) =>
  rowEvent(n, "PayoutSettled", at(minute), { providerReference: "mtn-1" })
const opened = (n: number, minute: number) =>
  rowEvent(n, "FundingOpened", at(minute), { fundingDeadline: at(30) })

const due = (amount: number) =>
  ({ status: "due", amount: usdc(amount), address: null, txHash: null }) as const

const exact = deposit(1, 50, 5)
const started = () => givenBatch(...batchBirth, ...[1, 2, 3].map((n) => opened(n, 1)))

describe("A batch", () => {
  it("starts its rows, is funded by one deposit, funds its rows, and is completed", () => {
    givenBatch(...batchBirth)
      .shows("queued")
      .hasStep("StartRows")
      .happens(opened(2, 1))
      .shows("processing")
      .hasStep("StartRows")
      .happens(opened(1, 1), opened(3, 1))
      .hasStep("AwaitFunds", { deadline: at(30) })
      .when(see(exact, 5))
      .yields(seen(exact, 5))
      .hasStep("AwaitFunds", { deadline: at(30) })
      .when(finalize(exact, 6))
      .yields(final(exact, 6))
      .hasStep("AcceptFunds")
      .when(accept(6))
      .yields(funded(6))
      .hasStep("FundRows")
      .happens(...share(1, 7), ...share(2, 7))
      .is({ unfunded: 1, due: usdc(25), allocated: usdc(25) })
      .hasStep("FundRows")
      .happens(...share(3, 7))
      .hasStep("Rest")
      .happens(settled(1, 9), settled(3, 9))
      .is({ completed: 2, failed: 0 })
      .shows("processing")
      .happens(failed(2, "recipient_limit", 10))
      .is({ completed: 2, failed: 1, refunds: [], updatedAt: at(10) })
      .shows("completed")
      .hasStep("Rest")
  })

  it("may be funded before its rows are started, and accepts the funds afterwards", () => {
    givenBatch(...batchBirth)
      .when(finalize(exact, 0))
      .yields(final(exact, 0))
      .hasStep("StartRows")
      .when(accept(0))
      .isInvalid()
      .happens(opened(1, 1), opened(2, 1), opened(3, 1))
      .when(accept(1))
      .yields(funded(1))
  })

  it("whose rows have quotes starts in processing", () => {
    givenBatch(...batchOf(rowAmounts, "bulk"))
      .shows("processing")
      .is({ waiting: 0, unfunded: 3 })
      .hasStep("AwaitFunds", { deadline: at(30) })
  })
})

describe("A deposit for a batch", () => {
  it("counts once, even if it is reported repeatedly, and is never dropped once final", () => {
    started()
      .when(see(exact, 5))
      .yields(seen(exact, 5))
      .when(see(exact, 6))
      .yields()
      .when(finalize(exact, 7))
      .yields(final(exact, 7))
      .when(finalize({ ...exact, amount: usdc(99), blockNumber: 999 }, 8))
      .yields()
      .when(drop(exact, 9))
      .yields()
      .is({ deposits: [{ ...exact, final: true }] })
  })

  it("adds up with others until all rows are paid for, exact to one micro-USDC", () => {
    const almost = deposit(1, 49.989999, 5)
    const missing = deposit(2, 0.010001, 30)
    started()
      .when(finalize(almost, 6))
      .yields(final(almost, 6))
      .hasStep("AwaitFunds")
      .when(finalize(missing, 32))
      .yields(final(missing, 32))
      .hasStep("AcceptFunds")
  })

  it("of less than a cent is booked in suspense, and counts once the sum is large enough", () => {
    const almost = deposit(1, 49.989999, 5)
    const dust = deposit(3, 0.009999, 7)
    const last = deposit(4, 0.000003, 8)
    started()
      .when(finalize(almost, 6))
      .yields(final(almost, 6))
      .when(finalize(dust, 8))
      .yields(batchEvent("BatchDustReceived", at(8), { deposit: dust }))
      .when(finalize(dust, 8))
      .yields()
      .hasStep("AwaitFunds")
      .when(finalize(last, 9))
      .yields(batchEvent("BatchDustReceived", at(9), { deposit: last }))
      .hasStep("AcceptFunds")
      .when(accept(9))
      .yields(
        batchEvent("BatchSuspenseReleased", at(9), { amount: 10_001 }),
        batchEvent("BatchFunded", at(9), {})
      )
  })
})

describe("A late, excess or unexpected deposit for a batch", () => {
  it("that is first seen after the window does not count and is returned", () => {
    const late = { ...exact, seenAt: at(30) + 1 }
    started()
      .when(finalize(late, 31))
      .yields(final(late, 31))
      .hasStep("AwaitFunds")
      .when(accept(31))
      .isInvalid()
      .when(close(31))
      .yields(expired(31))
      .hasStep("StopRows", { how: "CloseFundingWindow" })
      .happens(...[1, 2, 3].map((n) => failed(n, "deposit_expired", 31)))
      .hasStep("OpenRefund")
      .when(openRefund(31))
      .yields(refund(50, 31))
      .is({ refunds: [due(50)], failed: 3 })
      .shows("completed")
      .hasStep("Rest")
  })

  it("in excess is returned only once every row has its share", () => {
    const sixty = deposit(1, 60, 5)
    started()
      .happens()
      .when(finalize(sixty, 6))
      .yields(final(sixty, 6))
      .when(accept(6))
      .yields(funded(6))
      .happens(...share(1, 7), ...share(2, 7))
      .when(openRefund(7))
      .isInvalid()
      .happens(...share(3, 7))
      .hasStep("OpenRefund", { key: `refund ${usdc(10)}` })
      .when(openRefund(8))
      .yields(refund(10, 8))
      .is({ refunds: [due(10)] })
      .hasStep("Rest")
  })

  it("after the batch's end joins the amount due back", () => {
    const three = deposit(3, 3, 50)
    const four = deposit(4, 4, 51)
    started()
      .happens(...[1, 2, 3].map((n) => failed(n, "cancelled", 2)))
      .when(finalize(three, 50))
      .yields(final(three, 50))
      .when(openRefund(50))
      .yields(refund(3, 50))
      .when(finalize(four, 51))
      .yields(final(four, 51))
      .hasStep("OpenRefund", { key: `refund ${usdc(4)}` })
      .when(openRefund(51))
      .yields(refund(4, 51))
      .is({ refunds: [due(7)] })
  })
})

describe("The funding window of a batch", () => {
  it("stays open through its last instant", () => {
    started()
      .when(close(30))
      .yields()
      .when({ ...close(30), at: at(30) + 1 })
      .yields({ ...expired(30), at: at(30) + 1 })
  })

  it("ends an underfunded batch, and everything it received is returned", () => {
    const ten = deposit(1, 10, 5)
    started()
      .when(finalize(ten, 6))
      .yields(final(ten, 6))
      .when(close(31))
      .yields(expired(31))
      .happens(...[1, 2, 3].map((n) => failed(n, "deposit_expired", 31)))
      .when(openRefund(31))
      .yields(refund(10, 31))
      .hasStep("Rest")
  })

  it("waits for a deposit that was seen inside it", () => {
    started()
      .when(see(exact, 29))
      .yields(seen(exact, 29))
      .when(close(31))
      .yields(closed(31))
      .hasStep("AwaitFunds", { key: "funds", deadline: null })
      .when(close(32))
      .yields()
      .when(finalize(exact, 40))
      .yields(final(exact, 40))
      .when(accept(40))
      .yields(funded(40))
  })

  it("ends when the deposit it waited for is dropped", () => {
    started()
      .when(see(exact, 29))
      .yields(seen(exact, 29))
      .when(close(31))
      .yields(closed(31))
      .when(drop(exact, 33))
      .yields(dropped(exact, 33))
      .hasStep("AwaitFunds", { deadline: at(30) })
      .when(close(33))
      .yields(expired(33))
  })

  it("ends when the deposit it waited for is too small", () => {
    const ten = deposit(1, 10, 29)
    started()
      .when(see(ten, 29))
      .yields(seen(ten, 29))
      .when(close(31))
      .yields(closed(31))
      .when(finalize(ten, 33))
      .yields(final(ten, 33))
      .hasStep("AwaitFunds", { deadline: at(30) })
      .when(close(33))
      .yields(expired(33))
  })

  it("does not end a batch whose deposit is final in the same instant", () => {
    started()
      .when(finalize(exact, 31))
      .yields(final(exact, 31))
      .when(close(31))
      .yields()
      .when(accept(31))
      .yields(funded(31))
  })
})

describe("Cancelling a batch", () => {
  it("stops every row that is queued or waits for funds", () => {
    givenBatch(...batchBirth, opened(1, 1))
      .when(cancel(2))
      .yields(cancelled(2))
      .shows("cancelled")
      .hasStep("StopRows", { how: "Cancel" })
      .happens(...[1, 2, 3].map((n) => failed(n, "cancelled", 2)))
      .is({ waiting: 0, unfunded: 0, due: 0, failed: 3 })
      .shows("cancelled")
      .hasStep("Rest")
  })

  it("is refused once a deposit is seen, and possible again when it is dropped", () => {
    started()
      .when(see(exact, 5))
      .yields(seen(exact, 5))
      .when(cancel(6))
      .isInvalid()
      .when(drop(exact, 7))
      .yields(dropped(exact, 7))
      .when(cancel(8))
      .yields(cancelled(8))
      .when(cancel(9))
      .isInvalid()
  })

  it("refunds a deposit that arrives afterwards", () => {
    started()
      .when(cancel(2))
      .yields(cancelled(2))
      .when(finalize(exact, 6))
      .yields(final(exact, 6))
      .hasStep("StopRows")
      .happens(...[1, 2, 3].map((n) => failed(n, "cancelled", 6)))
      .when(openRefund(6))
      .yields(refund(50, 6))
  })
})

describe("Rows that end before their batch is funded", () => {
  it("reduce the funds that the batch needs", () => {
    const forty = deposit(1, 40, 5)
    started()
      .happens(failed(1, "cancelled", 2))
      .is({ unfunded: 2, due: usdc(40), failed: 1 })
      .when(finalize(forty, 6))
      .yields(final(forty, 6))
      .hasStep("AcceptFunds")
  })

  it("let an earlier, too small deposit cover the other rows", () => {
    const twentyFive = deposit(1, 25, 5)
    started()
      .when(finalize(twentyFive, 6))
      .yields(final(twentyFive, 6))
      .hasStep("AwaitFunds")
      .happens(failed(3, "invalid_recipient", 7))
      .hasStep("AcceptFunds")
  })

  it("leave nothing to fund if they are all the rows, and the deposit is returned", () => {
    started()
      .happens(...[1, 2, 3].map((n) => failed(n, "invalid_recipient", 2)))
      .shows("completed")
      .hasStep("Rest")
      .when(cancel(3))
      .isInvalid()
      .when(finalize(exact, 6))
      .yields(final(exact, 6))
      .when(openRefund(6))
      .yields(refund(50, 6))
  })

  it("return a share that was already set aside when they end just after the batch is funded", () => {
    started()
      .when(finalize(exact, 6))
      .yields(final(exact, 6))
      .when(accept(6))
      .yields(funded(6))
      .happens(...share(1, 7), failed(2, "cancelled", 7), ...share(3, 7))
      .when(openRefund(7))
      .yields(refund(15, 7))
      .is({ allocated: usdc(35), failed: 1 })
      .hasStep("Rest")
  })

  it("count as pending while an operator reviews them", () => {
    started()
      .happens(rowEvent(1, "ReviewOpened", at(2), { reason: "defect" }))
      .is({ unfunded: 2, due: usdc(40), completed: 0, failed: 0 })
      .shows("processing")
  })
})

describe("A batch from a balance", () => {
  const [birth, ...payouts] = batchBirth
  const provided = batchEvent("BatchFundsAllocated", at(0), { amount: usdc(50) })
  const fromBalance = () =>
    givenBatch(
      { ...birth, fundedBy: "balance" },
      provided,
      ...payouts.map((payout) => ({ ...payout, funding: "balance" as const })),
      ...[1, 2, 3].map((n) => opened(n, 1))
    )
  const returned = (amount: number, minute: number) =>
    batchEvent("BatchFundsReturned", at(minute), { amount: usdc(amount) })

  it("is funded without a deposit, and returns the money of a row that fails", () => {
    fromBalance()
      .hasStep("AcceptFunds")
      .when(accept(2))
      .yields(funded(2))
      .hasStep("FundRows")
      .happens(...share(1, 3), ...share(2, 3), ...share(3, 3))
      .hasStep("Rest")
      .happens(settled(1, 4), failed(2, "provider_rejected", 4))
      .happens(rowEvent(2, "FundsReturned", at(4), { amount: usdc(15) }))
      .is({ provided: usdc(50), allocated: usdc(35) })
      .hasStep("OpenRefund")
      .when(openRefund(5))
      .yields(returned(15, 5))
      .is({ provided: usdc(35), refunds: [] })
      .hasStep("Rest")
      .happens(settled(3, 6))
      .shows("completed")
      .hasStep("Rest")
  })

  it("returns everything if it is cancelled before its rows are funded", () => {
    fromBalance()
      .when(cancel(2))
      .yields(cancelled(2))
      .hasStep("StopRows", { how: "Cancel" })
      .happens(...[1, 2, 3].map((n) => failed(n, "cancelled", 3)))
      .shows("cancelled")
      .hasStep("OpenRefund")
      .when(openRefund(4))
      .yields(returned(50, 4))
      .is({ provided: 0, allocated: 0 })
      .hasStep("Rest")
  })
})
