/**
 * The transfers to our addresses that the watcher keeps: deposits that were seen and are not final,
 * when each transaction was first seen, and recent final deposits. Pure bookkeeping in bounded
 * memory; it must never decide that a transfer is money.
 */
import * as Limits from "../../config/Limits.ts"
import type * as Funding from "../../domain/money/Funding.ts"
import type { Transfer } from "../rpc/RpcSchemas.ts"

export interface PendingDeposit {
  readonly id: string
  readonly deposit: Funding.Deposit
}

export interface PendingDeposits {
  /**
   * Takes a transfer in a block that may still be replaced. Returns the deposit to report, or
   * `undefined` if it was reported. A transaction that moved to another block keeps the moment when
   * it was first seen.
   */
  readonly add: (id: string, transfer: Transfer, at: number) => Funding.Deposit | undefined
  /** Records a deposit whose report is durable. */
  readonly record: (id: string, deposit: Funding.Deposit) => void
  /** True if a transfer in a final block was reported. */
  readonly hasSettled: (transfer: Transfer) => boolean
  /** A transfer as a deposit; `at` is its block's time in milliseconds. */
  readonly depositOf: (transfer: Transfer, at: number) => Funding.Deposit
  readonly settle: (deposit: Funding.Deposit) => void
  /** Deposits that were seen in this block or an earlier one and are not final. */
  readonly upTo: (blockNumber: number) => ReadonlyArray<PendingDeposit>
  readonly remove: (deposit: Funding.Deposit) => void
}

const keyOf = ({ logIndex, txHash }: Pick<Transfer, "logIndex" | "txHash">): string =>
  `${txHash} ${logIndex}`

/** Adds to a map or set that drops its oldest entry when there are too many. */
const dropOldest = (entries: Map<string, unknown> | Set<string>): void => {
  const [oldest] = entries.keys()
  if (entries.size > Limits.chain.rememberedMax && oldest !== undefined) entries.delete(oldest)
}

/** Tracks deposits; `pending` are those that were seen before the start. */
export const make = (chainId: number, pending: ReadonlyArray<PendingDeposit>): PendingDeposits => {
  const seen = new Map<string, PendingDeposit>()
  const firstSeenAt = new Map<string, number>()
  const finalTransactions = new Set<string>()
  const finalDeposits = new Set<string>()

  const record = (id: string, deposit: Funding.Deposit): void => {
    seen.set(keyOf(deposit), { id, deposit })
    const { seenAt, txHash } = deposit
    firstSeenAt.set(txHash, Math.min(seenAt, firstSeenAt.get(txHash) ?? seenAt))
    dropOldest(firstSeenAt)
  }
  for (const { deposit, id } of pending) if (deposit.chainId === chainId) record(id, deposit)

  const depositOf = (transfer: Transfer, at: number): Funding.Deposit => ({
    chainId,
    txHash: transfer.txHash,
    logIndex: transfer.logIndex,
    blockNumber: transfer.blockNumber,
    amount: Number(transfer.value),
    seenAt: firstSeenAt.get(transfer.txHash) ?? at,
    from: transfer.from
  })

  return {
    add: (id, transfer, at) => {
      const { blockNumber, txHash } = transfer
      // A node on a branch that lost still shows the transaction in another block.
      if (finalTransactions.has(txHash)) return undefined
      const key = keyOf(transfer)
      const previous = seen.get(key)
      if (previous === undefined) return depositOf(transfer, at)
      // Nodes may differ: the later block determines how long to wait for the deposit.
      if (blockNumber > previous.deposit.blockNumber) {
        seen.set(key, { id, deposit: { ...previous.deposit, blockNumber } })
      }
      return undefined
    },
    record,
    hasSettled: (transfer) => finalDeposits.has(keyOf(transfer)),
    depositOf,
    settle: (deposit) => {
      const key = keyOf(deposit)
      seen.delete(key)
      finalDeposits.add(key)
      finalTransactions.add(deposit.txHash)
      dropOldest(finalDeposits)
      dropOldest(finalTransactions)
    },
    upTo: (blockNumber) =>
      [...seen.values()].filter(({ deposit }) => deposit.blockNumber <= blockNumber),
    remove: (deposit) => void seen.delete(keyOf(deposit))
  }
}
