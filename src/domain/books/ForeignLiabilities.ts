/**
 * Liabilities of payouts and batches in foreign assets, counted from their states and not from
 * postings. Amounts are in the smallest units of each asset, and two assets are never added (L9).
 */
import type * as Batch from "../batch/Batch.ts"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import type * as Payout from "../payout/Payout.ts"
import * as PayoutGuards from "../payout/PayoutGuards.ts"
import type * as Refund from "../refund/Refund.ts"

/** A payout or batch with foreign deposits. */
export type Owner = Pick<Payout.Payout | Batch.Batch, "foreignDeposits" | "refunds"> &
  Pick<Payout.Payout, "frozen">

/** The account of a refund; `undefined` once it is proven. */
const accountOf = (
  { status }: Refund.Refund,
  isFrozen: boolean
): "refunds_due" | "refunds_sent" | "frozen" | undefined => {
  if (status === "confirmed") return undefined
  if (status === "sent") return "refunds_sent"
  return isFrozen ? "frozen" : "refunds_due"
}

/** The sums by account and asset, such as `refunds_due eip155:8453/erc20:0x…`. */
export const sums = (owners: Iterable<Owner>): ReadonlyMap<string, bigint> => {
  const totals = new Map<string, bigint>()
  const add = (account: string, asset: ForeignDeposit.Amount, sign: 1n | -1n): void => {
    const key = `${account} ${ForeignDeposit.idOf(asset)}`
    totals.set(key, (totals.get(key) ?? 0n) + sign * BigInt(asset.units))
  }
  for (const owner of owners) {
    const { foreignDeposits = [], refunds } = owner
    for (const deposit of foreignDeposits) add("suspense", deposit, 1n)
    for (const refund of refunds) {
      if (refund.asset === undefined) continue
      add("suspense", refund.asset, -1n)
      const account = accountOf(refund, PayoutGuards.isFrozen(owner))
      if (account !== undefined) add(account, refund.asset, 1n)
    }
  }
  return totals
}
