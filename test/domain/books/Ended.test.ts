/** Payouts and batches that have left the books of a comparison, and what happens to them later. */
import { assert, describe, it } from "vitest"
import * as BalanceCheck from "../../../src/domain/books/BalanceCheck.ts"
import * as DepositCheck from "../../../src/domain/books/DepositCheck.ts"
import * as FloatCheck from "../../../src/domain/books/FloatCheck.ts"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import * as RefundCheck from "../../../src/domain/books/RefundCheck.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import {
  address,
  at,
  batchCreated,
  batchEvent,
  deposit,
  event,
  foreignDeposit,
  historyTo,
  payoutId,
  sender,
  usdc
} from "../../support/fixtures.ts"

type Change = (books: Reconciliation.Books) => void

/** A payout's events as one entry. */
const payoutOf =
  (...events: ReadonlyArray<Payout.Event>): Change =>
  (books) => {
    for (const one of events) Reconciliation.record(books, "payout", one)
  }

const reached =
  (blockNumber: number, blockAt: number): Change =>
  (books) =>
    Reconciliation.record(books, "cursor", {
      ...{ _tag: "ChainReached", id: "chain_1", at: blockAt },
      cursor: { chainId: 1, blockNumber, blockHash: `0x${blockNumber}`, blockAt }
    })

/** Late enough for everything in the fixtures to have ended. */
const since = at(100)

/** Books after changes. Ended payouts leave after each, or never. */
const booksOf = (
  changes: ReadonlyArray<Change>,
  { isLeaving = true, named = [] as ReadonlyArray<string> } = {}
): Reconciliation.Books => {
  const books = Reconciliation.open(since, new Set(named))
  for (const change of changes) {
    change(books)
    if (isLeaving) Reconciliation.release(books)
  }
  return books
}

/** Everything that the sums of books say. */
const sumsOf = (books: Reconciliation.Books) => ({
  audit: Reconciliation.auditBooks(books),
  floats: FloatCheck.compareLedger(books),
  paid: [...FloatCheck.floatsOf(books)],
  assets: [...BalanceCheck.foreignAssets(books).keys()],
  shared: RefundCheck.sharedRefunds(books),
  addresses: [...DepositCheck.addressed(books)]
    .map((one) => one.depositAddress.toLowerCase())
    .toSorted()
})

/** The books with and without leaving say the same, and nothing is wrong in them. */
const agree = (changes: ReadonlyArray<Change>): Reconciliation.Books => {
  const books = booksOf(changes)
  assert.deepStrictEqual(sumsOf(books), sumsOf(booksOf(changes, { isLeaving: false })))
  assert.deepStrictEqual([...sumsOf(books).audit, ...sumsOf(books).floats], [])
  return books
}

/** The history of another payout, with another transfer, address and time. */
const renamed = (history: ReadonlyArray<Payout.Event>, n: number, laterMs = 0) =>
  history.map((one): Payout.Event => {
    const text = JSON.stringify(one)
      .replaceAll(payoutId, `${payoutId.slice(0, -4)}${String(n).padStart(4, "0")}`)
      .replaceAll("tr_1", `tr_${n}`)
      .replaceAll(/0{36}00d0/g, String(n).padStart(40, "d"))
    const moved = JSON.parse(text)
    return { ...moved, at: moved.at + laterMs }
  })

const settled = historyTo.SETTLED
const onProvider = settled.map((one) =>
  one._tag === "TransferRequested" ? { ...one, provider: "mtn" } : one
)

const refundOf = (minute: number, amount: number, txHash: string): ReadonlyArray<Payout.Event> => [
  event("RefundSent", at(minute), { amount, address, txHash }),
  event("RefundConfirmed", at(minute + 1), { txHash })
]

const refunded = [...historyTo.FAILED, ...refundOf(6, usdc(25), "0xref")]

const late = deposit(9, 7, 120)

const agreeSize = (history: ReadonlyArray<Payout.Event>): number =>
  agree([payoutOf(...history)]).payouts.size

