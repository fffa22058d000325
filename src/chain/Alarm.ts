/**
 * The alarm that finality stands still, or that nodes contradict each other. It stays raised, and
 * is logged now and then, for as long as that is so.
 */
import { Clock, Effect, Metric } from "effect"
import * as Config from "../Config.ts"
import * as Metrics from "./Metrics.ts"
import type * as Nodes from "./Nodes.ts"

export const make = Effect.map(Clock.currentTimeMillis, (startedAt) => {
  let movedAt = startedAt
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    moved: (now: number): void => {
      movedAt = now
    },
    judge: Effect.fnUntraced(function* (failure: Nodes.Undecided | undefined) {
      const now = yield* Clock.currentTimeMillis
      const isStill = now - movedAt > Config.chain.stalledMsMax
      const isRaised = isStill || failure?.isAlarming === true
      yield* Metric.update(Metrics.stalled, isRaised ? 1 : 0)
      if (!isRaised || now - loggedAt < Config.chain.alarmEveryMs) return
      loggedAt = now
      yield* Effect.logError(
        "The chain stands still: no deposit becomes final, someone must look",
        failure?.message ?? "no new final block"
      )
    })
  }
})
