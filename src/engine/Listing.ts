/**
 * Lists show whatever was durable when they were asked for (contract §2). The tables are a moment
 * behind, so the newest page is the tables' with what they do not show yet laid over it, from
 * memory; a page further on, or under a storm of changes, waits for them.
 */
import { Effect } from "effect"
import * as Config from "../Config.ts"
import type * as Payout from "../domain/Payout.ts"
import type * as Core from "./Core.ts"
import type { Unavailable } from "./Unavailable.ts"
import type * as Views from "./Views.ts"

const fits = (filter: Views.PayoutFilter, payout: Payout.Payout): boolean =>
  (filter.status === undefined || payout.status === filter.status) &&
  (filter.batchId === undefined || payout.batchId === filter.batchId) &&
  (filter.network === undefined || payout.network === filter.network) &&
  (filter.from === undefined || payout.createdAt >= filter.from) &&
  (filter.to === undefined || payout.createdAt <= filter.to)

/** An account's payouts that the tables show as they were, or not at all. */
const unshown = (core: Core.Core, accountId: string): ReadonlyArray<Payout.Payout> => {
  const found: Array<Payout.Payout> = []
  for (const id of core.changes.payouts.keys()) {
    const payout = core.payouts.get(id)
    if (payout?.accountId === accountId) found.push(payout)
  }
  return found
}

const newestFirst = (left: Payout.Payout, right: Payout.Payout): number =>
  left.id < right.id ? 1 : -1

/** How many payouts an account has: counted once, from then on kept. */
interface Tally {
  /** `undefined`: it is being counted. */
  total: number | undefined
  /** Entries that bore a payout since. */
  readonly births: Array<number>
}

export const make = (
  core: Core.Core,
  views: Views.Views["Service"],
  caughtUp: Effect.Effect<void, Unavailable>
) => {
  const tallies = new Map<string, Tally>()

  /** Counts what the tables show, and adds what was born behind that. */
  const countAll = (accountId: string) =>
    Effect.suspend(() => {
      const tally: Tally = { total: undefined, births: [] }
      tallies.set(accountId, tally)
      const forgotten = Effect.sync(() => void tallies.delete(accountId))
      return Effect.andThen(caughtUp, views.countPayouts({ accountId }, [])).pipe(
        Effect.map(({ count, seq }) => {
          tally.total = count + tally.births.filter((birth) => birth > seq).length
          return tally.total
        }),
        Effect.onError(() => forgotten)
      )
    })

  /** Of all payouts of an account; the tables are asked for it once. */
  const totalOf = (accountId: string) =>
    Effect.suspend(() => {
      const tally = tallies.get(accountId)
      if (tally === undefined) return countAll(accountId)
      if (tally.total !== undefined) return Effect.succeed(tally.total)
      return Effect.andThen(
        caughtUp,
        Effect.map(views.countPayouts({ accountId }, []), ({ count }) => count)
      )
    })

  const isWhole = (filter: Views.PayoutFilter): boolean =>
    Object.entries(filter).every(([name, value]) => name === "accountId" || value === undefined)

  /** One page of an account's payouts, newest first, and how many there are. */
  const payouts = (
    filter: Views.PayoutFilter,
    page: Views.Page
  ): Effect.Effect<Views.Listed<Payout.Payout>, Unavailable | Views.ViewsBroken> =>
    Effect.suspend(() => {
      const mustWait = page.offset > 0 || core.changes.payouts.size > Config.views.overlayMax
      const changed = mustWait ? [] : unshown(core, filter.accountId)
      const newer = changed.filter((payout) => fits(filter, payout))
      const ids = changed.map(({ id }) => id)
      const total = isWhole(filter)
        ? totalOf(filter.accountId)
        : Effect.map(views.countPayouts(filter, ids), ({ count }) => count + newer.length)
      const listed = Effect.zipWith(
        total,
        views.pagePayouts(filter, page, ids),
        (count, items) => ({
          items: [...newer, ...items].sort(newestFirst).slice(0, page.limit),
          total: count
        })
      )
      return mustWait ? Effect.andThen(caughtUp, listed) : listed
    })

  return {
    payouts,
    /** A payout was born with the entry that was folded in last. */
    born: (id: string): void => {
      const tally = tallies.get(core.payouts.get(id)?.accountId ?? "")
      if (tally === undefined) return
      if (tally.total === undefined) tally.births.push(core.seq)
      else tally.total += 1
    }
  }
}
