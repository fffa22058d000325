/**
 * The newest blocks, as each node shows them: where a transfer is seen first. Any node's word is
 * enough to see one; only finality makes it money. It must never pass a block that it did not read.
 */
import { Effect } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Node from "../rpc/Node.ts"
import type { Header, Transfer } from "../rpc/RpcSchemas.ts"
import type { Token } from "./Finality.ts"
import * as Headers from "./Headers.ts"
import * as TransferReader from "./TransferReader.ts"

/** The chain after the place, as one node showed it last. */
export interface HeadTracker {
  readonly node: Node.Node
  /** Hashes of blocks whose transfers were reported, by number. */
  readonly known: Map<number, string>
  tip: Header | undefined
  /** The newest block's time: all before was looked at and reported. */
  lookedAt: number
  /** What was wrong with the last look, to say it once. */
  trouble: string | undefined
}

export const make = (node: Node.Node): HeadTracker => ({
  ...{ node, known: new Map(), tip: undefined },
  ...{ lookedAt: 0, trouble: undefined }
})

/** What a look found: to be reported, and then kept with `keep`. */
export interface Look {
  readonly tip: Header
  /** Blocks not looked at before, in order. */
  readonly headers: ReadonlyArray<Header>
  readonly transfers: ReadonlyArray<Transfer>
}

/** Nothing where the node shows nothing new, or is not even where finality is. */
export const look = Effect.fnUntraced(function* (
  { known, node, tip: before }: HeadTracker,
  place: ChainCursor.ChainCursor,
  token: Token
) {
  const tip = yield* Headers.newest(node)
  if (tip.hash === before?.hash || tip.number < place.blockNumber) return undefined
  if (tip.number === place.blockNumber) {
    if (tip.hash === place.blockHash) return { tip, headers: [], transfers: [] }
    return yield* Headers.inconsistent(node, "its newest block is not the final one")
  }
  const headers = yield* Headers.since(node, tip, place, known)
  return { tip, headers, transfers: yield* TransferReader.transfers(node, headers, token) }
})

/** The place has moved on: a view of a branch that lost begins anew from it. */
export const moveOn = (
  view: HeadTracker,
  { blockHash, blockNumber }: ChainCursor.ChainCursor
): void => {
  if (view.known.get(blockNumber) !== blockHash) {
    view.known.clear()
    view.tip = undefined
  }
  for (const number of view.known.keys()) if (number <= blockNumber) view.known.delete(number)
}

/**
 * All that a look found is reported. `place`: where finality is by now; it may have passed what was
 * being looked at, on another branch, and then nothing was looked at.
 */
export const keep = (
  view: HeadTracker,
  { headers, tip }: Look,
  place: ChainCursor.ChainCursor
): void => {
  const { known } = view
  const [first] = headers
  if (first !== undefined) {
    for (const number of known.keys()) if (number >= first.number) known.delete(number)
  }
  for (const { hash, number } of headers) known.set(number, hash)
  const { blockHash, blockNumber } = place
  const start = first?.number ?? tip.number
  const before = start - 1 === blockNumber ? blockHash : known.get(start - 1)
  const isOnIt =
    start <= blockNumber
      ? tip.number <= blockNumber || known.get(blockNumber) === blockHash
      : before === first?.parentHash
  if (!isOnIt) {
    known.clear()
    view.tip = undefined
    return
  }
  for (const number of known.keys()) if (number <= blockNumber) known.delete(number)
  view.tip = tip
  view.lookedAt = tip.at
}
