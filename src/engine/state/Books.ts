/** The books in the fold: the postings of each entry, operators' bookings, and closed months. */
import * as Booking from "../../domain/books/Booking.ts"
import * as DailyTotals from "../../domain/books/DailyTotals.ts"
import type * as Ledger from "../../domain/books/Ledger.ts"
import * as Period from "../../domain/books/Period.ts"
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

export const applyBooking = (fold: Fold, event: Booking.Event): void => {
  const { seq, state } = fold
  const booking = Booking.evolve(state.bookings.get(event.id), event)
  Collections.put(state, "bookings", booking)
  markDirty(state.dirty.registry, booking.id, seq)
  if (event._tag === "BookingBooked") post(fold, Booking.postings(booking))
}

export const applyPeriod = ({ seq, state }: Fold, event: Period.Event): void => {
  const period = Period.evolve(state.periods.get(event.id), event)
  Collections.put(state, "periods", period)
  markDirty(state.dirty.registry, period.id, seq)
}
