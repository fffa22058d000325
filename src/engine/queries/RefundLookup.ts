/** Refunds of all accounts by the transaction they name, finished payouts and batches included. */
import { Effect } from "effect"
import type * as Refund from "../../domain/refund/Refund.ts"
import type { ReadModel } from "../ports/ReadModel.ts"
import type * as State from "../state/State.ts"

/** Merges the read model's rows with those in memory that it does not show yet. */
export const find = Effect.fnUntraced(function* (
  state: State.State,
  readModel: Pick<ReadModel["Service"], "refundedWith">,
  txHash: string
) {
  const hash = txHash.toLowerCase()
  const shown = yield* readModel.refundedWith(hash)
  const active = (id: string) => state.payouts.get(id) ?? state.batches.get(id)
  const found = new Map<string, { readonly refunds: ReadonlyArray<Refund.Refund> }>()
  for (const one of shown) found.set(one.id, active(one.id) ?? one)
  for (const id of state.refundTransactions.get(hash) ?? []) {
    const one = active(id)
    if (one !== undefined) found.set(id, one)
  }
  return [...found.values()].flatMap(({ refunds }) =>
    refunds.filter((refund) => refund.txHash?.toLowerCase() === hash)
  )
})
