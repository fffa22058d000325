/**
 * Which blocks are final, and their transfers: the only source of credits. It must never
 * rely on one node where two are configured, nor go on from a block that is no longer there.
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

/** The chain's own finality, or a number of blocks that must follow. */
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
export const agreed = (nodes: Nodes.Nodes, finality: Finality) =>
  Effect.map(
    Nodes.gather(nodes, (node) => numberOf(node, finality)),
    (numbers) => [...numbers].sort((left, right) => right - left)[Nodes.needed(nodes) - 1] ?? 0
  )

/** A block that enough nodes show alike. */
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

/** What a range of final blocks holds. */
export interface FinalizedRange {
  /** The block that was final before, as it is called now. */
  readonly anchorHash: string
  readonly end: Header
  /** Of the blocks that were read, in order. */
  readonly headers: ReadonlyArray<Header>
  /** All transfers of USDC up to the end, from a few blocks before the anchor on, in order. */
  readonly transfers: ReadonlyArray<Transfer>
}

/**
 * What one node shows: every block is read, and what it shows is checked against the headers. So
 * several that lag, and agree that there is nothing, are found out as one is.
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

/** Alike: the same blocks, and exactly the same transfers in them. */
const digest = ({ headers, transfers }: FinalizedRange): string => {
  const hash = createHash("sha256")
  for (const { at, hash: blockHash } of headers) hash.update(`\n${blockHash} ${at}`)
  for (const { blockHash, from, logIndex, to, txHash, value } of transfers) {
    hash.update(`\n${txHash} ${logIndex} ${blockHash} ${from} ${to} ${value}`)
  }
  return hash.digest("hex")
}

/** What the blocks after a cursor hold, up to a final one. Fails where the cursor is gone. */
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
