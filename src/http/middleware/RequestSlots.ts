/**
 * Places of requests under way. Writes leave some to reads, and one account leaves half of them to
 * others: a flood of one kind or of one customer refuses itself and nobody else.
 */
import * as Limits from "../../config/Limits.ts"

/** How many places one account holds. */
export interface Share {
  count: number
}

export type Refused = "all" | "account"

export interface RequestSlots {
  /** Takes a place, or says what is full. `accountId`: `undefined` where it is nobody's. */
  readonly take: (isRead: boolean, accountId: string | undefined) => Share | Refused
  readonly leave: (share: Share) => void
  readonly taken: () => number
}

export const make = (): RequestSlots => {
  const { requestsMax, requestsOfAccountMax, requestsOfReadsMin } = Limits.http
  const writesMax = requestsMax - requestsOfReadsMin
  const shares = new Map<string, Share>()
  const nobody: Share = { count: 0 }
  let taken = 0

  const shareOf = (accountId: string | undefined): Share => {
    if (accountId === undefined) return nobody
    const known = shares.get(accountId)
    if (known !== undefined) return known
    const share = { count: 0 }
    shares.set(accountId, share)
    return share
  }

  return {
    take: (isRead, accountId) => {
      if (taken >= (isRead ? requestsMax : writesMax)) return "all"
      const share = shareOf(accountId)
      const max = isRead ? requestsOfAccountMax : requestsOfAccountMax - requestsOfReadsMin
      if (share !== nobody && share.count >= max) return "account"
      taken += 1
      share.count += 1
      return share
    },
    leave: (share) => {
      taken -= 1
      share.count -= 1
    },
    taken: () => taken
  }
}
