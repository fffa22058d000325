/**
 * The books of a partition: daily sums in the tables; closed months, runs of the reconciliation and
 * breaks in memory.
 */
import { Effect } from "effect"
import type * as Break from "../../domain/books/Break.ts"
import type * as DailyTotals from "../../domain/books/DailyTotals.ts"
import type * as Period from "../../domain/books/Period.ts"
import type * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import { type BooksFilter, orDie, type ReadModel } from "../ports/ReadModel.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import type * as State from "../state/State.ts"

type Sums = Effect.Effect<ReadonlyArray<DailyTotals.DaySum>, Unavailable>

export interface Books {
  /** Months that are closed or about to be closed, by their names. */
  readonly periods: ReadonlyMap<string, Period.Period>
  /** Runs of the reconciliation, by id, in the directory's partition alone. */
  readonly reconciliations: ReadonlyMap<string, ReconciliationRun.Run>
  readonly breaks: ReadonlyMap<string, Break.Break>
  /** Sums by day, account and currency, with every entry that is durable now. */
  readonly days: (filter: BooksFilter) => Sums
  /** Sums by account and currency, each with its first day. */
  readonly sums: (filter: BooksFilter) => Sums
}

export const make = (
  { breaks, periods, reconciliations }: State.State,
  { bookDays, bookSums }: ReadModel["Service"],
  caughtUp: Effect.Effect<void, Unavailable>
): Books => ({
  ...{ breaks, periods, reconciliations },
  days: (filter) => Effect.andThen(caughtUp, orDie(bookDays(filter))),
  sums: (filter) => Effect.andThen(caughtUp, orDie(bookSums(filter)))
})
