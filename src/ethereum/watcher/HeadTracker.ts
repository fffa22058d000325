/**
 * The newest blocks, as each node shows them: where a transfer is seen first. One node is
 * enough to see one; only finality makes it money. It must never pass a block that it did not read.
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
  readonly known: Map<number, string>
  tip: Header | undefined
  /** The newest block's time: everything before was read and reported. */
  lookedAt: number
  /** What was wrong with the last read, to log it once. */
  trouble: string | undefined
  /** Since when every read has failed, milliseconds. */
  failingSince: number | undefined
}

export const make = (node: Node.Node): HeadTracker => ({
  ...{ node, known: new Map(), tip: undefined },
  ...{ lookedAt: 0, trouble: undefined, failingSince: undefined }
})

/** What a read found: to be reported, and then kept with `keep`. */
export interface NewBlocks {
  readonly tip: Header
  /** Blocks not read before, in order. */
  readonly headers: ReadonlyArray<Header>
  readonly transfers: ReadonlyArray<Transfer>
}

/** Nothing where the node shows nothing new, or is not even where finality is. */
export const read = Effect.fnUntraced(function* (
  { known, node, tip: before }: HeadTracker,
  cursor: ChainCursor.ChainCursor,
  token: Token
) {
  const tip = yield* Headers.newest(node)
  if (tip.hash === before?.hash || tip.number < cursor.blockNumber) return undefined
  if (tip.number === cursor.blockNumber) {
    if (tip.hash === cursor.blockHash) return { tip, headers: [], transfers: [] }
    return yield* Headers.inconsistent(node, "its newest block is not the final one")
  }
  const headers = yield* Headers.since(node, tip, cursor, known)
  return { tip, headers, transfers: yield* TransferReader.transfers(node, headers, token) }
})

/** A follower begins: what another one read and reported is read again. */
export const restart = (head: HeadTracker): void => {
  head.known.clear()
  head.tip = undefined
  head.lookedAt = 0
}

/** The cursor moved: the head of a branch that lost starts again from it. */
export const moveOn = (
  head: HeadTracker,
  { blockHash, blockNumber }: ChainCursor.ChainCursor
): void => {
  if (head.known.get(blockNumber) !== blockHash) {
    head.known.clear()
    head.tip = undefined
  }
  for (const number of head.known.keys()) if (number <= blockNumber) head.known.delete(number)
}

/**
 * Everything that a read found is reported. `cursor`: where finality is by now; if it passed the
 * blocks of the read on another branch, the read counts for nothing.
 */
export const keep = (
  head: HeadTracker,
  { headers, tip }: NewBlocks,
  cursor: ChainCursor.ChainCursor
): void => {
  const { known } = head
  const [first] = headers
  if (first !== undefined) {
    for (const number of known.keys()) if (number >= first.number) known.delete(number)
  }
  for (const { hash, number } of headers) known.set(number, hash)
  const { blockHash, blockNumber } = cursor
  const start = first?.number ?? tip.number
  const before = start - 1 === blockNumber ? blockHash : known.get(start - 1)
  const isOnIt =
    start <= blockNumber
      ? tip.number <= blockNumber || known.get(blockNumber) === blockHash
      : before === first?.parentHash
  if (!isOnIt) {
    known.clear()
    head.tip = undefined
    return
  }
  for (const number of known.keys()) if (number <= blockNumber) known.delete(number)
  head.tip = tip
  head.lookedAt = tip.at
}
