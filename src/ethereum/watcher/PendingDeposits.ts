/**
 * The transfers to our addresses that the watcher keeps: those that were seen and are not final,
 * when each transaction was first seen, and which became final a while ago. Pure bookkeeping, in
 * bounded memory; it must never decide that something is money.
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
   * A transfer in a block that may still go: the deposit to report, unless that was done. A
   * transaction that moved to another block keeps the moment when it was first seen.
   */
  readonly see: (id: string, transfer: Transfer, at: number) => Funding.Deposit | undefined
  /** Its report is durable. */
  readonly saw: (id: string, deposit: Funding.Deposit) => void
  /** Whether a transfer in a final block was reported. */
  readonly isSettled: (transfer: Transfer) => boolean
  /** A transfer as a deposit; `at`: its block's time, milliseconds. */
  readonly depositOf: (transfer: Transfer, at: number) => Funding.Deposit
  readonly settled: (deposit: Funding.Deposit) => void
  /** What was seen in this block or one before and is not final. */
  readonly upTo: (blockNumber: number) => ReadonlyArray<PendingDeposit>
  readonly remove: (deposit: Funding.Deposit) => void
}

const keyOf = ({ logIndex, txHash }: Pick<Transfer, "logIndex" | "txHash">): string =>
  `${txHash} ${logIndex}`

/** Adds to a map or set that drops its oldest entry when there are too many. */
const keepSome = (kept: Map<string, unknown> | Set<string>): void => {
  const [oldest] = kept.keys()
  if (kept.size > Limits.chain.rememberedMax && oldest !== undefined) kept.delete(oldest)
}

/** `pending`: what was seen before the start. */
export const make = (chainId: number, pending: ReadonlyArray<PendingDeposit>): PendingDeposits => {
  const seen = new Map<string, PendingDeposit>()
  const firstSeenAt = new Map<string, number>()
  const finalTransactions = new Set<string>()
  const finalDeposits = new Set<string>()

  const saw = (id: string, deposit: Funding.Deposit): void => {
    seen.set(keyOf(deposit), { id, deposit })
    const { seenAt, txHash } = deposit
    firstSeenAt.set(txHash, Math.min(seenAt, firstSeenAt.get(txHash) ?? seenAt))
    keepSome(firstSeenAt)
  }
  for (const { deposit, id } of pending) if (deposit.chainId === chainId) saw(id, deposit)

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
    see: (id, transfer, at) => {
      const { blockNumber, txHash } = transfer
      // A node on a branch that lost still shows it elsewhere.
      if (finalTransactions.has(txHash)) return undefined
      const key = keyOf(transfer)
      const known = seen.get(key)
      if (known === undefined) return depositOf(transfer, at)
      // Nodes may differ: the later block sets how long to wait for it.
      if (blockNumber > known.deposit.blockNumber) {
        seen.set(key, { id, deposit: { ...known.deposit, blockNumber } })
      }
      return undefined
    },
    saw,
    isSettled: (transfer) => finalDeposits.has(keyOf(transfer)),
    depositOf,
    settled: (deposit) => {
      const key = keyOf(deposit)
      seen.delete(key)
      finalDeposits.add(key)
      finalTransactions.add(deposit.txHash)
      keepSome(finalDeposits)
      keepSome(finalTransactions)
    },
    upTo: (blockNumber) =>
      [...seen.values()].filter(({ deposit }) => deposit.blockNumber <= blockNumber),
    remove: (deposit) => void seen.delete(keyOf(deposit))
  }
}