describe("A payout that ended before the compared days", () => {
  it("leaves the books, which sum as if it was there", () => {
    const books = agree([payoutOf(...onProvider), payoutOf(...renamed(refunded, 2))])
    assert.deepStrictEqual(
      [books.payouts.size, books.references.size, books.ended.subjects.size()],
      [0, 0, 2]
    )
    assert.deepStrictEqual(books.counts, { payouts: 2, batches: 0 })
  })

  it("makes the books no larger, however many there are", () => {
    const sizes = [10, 1_000].map((count) => {
      const ended = Array.from({ length: count }, (_, n) => payoutOf(...renamed(settled, n)))
      const recent = Array.from({ length: 5 }, (_, n) =>
        payoutOf(...renamed(settled, 5_000 + n, 24 * 60 * 60_000))
      )
      const { payouts, references, referencesOf } = agree([...ended, ...recent])
      return [payouts.size, references.size, referencesOf.size]
    })
    assert.deepStrictEqual(sizes, [
      [5, 5, 5],
      [5, 5, 5]
    ])
  })

  it("stays while a refund, a recall or the outcome of a transfer is open", () => {
    const recalled = event("RecallOpened", at(6), { recallId: "r", kind: "returned", reason: "x" })
    const given: ReadonlyArray<ReadonlyArray<Payout.Event>> = [
      historyTo.FAILED,
      [
        ...historyTo.FAILED,
        event("RefundSent", at(6), { amount: usdc(25), address, txHash: "0x" })
      ],
      [...settled, recalled],
      [...historyTo.MANUAL_REVIEW, event("PayoutFailed", at(70), { reason: "unspecified" })]
    ]
    for (const history of given) assert.strictEqual(agreeSize(history), 1)
  })

  it("stays if it or its transfer is compared at any time", () => {
    for (const name of [payoutId, "tr_1"]) {
      const { payouts, references } = booksOf([payoutOf(...settled)], { named: [name] })
      assert.deepStrictEqual([payouts.size, references.size], [1, 1])
    }
  })
})

describe("A payout that has left the books", () => {
  it("returns for a late deposit, and leaves again with its refund", () => {
    const arrived: ReadonlyArray<Payout.Event> = [
      event("DepositSeen", at(40), { deposit: late }),
      event("DepositFinalized", at(41), { deposit: late }),
      event("RefundOpened", at(41), { amount: usdc(7) })
    ]
    const before = agree([payoutOf(...onProvider), payoutOf(...arrived)])
    assert.strictEqual(before.payouts.size, 1)
    const back = refundOf(50, usdc(7), "0xback").map((one) => payoutOf(one))
    const after = agree([payoutOf(...onProvider), payoutOf(...arrived), ...back])
    assert.deepStrictEqual([after.payouts.size, after.counts.payouts], [0, 1])
  })

  it("returns for dust, of which both parts together go back", () => {
    const dust = (n: number, minute: number) =>
      event("DustReceived", at(minute), { deposit: deposit(n, 0.006, minute) })
    agree([
      payoutOf(...settled),
      payoutOf(dust(20, 40)),
      payoutOf(
        dust(21, 50),
        event("SuspenseReleased", at(50), { amount: 12_000 }),
        event("RefundOpened", at(50), { amount: 12_000 })
      )
    ])
  })

  it("returns for a recall, whose money its provider got back", () => {
    const value = usdc(10)
    const recall = [
      event("RecallOpened", at(40), { recallId: "r", kind: "returned", reason: "x" }),
      event("RecallReturned", at(41), {
        ...{ recallId: "r", currency: "UGX", returned: 36_630, value, providerReference: "back" }
      }),
      event("RefundOpened", at(41), { amount: value }),
      event("RecallClosed", at(42), { recallId: "r", outcome: "returned" })
    ]
    const changes = [payoutOf(...onProvider), ...recall.map((one) => payoutOf(one))]
    const books = agree(changes)
    assert.deepStrictEqual([...FloatCheck.floatsOf(books)], [["mtn UGX", 36_630n - 91_575n]])
    const sent = refundOf(50, value, "0xvalue")
    assert.strictEqual(agree([...changes, payoutOf(...sent)]).payouts.size, 0)
  })

  it("returns for a foreign deposit, and stays, because the address is compared at any time", () => {
    const transfer = foreignDeposit(1)
    const { chainId, decimals, token, units } = transfer
    const asset = { chainId, token, decimals, units }
    const books = agree([
      payoutOf(...settled),
      payoutOf(
        event("ForeignDepositBooked", at(40), { transfer }),
        event("RefundOpened", at(40), { amount: 0, asset })
      ),
      payoutOf(event("SendersScreened", at(41), { senders: [sender], hold: null })),
      payoutOf(event("RefundSent", at(42), { amount: 0, asset, address, txHash: "0xf" })),
      payoutOf(event("RefundConfirmed", at(43), { txHash: "0xf" }))
    ])
    assert.strictEqual(books.payouts.size, 1)
  })
})

