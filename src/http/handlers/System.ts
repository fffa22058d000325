/** Endpoints for operators and their machines: health, readiness, metrics, documents. */
import { Clock, Effect, Metric, Option } from "effect"
import { PrometheusMetrics } from "effect/observability"
import * as Engine from "../../engine/Engine.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as ProcessMetrics from "../../telemetry/ProcessMetrics.ts"
import * as Api from "../api/System.ts"
import * as Route from "../middleware/Route.ts"
import * as SiteOrigin from "../middleware/SiteOrigin.ts"
import * as Documents from "../openapi/Documents.ts"
import * as Problems from "../Problems.ts"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const activePayouts = gauge("payout_active", "Payouts that have a fiber")
const knownPayouts = gauge("payout_known", "Payouts in memory")
const pendingDeliveries = gauge("payout_webhook_deliveries_pending", "Deliveries not finished")
const overdue = gauge(
  "payout_webhook_oldest_due_seconds",
  "How long the delivery that waits longest is past its moment"
)
const logSeq = gauge("payout_log_seq", "Seq of the last entry")
const logEpoch = gauge("payout_log_epoch", "Epoch of this writer")
const writable = gauge("payout_log_writable", "1 when the log takes appends")

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const lookAround = yield* ProcessMetrics.make

  const observe = Effect.gen(function* () {
    const { epoch, seq } = engine.tip()
    lookAround()
    // Metrics answer also while the database does not.
    const backlog = yield* Effect.option(engine.backlog)
    const now = yield* Clock.currentTimeMillis
    yield* Metric.update(activePayouts, engine.activePayouts())
    yield* Metric.update(knownPayouts, engine.directory.payoutsHeld())
    if (Option.isSome(backlog)) {
      const { oldestDue, pending } = backlog.value
      yield* Metric.update(pendingDeliveries, pending)
      yield* Metric.update(overdue, Math.max(0, now - (oldestDue ?? now)) / 1000)
    }
    yield* Metric.update(logSeq, seq)
    yield* Metric.update(logEpoch, epoch)
    yield* Metric.update(writable, engine.isWritable() ? 1 : 0)
  })

  const exposition = Effect.gen(function* () {
    yield* observe
    const body = yield* PrometheusMetrics.format()
    return { status: 200, body, contentType: "text/plain; version=0.0.4" }
  })

  const readiness = Effect.sync(() => {
    const isReady = engine.isWritable()
    const body = JSON.stringify({ status: isReady ? "ready" : "unavailable", ...engine.tip() })
    return { status: isReady ? 200 : Problems.notReadyStatus, body }
  })

  const probe = { access: "public", limit: "probe" } as const
  const { environment } = yield* Policy.Policy
  const documents = yield* Documents.make(environment, (yield* SiteOrigin.Site).publicUrl)
  const open = { access: "public" } as const

  return [
    Route.make(Api.health, probe, () => Effect.succeed(Route.ok({ status: "ok" }))),
    Route.make(Api.ready, probe, () => readiness),
    Route.make(Api.metrics, probe, () => exposition),
    Route.ofBytes(Api.document, open, ({ raw }) =>
      Effect.succeed(documents.openApi(raw.headers.host))
    ),
    Route.ofBytes(Api.docs, open, ({ raw }) => documents.docs(raw.headers)),
    Route.ofBytes(Api.changelog, open, () => Effect.succeed(documents.changelog()))
  ]
})
