/**
 * The books balance after every event of any life, and agree with the states. `FC_RUNS` sets the
 * number of lives, `FC_SEED` repeats a run, and a failure prints both.
 */
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as DepositCheck from "../../../src/domain/books/DepositCheck.ts"
import * as Ledger from "../../../src/domain/books/Ledger.ts"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import * as RefundCheck from "../../../src/domain/books/RefundCheck.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import type * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import {
  address,
  at,
  batchEvent,
  batchId,
  createdEvent,
  deposit,
  dueOf,
  event,
  exact,
  historyTo,
  payoutId,
  rowAmounts,
  rowEvent,
  someLife,
  usdc,
  withReferences
} from "../../support/fixtures.ts"

const numRuns = Number(process.env.FC_RUNS ?? 2_000)
const seed = process.env.FC_SEED
const parameters = { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) }

const booksOf = (history: ReadonlyArray<Payout.Event>): Reconciliation.Books => {
  const books = Reconciliation.open()
  for (const one of history) Reconciliation.record(books, "payout", one)
  return books
}

const balances = (books: Reconciliation.Books): Readonly<Record<string, number>> =>
  Object.fromEntries([...books.balances].map(([key, amount]) => [key, Number(amount)]))

const settledHistory = [
  { ...createdEvent, spread: 0.01 },
  ...historyTo.SETTLED.slice(1)
] as ReadonlyArray<Payout.Event>

/** Records the events of a command, if the state allows it. Returns the state after it. */
const recordCommand = (
  books: Reconciliation.Books,
  state: Payout.Payout,
  command: Payout.Command,
  fresh: string
): Payout.Payout => {
  const given = withReferences(command, state.transfer?.reference ?? "none", fresh, dueOf(state))
  const decision = Payout.decide(state, given)
  if (Result.isFailure(decision)) return state
  let after = state
  for (const one of decision.success) {
    Reconciliation.record(books, "payout", one)
    after = Payout.evolve(after, one)
    expect([...Ledger.trial(books.balances).values()].every((sum) => sum === 0n)).toBe(true)
  }
  // A row's share comes from its batch, which this history does not contain.
  if (after.batchId === null) expect(Reconciliation.auditBooks(books)).toEqual([])
  return after
}

describe("The ledger", () => {
  it("balances after every event of any life, and equals the sums of the payout's state", () => {
    fc.assert(
      fc.property(someLife, ([birth, life]) => {
        const books = Reconciliation.open()
        const first: PayoutEvent.Created = { ...birth, spread: 0.013 }
        const { accountId, at: time } = first
        Reconciliation.record(books, "balance", {
          ...{ _tag: "BalanceOpened", id: "bal_1", at: time, accountId, depositAddress: "0xba" }
        })
        Reconciliation.record(books, "payout", first)
        let state = Payout.created(first)
        for (const [index, command] of life.entries()) {
          state = recordCommand(books, state, command, `tr_new_${index}`)
        }
      }),
      parameters
    )
  })

  it("books a settled payout, with the fee as income and the rest converted at the quote's rate", () => {
    const books = booksOf(settledHistory)
    expect(balances(books)).toEqual({
      "deposits USDC": usdc(25),
      "customers USDC": 0,
      "spread_income USDC": -usdc(0.25),
      "conversion USDC": -usdc(24.75),
      "conversion UGX": createdEvent.targetAmount,
      "provider_float UGX": -createdEvent.targetAmount
    })
  })

  it("books returned money back to the float, and its value with the fee as a due refund", () => {
    const recallId = "rcl_1"
    const back = { recallId, currency: "UGX", providerReference: "mtn-2" } as const
    const history = [
      ...settledHistory,
      event("RecallOpened", at(9), { recallId, kind: "returned", reason: "returned" }),
      event("RecallReturned", at(10), {
        ...{ ...back, returned: createdEvent.targetAmount, value: usdc(25) }
      }),
      event("RefundOpened", at(10), { amount: usdc(25) })
    ]
    expect(balances(booksOf(history))).toEqual({
      "deposits USDC": usdc(25),
      "customers USDC": 0,
      "refunds_due USDC": -usdc(25),
      // The fee stays income, and the conversion bears it.
      "spread_income USDC": -usdc(0.25),
      "conversion USDC": usdc(0.25),
      "conversion UGX": 0,
      "provider_float UGX": 0
    })
  })

  it("books a refund as due, sent and confirmed, and as due again if it is disproved", () => {
    const sent = { amount: usdc(25), address, txHash: "0xref" }
    const history: ReadonlyArray<Payout.Event> = [
      createdEvent,
      event("DepositFinalized", at(1), { deposit: exact }),
      event("PayoutFailed", at(2), { reason: "unspecified" }),
      event("RefundOpened", at(2), { amount: usdc(25) }),
      event("RefundSent", at(3), sent)
    ]
    const still = { "deposits USDC": usdc(25), "customers USDC": 0 }
    expect(balances(booksOf(history))).toEqual({
      ...still,
      "refunds_due USDC": 0,
      "refunds_sent USDC": -usdc(25)
    })
    const lost = [...history, event("RefundDisproved", at(4), { txHash: "0xref" })]
    expect(balances(booksOf(lost))).toEqual({
      ...still,
      "refunds_due USDC": -usdc(25),
      "refunds_sent USDC": 0
    })
    const again = event("RefundSent", at(5), { ...sent, txHash: "0xagain" })
    const confirmed = event("RefundConfirmed", at(6), { txHash: "0xagain" })
    expect(balances(booksOf([...lost, again, confirmed]))).toEqual({
      "deposits USDC": 0,
      "customers USDC": 0,
      "refunds_due USDC": 0,
      "refunds_sent USDC": 0
    })
  })
})

