/** The comparison of a provider's statement file with the books of the whole log. */
import { Clock, Effect } from "effect"
import * as ReconciliationRun from "../domain/books/ReconciliationRun.ts"
import * as Statement from "../domain/books/Statement.ts"
import * as CompareDay from "./CompareDay.ts"
import * as LoggedBooks from "./LoggedBooks.ts"

/** Compares a statement. Fails only if the log cannot be read. */
export const compare = Effect.fnUntraced(function* (statement: Statement.Statement) {
  const { read } = yield* LoggedBooks.LoggedBooks
  const books = yield* read(statement.from)
  const found = Statement.compare(books, statement, yield* Clock.currentTimeMillis)
  const { counts, ...nothing } = ReconciliationRun.empty
  const comparison: CompareDay.Comparison = {
    ...nothing,
    counts: {
      ...counts,
      payouts: books.payouts.size,
      batches: books.batches.size,
      transfers: new Set(statement.lines.map(({ reference }) => reference)).size
    },
    differences: found.map(CompareDay.differenceOf(statement.provider)),
    covers: Statement.covers(statement)
  }
  return comparison
})
