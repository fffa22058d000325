/**
 * States that the entry which created them tells alone: quotes, and payouts that are no row of a
 * batch, until something else changes them. The read model stores where that entry is instead of
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

/** The state that an entry created under an id, if it did. */
export const stateOf: {
  readonly [K in Name]: (events: ReadonlyArray<Entry.Event>, id: string) => Kinds[K] | undefined
} = {
  quotes: (events, id) => {
    const event = events.find((one) => one._tag === "QuoteCreated" && one.id === id)
    return event?._tag === "QuoteCreated" ? Quote.created(event) : undefined
  },
  payouts: (events, id) => {
    const event = events.find((one) => one._tag === "PayoutCreated" && one.id === id)
    return event?._tag === "PayoutCreated" ? Payout.created(event) : undefined
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
