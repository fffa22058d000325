/**
 * Proof that a transaction sent a refund as it was recorded. One node is not enough to call it
 * final, or wrong for good, where two are configured; and that none shows it now proves nothing: a
 * reorganisation or a node that lags hides it for a moment.
 */
import { Effect, Result } from "effect"
import type * as Money from "../domain/money/Money.ts"
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
  /** Micro-USDC, in one transfer. */
  readonly amount: Money.Micro
  /** Milliseconds: its block must not be older. */
  readonly since: number
  /** Where the service's own refunds come from, in lower case. */
  readonly treasury: Effect.Effect<string, Unavailable>
}

/** A transaction as one node shows it. */
interface NodeView {
  readonly blockHash: string
  readonly isFinal: boolean
  /** How often it sends this amount to this address. */
  readonly transfers: number
  /** Who sends that, in lower case. */
  readonly senders: ReadonlyArray<string>
  /** What is wrong with it; `undefined`: nothing. */
  readonly reason: string | undefined
}

/** The resolution of a block's time, milliseconds. */
const blockTimeUnitMs = 1_000

/** What is wrong with it; `at`: its block's time, milliseconds. */
const reasonOf = (
  receipt: RpcSchemas.Receipt,
  at: number,
  { since, to }: ReportedTransfer,
  transfers: number
): string | undefined => {
  if (!receipt.isSuccess) return "the transaction failed"
  // A block of the same second as what it refunds may be the younger one.
  if (at + blockTimeUnitMs <= since) return "the transaction is older than what it is to refund"
  if (transfers > 0) return undefined
  return receipt.transfers.some((transfer) => transfer.to === to.toLowerCase())
    ? "the transaction sends another amount of USDC to this address"
    : "the transaction sends no USDC to this address"
}

/** `undefined`: the node does not show it. */
const shownBy = Effect.fnUntraced(function* (
  node: Node.Node,
  asked: ReportedTransfer,
  finality: Finality.Finality
): Effect.fn.Return<NodeView | undefined, Node.NodeFailed> {
  const receipt = yield* node.receipt(asked.txHash.toLowerCase())
  if (receipt === undefined) return undefined
  const { blockHash, blockNumber } = receipt
  const { at, hash } = yield* Headers.at(node, blockNumber)
  const sending = receipt.transfers.filter(
    ({ to, value }) => to === asked.to.toLowerCase() && value === BigInt(asked.amount)
  )
  const transfers = sending.length
  const senders = sending.map(({ from }) => from)
  const isFinal = hash === blockHash && blockNumber <= (yield* Finality.numberOf(node, finality))
  const reason = reasonOf(receipt, at, asked, transfers)
  return { blockHash, isFinal, transfers, senders, reason }
})

const areAlike = (left: NodeView, right: NodeView): boolean =>
  left.blockHash === right.blockHash &&
  left.senders.join() === right.senders.join() &&
  left.reason === right.reason

/** Final, or wrong for good, where enough nodes agree on one block. */
export const find = Effect.fnUntraced(function* (
  nodes: Nodes.Nodes,
  asked: ReportedTransfer,
  finality: Finality.Finality
): Effect.fn.Return<Chain.Proof, Unavailable> {
  const replies = yield* Effect.result(
    Nodes.gather(nodes, (node) => shownBy(node, asked, finality))
  )
  if (Result.isFailure(replies)) {
    const message = "No Ethereum node can be read right now."
    return yield* new Unavailable({ message, detail: replies.failure.message })
  }
  const shown = replies.success.filter((one) => one !== undefined)
  const finals = shown.filter(({ isFinal }) => isFinal)
  const agreed = finals.find(
    (one) => finals.filter((other) => areAlike(one, other)).length >= Nodes.needed(nodes)
  )
  if (agreed !== undefined) {
    const { reason, senders, transfers } = agreed
    if (reason === undefined) {
      const treasury = yield* asked.treasury
      return { _tag: "Final", transfers, isThirdParty: !senders.includes(treasury) }
    }
    return { _tag: "Wrong", reason, isFinal: true }
  }
  const right = shown.filter(({ reason }) => reason === undefined)
  if (right.length > 0) {
    return { _tag: "Pending", transfers: Math.min(...right.map(({ transfers }) => transfers)) }
  }
  const reason = shown[0]?.reason
  return reason === undefined ? { _tag: "Absent" } : { _tag: "Wrong", reason, isFinal: false }
})
