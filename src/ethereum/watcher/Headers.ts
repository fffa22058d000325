/**
 * Blocks as one Ethereum node shows them, each the parent of the next. A chain with a gap, or
 * without the final block of the cursor, is refused.
 */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import * as Node from "../rpc/Node.ts"
import type { Header } from "../rpc/RpcSchemas.ts"

export const inconsistent = (node: Node.Node, message: string): Node.NodeFailed =>
  new Node.NodeFailed({ node: node.name, reason: "inconsistent", message })

/** A block that the node must have. */
export const at = Effect.fnUntraced(function* (node: Node.Node, number: number) {
  const header = yield* node.header(number)
  if (header === undefined) return yield* inconsistent(node, `it has no block ${number}`)
  return header.number === number
    ? header
    : yield* inconsistent(node, `asked for block ${number} it shows ${header.number}`)
})

export const newest = Effect.fnUntraced(function* (node: Node.Node) {
  const header = yield* node.header("latest")
  return header ?? (yield* inconsistent(node, "it has no newest block"))
})

/** The blocks from one number to another, linked. */
export const between = Effect.fnUntraced(function* (node: Node.Node, from: number, to: number) {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const headers = yield* Effect.forEach(numbers, (number) => at(node, number), {
    concurrency: Limits.chain.headersAtOnce
  })
  const isLinked = headers.every(
    ({ parentHash }, index) => index === 0 || headers[index - 1]?.hash === parentHash
  )
  return isLinked ? headers : yield* inconsistent(node, "its blocks do not hang together")
})

/**
 * The blocks up to `tip` that are not among the hashes `known` of a chain on `cursor`, in order.
 * They begin after the first block whose parent is known, so they include every replaced block.
 */
export const since = Effect.fnUntraced(function* (
  node: Node.Node,
  tip: Header,
  cursor: ChainCursor.ChainCursor,
  known: ReadonlyMap<number, string>
) {
  const { blockHash, blockNumber } = cursor
  const hashAt = (number: number) => (number === blockNumber ? blockHash : known.get(number))
  if (tip.number - blockNumber > Limits.chain.unfinalBlocksMax) {
    return yield* inconsistent(node, `its newest block, ${tip.number}, is too far from final ones`)
  }
  let start = blockNumber + 1
  while (start < tip.number && known.has(start)) start += 1
  const fresh = start < tip.number ? yield* between(node, start, tip.number - 1) : []
  const last = fresh.at(-1)
  if (last !== undefined && last.hash !== tip.parentHash) {
    return yield* inconsistent(node, "its newest block does not follow the one before")
  }
  const headers = [...fresh, tip]
  let first = headers[0] ?? tip
  while (hashAt(first.number - 1) !== first.parentHash) {
    if (first.number - 1 <= blockNumber) {
      return yield* inconsistent(node, `its chain does not hold our final block ${blockNumber}`)
    }
    const parent = yield* node.headerOf(first.parentHash)
    if (parent?.number !== first.number - 1 || parent.hash !== first.parentHash) {
      return yield* inconsistent(node, `it does not have the parent of its block ${first.number}`)
    }
    headers.unshift(parent)
    first = parent
  }
  return headers
})
