/**
 * What the watcher tells of transfers: seen, final, dropped. Each report is durable when it
 * returns. It must never call a transfer final that is not in the blocks that nodes agree on.
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
export interface DepositReport {
  readonly id: string
  readonly transfer: Transfer
  /** Its block's time, milliseconds. */
  readonly at: number
}

export const make = (chainId: number, nodes: Nodes.Nodes, ear: Chain.DepositListener) => {
  const sightings = PendingDeposits.make(chainId, ear.pending)

  const tell = (id: string, _tag: Chain.Observation["_tag"], deposit: Funding.Deposit) =>
    Effect.andThen(ear.report(id, { _tag, deposit }), WatcherMetrics.deposit(_tag))

  /** Seen, where someone waits for it: in a block that was not final a moment ago. */
  const hear = Effect.fnUntraced(function* (transfer: Transfer, at: number, after: number) {
    const id = ear.active(transfer.to)
    if (id === undefined || transfer.value === 0n || transfer.blockNumber <= after) return
    const deposit = sightings.see(id, transfer, at)
    if (deposit === undefined) return
    yield* tell(id, "Seen", deposit)
    sightings.saw(id, deposit)
  })

  /** Of transfers in final blocks those that are ours and are not told, with their blocks' time. */
  const claim = Effect.fnUntraced(function* ({ headers, transfers }: Finality.FinalizedRange) {
    const owners = yield* ear.owners([...new Set(transfers.map(({ to }) => to))])
    const blocks = new Map(headers.map((header) => [header.number, header]))
    const claims: Array<DepositReport> = []
    for (const transfer of transfers) {
      const { blockHash, blockNumber, to, txHash, value } = transfer
      const id = owners.get(to)
      if (id === undefined || value === 0n || sightings.isSettled(transfer)) continue
      const block = blocks.get(blockNumber)
      if (block?.hash !== blockHash || value > BigInt(Number.MAX_SAFE_INTEGER)) {
        const message = `block ${blockNumber} is not the one that ${txHash} is in, or it sends too much`
        return yield* new Nodes.Undecided({ message, isAlarming: true })
      }
      claims.push({ id, transfer, at: block.at })
    }
    return claims
  })

  const settle = Effect.fnUntraced(function* (claims: ReadonlyArray<DepositReport>) {
    for (const { at, id, transfer } of claims) {
      const deposit = sightings.depositOf(transfer, at)
      yield* tell(id, "Finalized", deposit)
      sightings.settled(deposit)
    }
  })

  /** Where finality has passed what was seen: it is elsewhere by now, or gone. */
  const drop = Effect.fnUntraced(function* (to: number) {
    const passed = sightings.upTo(to)
    for (const { deposit, id } of passed) {
      const receipts = yield* Nodes.gather(nodes, (node) => node.receipt(deposit.txHash))
      for (const receipt of receipts) {
        for (const transfer of receipt?.transfers ?? []) yield* hear(transfer, deposit.seenAt, to)
      }
      const isStillThere = sightings.upTo(to).some((one) => one.deposit === deposit)
      if (!isStillThere) continue
      yield* tell(id, "Dropped", deposit)
      sightings.forget(deposit)
    }
    return passed.length
  })

  return { hear, claim, settle, drop }
}
