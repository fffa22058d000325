/** Refunds of all accounts by the transaction they name, finished payouts and batches included. */
import { Effect } from "effect"
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
  const active = (id: string) => state.payouts.get(id) ?? state.batches.get(id)
  const found = new Map<string, { readonly refunds: ReadonlyArray<Refund.Refund> }>()
  const addHeld = (): void => {
    for (const id of state.refundTransactions.get(hash) ?? []) {
      const one = active(id)
      if (one !== undefined) found.set(id, one)
    }
  }
  // Before the tables for what leaves memory meanwhile, and after them for what returns to it.
  addHeld()
  for (const one of yield* readModel.refundedWith(hash)) found.set(one.id, active(one.id) ?? one)
  addHeld()
  return [...found.values()].flatMap(({ refunds }) =>
    refunds.filter((refund) => refund.txHash?.toLowerCase() === hash)
  )
})
