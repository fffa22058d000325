/**
 * Random lives of a payout after its settlement, under an auditor with separate books
 * (RecallBooks.ts), and under the check that every entry conserves money. `FC_RUNS` sets the number
 * of lives, `FC_SEED` repeats a run, and a failure prints both.
 */
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Conservation from "../../../src/domain/books/Conservation.ts"
import * as FloatCheck from "../../../src/domain/books/FloatCheck.ts"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import * as Recall from "../../../src/domain/payout/Recall.ts"
import { address, at, deposit, dueOf, historyTo } from "../../support/fixtures.ts"
import * as Books from "./RecallBooks.ts"

const numRuns = Number(process.env.FC_RUNS ?? 2_000)
const seed = process.env.FC_SEED
const parameters = { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) }

/** A history to SETTLED with these amounts, which few real rates would make. */
const someSettled = fc
  .record({
    source: fc.constantFrom(1, 7, 24_999_999, 25_000_000, 10_000_000_000),
    target: fc.constantFrom(1, 3, 91_575, 999_983, 37_000_000_000)
  })
  .map(
    ({ source, target }): ReadonlyArray<Payout.Event> =>
      historyTo.SETTLED.map((event) => {
        if (event._tag === "PayoutCreated") {
          return { ...event, sourceAmount: source, targetAmount: target }
        }
        return event._tag === "DepositFinalized"
          ? { ...event, deposit: { ...event.deposit, amount: source } }
          : event
      })
  )

const someCommand = fc.record({
  verb: fc.constantFrom(
    ...([
      "OpenRecall",
      "OpenRecall",
      "OpenRecall",
      "CloseRecall",
      "ReturnRecall",
      "ReturnRecall",
      "CloseRecall"
    ] as const),
    ...(["CloseRecall", "FinalizeDeposit", "SendRefund", "ConfirmRefund"] as const),
    "DisproveRefund" as const
  ),
  /** Mostly the open recall. */
  isStranger: fc.constantFrom(false, false, false, true),
  share: fc.constantFrom(0, 0.3, 0.5, 1, 1, 1.1),
  outcome: fc.constantFrom(...Recall.Outcome.literals, "returned" as const),
  kind: fc.constantFrom(...Recall.Kind.literals),
  n: fc.integer({ min: 1, max: 4 })
})

type Parts = typeof someCommand extends fc.Arbitrary<infer P> ? P : never

const commandOf = (payout: Payout.Payout, parts: Parts, index: number): Payout.Command => {
  const { isStranger, kind, n, outcome, share, verb } = parts
  const now = at(10 + index)
  const recallId = isStranger ? "rcl_none" : (Recall.openOf(payout)?.id ?? "rcl_none")
  const txHash = `0xref${n}`
  switch (verb) {
    case "OpenRecall":
      return { _tag: verb, recallId: `rcl_${index}`, kind, reason: "asked", at: now }
    case "ReturnRecall": {
      const returned = Math.ceil(payout.targetAmount * share)
      return { _tag: verb, recallId, returned, providerReference: "back", at: now }
    }
    case "CloseRecall":
      return { _tag: verb, recallId, outcome, at: now }
    case "FinalizeDeposit":
      return { _tag: verb, deposit: deposit(20 + n, 3, 10), at: now }
    case "SendRefund":
      return { _tag: verb, amount: Number(dueOf(payout)()), address, txHash, at: now }
    case "ConfirmRefund":
    case "DisproveRefund":
      return { _tag: verb, txHash, at: now }
  }
}

const someLife = fc.tuple(someSettled, fc.array(someCommand, { maxLength: 120, size: "max" }))

const replay = ([birth, ...rest]: ReadonlyArray<Payout.Event>): Payout.Payout =>
  rest.reduce(Payout.evolve, Payout.created(birth as PayoutEvent.Created))

const taken = new Set<string>()

const noteRefusal = (refusal: Payout.Rejection): void => {
  taken.add(refusal._tag === "InvalidState" ? String(refusal.cause) : refusal._tag)
}

const live = (settled: ReadonlyArray<Payout.Event>, life: ReadonlyArray<Parts>) => {
  const history = [...settled]
  let payout = replay(settled)
  const books = Books.openBooks(payout)
  for (const [index, parts] of life.entries()) {
    const decision = Payout.decide(payout, commandOf(payout, parts, index))
    if (Result.isFailure(decision)) {
      noteRefusal(decision.failure)
      continue
    }
    expect(Conservation.ofPayout(payout, decision.success)).toBeUndefined()
    for (const event of decision.success) {
      Books.book(books, event)
      taken.add(event._tag)
      history.push(event)
    }
    payout = decision.success.reduce(Payout.evolve, payout)
    Books.audit(books, payout)
  }
  return { history, payout }
}

/** The books of a log with one payout. */
const booksOf = (history: ReadonlyArray<Payout.Event>): Reconciliation.Books => {
  const books = Reconciliation.open()
  for (const event of history) Reconciliation.record(books, "payout", event)
  return books
}

/** With this seed, the lives include every refusal, whatever the lives of other tests include. */
const everyRefusal = { numRuns: 1_000, seed: 1 }

const anyLife = fc.property(someLife, ([settled, life]) => {
  const { history, payout } = live(settled, life)
  expect(replay(history)).toEqual(payout)
})

describe("Any life of a payout after SETTLED", () => {
  it("keeps the invariants C1 to C4 and conserves money", { timeout: 120_000 }, () => {
    fc.assert(anyLife, parameters)
  })

  it("has every event and every refusal of a recall", () => {
    taken.clear()
    fc.assert(anyLife, everyRefusal)
    const expected = [
      ...["RecallOpened", "RecallReturned", "RecallClosed", "RefundConfirmed"],
      ...["recall_open", "too_many_recalls", "all_returned", "money_returned"],
      ...["nothing_returned", "RecallNotFound", "ReturnTooLarge"]
    ]
    expect(expected.filter((one) => !taken.has(one))).toEqual([])
  })

  it("leaves books that balance, and a float that fell by what was not returned", () => {
    fc.assert(
      fc.property(someLife, ([settled, life]) => {
        const { history, payout } = live(settled, life)
        const books = booksOf(history)
        expect(Reconciliation.auditBooks(books)).toEqual([])
        expect(FloatCheck.compareLedger(books)).toEqual([])
        const kept = payout.targetAmount - Recall.returned(payout)
        expect(books.balances.get("provider_float UGX")).toBe(BigInt(-kept))
        expect(books.balances.get("conversion UGX")).toBe(BigInt(kept))
      }),
      { ...parameters, numRuns: Math.ceil(numRuns / 4) }
    )
  })

  it("is unchanged after its events are decoded from the log's JSON", () => {
    const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(PayoutEvent.Event)))
    fc.assert(
      fc.property(someLife, ([settled, life]) => {
        const { history, payout } = live(settled, life)
        expect(replay(decode(JSON.stringify(history)))).toEqual(payout)
      }),
      { ...parameters, numRuns: Math.ceil(numRuns / 6) }
    )
  })
})
