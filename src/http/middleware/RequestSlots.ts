/**
 * Bounds requests in progress. Writes leave some slots to reads, and one account leaves half of
 * them to others, so a flood of one kind or of one customer does not harm the rest.
 *
 * An Effect `Semaphore` does not fit: a full service refuses at once and queues nothing, and the
 * two inner bounds would be two more semaphores per account.
 */
import * as Limits from "../../config/Limits.ts"

/** Number of slots that one account holds. */
interface AccountUse {
  count: number
}

/** A slot of a request in progress. */
export interface Slot {
  readonly isRead: boolean
  /** The account's use; `undefined` without an account, or while it is not known. */
  use: AccountUse | undefined
  isHeld: boolean
}

/** The bound that is reached. */
export type Bound = "all" | "account"

export interface RequestSlots {
  /** Takes a slot. `accountId` is `undefined` without an account, or while it is not known. */
  readonly take: (isRead: boolean, accountId: string | undefined) => Slot | Bound
  /** The bound that leaves no free slot; `undefined` if a slot is free. */
  readonly reachedBound: (isRead: boolean, accountId: string | undefined) => Bound | undefined
  /** Counts a slot for its account, once that is known; `false` if the account has too many. */
  readonly assign: (slot: Slot, accountId: string) => boolean
  /** Gives a slot back. A second call has no effect. */
  readonly release: (slot: Slot) => void
  readonly taken: () => number
}

export const make = (): RequestSlots => {
  const { requestsMax, requestsOfAccountMax, requestsOfReadsMin } = Limits.http
  const writesMax = requestsMax - requestsOfReadsMin
  const uses = new Map<string, AccountUse>()
  let taken = 0

  const accountUse = (accountId: string): AccountUse => {
    const existing = uses.get(accountId)
    if (existing !== undefined) return existing
    const use = { count: 0 }
    uses.set(accountId, use)
    return use
  }

  const ofAccountMax = (isRead: boolean): number =>
    isRead ? requestsOfAccountMax : requestsOfAccountMax - requestsOfReadsMin

  const reachedBound: RequestSlots["reachedBound"] = (isRead, accountId) => {
    if (taken >= (isRead ? requestsMax : writesMax)) return "all"
    const count = accountId === undefined ? 0 : (uses.get(accountId)?.count ?? 0)
    return count >= ofAccountMax(isRead) ? "account" : undefined
  }

  const assign: RequestSlots["assign"] = (slot, accountId) => {
    const use = accountUse(accountId)
    if (use.count >= ofAccountMax(slot.isRead)) return false
    use.count += 1
    slot.use = use
    return true
  }

  return {
    reachedBound,
    assign,
    take: (isRead, accountId) => {
      if (taken >= (isRead ? requestsMax : writesMax)) return "all"
      const slot: Slot = { isRead, use: undefined, isHeld: true }
      if (accountId !== undefined && !assign(slot, accountId)) return "account"
      taken += 1
      return slot
    },
    release: (slot) => {
      if (!slot.isHeld) return
      slot.isHeld = false
      taken -= 1
      if (slot.use !== undefined) slot.use.count -= 1
    },
    taken: () => taken
  }
}
