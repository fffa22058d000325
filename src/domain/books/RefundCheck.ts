/** The refunds in the books, and the comparison of their transactions with each other. */
import * as Withdrawal from "../balance/Withdrawal.ts"
import type * as Refund from "../refund/Refund.ts"
import * as Ended from "./Ended.ts"
import type { Books, Difference } from "./Reconciliation.ts"

/** The refunds of each payout and batch, and the withdrawals. */
export const refunds = ({
  batches,
  payouts,
  withdrawals
}: Books): ReadonlyArray<{
  readonly id: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly refunds: ReadonlyArray<Refund.Refund>
}> => [
  ...payouts.values(),
  ...batches.values(),
  ...[...withdrawals.values()].map((withdrawal) => ({
    ...{ id: withdrawal.id, createdAt: withdrawal.createdAt, updatedAt: withdrawal.updatedAt },
    refunds: Withdrawal.asRefunds(withdrawal)
  }))
]

/** The owners of each refund that has a transaction, by the refund's key. */
const ownersByKey = (books: Books): ReadonlyMap<string, ReadonlyArray<string>> => {
  const { refundOwners } = books.ended
  const owners = new Map<string, Array<string>>()
  for (const { id, refunds: own } of refunds(books)) {
    for (const key of own.flatMap((refund) => Ended.refundKey(refund) ?? [])) {
      const known = owners.get(key) ?? refundOwners.get(key)?.split(" ") ?? []
      owners.set(key, known)
      known.push(id)
    }
  }
  for (const [key, ids] of refundOwners) {
    if (ids.includes(" ") && !owners.has(key)) owners.set(key, ids.split(" "))
  }
  return owners
}

/**
 * Refunds that share a transaction: one transaction cannot be two refunds of the same amount to the
 * same address. The owner with the lowest id is not at fault.
 */
export const sharedRefunds = (books: Books): ReadonlyArray<Difference> =>
  [...ownersByKey(books)].flatMap(([key, ids]) => {
    const [first, ...others] = ids.toSorted()
    const reference = key.slice(0, key.indexOf(" "))
    return others.map((id): Difference => {
      const detail = `${reference} is ${first}'s too`
      return { kind: "refund_transaction_shared", id, detail, reference }
    })
  })
