/** Comparison of the books with the balances on chain and with the floats of providers. */
import { assert, describe, it } from "vitest"
import * as BalanceCheck from "../../../src/domain/books/BalanceCheck.ts"
import * as FloatCheck from "../../../src/domain/books/FloatCheck.ts"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import {
  address,
  assets,
  at,
  createdEvent,
  event,
  foreignDeposit,
  historyTo,
  usdc
} from "../../support/fixtures.ts"

const booksOf = (history: ReadonlyArray<Payout.Event>): Reconciliation.Books => {
  const books = Reconciliation.open()
  for (const one of history) Reconciliation.record(books, "payout", one)
  return books
}

const arrived = BigInt(usdc(25))
const refund = [
  ...historyTo.FAILED,
  event("RefundSent", at(6), { amount: usdc(25), address, txHash: "0xref" })
]
const refunded = [...refund, event("RefundConfirmed", at(7), { txHash: "0xref" })]
const thirdParty = event("RefundConfirmed", at(7), { txHash: "0xref", isThirdParty: true })

describe("The balance that must be on chain", () => {
  it("is all that arrived, until it is paid out or refunded", () => {
    const expected: ReadonlyArray<readonly [ReadonlyArray<Payout.Event>, bigint]> = [
      [historyTo.AWAITING_FUNDS, 0n],
      [historyTo.STABLECOIN_RECEIVED, arrived],
      [historyTo.COMPLIANCE_HOLD, arrived],
      [historyTo.PAYOUT_CONFIRMED, arrived],
      [historyTo.MANUAL_REVIEW, arrived],
      [historyTo.SETTLED, 0n],
      [historyTo.FAILED, arrived],
      // The transaction may have left the chain address already.
      [refund, 0n],
      [refunded, 0n],
      // A third party that paid the refund may have been reimbursed.
      [[...refund, thirdParty], 0n]
    ]
    for (const [history, due] of expected) {
      assert.strictEqual(BalanceCheck.liabilities(booksOf(history)), due, history.at(-1)?._tag)
    }
  })

  it("has what operators added to a balance, without what they took", () => {
    const id = "bal_1"
    const corrected = { _tag: "BalanceCorrected", id, at: at(1), by: "usr_1" } as const
    const books = Reconciliation.open()
    for (const one of [
      { _tag: "BalanceOpened", id, at: at(0), accountId: "acct_1", depositAddress: "0xba" },
      { ...corrected, correctionId: "cor_1", amount: usdc(7) },
      { ...corrected, correctionId: "cor_2", amount: -usdc(2) }
    ] as const) {
      Reconciliation.record(books, "balance", one)
    }
    assert.strictEqual(BalanceCheck.liabilities(books), BigInt(usdc(5)))
    assert.deepStrictEqual(Reconciliation.auditBooks(books), [])
  })

  it("differs if one micro-USDC is missing in any place, but not if there is a surplus", () => {
    const books = booksOf(historyTo.COMPLIANCE_HOLD)
    const held = (atAddresses: bigint, inTreasury: bigint) =>
      BalanceCheck.compareChain(books, { atAddresses, inTreasury }).map(({ kind }) => kind)
    assert.deepStrictEqual(held(arrived, 0n), [])
    assert.deepStrictEqual(held(0n, arrived), [])
    assert.deepStrictEqual(held(arrived - 1n, 1n), [])
    assert.deepStrictEqual(held(arrived, arrived), [])
    assert.deepStrictEqual(held(arrived - 1n, 0n), ["usdc_short"])
    assert.deepStrictEqual(held(0n, arrived - 1n), ["usdc_short"])
  })

  it("is zero for a payout that was paid out, since its USDC may be sold", () => {
    const books = booksOf(historyTo.SETTLED)
    assert.deepStrictEqual(
      BalanceCheck.compareChain(books, { atAddresses: 0n, inTreasury: 0n }),
      []
    )
    assert.strictEqual(BalanceCheck.deposits(books), arrived)
  })
})

