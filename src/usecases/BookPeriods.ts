/**
 * Months of the books. Closing a month keeps its trial balance and a hash of it. The list computes
 * the totals again, so that a change of a closed month is found.
 */
import * as crypto from "node:crypto"
import { Effect, Result } from "effect"
import * as DailyTotals from "../domain/books/DailyTotals.ts"
import * as Period from "../domain/books/Period.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Partitions from "../engine/Partitions.ts"
import * as Bookings from "./Bookings.ts"
import * as BookReports from "./BookReports.ts"
import * as BookSums from "./BookSums.ts"

type Caller = Pick<Partitions.PartitionsService, "call" | "count">

export interface Dependencies extends Omit<Bookings.Dependencies, "source"> {
  readonly partitions: Caller
}

/** Debits and credits differ, so the month is not closed. */
export interface BooksDoNotBalance {
  readonly _tag: "BooksDoNotBalance"
  readonly currency: string
  /** Debits minus credits, as a decimal. */
  readonly amount: string
}

const hashOf = (sums: ReadonlyArray<DailyTotals.Sum>): string =>
  crypto.hash("sha256", DailyTotals.canonical(sums), "hex")

/** The trial balance that a closing keeps. */
export const closingOf = (sums: ReadonlyArray<DailyTotals.Sum>): Period.Closing => ({
  totals: DailyTotals.merge(sums).map(({ account, credit, currency, debit }) => ({
    ...{ account, currency, debit: String(debit), credit: String(credit) }
  })),
  hash: hashOf(sums)
})

/** The last day of a month, since 1970-01-01. */
const lastDayOf = (month: string): number => DailyTotals.dayOf(Period.endOf(month)) - 1

const monthOfDay = (day: number): string => Period.monthOf(DailyTotals.dateOf(day))

/** Reads the totals of a month that can be closed. */
const readClosing = Effect.fnUntraced(function* (
  { engine, partitions }: Dependencies,
  at: number,
  month: string
) {
  const first = yield* BookSums.firstDay(partitions)
  const firstMonth = first === undefined ? undefined : monthOfDay(first)
  const refused = Period.refusal(engine.books.periods.values(), { at, firstMonth, month })
  if (refused !== undefined) return yield* Effect.fail(refused)
  const sums = yield* BookSums.total(partitions, { until: lastDayOf(month) })
  const [difference] = BookReports.differencesOf(sums)
  if (difference !== undefined) {
    return yield* Effect.fail<BooksDoNotBalance>({ _tag: "BooksDoNotBalance", ...difference })
  }
  return { firstMonth, closing: closingOf(sums) }
})

/** Closes a month, or adds an approval if more people are needed. */
export const close = (deps: Dependencies, request: Request.Request<Period.Period>, month: string) =>
  deps.engine.execute(request, {
    locks: [KeyLocks.booksLock],
    read: () => readClosing(deps, request.at, month),
    decide: ({ closing, firstMonth }) => {
      const { periods } = deps.engine.books
      const command = { month, firstMonth, ...Bookings.approverOf(deps, request) }
      return Result.map(Period.close(periods, command, closing), (events) => {
        let period = periods.get(month)
        for (const event of events) period = Period.evolve(period, event)
        if (period === undefined) throw new Error(`A decision about no month: ${month}`)
        return { events, result: period }
      })
    }
  })

/** An account whose totals are not those that the month was closed with. */
export interface Change {
  readonly account: string
  readonly currency: string
  /** Debits minus credits at the closing, and now. */
  readonly closed: bigint
  readonly now: bigint
}

export interface CheckedPeriod {
  readonly period: Period.Period
  /** Empty if the totals agree, and for a month that is not closed. */
  readonly changes: ReadonlyArray<Change>
  /** False if the totals of a closed month have changed, even without a change of a balance. */
  readonly agrees: boolean
}

const keyOf = ({ account, currency }: Pick<Change, "account" | "currency">): string =>
  `${account} ${currency}`

const changesOf = (
  { totals }: Period.Period,
  sums: ReadonlyArray<DailyTotals.Sum>
): ReadonlyArray<Change> => {
  const all = new Map<string, Change>()
  for (const { account, credit, currency, debit } of totals) {
    const closed = BigInt(debit) - BigInt(credit)
    all.set(keyOf({ account, currency }), { account, currency, closed, now: 0n })
  }
  for (const sum of sums) {
    const { account, currency } = sum
    const { closed } = all.get(keyOf(sum)) ?? { closed: 0n }
    all.set(keyOf(sum), { account, currency, closed, now: DailyTotals.balanceOf(sum) })
  }
  return [...all.values()].filter(({ closed, now }) => closed !== now)
}

interface CheckContext extends Pick<Dependencies, "partitions"> {
  readonly engine: Pick<Dependencies["engine"], "books">
}

/**
 * The periods, the newest first. Each closed one is compared with the totals of its days, which are
 * added up month by month.
 */
export const check = Effect.fnUntraced(function* ({ engine, partitions }: CheckContext) {
  const periods = [...engine.books.periods.values()].sort((left, right) =>
    left.id < right.id ? -1 : 1
  )
  const checked: Array<CheckedPeriod> = []
  let sums: ReadonlyArray<DailyTotals.DaySum> = []
  let from: number | undefined
  for (const period of periods) {
    if (!Period.isClosed(period)) {
      checked.push({ period, changes: [], agrees: true })
      continue
    }
    const until = lastDayOf(period.id)
    sums = DailyTotals.merge([...sums, ...(yield* BookSums.total(partitions, { from, until }))])
    from = until + 1
    const agrees = hashOf(sums) === period.hash
    checked.push({ period, agrees, changes: agrees ? [] : changesOf(period, sums) })
  }
  return checked.toReversed()
})
