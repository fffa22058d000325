/** How far the chain was looked at: who waits for it, and what is shown of it. */
import { Clock, Effect, Metric } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import type * as Nodes from "../rpc/Nodes.ts"
import * as HeadTracker from "./HeadTracker.ts"
import * as StallDetector from "./StallDetector.ts"
import * as WatcherMetrics from "./WatcherMetrics.ts"

export interface WatcherState {
  place: ChainCursor.ChainCursor | undefined
  readonly views: ReadonlyArray<HeadTracker.HeadTracker>
  /** Called after each look. */
  readonly waiting: Set<() => void>
  readonly alarm: StallDetector.StallDetector
}

export const make = (nodes: Nodes.Nodes): WatcherState => ({
  ...{ place: undefined, waiting: new Set(), alarm: StallDetector.make() },
  views: nodes.map(HeadTracker.make)
})

/** Whether all that came up to a moment was seen: by enough nodes, or finally. */
export const isPast = ({ place, views }: WatcherState, at: number): boolean =>
  (place !== undefined && place.blockAt > at) ||
  views.filter(({ lookedAt }) => lookedAt > at).length >= Math.min(2, views.length)

export const lookedPast = (seen: WatcherState, at: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const look = (): void => {
      if (!isPast(seen, at)) return
      seen.waiting.delete(look)
      resume(Effect.void)
    }
    seen.waiting.add(look)
    look()
    return Effect.sync(() => void seen.waiting.delete(look))
  })

/** The newest block that was looked at, and the last final one. */
export const headOf = ({ place, views }: WatcherState): Chain.Head | undefined => {
  if (place === undefined) return undefined
  const tips = views.map(({ tip }) => tip?.number ?? place.blockNumber)
  return { latest: Math.max(place.blockNumber, ...tips), finalized: place.blockNumber }
}

/** What an operator sees now. It reads what is kept here, and waits for nobody. */
export const measure = Effect.fnUntraced(function* (seen: WatcherState) {
  yield* seen.alarm.judge(seen.place)
  const head = headOf(seen)
  if (head === undefined || seen.place === undefined) return
  const now = yield* Clock.currentTimeMillis
  const newestAt = Math.max(seen.place.blockAt, ...seen.views.map(({ lookedAt }) => lookedAt))
  yield* Metric.update(WatcherMetrics.headBlock, head.latest)
  yield* Metric.update(WatcherMetrics.finalBlock, head.finalized)
  yield* Metric.update(WatcherMetrics.unfinalBlocks, head.latest - head.finalized)
  yield* Metric.update(WatcherMetrics.headLag, (now - newestAt) / 1000)
  yield* Metric.update(WatcherMetrics.finalLag, (now - seen.place.blockAt) / 1000)
})