describe("The amount paid out", () => {
  it("is summed by provider and currency, and equals the decrease of the booked balances", () => {
    const books = booksOf(historyTo.SETTLED)
    assert.deepStrictEqual([...FloatCheck.floatsOf(books)], [["sandbox UGX", -91_575n]])
    assert.deepStrictEqual(FloatCheck.compareLedger(books), [])
    assert.deepStrictEqual([...FloatCheck.floatsOf(booksOf(historyTo.FAILED))], [])
  })

  it("falls by what the provider returned", () => {
    const recallId = "rcl_1"
    const books = booksOf([
      ...historyTo.SETTLED,
      event("RecallOpened", at(9), { recallId, kind: "returned", reason: "returned" }),
      event("RecallReturned", at(10), {
        ...{ recallId, currency: "UGX", returned: 3_000, value: 819_000 },
        providerReference: "mtn-2"
      }),
      event("RefundOpened", at(10), { amount: 819_000 })
    ])
    assert.deepStrictEqual([...FloatCheck.floatsOf(books)], [["sandbox UGX", -88_575n]])
    assert.deepStrictEqual(FloatCheck.compareLedger(books), [])
    // The USDC of the return must be there again, because it is due back.
    assert.strictEqual(BalanceCheck.liabilities(books), 819_000n)
  })

  it("differs if the booked balances decreased by another amount", () => {
    for (const change of [1n, -1n]) {
      const books = booksOf(historyTo.SETTLED)
      const key = "provider_float UGX"
      books.balances.set(key, (books.balances.get(key) ?? 0n) + change)
      const [found, ...more] = FloatCheck.compareLedger(books)
      assert.deepStrictEqual(more, [])
      assert.strictEqual(found?.kind, "books_do_not_balance")
      assert.include(found?.detail, "-91575")
    }
    const books = Reconciliation.open()
    books.balances.set("provider_float KES", -1n)
    assert.lengthOf(FloatCheck.compareLedger(books), 1)
  })
})

describe("A balance on another chain", () => {
  const transfer = foreignDeposit(1)
  const [asset] = assets
  const { id } = createdEvent
  const booked = [
    ...historyTo.AWAITING_FUNDS,
    event("ForeignDepositBooked", at(1), { transfer }),
    event("RefundOpened", at(1), { amount: 0, asset: { ...asset, units: transfer.units } })
  ]
  const kinds = (history: ReadonlyArray<Payout.Event>, atAddress: bigint, inTreasury: bigint) =>
    BalanceCheck.compareForeign(booksOf(history), asset, {
      ...{ inTreasury, atAddresses: new Map([[id, atAddress]]) }
    }).map(({ kind }) => kind)

  it("differs if one unit is missing, but not if the treasury has other money", () => {
    assert.deepStrictEqual(kinds(booked, 25_000_000n, 0n), [])
    assert.deepStrictEqual(kinds(booked, 0n, 25_000_000n), [])
    assert.deepStrictEqual(kinds(booked, 0n, 99_000_000n), [])
    assert.deepStrictEqual(kinds(booked, 24_999_999n, 0n), ["foreign_short"])
    assert.deepStrictEqual(kinds(booked, 0n, 24_999_999n), ["foreign_short"])
  })

  it("differs if a deposit address holds money that is not booked, other than dust", () => {
    const { AWAITING_FUNDS: none } = historyTo
    assert.deepStrictEqual(kinds(none, 10_000n, 0n), ["foreign_deposit_not_in_log"])
    assert.deepStrictEqual(kinds(none, 9_999n, 0n), [])
    assert.deepStrictEqual(kinds(booked, 25_010_000n, 0n), ["foreign_deposit_not_in_log"])
  })

  it("is not compared with money in another asset", () => {
    const [, other] = assets
    const differences = BalanceCheck.compareForeign(booksOf(booked), other, {
      ...{ inTreasury: 0n, atAddresses: new Map([[id, 0n]]) }
    })
    assert.deepStrictEqual(differences, [])
  })
})
