/** Endpoints for operators and their machines: health, readiness, metrics, documents. */
import { Clock, Effect, Metric, Option } from "effect"
import { PrometheusMetrics } from "effect/observability"
import type * as Engine from "../../engine/Engine.ts"
import * as Partition from "../../engine/Partition.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as ProcessMetrics from "../../telemetry/ProcessMetrics.ts"
import * as Route from "../middleware/Route.ts"
import * as Problems from "../Problems.ts"
import * as Contract from "./SystemContract.ts"

/** Series of one partition, with its number as label if there are several. */
const gaugesOf = (slot: Partition.Slot) => {
  const attributes = Partition.labelsOf(slot)
  const gauge = (name: string, description: string) =>
    Metric.gauge(name, { description, attributes })
  return {
    activePayouts: gauge("payout_active", "Payouts that have a fiber"),
    knownPayouts: gauge("payout_known", "Payouts in memory"),
    pendingDeliveries: gauge("payout_webhook_deliveries_pending", "Deliveries not finished"),
    overdue: gauge(
      "payout_webhook_oldest_due_seconds",
      "How long the delivery that waits longest is past its moment"
    ),
    logSeq: gauge("payout_log_seq", "Seq of the last entry"),
    logEpoch: gauge("payout_log_epoch", "Epoch of this writer"),
    writable: gauge("payout_log_writable", "1 when the log takes appends")
  }
}

/** Reads the gauges of a partition. */
const observer = (engine: Engine.EngineService) => {
  const gauges = gaugesOf(engine.partition)
  return Effect.gen(function* () {
    const { epoch, seq } = engine.tip()
    // Metrics are served even while the database does not respond.
    const backlog = yield* Effect.option(engine.backlog)
    const now = yield* Clock.currentTimeMillis
    yield* Metric.update(gauges.activePayouts, engine.activePayouts())
    yield* Metric.update(gauges.knownPayouts, engine.directory.payoutsInMemory())
    if (Option.isSome(backlog)) {
      const { oldestDue, pending } = backlog.value
      yield* Metric.update(gauges.pendingDeliveries, pending)
      yield* Metric.update(gauges.overdue, Math.max(0, now - (oldestDue ?? now)) / 1000)
    }
    yield* Metric.update(gauges.logSeq, seq)
    yield* Metric.update(gauges.logEpoch, epoch)
    yield* Metric.update(gauges.writable, engine.isWritable() ? 1 : 0)
  })
}

const partitionLabel = /[{,]partition="(\d+)"/

/**
 * Series of partitions that this node runs now. Those of a partition that moved away would be
 * outdated.
 */
const ofRunning = (
  { at, count, running }: Partitions.PartitionsService,
  exposition: string
): string => {
  if (running().length === count) return exposition
  const lines = exposition.split("\n").filter((line) => {
    const number = partitionLabel.exec(line)?.[1]
    return number === undefined || at(Number(number)) !== undefined
  })
  return lines.join("\n")
}

/** The log's position, or the number of served partitions if there are several. */
const positionOf = ({ count, isShared, reachable, running }: Partitions.PartitionsService) => {
  const engines = running().map(({ engine }) => engine)
  const [only] = engines
  if (only !== undefined && count === 1 && !isShared) return only.tip()
  const owned = engines.filter(({ isWritable }) => isWritable()).length
  return { partitions: { owned, reachable: reachable(), total: count } }
}

export const routes = Effect.gen(function* () {
  const partitions = yield* Partitions.Partitions
  const sampleProcess = yield* ProcessMetrics.make
  const observers = new Set<Effect.Effect<void>>()
  yield* partitions.attach(({ engine }) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const observe = observer(engine)
        observers.add(observe)
        return observe
      }),
      (observe) => Effect.sync(() => observers.delete(observe))
    )
  )
  const observe = Effect.suspend(() =>
    Effect.forEach(observers, (one) => one, { concurrency: "unbounded", discard: true })
  )

  const exposition = Effect.gen(function* () {
    sampleProcess()
    yield* observe
    const body = ofRunning(partitions, yield* PrometheusMetrics.format())
    return { status: 200, body, contentType: "text/plain; version=0.0.4" }
  })

  /**
   * One of several nodes is ready while it follows the directory: no other node can do the work of
   * a partition without an owner either.
   */
  const readiness = Effect.sync(() => {
    const isWhole = partitions.reachable() === partitions.count
    const isReady = partitions.isShared ? partitions.isCurrent() : isWhole
    const status = isReady ? (isWhole ? "ready" : "degraded") : "unavailable"
    const body = JSON.stringify({ status, ...positionOf(partitions) })
    return { status: isReady ? 200 : Problems.notReadyStatus, body }
  })

  return [
    Route.here(Contract.health, () =>
      Effect.succeed(Route.answer(Contract.health, { status: "ok" }))
    ),
    Route.here(Contract.ready, () => readiness),
    Route.here(Contract.metrics, () => exposition)
  ]
})
