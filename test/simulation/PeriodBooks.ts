/**
 * The auditor's books of months. They are closed in order, each once, an hour or more after their
 * end, by enough people, and with the totals of all postings until then (P1). Afterwards nothing
 * is added to them, and no booking is accepted into them (P2, B4).
 */
import type * as DailyTotals from "../../src/domain/books/DailyTotals.ts"
import type * as Period from "../../src/domain/books/Period.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { must, some } from "./Claim.ts"
import type { Request } from "./Requests.ts"

type Postings = ReadonlyArray<DailyTotals.Dated>
type Totals = Period.Closing["totals"]

const dayMs = 24 * 60 * 60 * 1_000
/** Milliseconds between the end of a month and its closing. */
const settlingMs = 60 * 60 * 1_000

const partsOf = (month: string): readonly [number, number] => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return [year, number]
}

/** The end of a month, milliseconds. */
const endOf = (month: string): number => Date.UTC(...partsOf(month))

const nextOf = (month: string): string => new Date(endOf(month)).toISOString().slice(0, 7)

const monthOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 7)

/** Debits and credits of an account in one currency. */
interface Sum {
  debit: bigint
  credit: bigint
}

/** Sums by month, and by account and currency. */
type Months = Map<string, Map<string, Sum>>

const add = (months: Months, { day, postings }: DailyTotals.Dated): void => {
  const month = monthOf(day)
  const sums = months.get(month) ?? new Map<string, Sum>()
  months.set(month, sums)
  for (const { account, amount, currency } of postings) {
    if (amount === 0) continue
    const sum = sums.get(`${account} ${currency}`) ?? { debit: 0n, credit: 0n }
    sums.set(`${account} ${currency}`, sum)
    if (amount > 0) sum.debit += BigInt(amount)
    else sum.credit += BigInt(-amount)
  }
}

/** The totals of all months until one, as text. */
const totalsUntil = (months: Months, last: string): string => {
  const all = new Map<string, Sum>()
  for (const [month, sums] of months) {
    if (month > last) continue
    for (const [key, { credit, debit }] of sums) {
      const sum = all.get(key) ?? { debit: 0n, credit: 0n }
      all.set(key, { debit: sum.debit + debit, credit: sum.credit + credit })
    }
  }
  const lines = [...all].map(([key, { credit, debit }]) => `${key} ${debit} ${credit}`)
  return lines.toSorted().join(", ")
}

const textOf = (totals: Totals): string =>
  totals
    .map(({ account, credit, currency, debit }) => `${account} ${currency} ${debit} ${credit}`)
    .toSorted()
    .join(", ")

const openBooks = (holdApprovals: number, now: () => number) => ({
  holdApprovals,
  now,
  months: new Map() as Months,
  /** The totals of each closed month. */
  closed: new Map<string, Totals>(),
  last: undefined as string | undefined,
  /** People who asked to close each month. */
  people: new Map<string, Set<string>>(),
  /** Value dates of bookings. */
  dates: new Map<string, string>(),
  refused: new Map<string, number>()
})

type Books = ReturnType<typeof openBooks>

const isClosed = ({ last }: Books, month: string): boolean => last !== undefined && month <= last

/** Checks that a month may be closed now, and notes who asked for it. */
const asks = (books: Books, { by, id }: Period.Event): Set<string> => {
  must(!isClosed(books, id), "P1: a closed month is closed again")
  must(books.now() >= endOf(id) + settlingMs, "P1: a month is closed before it has settled")
  const first = [...books.months.keys()].toSorted()[0]
  const open = books.last === undefined ? first : nextOf(books.last)
  must(open === undefined || id <= open, "P1: a month is closed before an earlier one")
  const people = books.people.get(id) ?? new Set()
  books.people.set(id, people)
  return people.add(by)
}

const compare = ({ months }: Books, month: string, totals: Totals): void => {
  const [ours, theirs] = [totalsUntil(months, month), textOf(totals)]
  must(ours === theirs, () => `P2: the totals of ${month} are ${ours}, and it has ${theirs}`)
}

const apply = (books: Books, event: Entry.Event): void => {
  switch (event._tag) {
    case "PeriodCloseApproved":
      asks(books, event)
      return
    case "PeriodClosed": {
      const people = asks(books, event).size
      must(people >= books.holdApprovals, "P1: a month is closed by too few")
      compare(books, event.id, event.totals)
      books.closed.set(event.id, event.totals)
      books.last = event.id
      return
    }
    case "BookingProposed":
      books.dates.set(event.id, event.valueDate)
      return accepts(books, event.valueDate)
    case "BookingApproved":
    case "BookingBooked":
      accepts(books, some(books.dates.get(event.id), "A booking that nobody proposed"))
  }
}

const accepts = (books: Books, valueDate: string): void =>
  must(!isClosed(books, valueDate.slice(0, 7)), "B4: a booking is accepted into a closed month")

/** Checks the refusal of a request. A replaced process does not have the newest closings. */
const rejected = (books: Books, { at }: Request, tag: string, subject: string): void => {
  const isOfMonths = /^(Month|EarlierMonth|BooksDoNot)/.test(tag)
  if (!isOfMonths) return
  books.refused.set(tag, (books.refused.get(tag) ?? 0) + 1)
  must(tag !== "BooksDoNotBalance", "L9: a month is not closed, because its books do not balance")
  if (tag === "MonthNotEnded") {
    must(at < endOf(subject) + settlingMs, "A month has settled, and is refused as too early")
  }
  if (tag === "MonthIsClosed") must(isClosed(books, subject), "An open month is refused as closed")
  if (tag === "MonthClosed")
    must(books.last !== undefined, "No month is closed, and one is refused")
}

export const make = (holdApprovals: number, now: () => number) => {
  const books = openBooks(holdApprovals, now)
  return {
    /** Takes an entry of any log, with its postings. */
    entry: ({ events }: Entry.Entry, postings: Postings): void => {
      for (const dated of postings) {
        const month = monthOf(dated.day)
        must(!isClosed(books, month), () => `P2: closed ${month} is changed by ${events[0]?._tag}`)
        add(books.months, dated)
      }
      for (const event of events) apply(books, event)
    },
    rejected: (request: Request, tag: string, subject: string): void =>
      rejected(books, request, tag, subject),
    /** Compares each closing with the postings of all logs, read once more at the end. */
    finish: (all: Iterable<Postings>): void => {
      const months: Months = new Map()
      for (const postings of all) for (const dated of postings) add(months, dated)
      for (const [month, totals] of books.closed) compare({ ...books, months }, month, totals)
    },
    /** Number of closed months. */
    count: () => books.closed.size,
    /** Refusals of closings and bookings by their tags. */
    refused: (): ReadonlyMap<string, number> => books.refused
  }
}
