/**
 * States that the entry which created them tells alone: quotes and payouts of an entry with no
 * other event, until something changes them. The read model stores where that entry is instead of
 * the state.
 *
 * A payout that holds a quote does not count as a change of the quote: as long as the quote is
 * alive, its lock follows from the payouts that are.
 */
import * as Payout from "../../domain/payout/Payout.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import type * as Entry from "../ports/Entry.ts"
import type { Kinds } from "../ports/Rows.ts"

/** Collections whose states an entry may tell. */
export type Name = "quotes" | "payouts"

/** Whether an entry creates one thing, and nothing else happens in it. */
export const isSingle = (events: ReadonlyArray<Entry.Event>): boolean => events.length === 1

/** The state that an entry created under an id, if it did. */
export const stateOf: {
  readonly [K in Name]: (events: ReadonlyArray<Entry.Event>, id: string) => Kinds[K] | undefined
} = {
  quotes: (events, id) => {
    const [event] = events
    if (!isSingle(events) || event?._tag !== "QuoteCreated" || event.id !== id) return undefined
    return Quote.created(event)
  },
  payouts: (events, id) => {
    const [event] = events
    if (!isSingle(events) || event?._tag !== "PayoutCreated" || event.id !== id) return undefined
    return Payout.created(event)
  }
}

/** The quote that a payout holds, where its row was written before the payout was created. */
export const heldBy = (
  quotes: ReadonlyMap<string, Quote.Quote>,
  { id, quoteId }: Payout.Payout
): Quote.Quote | undefined => {
  const quote = quoteId === null ? undefined : quotes.get(quoteId)
  return quote?.lock === "none" ? Quote.held(quote, id) : undefined
}
