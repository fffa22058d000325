/**
 * Expires unused quotes at the end of their TTL. A quote is refused once its TTL has passed, even
 * before this event. The event is for webhooks and lists.
 */
import { Clock, Effect, Latch, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Quote from "../domain/quote/Quote.ts"
import type { CommandExecutor } from "./commands/CommandExecutor.ts"
import { quoteLock } from "./commands/KeyLocks.ts"
import type * as State from "./state/State.ts"

const isExpired = (quote: Quote.Quote | undefined, now: number): boolean =>
  quote?.lock === "none" && now >= quote.expiresAt

/** The first expired quotes, in order of expiry. */
const overdue = (state: State.State, now: number): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (const id of state.unlocked) {
    if (!isExpired(state.quotes.get(id), now) || ids.length >= Limits.expiry.quotesMax) break
    ids.push(id)
  }
  return ids
}

interface QuoteExpiry {
  /** Called after each applied entry, which may have created a quote to wait for. */
  readonly changed: () => void
  /** Never ends. */
  readonly run: Effect.Effect<never>
}

export const make = Effect.fnUntraced(function* (
  state: State.State,
  requests: Pick<CommandExecutor, "executeOwn">
) {
  /** The latch is open while there is an unlocked quote. */
  const hasUnlocked = yield* Latch.make(state.unlocked.size > 0)

  const expire = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const ids = overdue(state, at)
    if (ids.length === 0) return
    // Locks are taken in a fixed order, which rules out a deadlock.
    yield* requests.executeOwn(at, {
      locks: ids.map(quoteLock).sort(),
      decide: () =>
        Result.succeed({
          events: ids
            .filter((id) => isExpired(state.quotes.get(id), at))
            .map((id) => ({ _tag: "QuoteExpired", id, at }) as const),
          result: undefined
        })
    })
  })

  /**
   * The time until the next expiry, and a little more: a request in flight at that moment still
   * finds its quote in memory.
   */
  const pause = Effect.map(Clock.currentTimeMillis, (now) => {
    const [first] = state.unlocked
    const endsAt = state.quotes.get(first ?? "")?.expiresAt ?? now
    return Math.min(Math.max(endsAt - now, 0) + Limits.expiry.lateMs, Limits.engine.sleepMsMax)
  })

  const wait = Effect.suspend(() => {
    if (state.unlocked.size === 0) Latch.closeUnsafe(hasUnlocked)
    return Effect.andThen(Latch.await(hasUnlocked), Effect.flatMap(pause, Effect.sleep))
  })

  const expiry: QuoteExpiry = {
    changed: () => {
      if (state.unlocked.size > 0) Latch.openUnsafe(hasUnlocked)
    },
    run: wait.pipe(
      Effect.andThen(expire),
      Effect.catch((error) => Effect.logDebug("Quotes could not expire; retrying", error)),
      // A defect with one batch of quotes must not end the expiry of later ones.
      Effect.catchDefect((defect) => Effect.logError("Quotes could not expire", defect)),
      Effect.forever
    )
  }
  return expiry
})
