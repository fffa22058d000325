/** What operators and their machines ask: health, readiness, metrics, documents. */
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import * as Delivery from "../../domain/Delivery.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Api from "../Api.ts"
import * as Docs from "../Docs.ts"
import * as Route from "../Route.ts"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const activePayouts = gauge("payout_active", "Payouts that have a fiber")
const knownPayouts = gauge("payout_known", "Payouts in memory")
const pendingDeliveries = gauge("payout_webhook_deliveries_pending", "Deliveries not finished")
const logSeq = gauge("payout_log_seq", "Seq of the last entry")
const logEpoch = gauge("payout_log_epoch", "Epoch of this writer")
const writable = gauge("payout_log_writable", "1 when the log takes appends")
const heap = gauge("process_heap_used_bytes", "Used heap")
const resident = gauge("process_resident_memory_bytes", "Resident memory")

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const { core } = engine

  const observe = Effect.gen(function* () {
    const { epoch, seq } = engine.tip()
    const memory = process.memoryUsage()
    let pending = 0
    for (const delivery of core.deliveries.values()) {
      if (Delivery.nextStep(delivery)._tag !== "Rest") pending += 1
    }
    yield* Metric.update(activePayouts, engine.activePayouts())
    yield* Metric.update(knownPayouts, core.payouts.size)
    yield* Metric.update(pendingDeliveries, pending)
    yield* Metric.update(logSeq, seq)
    yield* Metric.update(logEpoch, epoch)
    yield* Metric.update(writable, engine.isWritable() ? 1 : 0)
    yield* Metric.update(heap, memory.heapUsed)
    yield* Metric.update(resident, memory.rss)
  })

  const metrics = Effect.gen(function* () {
    yield* observe
    const body = yield* PrometheusMetrics.format()
    return { status: 200, body, contentType: "text/plain; version=0.0.4" }
  })

  const ready = Effect.sync(() => {
    const isReady = engine.isWritable()
    const body = JSON.stringify({ status: isReady ? "ready" : "unavailable", ...engine.tip() })
    return { status: isReady ? 200 : 503, body }
  })

  const document = JSON.stringify(Api.openApi)
  const page = Docs.render(Api.openApi)

  return [
    Route.plain("/healthz", Effect.succeed(Route.ok({ status: "ok" }))),
    Route.plain("/readyz", ready),
    Route.plain("/metrics", metrics),
    Route.plain("/openapi.json", Effect.succeed({ status: 200, body: document })),
    Route.plain("/docs", Effect.succeed({ status: 200, body: page, contentType: "text/html" }))
  ]
})