describe("A comparison with a payout that has left the books", () => {
  it("finds another refund with its transaction", () => {
    const books = agree([
      payoutOf(...renamed(refunded, 1)),
      payoutOf(...renamed(refunded, 2)),
      payoutOf(...renamed(refunded, 3, 24 * 60 * 60_000))
    ])
    assert.deepStrictEqual(
      RefundCheck.sharedRefunds(books).map(({ id }) => id.slice(-1)),
      ["2", "3"]
    )
  })

  it("names it for a deposit on the chain that the log does not have", () => {
    const books = booksOf([
      ...[reached(50, at(0)), payoutOf(...settled), reached(105, at(90))],
      reached(200, at(200))
    ])
    const { depositAddress } = { depositAddress: `0x${"0".repeat(38)}d0` }
    assert.strictEqual(DepositCheck.owners(books)(depositAddress), payoutId)
    const dust = deposit(10, 0.005, 120)
    assert.deepStrictEqual(
      DepositCheck.compareDeposits(books, new Map([[payoutId, [late, dust]]])).map(
        ({ id, kind, sides }) => [id, kind, sides?.reported]
      ),
      [[payoutId, "deposit_not_in_log", 7_000_000n]]
    )
  })
})

describe("A batch that ended before the compared days", () => {
  it("leaves the books, and returns for a late deposit", () => {
    const batch =
      (...events: ReadonlyArray<Parameters<typeof Reconciliation.record>[2]>): Change =>
      (books) => {
        for (const one of events) Reconciliation.record(books, "batch", one)
      }
    const empty = { ...batchCreated[0], total: 0 }
    const created = batch(empty, batchEvent("BatchCancelled", at(5), {}))
    assert.strictEqual(agree([created]).batches.size, 0)
    const books = agree([
      created,
      batch(
        batchEvent("BatchDepositFinalized", at(40), { deposit: late }),
        batchEvent("BatchRefundOpened", at(40), { amount: usdc(7) })
      )
    ])
    assert.deepStrictEqual([books.batches.size, books.counts.batches], [1, 1])
  })
})

describe("The blocks that are compared", () => {
  it("begin after those of deposits that the log has from before", () => {
    const books = booksOf([
      ...[reached(50, at(0)), payoutOf(...settled)],
      ...[reached(150, at(150)), reached(200, at(200))]
    ])
    const compared = [101, 102].map((blockNumber) =>
      Reconciliation.isInBlocks(books, { blockNumber })
    )
    assert.deepStrictEqual(compared, [false, true])
  })

  it("begin no later than the window, whatever block a deposit names", () => {
    const wrong = settled.map((one) =>
      one._tag === "DepositFinalized"
        ? { ...one, deposit: { ...one.deposit, blockNumber: 9_999 } }
        : one
    )
    const books = booksOf([
      ...[reached(50, at(0)), payoutOf(...wrong)],
      ...[reached(150, at(150)), reached(200, at(200))]
    ])
    assert.isTrue(Reconciliation.isInBlocks(books, { blockNumber: 150 }))
  })
})
