/** Statements compared with the books: each kind of difference, and none without reason. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import * as Statement from "../../../src/domain/books/Statement.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import { at, event, historyTo, t0 } from "../../support/fixtures.ts"

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** A history of another payout, whose transfer has its id, too. */
const named = (id: string, history: ReadonlyArray<Payout.Event>): ReadonlyArray<Payout.Event> =>
  history.map((one) => ({
    ...JSON.parse(JSON.stringify(one).replaceAll("tr_1", `tr_${id}`)),
    id
  }))

const booksOf = (histories: Readonly<Record<string, ReadonlyArray<Payout.Event>>>) => {
  const books = Reconciliation.open()
  for (const [id, history] of Object.entries(histories)) {
    for (const event of named(id, history)) Reconciliation.record(books, "payout", event)
  }
  return books
}

const line = (reference: string, more: Partial<Statement.Line> = {}): Statement.Line => ({
  ...{ line: 2, reference, providerReference: null, outcome: "paid" },
  ...{ amount: "91575", currency: "UGX", at: at(4) },
  ...more
})

const file = {
  provider: "sandbox",
  name: "file.csv",
  sha256: "00",
  identifies: "transfer",
  fees: []
} as const

const reading = { now: t0 + 3 * dayMs, offset: 0, settlingMs: hourMs }

const statementOf = (
  lines: ReadonlyArray<Statement.Line>,
  more: Partial<Statement.Statement> = {}
) => ({ ...Result.getOrThrow(Statement.of({ ...file, lines }, reading)), ...more })

const found = (
  books: Reconciliation.Books,
  statement: Statement.Statement,
  now = reading.now
): ReadonlyArray<string> =>
  Statement.compare(books, statement, now).map(({ id, kind, reference, sides }) =>
    [kind, id, reference, ...(sides ? [sides.books, sides.reported] : [])].join(" ")
  )

describe("A statement", () => {
  it("has whole days of the provider, in its zone", () => {
    const { firstDay, from, lastDay, to, total } = statementOf([
      line("tr_1"),
      line("tr_2", { at: at(60 * 13) })
    ])
    assert.deepStrictEqual([from, to, total], [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 7), 2])
    assert.deepStrictEqual([firstDay, lastDay], ["2026-01-05", "2026-01-06"])
    const ahead = { ...reading, offset: 13 * hourMs }
    const east = Result.getOrThrow(Statement.of({ ...file, lines: [line("tr_1")] }, ahead))
    assert.strictEqual(east.from, Date.UTC(2026, 0, 5, 11))
  })

  it("ends with its last line while its last day has not ended", () => {
    const early = { ...reading, now: Date.UTC(2026, 0, 6, 0, 59) }
    const { to } = Result.getOrThrow(Statement.of({ ...file, lines: [line("tr_1")] }, early))
    assert.strictEqual(to, at(4))
  })

  it("is refused without lines, with too many days and with a time in the future", () => {
    const refusal = (lines: ReadonlyArray<Statement.Line>) =>
      Result.merge(Statement.of({ ...file, lines }, reading))
    assert.strictEqual(refusal([]), "has no line about a payout")
    assert.strictEqual(
      refusal([line("tr_1"), line("tr_2", { at: at(0) - 31 * dayMs })]),
      "has lines of more than 31 days. Split it by days"
    )
    assert.strictEqual(
      refusal([line("tr_1", { line: 9, at: reading.now + 1 })]),
      "has a time in the future in line 9"
    )
  })
})

describe("A comparison of a statement", () => {
  it("finds nothing where the statement and the books agree", () => {
    const books = booksOf({ a: historyTo.SETTLED, b: historyTo.FAILED, c: historyTo.FAILED })
    const returned = [line("tr_c"), line("tr_c", { outcome: "returned" })]
    const lines = [line("tr_a"), line("tr_b", { outcome: "failed" }), ...returned]
    assert.deepStrictEqual(found(books, statementOf(lines)), [])
  })

  it("finds a transfer that the books do not know", () => {
    const books = booksOf({ a: historyTo.SETTLED })
    assert.deepStrictEqual(found(books, statementOf([line("tr_a"), line("x")])), [
      "statement_transfer_unknown  x"
    ])
    assert.include(
      found(books, statementOf([line("tr_a")], { provider: "mtn" })),
      "statement_transfer_unknown  tr_a",
      "a transfer of another provider is not the one of the line"
    )
  })

  it("finds a paid transfer that the books have refused, or open for too long", () => {
    const books = booksOf({ a: historyTo.FAILED, b: historyTo.MANUAL_REVIEW })
    assert.deepStrictEqual(found(books, statementOf([line("tr_a"), line("tr_b")])), [
      "statement_paid_not_settled a tr_a 0 91575",
      "statement_paid_not_settled b tr_b 0 91575"
    ])
  })
})

