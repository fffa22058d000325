/**
 * An index of payouts, batches and withdrawals in memory by the transactions that their refunds
 * name. One transaction proves as many refunds as it makes transfers. The index follows every state
 * change, so that a lookup does not walk over all active payouts (L10).
 */
import type * as Refund from "../../domain/refund/Refund.ts"

/** Ids by transaction hash in lower case. */
export type RefundTransactions = Map<string, Set<string>>

type Refunds = ReadonlyArray<Refund.Refund>

const none: Refunds = []

/** Follows a change of refunds; `undefined` if their owner is not in memory. */
export const follow = (
  index: RefundTransactions,
  id: string,
  before: Refunds = none,
  after: Refunds = none
): void => {
  if (before === after) return
  for (const { txHash } of before) {
    const hash = txHash?.toLowerCase() ?? ""
    const ids = index.get(hash)
    if (ids?.delete(id) === true && ids.size === 0) index.delete(hash)
  }
  for (const { txHash } of after) {
    if (txHash === null) continue
    const hash = txHash.toLowerCase()
    const ids = index.get(hash)
    if (ids === undefined) index.set(hash, new Set([id]))
    else ids.add(id)
  }
}
