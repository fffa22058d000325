/**
 * The newest blocks, as each Ethereum node shows them, in which a transfer is first seen. One node
 * is enough to see a transfer; only finality makes it money. A block that was not read must never
 * be passed.
 */
import { Effect } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Node from "../rpc/Node.ts"
import type { Header, Transfer } from "../rpc/RpcSchemas.ts"
import type { Token } from "./Finality.ts"
import * as Headers from "./Headers.ts"
import * as TransferReader from "./TransferReader.ts"

/** The chain after the cursor, as one node showed it last. */
export interface HeadTracker {
  readonly node: Node.Node
  /** Hashes of blocks whose transfers were reported, by number. */
  readonly reportedHashes: Map<number, string>
  tip: Header | undefined
  /** The newest block's time. Everything before it was read and reported. */
  readUpTo: number
  /** The fault of the last read, kept to log it once. */
  trouble: string | undefined
  /** The time since which every read has failed, milliseconds. */
  failingSince: number | undefined
}

export const make = (node: Node.Node): HeadTracker => ({
  ...{ node, reportedHashes: new Map(), tip: undefined },
  ...{ readUpTo: 0, trouble: undefined, failingSince: undefined }
})

/** The result of a read, which the caller reports and then passes to `keep`. */
export interface NewBlocks {
  readonly tip: Header
  /** Blocks not read before, in order. */
  readonly headers: ReadonlyArray<Header>
  readonly transfers: ReadonlyArray<Transfer>
}

/** The new blocks; `undefined` if the node has none, or is behind the cursor. */
export const read = Effect.fnUntraced(function* (
  { reportedHashes, node, tip: before }: HeadTracker,
  cursor: ChainCursor.ChainCursor,
  token: Token
) {
  const tip = yield* Headers.newest(node)
  if (tip.hash === before?.hash || tip.number < cursor.blockNumber) return undefined
  if (tip.number === cursor.blockNumber) {
    if (tip.hash === cursor.blockHash) return { tip, headers: [], transfers: [] }
    return yield* Headers.inconsistent(node, "its newest block is not the final one")
  }
  const headers = yield* Headers.since(node, tip, cursor, reportedHashes)
  return { tip, headers, transfers: yield* TransferReader.transfers(node, headers, token) }
})

/**
 * Resets the head when a follower begins: blocks that another follower read and reported are read
 * again.
 */
export const restart = (head: HeadTracker): void => {
  head.reportedHashes.clear()
  head.tip = undefined
  head.readUpTo = 0
}

/**
 * Follows a move of the cursor. A head on a branch that was replaced starts again from the cursor.
 */
export const moveOn = (
  head: HeadTracker,
  { blockHash, blockNumber }: ChainCursor.ChainCursor
): void => {
  if (head.reportedHashes.get(blockNumber) !== blockHash) {
    head.reportedHashes.clear()
    head.tip = undefined
  }
  for (const number of head.reportedHashes.keys())
    if (number <= blockNumber) head.reportedHashes.delete(number)
}

/**
 * Keeps a read whose blocks are all reported. `cursor` is where finality is by now. If it passed
 * the blocks of the read on another branch, the read is discarded.
 */
export const keep = (
  head: HeadTracker,
  { headers, tip }: NewBlocks,
  cursor: ChainCursor.ChainCursor
): void => {
  const { reportedHashes } = head
  const [first] = headers
  if (first !== undefined) {
    for (const number of reportedHashes.keys())
      if (number >= first.number) reportedHashes.delete(number)
  }
  for (const { hash, number } of headers) reportedHashes.set(number, hash)
  const { blockHash, blockNumber } = cursor
  const start = first?.number ?? tip.number
  const before = start - 1 === blockNumber ? blockHash : reportedHashes.get(start - 1)
  const isOnCursor =
    start <= blockNumber
      ? tip.number <= blockNumber || reportedHashes.get(blockNumber) === blockHash
      : before === first?.parentHash
  if (!isOnCursor) {
    reportedHashes.clear()
    head.tip = undefined
    return
  }
  for (const number of reportedHashes.keys())
    if (number <= blockNumber) reportedHashes.delete(number)
  head.tip = tip
  head.readUpTo = tip.at
}
