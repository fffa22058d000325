/** Metrics and traces of attempts to deliver. */
import { Effect } from "effect"
import * as Delivery from "../domain/webhook/Delivery.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as Tracing from "../telemetry/Tracing.ts"

const attempts = {
  name: "payout_webhook_attempts_total",
  description: "Attempts to deliver an event, by class of status code or no_answer"
}
const attemptSeconds = {
  name: "payout_webhook_attempt_seconds",
  description: "How long receivers took to answer"
}
const underWay = {
  name: "payout_webhook_attempts_under_way",
  description: "Attempts under way: with 512 the next ones wait"
}

/** The payout or batch that a delivery's event is about, as attributes of logs and spans. */
export const subjectOf = ({
  webhookEvent: { subjectId }
}: Delivery.Delivery): Readonly<Record<string, string>> =>
  /^(po|bt|bk)_/.test(subjectId) ? Tracing.naming(subjectId) : {}

/** One attempt as a span in the trace of its subject. */
const spanOf = (
  delivery: Delivery.Delivery,
  { statusCode }: Delivery.Attempt,
  from: number
): Tracing.Span => {
  const { attempts, endpointId, webhookEvent } = delivery
  const subject = subjectOf(delivery)
  return {
    ...{ name: "webhook attempt", kind: "client", from, to: Tracing.now() },
    subject: Object.values(subject)[0],
    isError: !Delivery.isSuccess(statusCode),
    attributes: {
      ...{ ...subject, account_id: webhookEvent.accountId, endpoint_id: endpointId },
      ...{ event_id: webhookEvent.id, event_type: webhookEvent.type, attempt: attempts.length + 1 },
      ...(statusCode === null ? {} : { "http.response.status_code": statusCode })
    }
  }
}

export interface AttemptMetrics {
  /** Counts an attempt as under way while it runs, and by its outcome when it has one. */
  readonly observe: (
    delivery: Delivery.Delivery,
    attempt: Effect.Effect<Delivery.Attempt>
  ) => Effect.Effect<Delivery.Attempt>
}

export const make = Effect.gen(function* () {
  const meter = yield* Metrics.make
  const trace = yield* Tracing.Trace
  const latency = meter.histogram(attemptSeconds)
  const classes = new Map(
    ["1xx", "2xx", "3xx", "4xx", "5xx", "no_answer"].map(
      (outcome) => [outcome, meter.counter(attempts, { outcome })] as const
    )
  )
  let underWayCount = 0
  meter.gauge(underWay, () => underWayCount)

  const count = ({ latencyMs, statusCode }: Delivery.Attempt): void => {
    const outcome = statusCode === null ? "no_answer" : `${Math.trunc(statusCode / 100)}xx`
    const series = classes.get(outcome)
    if (series !== undefined) series.count += 1
    if (statusCode !== null) latency.observe(latencyMs / 1000)
  }

  const metrics: AttemptMetrics = {
    observe: (delivery, attempt) =>
      Effect.suspend(() => {
        const from = Tracing.now()
        underWayCount += 1
        const finish = Effect.sync(() => {
          underWayCount -= 1
        })
        const measured = Effect.tap(attempt, (outcome) =>
          Effect.sync(() => {
            count(outcome)
            trace?.(spanOf(delivery, outcome, from))
          })
        )
        return Effect.ensuring(measured, finish)
      })
  }
  return metrics
})
