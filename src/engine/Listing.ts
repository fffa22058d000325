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

/** One page of an account's payouts, newest first, and how many there are. */
export const payouts = (
  core: Core.Core,
  views: Views.Views["Service"],
  caughtUp: Effect.Effect<void, Unavailable>,
  filter: Views.PayoutFilter,
  page: Views.Page
): Effect.Effect<Views.Listed<Payout.Payout>, Unavailable | Views.ViewsBroken> =>
  Effect.suspend(() => {
    if (page.offset > 0 || core.changes.payouts.size > Config.views.overlayMax) {
      return Effect.andThen(caughtUp, views.listPayouts(filter, page, []))
    }
    const changed = unshown(core, filter.accountId)
    const newer = changed.filter((payout) => fits(filter, payout))
    const ids = changed.map(({ id }) => id)
    return Effect.map(views.listPayouts(filter, page, ids), ({ items, total }) => ({
      items: [...newer, ...items].sort(newestFirst).slice(0, page.limit),
      total: total + newer.length
    }))
  })