const birth = { _tag: "BatchCreated", id: batchId } as const

describe("The books of a balance", () => {
  it("follow its money to a batch, and back", () => {
    const amount = usdc(40)
    const books = Reconciliation.open()
    const account = { id: "bal_1", accountId: "acct_1", depositAddress: address }
    const arrived = { ...deposit(1, 1, 1), amount: usdc(100) }
    for (const one of [
      { _tag: "BalanceOpened", ...account, at: at(0) },
      { _tag: "BalanceDepositFinalized", id: "bal_1", at: at(0), deposit: arrived },
      { _tag: "BalanceSenderScreened", id: "bal_1", at: at(0), sender: "0xa", hold: null },
      { _tag: "BalanceCredited", id: "bal_1", at: at(0), deposit: arrived, dust: 0 }
    ] as const) {
      Reconciliation.record(books, "balance", one)
    }
    const facts = { accountId: "acct_1", kind: "batch", total: 1, sourceAmount: amount } as const
    const where = { depositAddress: address, fundingDeadline: at(30), currencies: [] }
    const created = { ...birth, at: at(1), ...facts, ...where, fundedBy: "balance" } as const
    Reconciliation.record(books, "batch", created)
    Reconciliation.record(books, "batch", batchEvent("BatchFundsAllocated", at(1), { amount }))
    const [deposits, balance, customers] = ["deposits USDC", "balances USDC", "customers USDC"]
    expect(balances(books)).toMatchObject({
      ...{ [deposits]: usdc(100), [balance]: -usdc(60), [customers]: -amount }
    })
    expect(Reconciliation.auditBooks(books)).toEqual([])
    Reconciliation.record(books, "batch", batchEvent("BatchFundsReturned", at(2), { amount }))
    expect(balances(books)).toMatchObject({ [balance]: -usdc(100), [customers]: 0 })
    expect(Reconciliation.auditBooks(books)).toEqual([])
  })
})

describe("The books of a log", () => {
  it("follow a batch's money to its rows", () => {
    const total = usdc(rowAmounts.reduce((sum, amount) => sum + amount, 0))
    const books = Reconciliation.open()
    const facts = { accountId: "acct_1", kind: "batch", total: 1, sourceAmount: total } as const
    const where = { depositAddress: address, fundingDeadline: at(30), currencies: [] }
    Reconciliation.record(books, "batch", { ...birth, at: at(0), ...facts, ...where })
    const row = { ...createdEvent, id: rowEvent(1, "FundsReceived", at(1), {}).id, batchId }
    Reconciliation.record(books, "payout", { ...row, status: "CREATED" })
    const paid = { ...deposit(1, 1, 1), amount: total }
    Reconciliation.record(
      books,
      "batch",
      batchEvent("BatchDepositFinalized", at(1), { deposit: paid })
    )
    Reconciliation.record(
      books,
      "payout",
      rowEvent(1, "FundsAllocated", at(2), { amount: row.sourceAmount })
    )
    expect(balances(books)).toEqual({ "deposits USDC": total, "customers USDC": -total })
    expect(Reconciliation.auditBooks(books)).toEqual([])
  })

  it("show transfers that only the chain has, and those that only the log has", () => {
    const books = booksOf([createdEvent, event("DepositFinalized", at(1), { deposit: exact })])
    const late = deposit(2, 5, 40)
    expect(DepositCheck.compareDeposits(books, new Map([[payoutId, [exact]]]))).toEqual([])
    const shown = new Map([[payoutId, [{ ...exact, amount: 1 }, late]]])
    expect(DepositCheck.compareDeposits(books, shown).map(({ kind }) => kind)).toEqual([
      "deposit_differs",
      "deposit_not_in_log"
    ])
    expect(DepositCheck.compareDeposits(books, new Map()).map(({ kind }) => kind)).toEqual([
      "deposit_not_on_chain"
    ])
  })

  it("show a transaction that is recorded as two refunds", () => {
    const refunded = (id: string): ReadonlyArray<Payout.Event> =>
      [
        { ...createdEvent, id },
        event("DepositFinalized", at(1), { deposit: exact }),
        event("PayoutFailed", at(2), { reason: "unspecified" }),
        event("RefundOpened", at(2), { amount: usdc(25) }),
        event("RefundSent", at(3), { amount: usdc(25), address, txHash: "0xref" })
      ].map((one) => ({ ...one, id }))
    const books = booksOf([...refunded(payoutId), ...refunded("po_other")])
    expect(RefundCheck.sharedRefunds(books)).toEqual([
      {
        ...{ kind: "refund_transaction_shared", id: "po_other", reference: "0xref" },
        detail: `0xref is ${payoutId}'s too`
      }
    ])
  })

  it("keep every reference of a requested transfer, with the outcome", () => {
    const history: ReadonlyArray<Payout.Event> = [
      ...historyTo.PAYOUT_CONFIRMED,
      event("TransferRefused", at(5), { reference: "tr_1", reason: "network_unavailable" }),
      event("TransferRequested", at(5), { reference: "tr_2", attempt: 2, deadline: at(20) }),
      event("PayoutSettled", at(6), { providerReference: "mtn-1" })
    ]
    const references = [...booksOf(history).references.values()]
    expect(references.map(({ outcome, transfer }) => [transfer.reference, outcome])).toEqual([
      ["tr_1", "refused"],
      ["tr_2", "delivered"]
    ])
  })
})
