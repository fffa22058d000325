/**
 * The final blocks and their transfers: the only source of credits. With two Ethereum nodes
 * configured, it must never rely on one. It must never go on from a block that is no longer there.
 */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Node from "../rpc/Node.ts"
import * as Nodes from "../rpc/Nodes.ts"
import type { Header, Transfer } from "../rpc/RpcSchemas.ts"
import * as Headers from "./Headers.ts"
import * as TransferReader from "./TransferReader.ts"

/** The chain's own finality, or the number of blocks that must follow. */
export type Finality = "finalized" | number

export interface Token {
  readonly usdc: string
  readonly bits: ReadonlyArray<number>
}

/** The last final block's number, as one node reports. */
export const numberOf = Effect.fnUntraced(function* (node: Node.Node, finality: Finality) {
  if (finality !== "finalized") {
    return Math.max(0, (yield* Headers.newest(node)).number - finality)
  }
  const header = yield* node.header("finalized")
  return header?.number ?? (yield* Headers.inconsistent(node, "it has no finalized block"))
})

/** The highest block that enough nodes call final, or one after it. */
export const finalNumber = (nodes: Nodes.Nodes, finality: Finality) =>
  Effect.map(
    Nodes.gather(nodes, (node) => numberOf(node, finality)),
    (numbers) => [...numbers].sort((left, right) => right - left)[Nodes.needed(nodes) - 1] ?? 0
  )

/** A block on which enough nodes agree. */
export const block = (nodes: Nodes.Nodes, number: number) =>
  Nodes.agree(
    nodes,
    (node) => Headers.at(node, number),
    ({ at, hash }) => `${hash} ${at}`
  )

export const cursorOf = (
  chainId: number,
  { at, hash, number }: Header
): ChainCursor.ChainCursor => ({
  ...{ chainId, blockNumber: number },
  ...{ blockHash: hash, blockAt: at }
})

/** The contents of a range of final blocks. */
export interface FinalizedRange {
  /** The hash that the last final block before the range has now. */
  readonly anchorHash: string
  readonly end: Header
  /** The blocks that were read, in order. */
  readonly headers: ReadonlyArray<Header>
  /** All transfers of USDC up to the end, from a few blocks before the anchor on, in order. */
  readonly transfers: ReadonlyArray<Transfer>
}

/**
 * The range as one node shows it. Every block is read, and its transfers are checked against its
 * header. So several nodes that lag, and agree that there is nothing, are found out like a single
 * one.
 */
const checked = Effect.fnUntraced(function* (
  node: Node.Node,
  { anchor, from, to }: { readonly anchor: number; readonly from: number; readonly to: number },
  token: Token
) {
  const headers = yield* Headers.between(node, from, to)
  const [before, end] = [headers[anchor - from], headers.at(-1)]
  if (before === undefined || end === undefined) {
    return yield* Headers.inconsistent(node, `it has no block ${to}`)
  }
  const transfers = yield* TransferReader.transfers(node, headers, token)
  return { anchorHash: before.hash, end, headers, transfers }
})

/** Equal digests mean the same blocks, with exactly the same transfers. */
const digest = ({ headers, transfers }: FinalizedRange): string => {
  const hash = createHash("sha256")
  for (const { at, hash: blockHash } of headers) hash.update(`\n${blockHash} ${at}`)
  for (const { blockHash, from, logIndex, to, txHash, value } of transfers) {
    hash.update(`\n${txHash} ${logIndex} ${blockHash} ${from} ${to} ${value}`)
  }
  return hash.digest("hex")
}

/** The blocks after a cursor, up to a final one. Fails if the cursor's block is gone. */
export const finalizedRange = Effect.fnUntraced(function* (
  nodes: Nodes.Nodes,
  { blockHash, blockNumber }: ChainCursor.ChainCursor,
  to: number,
  token: Token
) {
  const from = Math.max(0, blockNumber + 1 - Limits.chain.overlapBlocks)
  const range = yield* Nodes.agree<FinalizedRange>(
    nodes,
    (node) => checked(node, { anchor: blockNumber, from, to }, token),
    digest
  )
  if (range.anchorHash === blockHash) return range
  return yield* new Nodes.Undecided({
    message: `the final block ${blockNumber} was replaced: ${blockHash} is now ${range.anchorHash}`,
    isAlarming: true
  })
})
