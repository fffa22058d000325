/** Metrics of the process itself: its event loop, its heap, its processor time. */

import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Metrics from "./Metrics.ts"
import * as Turns from "./Turns.ts"

const delay = {
  name: "process_event_loop_delay_seconds",
  description: "How late the event loop was since the metrics were last asked for, by quantile"
}
const busy = {
  name: "process_event_loop_busy_seconds_total",
  description: "Time in which the event loop had work: its rate is the share of one core in use"
}
const cpu = { name: "process_cpu_seconds_total", description: "Processor time, all threads" }
const heap = { name: "process_heap_used_bytes", description: "Used heap" }
const resident = { name: "process_resident_memory_bytes", description: "Resident memory" }
const started = {
  name: "process_start_time_seconds",
  description: "When the process began, Unix seconds"
}

const quantiles = { "0.5": 50, "0.99": 99, "1": 100 } as const

/**
 * Registers the metrics. The result samples the process and must be called before the metrics are
 * read.
 */
export const make = Effect.gen(function* () {
  const meter = yield* Metrics.make
  yield* Turns.watch
  const loop = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({
        resolution: Limits.telemetry.eventLoopResolutionMs
      })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  )
  let memory = process.memoryUsage()
  const late = new Map<string, number>()
  for (const quantile of Object.keys(quantiles)) {
    meter.gauge(delay, () => late.get(quantile) ?? 0, { quantile })
  }
  meter.externalCounter(busy, () => performance.eventLoopUtilization().active / 1000)
  meter.externalCounter(cpu, () => {
    const { system, user } = process.cpuUsage()
    return (system + user) / 1_000_000
  })
  meter.gauge(heap, () => memory.heapUsed)
  meter.gauge(resident, () => memory.rss)
  meter.gauge(started, () => performance.timeOrigin / 1000)

  return (): void => {
    memory = process.memoryUsage()
    // The time between two samples is measured: the pause between them is no delay.
    for (const [quantile, percent] of Object.entries(quantiles)) {
      const ns = percent === 100 ? loop.max : loop.percentile(percent)
      late.set(
        quantile,
        Math.max(0, ns / 1_000_000 - Limits.telemetry.eventLoopResolutionMs) / 1000
      )
    }
    loop.reset()
  }
})
