/**
 * Which payouts and batches in memory have a refund that is said to have been sent with a
 * transaction: one transaction proves as many refunds as it makes transfers. Kept as their states
 * change, so that looking one up does not walk over everything active (L10).
 */
import { Effect } from "effect"
import type * as Funding from "../../domain/money/Funding.ts"
import type { ReadModel } from "../ports/ReadModel.ts"
import type * as State from "./State.ts"

/** Ids by transaction hash in lower case. It holds what has such a refund and is in memory. */
export type RefundTransactions = Map<string, Set<string>>

type Refunds = ReadonlyArray<Funding.Refund>

const none: Refunds = []

/** A payout or batch in memory has other refunds than before; `undefined`: it is not in memory. */
export const moved = (
  refunded: RefundTransactions,
  id: string,
  before: Refunds = none,
  after: Refunds = none
): void => {
  if (before === after) return
  for (const { txHash } of before) {
    const hash = txHash?.toLowerCase() ?? ""
    const ids = refunded.get(hash)
    if (ids?.delete(id) === true && ids.size === 0) refunded.delete(hash)
  }
  for (const { txHash } of after) {
    if (txHash === null) continue
    const hash = txHash.toLowerCase()
    const ids = refunded.get(hash)
    if (ids === undefined) refunded.set(hash, new Set([id]))
    else ids.add(id)
  }
}

/** Refunds of everyone with a transaction: from the tables, and what these do not show yet. */
export const find = Effect.fnUntraced(function* (
  core: State.State,
  views: Pick<ReadModel["Service"], "refundedWith">,
  txHash: string
) {
  const hash = txHash.toLowerCase()
  const shown = yield* views.refundedWith(hash)
  const active = (id: string) => core.payouts.get(id) ?? core.batches.get(id)
  const found = new Map<string, { readonly refunds: Refunds }>()
  for (const one of shown) found.set(one.id, active(one.id) ?? one)
  for (const id of core.refundTransactions.get(hash) ?? []) {
    const one = active(id)
    if (one !== undefined) found.set(id, one)
  }
  return [...found.values()].flatMap(({ refunds }) =>
    refunds.filter((refund) => refund.txHash?.toLowerCase() === hash)
  )
})
