/** Sums of the books over all partitions, from the daily sums of each. */
import { Effect } from "effect"
import * as DailyTotals from "../domain/books/DailyTotals.ts"
import * as Partitions from "../engine/Partitions.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"

/** A sum as it travels between nodes. */
interface Sent extends Omit<DailyTotals.DaySum, "debit" | "credit"> {
  readonly debit: string
  readonly credit: string
}

interface Query extends ReadModel.BooksFilter {
  /** True for a sum per day. */
  readonly isByDay: boolean
}

/** The sums of a partition. */
export const part = Partitions.procedure<Query, ReadonlyArray<Sent>>({
  name: "book sums",
  run: ({ books }, { isByDay, ...filter }) =>
    Effect.map(isByDay ? books.days(filter) : books.sums(filter), (sums) =>
      sums.map((sum) => ({ ...sum, debit: String(sum.debit), credit: String(sum.credit) }))
    )
})

type Caller = Pick<Partitions.PartitionsService, "call" | "count">

type Sums = Effect.Effect<ReadonlyArray<DailyTotals.DaySum>, Unavailable>

const received = (sums: ReadonlyArray<ReadonlyArray<Sent>>) =>
  sums.flat().map((sum): DailyTotals.DaySum => {
    return { ...sum, debit: BigInt(sum.debit), credit: BigInt(sum.credit) }
  })

const inOrder = ({ account, currency, day }: DailyTotals.DaySum): string =>
  `${DailyTotals.dateOf(day)} ${account} ${currency}`

/** Sums by account and currency. The day of each is not meaningful. */
export const total = (partitions: Caller, filter: ReadModel.BooksFilter): Sums =>
  Effect.map(Partitions.callAll(partitions, part, { ...filter, isByDay: false }), (sums) =>
    DailyTotals.merge(received(sums))
  )

/** Sums by day, account and currency. */
export const byDay = (partitions: Caller, filter: ReadModel.BooksFilter): Sums =>
  Effect.map(Partitions.callAll(partitions, part, { ...filter, isByDay: true }), (sums) =>
    DailyTotals.merge(received(sums), inOrder)
  )

/** The first day of the books; `undefined` if they are empty. */
export const firstDay = (partitions: Caller): Effect.Effect<number | undefined, Unavailable> =>
  Effect.map(Partitions.callAll(partitions, part, { isByDay: false }), (sums) => {
    const days = sums.flat().map(({ day }) => day)
    return days.length === 0 ? undefined : Math.min(...days)
  })
