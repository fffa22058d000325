/**
 * The last transfers that an account of unlimited many has counted, in the chain's order. The chain
 * is read in order, and again from a few blocks back. So a transfer from before all recent ones was
 * counted long ago, and each transfer counts once however many there are (L8, L10).
 */
import { Schema } from "effect"

/** A transfer's identity, and its place on the chain. */
const Transfer = Schema.Struct({
  chainId: Schema.Number,
  txHash: Schema.String,
  logIndex: Schema.Number,
  blockNumber: Schema.Number
})
type Transfer = typeof Transfer.Type

/** In the chain's order. */
export const RecentTransfers = Schema.Array(Transfer)
export type RecentTransfers = typeof RecentTransfers.Type

/** Transfers that can be distinguished, counted back from the last one. */
const countMax = 50

const byChainOrder = (left: Transfer, right: Transfer): number =>
  left.blockNumber - right.blockNumber || left.logIndex - right.logIndex

export const isSameTransfer = (
  left: Omit<Transfer, "blockNumber">,
  right: Omit<Transfer, "blockNumber">
): boolean =>
  left.logIndex === right.logIndex && left.txHash === right.txHash && left.chainId === right.chainId

/** True if a transfer is one of the last ones. */
export const includes = (recent: RecentTransfers, transfer: Transfer): boolean =>
  recent.some((one) => isSameTransfer(one, transfer))

/** True if a transfer is counted: it is one of the last ones, or from before them. */
export const isCounted = (recent: RecentTransfers, transfer: Transfer): boolean => {
  const [oldest] = recent
  return (
    includes(recent, transfer) ||
    (oldest !== undefined && recent.length >= countMax && byChainOrder(transfer, oldest) <= 0)
  )
}

export const add = (
  recent: RecentTransfers,
  { blockNumber, chainId, logIndex, txHash }: Transfer
): RecentTransfers =>
  [...recent, { chainId, txHash, logIndex, blockNumber }].sort(byChainOrder).slice(-countMax)
