/**
 * A bound on requests in progress. Writes leave some slots to reads, and one account leaves half of
 * them to others: a flood of one kind or of one customer is refused without harm to the rest.
 *
 * Not an Effect `Semaphore`: a full service refuses at once and queues nothing, and the two
 * bounds within the bound would be two more semaphores for each account.
 */
import * as Limits from "../../config/Limits.ts"

/** How many slots one account holds. */
interface AccountUse {
  count: number
}

/** A slot of a request in progress. */
export interface Slot {
  readonly isRead: boolean
  /** `undefined`: of no account, or of one that is not known yet. */
  use: AccountUse | undefined
  isHeld: boolean
}

/** Which bound is reached. */
export type Full = "all" | "account"

export interface RequestSlots {
  /** `accountId`: `undefined` where it is of no account, or not known yet. */
  readonly take: (isRead: boolean, accountId: string | undefined) => Slot | Full
  /** Which bound leaves no slot to take; `undefined`: none does. */
  readonly isFull: (isRead: boolean, accountId: string | undefined) => Full | undefined
  /** Counts a slot for an account as well, once that is known; `false`: it has too many. */
  readonly assign: (slot: Slot, accountId: string) => boolean
  /** Gives a slot back; a second time is the same as once. */
  readonly release: (slot: Slot) => void
  readonly taken: () => number
}

export const make = (): RequestSlots => {
  const { requestsMax, requestsOfAccountMax, requestsOfReadsMin } = Limits.http
  const writesMax = requestsMax - requestsOfReadsMin
  const uses = new Map<string, AccountUse>()
  let taken = 0

  const accountUse = (accountId: string): AccountUse => {
    const known = uses.get(accountId)
    if (known !== undefined) return known
    const use = { count: 0 }
    uses.set(accountId, use)
    return use
  }

  const ofAccountMax = (isRead: boolean): number =>
    isRead ? requestsOfAccountMax : requestsOfAccountMax - requestsOfReadsMin

  const isFull: RequestSlots["isFull"] = (isRead, accountId) => {
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
    isFull,
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
