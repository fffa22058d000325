/**
 * Ledgers next to the run, one per partition and one for all logs together. After every entry the
 * accounts of each currency add up to zero. Their customers' money and refunds equal those of the
 * payouts and batches (L9), and the money at providers and in balances equals the auditor's sums.
 */
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as Reconcile from "../../src/usecases/Reconcile.ts"
import type { BookingBooks } from "./BookingBooks.ts"
import { must } from "./Claim.ts"
import type { Spread } from "./Spread.ts"

export const make = ({ count, numbers }: Spread, bookings: BookingBooks) => {
  const all = Reconciliation.open()
  // With one partition, both ledgers would be the same.
  const parts = count === 1 ? [] : numbers.map(() => Reconciliation.open())

  const take = (books: Reconciliation.Books, entry: Entry.Entry): void => {
    Reconcile.record(books, entry)
    const [wrong] = Reconciliation.auditBooks(books)
    must(wrong === undefined, () => `L9: the books do not balance: ${wrong?.detail}`)
  }

  return {
    entry: (partition: number, entry: Entry.Entry): void => {
      take(all, entry)
      bookings.entry(entry)
      bookings.shows(all.balances)
      const part = parts[partition]
      if (part !== undefined) take(part, entry)
    }
  }
}