describe("A comparison of a statement about one transfer", () => {
  it("S3 finds nothing about a transfer that the service may still settle", () => {
    const books = booksOf({ a: historyTo.PAYOUT_CONFIRMED })
    const statement = statementOf([line("tr_a")])
    assert.deepStrictEqual(found(books, statement, at(62)), [])
    assert.lengthOf(found(books, statement, at(63)), 1)
  })

  it("S1 finds a settled transfer that failed, is pending, or was returned", () => {
    const books = booksOf({ a: historyTo.SETTLED, b: historyTo.SETTLED, c: historyTo.SETTLED })
    const lines = [
      ...[line("tr_a", { outcome: "failed" }), line("tr_b", { outcome: "pending" })],
      ...[line("tr_c"), line("tr_c", { outcome: "returned" })]
    ]
    assert.deepStrictEqual(found(books, statementOf(lines)), [
      "statement_settled_not_paid a tr_a 91575 0",
      "statement_settled_not_paid b tr_b 91575 0",
      "statement_settled_not_paid c tr_c 91575 0"
    ])
  })

  it("finds another amount and another currency", () => {
    const books = booksOf({ a: historyTo.SETTLED, b: historyTo.SETTLED, c: historyTo.SETTLED })
    const lines = [
      ...[line("tr_a", { amount: "91000" }), line("tr_b", { currency: "KES" })],
      line("tr_c", { amount: "91575.5" })
    ]
    assert.deepStrictEqual(found(books, statementOf(lines)), [
      "statement_amount_differs a tr_a 91575 91000",
      "statement_amount_differs b tr_b",
      "statement_amount_differs c tr_c"
    ])
  })

  it("S1 finds a transfer that was paid twice", () => {
    const books = booksOf({ a: historyTo.SETTLED })
    assert.deepStrictEqual(found(books, statementOf([line("tr_a"), line("tr_a", { line: 3 })])), [
      "statement_paid_twice a tr_a 91575 183150"
    ])
  })

  it("S2 finds a settled transfer of its days and currencies without a line", () => {
    const books = booksOf({ a: historyTo.SETTLED, b: historyTo.SETTLED })
    const statement = statementOf([line("tr_a")])
    const missing = "statement_line_missing b tr_b 91575 0"
    assert.deepStrictEqual(found(books, statement), [missing])
    assert.deepStrictEqual(found(books, { ...statement, from: at(3) }), [missing])
    assert.deepStrictEqual(found(books, { ...statement, from: at(3) + 1 }), [], "requested before")
    assert.deepStrictEqual(found(books, { ...statement, to: at(5) }), [], "settled after")
    const shillings = statementOf([line("x", { currency: "KES" })])
    assert.deepStrictEqual(found(books, shillings), ["statement_transfer_unknown  x"])
  })

  it("takes ids of payouts as all of their transfers", () => {
    const books = booksOf({ a: historyTo.SETTLED, b: historyTo.SETTLED })
    const lines = [line("a", { outcome: "failed" }), line("a"), line("b")]
    assert.deepStrictEqual(found(books, statementOf(lines, { identifies: "payout" })), [])
  })

  it("covers the breaks of statements about transfers that it names", () => {
    const covers = Statement.covers(statementOf([line("tr_a"), line("po_b")]))
    const one = {
      kind: "statement_paid_twice",
      source: "sandbox",
      subject: "a",
      reference: "tr_a"
    } as const
    assert.isTrue(covers(one))
    assert.isTrue(covers({ ...one, subject: "po_b", reference: "tr_b" }))
    assert.isFalse(covers({ ...one, reference: "tr_b" }))
    assert.isFalse(covers({ ...one, source: "mtn" }))
    assert.isFalse(covers({ ...one, kind: "settled_not_delivered" }))
  })
})

describe("The comparison of a statement", () => {
  it("finds nothing about returns that recalls have recorded", () => {
    const recalled = (returned: number) => [
      ...historyTo.SETTLED,
      event("RecallOpened", at(6), { recallId: "rcl_1", kind: "returned", reason: "a return" }),
      event("RecallReturned", at(7), {
        ...{ recallId: "rcl_1", currency: "UGX", returned, value: 0, providerReference: "back" }
      })
    ]
    const books = booksOf({ a: recalled(91_575), b: recalled(500), c: recalled(91_575) })
    const back = { outcome: "returned" } as const
    const lines = [
      ...[line("tr_a"), line("tr_a", back), line("tr_b"), line("tr_b", { ...back, amount: "500" })],
      // This provider changes the line of the payment.
      line("tr_c", back)
    ]
    assert.deepStrictEqual(found(books, statementOf(lines)), [])
    const twice = [
      line("tr_b"),
      ...["500", "500"].map((amount) => line("tr_b", { ...back, amount }))
    ]
    assert.deepStrictEqual(found(books, statementOf(twice)).slice(0, 2), [
      "statement_settled_not_paid b tr_b 91575 0",
      "statement_amount_differs b tr_b 91575 500"
    ])
  })
})
