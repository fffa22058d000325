/**
 * Refunds of all accounts by the transaction they name, including refunds of finished payouts and
 * batches, and withdrawals.
 */
import { Effect } from "effect"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as Refund from "../../domain/refund/Refund.ts"
import type { ReadModel } from "../ports/ReadModel.ts"
import type * as State from "../state/State.ts"

/** Merges the archive's rows with those in memory. */
export const find = Effect.fnUntraced(function* (
  state: State.State,
  readModel: Pick<ReadModel["Service"], "refundedWith">,
  txHash: string
) {
  const hash = txHash.toLowerCase()
  const active = (id: string) => {
    const withdrawal = state.withdrawals.get(id)
    if (withdrawal !== undefined) return { refunds: Withdrawal.asRefunds(withdrawal) }
    return state.payouts.get(id) ?? state.batches.get(id)
  }
  const subjects = new Map<string, { readonly refunds: ReadonlyArray<Refund.Refund> }>()
  const addFromMemory = (): void => {
    for (const id of state.refundTransactions.get(hash) ?? []) {
      const subject = active(id)
      if (subject !== undefined) subjects.set(id, subject)
    }
  }
  // Memory is read before the tables for rows that leave it in between, and again afterwards for
  // rows that return.
  addFromMemory()
  for (const subject of yield* readModel.refundedWith(hash))
    subjects.set(subject.id, active(subject.id) ?? subject)
  addFromMemory()
  return [...subjects.values()].flatMap(({ refunds }) =>
    refunds.filter((refund) => refund.txHash?.toLowerCase() === hash)
  )
})
