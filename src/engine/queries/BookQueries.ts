/** The books of a partition: daily sums in the tables, bookings and closed months in memory. */
import { Effect } from "effect"
import type * as Booking from "../../domain/books/Booking.ts"
import type * as DailyTotals from "../../domain/books/DailyTotals.ts"
import type * as Period from "../../domain/books/Period.ts"
import { type BooksFilter, orDie, type ReadModel } from "../ports/ReadModel.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import type * as State from "../state/State.ts"

type Sums = Effect.Effect<ReadonlyArray<DailyTotals.DaySum>, Unavailable>

export interface Books {
  /** Operators' bookings, by id. They are in the directory's partition alone. */
  readonly bookings: ReadonlyMap<string, Booking.Booking>
  /** Months that are closed or about to be closed, by their names. */
  readonly periods: ReadonlyMap<string, Period.Period>
  /** Sums by day, account and currency, with every entry that is durable now. */
  readonly days: (filter: BooksFilter) => Sums
  /** Sums by account and currency, each with its first day. */
  readonly sums: (filter: BooksFilter) => Sums
}

export const make = (
  { bookings, periods }: State.State,
  { bookDays, bookSums }: ReadModel["Service"],
  caughtUp: Effect.Effect<void, Unavailable>
): Books => ({
  ...{ bookings, periods },
  days: (filter) => Effect.andThen(caughtUp, orDie(bookDays(filter))),
  sums: (filter) => Effect.andThen(caughtUp, orDie(bookSums(filter)))
})
