/**
 * Proof that a transaction sent a refund as it was recorded. With two Ethereum nodes configured,
 * one is not enough to call the transaction final or definitely wrong. A transaction that no node
 * shows now is not disproved: a reorganisation or a node that lags hides it for a moment.
 */
import { Effect, Result } from "effect"
import type * as Chain from "../engine/ports/Chain.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import type * as Node from "./rpc/Node.ts"
import * as Nodes from "./rpc/Nodes.ts"
import type * as RpcSchemas from "./rpc/RpcSchemas.ts"
import * as Finality from "./watcher/Finality.ts"
import * as Headers from "./watcher/Headers.ts"

export interface ReportedTransfer {
  readonly txHash: string
  readonly to: string
  /** The token's smallest units, in one transfer: micro-USDC. */
  readonly amount: bigint
  /** Milliseconds. The transaction's block must not be older. */
  readonly since: number
  /** The address that sends the service's own refunds, in lower case. */
  readonly treasury: Effect.Effect<string, Unavailable>
}

/** A transaction as one Ethereum node shows it. */
interface NodeView {
  readonly blockHash: string
  readonly isFinal: boolean
  /** The number of transfers of this amount to this address. */
  readonly transfers: number
  /** The senders of these transfers, in lower case. */
  readonly senders: ReadonlyArray<string>
  /** The fault of the transaction; `undefined` if it has none. */
  readonly reason: string | undefined
}

/** The resolution of a block's time, milliseconds. */
const blockTimeUnitMs = 1_000

/** The fault of the transaction; `at` is its block's time in milliseconds. */
const reasonOf = (
  receipt: RpcSchemas.Receipt,
  at: number,
  { since, to }: ReportedTransfer,
  transfers: number
): string | undefined => {
  if (!receipt.isSuccess) return "the transaction failed"
  // A refund's block in the same second as the payment may still be the younger one.
  if (at + blockTimeUnitMs <= since) return "the transaction is older than what it is to refund"
  if (transfers > 0) return undefined
  return receipt.transfers.some((transfer) => transfer.to === to.toLowerCase())
    ? "the transaction sends another amount of the token to this address"
    : "the transaction sends none of the token to this address"
}

/** A transaction as the Ethereum node shows it; `undefined` if the node does not have it. */
const viewFrom = Effect.fnUntraced(function* (
  node: Node.Node,
  transfer: ReportedTransfer,
  finality: Finality.Finality
): Effect.fn.Return<NodeView | undefined, Node.NodeFailed> {
  const receipt = yield* node.receipt(transfer.txHash.toLowerCase())
  if (receipt === undefined) return undefined
  const { blockHash, blockNumber } = receipt
  const { at, hash } = yield* Headers.at(node, blockNumber)
  const matches = receipt.transfers.filter(
    ({ to, value }) => to === transfer.to.toLowerCase() && value === transfer.amount
  )
  const transfers = matches.length
  const senders = matches.map(({ from }) => from)
  const isFinal = hash === blockHash && blockNumber <= (yield* Finality.numberOf(node, finality))
  const reason = reasonOf(receipt, at, transfer, transfers)
  return { blockHash, isFinal, transfers, senders, reason }
})

const areAlike = (left: NodeView, right: NodeView): boolean =>
  left.blockHash === right.blockHash &&
  left.senders.join() === right.senders.join() &&
  left.reason === right.reason

/** Returns `Final`, or `Wrong` with `isFinal`, if enough Ethereum nodes agree on one block. */
export const find = Effect.fnUntraced(function* (
  nodes: Nodes.Nodes,
  transfer: ReportedTransfer,
  finality: Finality.Finality
): Effect.fn.Return<Chain.Proof, Unavailable> {
  const results = yield* Effect.result(
    Nodes.gather(nodes, (node) => viewFrom(node, transfer, finality))
  )
  if (Result.isFailure(results)) {
    const message = "No Ethereum node can be read right now."
    return yield* new Unavailable({ message, detail: results.failure.message })
  }
  const views = results.success.filter((view) => view !== undefined)
  const finals = views.filter(({ isFinal }) => isFinal)
  const agreed = finals.find(
    (view) => finals.filter((other) => areAlike(view, other)).length >= Nodes.needed(nodes)
  )
  if (agreed !== undefined) {
    const { reason, senders, transfers } = agreed
    if (reason === undefined) {
      const treasury = yield* transfer.treasury
      return { _tag: "Final", transfers, isThirdParty: !senders.includes(treasury) }
    }
    return { _tag: "Wrong", reason, isFinal: true }
  }
  const valid = views.filter(({ reason }) => reason === undefined)
  if (valid.length > 0) {
    return { _tag: "Pending", transfers: Math.min(...valid.map(({ transfers }) => transfers)) }
  }
  const reason = views[0]?.reason
  return reason === undefined ? { _tag: "Absent" } : { _tag: "Wrong", reason, isFinal: false }
})
