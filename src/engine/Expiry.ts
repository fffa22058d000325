/**
 * Ends quotes whose TTL is over and that nobody used. A quote is refused from the end of its TTL
 * on, whether this has come to it or not; what is written here is that it ended, once, for whoever
 * listens.
 */
import { Clock, Effect, Result } from "effect"
import * as Config from "../Config.ts"
import type * as Quote from "../domain/Quote.ts"
import type * as Core from "./Core.ts"
import type { Requests } from "./Requests.ts"

/** What must be claimed to decide about a quote. */
export const quoteClaim = (quoteId: string): string => `quote ${quoteId}`

const isOver = (quote: Quote.Quote | undefined, now: number): boolean =>
  quote?.lock === "none" && now >= quote.expiresAt

/** The first quotes that are over, in order of their ends. */
const overdue = (core: Core.Core, now: number): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (const id of core.unlocked) {
    if (!isOver(core.quotes.get(id), now) || ids.length >= Config.expiry.quotesMax) break
    ids.push(id)
  }
  return ids
}

const answer = { status: 200, body: "" }

/** Runs for ever. */
export const run = (
  core: Core.Core,
  requests: Pick<Requests, "transact">
): Effect.Effect<never> => {
  const expire = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const ids = overdue(core, at)
    if (ids.length === 0) return
    const request = { at, by: "engine", idempotency: null }
    // In a fixed order, so that nobody waits for us while we wait for them.
    yield* requests.transact(request, ids.map(quoteClaim).sort(), () =>
      Result.succeed({
        events: ids
          .filter((id) => isOver(core.quotes.get(id), at))
          .map((id) => ({ _tag: "QuoteExpired", id, at }) as const),
        answer
      })
    )
  })
  return Effect.sleep(Config.expiry.everyMs).pipe(
    Effect.andThen(expire),
    Effect.catch((error) => Effect.logDebug("Quotes expire later", error)),
    Effect.forever
  )
}
