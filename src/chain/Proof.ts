/**
 * Proof that a transaction sent what it is said to have sent. It must never call one final on one
 * node's word where two are configured.
 */
import { Effect, Result } from "effect"
import type * as Money from "../domain/Money.ts"
import type * as Chain from "../engine/Chain.ts"
import { Unavailable } from "../engine/Unavailable.ts"
import * as Finality from "./Finality.ts"
import * as Headers from "./Headers.ts"
import type * as Node from "./Node.ts"
import * as Nodes from "./Nodes.ts"

/** What one node shows; `blockHash` is where. */
type Shown = Chain.Proof & { readonly blockHash?: string }

const wrong = (reason: string): Shown => ({ _tag: "Wrong", reason })

export interface Asked {
  readonly txHash: string
  readonly to: string
  /** Micro-USDC, in one transfer. */
  readonly amount: Money.Micro
}

const shownBy = Effect.fnUntraced(function* (
  node: Node.Node,
  { amount, to, txHash }: Asked,
  finality: Finality.Finality
): Effect.fn.Return<Shown, Node.NodeFailed> {
  const receipt = yield* node.receipt(txHash.toLowerCase())
  if (receipt === undefined) return wrong("there is no such transaction on the chain")
  if (!receipt.isSuccess) return wrong("the transaction failed")
  const { blockHash, blockNumber } = receipt
  const sent = receipt.transfers.filter((transfer) => transfer.to === to.toLowerCase())
  if (sent.length === 0) return wrong("the transaction sends no USDC to this address")
  if (!sent.some(({ value }) => value === BigInt(amount))) {
    return wrong("the transaction sends another amount of USDC to this address")
  }
  const { hash } = yield* Headers.at(node, blockNumber)
  const isFinal = hash === blockHash && blockNumber <= (yield* Finality.numberOf(node, finality))
  return { _tag: isFinal ? "Final" : "Pending", blockHash }
})

/** Final where enough nodes say so of one block; wrong where none shows it. */
export const find = Effect.fnUntraced(function* (
  nodes: Nodes.Nodes,
  asked: Asked,
  finality: Finality.Finality
): Effect.fn.Return<Chain.Proof, Unavailable> {
  const said = yield* Effect.result(Nodes.gather(nodes, (node) => shownBy(node, asked, finality)))
  if (Result.isFailure(said)) {
    const message = "Ethereum cannot be looked at now"
    return yield* new Unavailable({ message, detail: said.failure.message })
  }
  const answers = said.success
  const finals = answers.filter(({ _tag }) => _tag === "Final")
  const isFinal = finals.some(
    ({ blockHash }) =>
      finals.filter((other) => other.blockHash === blockHash).length >= Nodes.needed(nodes)
  )
  if (isFinal) return { _tag: "Final" }
  const [first] = answers
  if (answers.every(({ _tag }) => _tag === "Wrong") && first?._tag === "Wrong") {
    return { _tag: "Wrong", reason: first.reason }
  }
  return { _tag: "Pending" }
})
