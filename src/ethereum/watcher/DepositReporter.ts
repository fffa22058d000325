/**
 * Reports transfers to the engine: seen, final, dropped. Each report is durable when it returns. A
 * transfer that is not in the blocks that nodes agree on must never be called final.
 */
import { Effect } from "effect"
import type * as Funding from "../../domain/money/Funding.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import * as Nodes from "../rpc/Nodes.ts"
import type { Transfer } from "../rpc/RpcSchemas.ts"
import type * as Finality from "./Finality.ts"
import * as PendingDeposits from "./PendingDeposits.ts"
import * as WatcherMetrics from "./WatcherMetrics.ts"

/** A final transfer to a payout or batch. */
export interface FinalDeposit {
  readonly id: string
  readonly transfer: Transfer
  /** The block's time, milliseconds. */
  readonly at: number
}

export const make = (chainId: number, nodes: Nodes.Nodes, listener: Chain.DepositListener) => {
  const pending = PendingDeposits.make(chainId, listener.pending)

  const report = (id: string, _tag: Chain.Observation["_tag"], deposit: Funding.Deposit) =>
    Effect.andThen(listener.report(id, { _tag, deposit }), WatcherMetrics.deposit(_tag))

  /**
   * Reports transfers to active addresses in blocks after `final`, the last final one. `timeOf`
   * returns the time of a transfer's block.
   */
  const reportSeen = Effect.fnUntraced(function* (
    transfers: ReadonlyArray<Transfer>,
    timeOf: (transfer: Transfer) => number,
    final: number
  ) {
    const unfinal = transfers.filter(
      ({ blockNumber, value }) => value !== 0n && blockNumber > final
    )
    if (unfinal.length === 0) return
    const active = yield* listener.active([...new Set(unfinal.map(({ to }) => to))])
    for (const transfer of unfinal) {
      const id = active.get(transfer.to)
      if (id === undefined) continue
      const deposit = pending.add(id, transfer, timeOf(transfer))
      if (deposit === undefined) continue
      yield* report(id, "Seen", deposit)
      pending.record(id, deposit)
    }
  })

  /** The transfers of final blocks that are ours and not reported, with their blocks' times. */
  const depositsIn = Effect.fnUntraced(function* ({ headers, transfers }: Finality.FinalizedRange) {
    const owners = yield* listener.owners([...new Set(transfers.map(({ to }) => to))])
    const blocks = new Map(headers.map((header) => [header.number, header]))
    const deposits: Array<FinalDeposit> = []
    for (const transfer of transfers) {
      const { blockHash, blockNumber, to, txHash, value } = transfer
      const id = owners.get(to)
      if (id === undefined || value === 0n || pending.hasSettled(transfer)) continue
      const block = blocks.get(blockNumber)
      if (block?.hash !== blockHash || value > BigInt(Number.MAX_SAFE_INTEGER)) {
        const message = `block ${blockNumber} is not the one that ${txHash} is in, or its amounts exceed the transfer`
        return yield* new Nodes.Undecided({ message, isAlarming: true })
      }
      deposits.push({ id, transfer, at: block.at })
    }
    return deposits
  })

  const reportFinal = Effect.fnUntraced(function* (deposits: ReadonlyArray<FinalDeposit>) {
    for (const { at, id, transfer } of deposits) {
      const deposit = pending.depositOf(transfer, at)
      yield* report(id, "Finalized", deposit)
      pending.settle(deposit)
    }
  })

  /**
   * Drops deposits that were seen up to a final block: their transfer is in another block by now,
   * or gone.
   */
  const drop = Effect.fnUntraced(function* (to: number) {
    const unfinal = pending.upTo(to)
    for (const { deposit, id } of unfinal) {
      const receipts = yield* Nodes.gather(nodes, (node) => node.receipt(deposit.txHash))
      for (const receipt of receipts) {
        yield* reportSeen(receipt?.transfers ?? [], () => deposit.seenAt, to)
      }
      const isStillThere = pending
        .upTo(to)
        .some((pendingDeposit) => pendingDeposit.deposit === deposit)
      if (!isStillThere) continue
      yield* report(id, "Dropped", deposit)
      pending.remove(deposit)
    }
    return unfinal.length
  })

  return { reportSeen, depositsIn, reportFinal, drop }
}
