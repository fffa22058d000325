/**
 * Payouts of each account that left memory. A list that once knows how many payouts only the tables
 * have can follow that number here, and needs the tables only for pages that reach so far back.
 */
import type * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"

interface Evicted {
  /** Payouts that left memory, less those that came back. */
  readonly count: number
  /** The newest payout that ever left; empty if none did. */
  readonly newest: string
}

export type EvictedPayouts = Map<string, Evicted>

const none: Evicted = { count: 0, newest: "" }

export const of = (evicted: EvictedPayouts, accountId: string): Evicted =>
  evicted.get(accountId) ?? none

/** Follows a row that is put or removed. No payout is created finished, so such a one came back. */
export const follow = (
  evicted: EvictedPayouts,
  before: Payout.Payout | undefined,
  after: Payout.Payout | undefined
): void => {
  if (before !== undefined && after === undefined) {
    const { count, newest } = of(evicted, before.accountId)
    const { id } = before
    evicted.set(before.accountId, { count: count + 1, newest: id > newest ? id : newest })
  }
  if (before === undefined && after !== undefined && PayoutGuards.isFinished(after)) {
    const { count, newest } = of(evicted, after.accountId)
    evicted.set(after.accountId, { count: count - 1, newest })
  }
}
