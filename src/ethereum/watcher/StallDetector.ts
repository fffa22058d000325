/**
 * The alarm that finality has stopped, or that Ethereum nodes contradict each other. The alarm
 * stays raised, and is logged now and then, for as long as that is so. It must never wait for the
 * reading that it checks.
 */
import { Clock, Effect, Metric } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Nodes from "../rpc/Nodes.ts"
import * as WatcherMetrics from "./WatcherMetrics.ts"

export interface StallDetector {
  /** The last failure to follow finality; `undefined` if there is none. */
  failure: Nodes.Undecided | undefined
  /** Checks the progress; `cursor` is how far finality was followed by now. */
  readonly check: (cursor: ChainCursor.ChainCursor | undefined) => Effect.Effect<void>
}

export const make = (): StallDetector => {
  /**
   * The highest block ever: a watcher that restarts after a defect, over and over, does not move.
   */
  let highest = -1
  let movedAt: number | undefined
  let loggedAt = Number.NEGATIVE_INFINITY
  const detector: StallDetector = {
    failure: undefined,
    check: Effect.fnUntraced(function* (cursor) {
      const now = yield* Clock.currentTimeMillis
      const number = cursor?.blockNumber ?? -1
      if (movedAt === undefined || number > highest) movedAt = now
      highest = Math.max(highest, number)
      const isStill = now - movedAt > Limits.chain.stalledMsMax
      const isRaised = isStill || detector.failure?.isAlarming === true
      yield* Metric.update(WatcherMetrics.stalled, isRaised ? 1 : 0)
      if (!isRaised || now - loggedAt < Limits.chain.alarmEveryMs) return
      loggedAt = now
      yield* Effect.logError(
        "Deposits stopped becoming final. Check the Ethereum nodes",
        detector.failure?.message ?? "no new final block"
      )
    })
  }
  return detector
}
