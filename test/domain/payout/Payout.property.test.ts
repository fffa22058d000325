/**
 * Random lives of a payout under an auditor with separate books (PayoutBooks.ts). Payout.ts
 * defines the invariants P1 to P7. `FC_RUNS` sets the number of lives, `FC_SEED` repeats a run,
 * and a failure prints both.
 */
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import { createdEvent, dueOf, someLife, withReferences } from "../../support/fixtures.ts"
import * as Books from "./PayoutBooks.ts"

const numRuns = Number(process.env.FC_RUNS ?? 3_000)
const seed = process.env.FC_SEED
const parameters = { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) }

const bookEvent = (books: Books.Books, event: Payout.Event, command: Payout.Command): void => {
  Books.must(event.at === command.at, "an event has the time of its command")
  Books.bookDeposit(books, event, command)
  Books.bookWords(books, event, command)
  Books.bookTransfer(books, event)
  Books.bookMoney(books, event)
  Books.bookStatus(books, event, command._tag)
}

const noteCommand = (books: Books.Books, command: Payout.Command): void => {
  const isOver = command._tag === "CloseFundingWindow" && command.at > books.deadline
  if (books.status === "AWAITING_FUNDS" && isOver) books.isClosed = true
  if (command._tag === "ClearScreening") books.isCleared = true
}

const auditFunds = (books: Books.Books, { _tag }: Payout.Command): void => {
  if (!Books.aboutFunds.includes(_tag)) return
  const expected = Books.fundedTo(books)
  Books.must(books.status === expected, `${_tag} results in ${expected}`)
}

/** Lives a life under audit and returns its whole history. */
const live = (birth: PayoutEvent.Created, life: ReadonlyArray<Payout.Command>) => {
  const history: Array<Payout.Event> = [birth]
  const books = Books.openBooks(birth)
  let references = 0
  let payout = Payout.created(birth)
  for (const symbolic of life) {
    const fresh = `tr_${++references}`
    const command = withReferences(symbolic, books.live ?? "tr_none", fresh, dueOf(payout))
    const before = books.status
    const decision = Payout.decide(payout, command)
    if (Result.isFailure(decision)) {
      Books.auditRejection(books, command, decision.failure)
      continue
    }
    noteCommand(books, command)
    for (const event of decision.success) {
      Books.must(event.id === birth.id, "an event is of its payout")
      bookEvent(books, event, command)
      payout = Payout.evolve(payout, event)
      history.push(event)
    }
    if (before === "AWAITING_FUNDS") auditFunds(books, command)
    Books.auditMoney(books)
    Books.auditState(books, payout)
  }
  return { history, payout }
}

const replay = (history: ReadonlyArray<Payout.Event>, start: Payout.Payout): Payout.Payout =>
  history.reduce(Payout.evolve, start)

/** With this seed, the lives take every move, whatever the lives of other tests took. */
const everyMove = { numRuns: 2_000, seed: 1 }

const anyLife = fc.property(someLife, ([birth, life]) => {
  const { history, payout } = live(birth, life)
  expect(replay(history, Payout.created(createdEvent))).toEqual(payout)
})

describe("Any life of a payout", () => {
  it("keeps the invariants P1 to P7, for any commands in any order", { timeout: 120_000 }, () => {
    fc.assert(anyLife, parameters)
  })

  it("takes every transition of the lifecycle, each by all of its causes", () => {
    Books.taken.clear()
    fc.assert(anyLife, everyMove)
    const causes = Object.entries(Books.moves).flatMap(([move, verbs]) =>
      verbs.map((verb) => `${move} by ${verb}`)
    )
    expect(causes.filter((one) => !Books.taken.has(one))).toEqual([])
  })

  it("is unchanged after its events are decoded from the log's JSON", () => {
    const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(PayoutEvent.Event)))
    fc.assert(
      fc.property(someLife, ([birth, life]) => {
        const { history, payout } = live(birth, life)
        const read = decode(JSON.stringify(history))
        expect(read).toEqual(history)
        expect(replay(read, Payout.created(createdEvent))).toEqual(payout)
      }),
      { ...parameters, numRuns: Math.ceil(numRuns / 6) }
    )
  })

  it("folds any event onto any state without a defect", () => {
    fc.assert(
      fc.property(someLife, someLife, (one, other) => {
        const { history } = live(...one)
        const { payout } = live(...other)
        const odd = replay(history.toReversed(), payout)
        expect(PayoutEvent.statuses).toContain(odd.status)
        Payout.nextStep(odd)
      }),
      { ...parameters, numRuns: Math.ceil(numRuns / 6) }
    )
  })
})
