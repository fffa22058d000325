/** The comparison of a provider's statement file with the books of the whole log. */
import { Clock, Effect } from "effect"
import * as BookedFloats from "../domain/books/BookedFloats.ts"
import type * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as ReconciliationRun from "../domain/books/ReconciliationRun.ts"
import * as Statement from "../domain/books/Statement.ts"
import * as CompareDay from "./CompareDay.ts"
import * as LoggedBooks from "./LoggedBooks.ts"

/** The fees of a statement, next to what is booked of them in its days. */
const feeFigures = (
  { floats }: Reconciliation.Books,
  { fees, provider, ...days }: Statement.Statement
): ReadonlyArray<ReconciliationRun.Figure> =>
  fees.map(({ amount, currency }) => {
    const booked = BookedFloats.feesOf(floats, BookedFloats.keyOf(provider, currency), days)
    return {
      ...{ source: provider, account: "provider_fees", currency },
      books: CompareDay.decimalOf(booked, currency),
      reported: amount
    }
  })

/** Compares a statement. Fails only if the log cannot be read. */
export const compare = Effect.fnUntraced(function* (statement: Statement.Statement) {
  const { read } = yield* LoggedBooks.LoggedBooks
  // A line may be about a payout that ended before the statement's days.
  const named = new Set(statement.lines.map(({ reference }) => reference))
  const books = yield* read({ since: statement.from, named })
  const found = Statement.compare(books, statement, yield* Clock.currentTimeMillis)
  const { counts, ...nothing } = ReconciliationRun.empty
  const comparison: CompareDay.Comparison = {
    ...nothing,
    counts: {
      ...{ ...counts, ...books.counts },
      transfers: named.size
    },
    figures: feeFigures(books, statement),
    differences: found.map(CompareDay.differenceOf(statement.provider)),
    covers: Statement.covers(statement)
  }
  return comparison
})
