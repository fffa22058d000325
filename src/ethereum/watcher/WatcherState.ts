/** The progress of reading the chain, and its metrics. */
import { Clock, Effect, Metric } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Facts from "../../domain/incident/Facts.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import * as Nodes from "../rpc/Nodes.ts"
import type * as Finality from "./Finality.ts"
import * as HeadTracker from "./HeadTracker.ts"
import * as StallDetector from "./StallDetector.ts"
import * as WatcherMetrics from "./WatcherMetrics.ts"

export interface WatchedChain {
  readonly chainId: number
  /** The token's address, in lower case. */
  readonly usdc: string
  readonly finality: Finality.Finality
  /** Pause between two reads, milliseconds. */
  readonly pollMs: number
}

export interface WatcherState {
  readonly nodes: Nodes.Nodes
  readonly chain: WatchedChain
  /** Everything up to here is reported; `undefined` if no block was read. */
  cursor: ChainCursor.ChainCursor | undefined
  /** One for each node. */
  readonly heads: ReadonlyArray<HeadTracker.HeadTracker>
  readonly stall: StallDetector.StallDetector
  /** True if this process reads the chain now. */
  isReading: boolean
  /** When the nodes were last queried for final blocks, milliseconds. */
  readAt: number
  /** The newest block's number, and when it was first seen, milliseconds. */
  newest: { readonly number: number; readonly at: number } | undefined
}

export const make = (nodes: Nodes.Nodes, chain: WatchedChain): WatcherState => ({
  ...{ nodes, chain, cursor: undefined },
  stall: StallDetector.make(),
  ...{ isReading: false, readAt: 0, newest: undefined },
  heads: nodes.map(HeadTracker.make)
})

/** Everything before this moment was reported: read from enough nodes, or final. */
export const pastOf = ({ cursor, heads }: WatcherState): number => {
  const moments = heads.map(({ readUpTo }) => readUpTo).toSorted((left, right) => right - left)
  return Math.max(cursor?.blockAt ?? 0, moments[Math.min(2, moments.length) - 1] ?? 0)
}

/** The newest block that was read, and the last final one. */
export const headOf = ({ cursor, heads }: WatcherState): Chain.Head | undefined => {
  if (cursor === undefined) return undefined
  const tips = heads.map(({ tip }) => tip?.number ?? cursor.blockNumber)
  return { latest: Math.max(cursor.blockNumber, ...tips), finalized: cursor.blockNumber }
}

/** The part of the chain that was read; `undefined` if no block was read. */
export const reachOf = (state: WatcherState): Chain.ChainReach | undefined => {
  const head = headOf(state)
  return head && { completeBefore: pastOf(state), head }
}

const newestBlockAt = ({ heads }: WatcherState, { blockAt }: ChainCursor.ChainCursor): number =>
  Math.max(blockAt, ...heads.map(({ readUpTo }) => readUpTo))

/** The state of the reading; `undefined` if another process reads. */
export const conditionOf = (state: WatcherState): Facts.ChainCondition | undefined => {
  const { chain, cursor, heads, isReading, newest, nodes, readAt, stall } = state
  if (!isReading) return undefined
  const { failure } = stall
  return {
    ...{ chainId: chain.chainId, isReading, reportedAt: readAt },
    headAt: cursor === undefined ? null : newestBlockAt(state, cursor),
    headMovedAt: newest?.at ?? null,
    finalAt: cursor?.blockAt ?? null,
    nodes: heads.map(({ failingSince = null, node, trouble = null }) => ({
      ...{ name: node.name, failingSince, failure: trouble }
    })),
    nodesNeeded: Nodes.needed(nodes),
    contradiction: failure?.isAlarming === true ? failure.message : null
  }
}

/** Updates the metrics from this state; waits for no Ethereum node. */
export const measure = Effect.fnUntraced(function* (state: WatcherState) {
  yield* state.stall.check(state.cursor)
  const head = headOf(state)
  if (head === undefined || state.cursor === undefined) return
  const now = yield* Clock.currentTimeMillis
  const newestAt = newestBlockAt(state, state.cursor)
  if (head.latest > (state.newest?.number ?? -1)) state.newest = { number: head.latest, at: now }
  yield* Metric.update(WatcherMetrics.headBlock, head.latest)
  yield* Metric.update(WatcherMetrics.finalBlock, head.finalized)
  yield* Metric.update(WatcherMetrics.unfinalBlocks, head.latest - head.finalized)
  yield* Metric.update(WatcherMetrics.headLag, (now - newestAt) / 1000)
  yield* Metric.update(WatcherMetrics.finalLag, (now - state.cursor.blockAt) / 1000)
})
