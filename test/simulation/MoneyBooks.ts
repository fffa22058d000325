/**
 * The ledger beside the run: after every entry of the log each currency's accounts come to zero,
 * and what they say of customers and refunds is what the payouts and batches say (L9).
 */
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as Reconcile from "../../src/usecases/Reconcile.ts"
import { must } from "./Claim.ts"

export const make = () => {
  const books = Reconciliation.open()
  return {
    entry: (entry: Entry.Entry): void => {
      Reconcile.record(books, entry)
      const [wrong] = Reconciliation.auditBooks(books)
      must(wrong === undefined, () => `L9: the books do not balance: ${wrong?.detail}`)
    }
  }
}
