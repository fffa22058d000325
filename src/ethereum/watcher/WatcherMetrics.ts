/** Metrics of the chain's watcher. Labels never contain an endpoint's path: it may hold a key. */
import { Effect, Metric } from "effect"
import * as RpcMetrics from "../rpc/RpcMetrics.ts"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })
const counter = (name: string, description: string) => Metric.counter(name, { description })

const deposits = counter("payout_chain_deposits_total", "Deposits reported, by what was seen")

export const headBlock = gauge("payout_chain_head_block", "Newest block that was read")
export const finalBlock = gauge("payout_chain_final_block", "Last final block that was read")
export const unfinalBlocks = gauge(
  "payout_chain_unfinal_blocks",
  "Blocks between the last final one that was read and the newest"
)
export const headLag = gauge("payout_chain_head_lag_seconds", "Age of the newest block seen")
export const finalLag = gauge("payout_chain_final_lag_seconds", "Age of the last final block")
export const stalled = gauge(
  "payout_chain_stalled",
  "1 when finality stands still or nodes contradict each other. Check the nodes"
)

export const deposit = (observation: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(deposits, { observation }), 1)

/** Clears the alarms, because another process follows the chain from here on. */
export const leave = Effect.all(
  [stalled, headLag, finalLag].map((metric) => Metric.update(metric, 0)),
  { discard: true }
)

/** Makes the alarms visible from the start, at zero. */
export const announce = Effect.andThen(
  Metric.update(RpcMetrics.disagreements, 0),
  Metric.update(stalled, 0)
)
