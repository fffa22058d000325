/**
 * The books in the fold: the postings of each entry, operators' bookings, closed months, runs of
 * the reconciliation, and breaks.
 */

import * as Booking from "../../domain/books/Booking.ts"
import * as Break from "../../domain/books/Break.ts"
import * as DailyTotals from "../../domain/books/DailyTotals.ts"
import type * as Ledger from "../../domain/books/Ledger.ts"
import * as Period from "../../domain/books/Period.ts"
import * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import * as Entry from "../ports/Entry.ts"
import * as Collections from "./Collections.ts"
import { markDirty } from "./DirtyRows.ts"
import type { Fold } from "./State.ts"

/** Keeps postings until the tables have them. Most events move no money. */
export const post = (
  { at, seq, state }: Pick<Fold, "at" | "seq" | "state">,
  postings: ReadonlyArray<Ledger.Posting>
): void => {
  if (postings.length === 0) return
  state.dirty.postings.push({ seq, day: DailyTotals.dayOf(at), postings })
}

const applyBooking = (fold: Fold, event: Booking.Event): void => {
  const { seq, state } = fold
  const booking = Booking.evolve(state.bookings.get(event.id), event)
  Collections.put(state, "bookings", booking)
  markDirty(state.dirty.bookings, booking.id, seq)
  if (event._tag === "BookingBooked") post(fold, Booking.postings(booking))
}

const applyPeriod = ({ seq, state }: Fold, event: Period.Event): void => {
  const period = Period.evolve(state.periods.get(event.id), event)
  Collections.put(state, "periods", period)
  markDirty(state.dirty.registry, period.id, seq)
}

const applyReconciliation = ({ seq, state }: Fold, event: ReconciliationRun.Event): void => {
  const run = ReconciliationRun.evolve(state.reconciliations.get(event.id), event)
  if (run === undefined) Collections.remove(state, "reconciliations", event.id)
  else Collections.put(state, "reconciliations", run)
  markDirty(state.dirty.registry, event.id, seq)
}

const applyBreak = ({ seq, state }: Fold, event: Break.Event): void => {
  const after = Break.evolve(state.breaks.get(event.id), event)
  if (after === undefined) Collections.remove(state, "breaks", event.id)
  else Collections.put(state, "breaks", after)
  markDirty(state.dirty.registry, event.id, seq)
}

export const apply = (fold: Fold, event: Entry.BooksEvent): void => {
  if (Entry.isBookingEvent(event)) return applyBooking(fold, event)
  if (Entry.isPeriodEvent(event)) return applyPeriod(fold, event)
  return Entry.isBreakEvent(event) ? applyBreak(fold, event) : applyReconciliation(fold, event)
}
