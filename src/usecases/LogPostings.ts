/**
 * The postings of a partition's log, from its first entry on. Memory has every payout and batch,
 * because an entry about late money refers to one that finished long before.
 */
import * as Limits from "../config/Limits.ts"
import type * as DailyTotals from "../domain/books/DailyTotals.ts"
import * as Entry from "../engine/ports/Entry.ts"
import * as Eviction from "../engine/state/Eviction.ts"
import * as Fold from "../engine/state/Fold.ts"
import * as State from "../engine/state/State.ts"

/** The events on which postings depend. */
const isBooked = (event: Entry.Event): boolean =>
  Entry.isPayoutEvent(event) ||
  Entry.isBatchEvent(event) ||
  Entry.isBalanceEvent(event) ||
  Entry.isWithdrawalEvent(event) ||
  Entry.isBookingEvent(event)

const always = () => true

const rules: Eviction.EvictionRules = {
  inUse: { payouts: always, batches: always },
  rowsPerTurn: Limits.readModel.rowsPerTurn
}

/** Reads pages of entries, and returns the postings of each page. */
export const make = () => {
  const state = State.make()
  return (entries: ReadonlyArray<Entry.Entry>): ReadonlyArray<DailyTotals.Dated> => {
    for (const entry of entries) {
      const events = entry.events.filter(isBooked)
      if (events.length > 0) Fold.apply(state, { ...entry, events, reply: null })
    }
    const postings = [...state.dirty.postings]
    // Nothing is written, so every change counts as written.
    for (const _ of Eviction.acknowledge(state, state.seq, rules));
    return postings
  }
}
