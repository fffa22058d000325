/**
 * Rebuilds a quote or payout that has not changed since creation from its entry, if the entry has
 * one event. The webhook event of a payout's creation is rebuilt as well. The read model then
 * stores the entry's `seq` and neither state nor body.
 *
 * A payout that holds a quote does not count as a change of the quote: as long as the quote is
 * active, its lock follows from the active payouts.
 */
import * as Payout from "../../domain/payout/Payout.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as Entry from "../ports/Entry.ts"
import type { Kinds } from "../ports/Rows.ts"

/** Collections whose states can be rebuilt from an entry. */
export type Name = "quotes" | "payouts"

/** True if an entry creates one object and does nothing else. */
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

/**
 * The webhook event, in the account's event history, of the payout that an entry created, if it
 * did.
 */
export const webhookEventOf = ({
  events,
  v
}: Pick<Entry.Draft, "events" | "v">): WebhookEvent.WebhookEvent | undefined => {
  const [event] = events
  if (!isSingle(events) || event?._tag !== "PayoutCreated") return undefined
  const renderer = EventRenderers.rendererOf(v)
  const transition = WebhookEvent.transition(undefined, Payout.created(event), event)
  const name = transition && WebhookEvent.registrationName(renderer, transition)
  return name && WebhookEvent.make(renderer, transition, name)
}

/** The quote that a payout holds, if the quote's row was written before the payout was created. */
export const quoteHeldBy = (
  quotes: ReadonlyMap<string, Quote.Quote>,
  { id, quoteId }: Payout.Payout
): Quote.Quote | undefined => {
  const quote = quoteId === null ? undefined : quotes.get(quoteId)
  return quote?.lock === "none" ? Quote.held(quote, id) : undefined
}
