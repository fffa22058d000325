/** The comparison of a provider's statement file with the books of the whole log. */
import { Clock, Effect } from "effect"
import * as ReconciliationRun from "../domain/books/ReconciliationRun.ts"
import * as Statement from "../domain/books/Statement.ts"
import * as CompareDay from "./CompareDay.ts"
import * as LoggedBooks from "./LoggedBooks.ts"

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
    differences: found.map(CompareDay.differenceOf(statement.provider)),
    covers: Statement.covers(statement)
  }
  return comparison
})
