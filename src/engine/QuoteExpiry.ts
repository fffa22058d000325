/**
 * Ends quotes whose TTL is over and that nobody used. A quote is refused from the end of its TTL
 * on, whether this has come to it or not; what is written here is that it ended, once, for whoever
 * listens.
 */
import { Clock, Effect, Latch } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Quote from "../domain/quote/Quote.ts"
import type { CommandExecutor } from "./commands/CommandExecutor.ts"
import type * as State from "./state/State.ts"

/** What must be claimed to decide about a quote. */
export const quoteClaim = (quoteId: string): string => `quote ${quoteId}`

const isOver = (quote: Quote.Quote | undefined, now: number): boolean =>
  quote?.lock === "none" && now >= quote.expiresAt

/** The first quotes that are over, in order of their ends. */
const overdue = (core: State.State, now: number): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (const id of core.unlocked) {
    if (!isOver(core.quotes.get(id), now) || ids.length >= Limits.expiry.quotesMax) break
    ids.push(id)
  }
  return ids
}

export interface QuoteExpiry {
  /** Something changed: there may be a quote to wait for. */
  readonly changed: () => void
  /** Runs for ever. */
  readonly run: Effect.Effect<never>
}

export const make = Effect.fnUntraced(function* (
  core: State.State,
  requests: Pick<CommandExecutor, "execute">
) {
  /** Open while there is a quote that is neither used nor over. */
  const waits = yield* Latch.make(core.unlocked.size > 0)

  const expire = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const ids = overdue(core, at)
    if (ids.length === 0) return
    const request = { at, by: "engine", idempotency: null }
    // In a fixed order, so that nobody waits for us while we wait for them.
    yield* requests.execute(
      request,
      ids.map(quoteClaim).sort(),
      Effect.sync(() => ({
        events: ids
          .filter((id) => isOver(core.quotes.get(id), at))
          .map((id) => ({ _tag: "QuoteExpired", id, at }) as const),
        result: undefined
      }))
    )
  })

  /**
   * How long nothing is over, and a little more: a request that is under way at the very end still
   * finds its quote in memory.
   */
  const pause = Effect.map(Clock.currentTimeMillis, (now) => {
    const [first] = core.unlocked
    const endsAt = core.quotes.get(first ?? "")?.expiresAt ?? now
    return Math.min(Math.max(endsAt - now, 0) + Limits.expiry.lateMs, Limits.engine.sleepMsMax)
  })

  const wait = Effect.suspend(() => {
    if (core.unlocked.size === 0) Latch.closeUnsafe(waits)
    return Effect.andThen(Latch.await(waits), Effect.flatMap(pause, Effect.sleep))
  })

  const expiry: QuoteExpiry = {
    changed: () => {
      if (core.unlocked.size > 0) Latch.openUnsafe(waits)
    },
    run: wait.pipe(
      Effect.andThen(expire),
      Effect.catch((error) => Effect.logDebug("Quotes expire later", error)),
      // A defect must not end this for all quotes to come.
      Effect.catchDefect((defect) => Effect.logError("Quotes could not expire", defect)),
      Effect.forever
    )
  }
  return expiry
})
