/**
 * Exports spans to an OpenTelemetry collector, as OTLP over HTTP with JSON. All spans of one payout
 * form one trace, whose id derives from the payout's, so nothing is stored and a trace continues
 * after a restart. The queue is bounded and one batch is in flight; spans beyond that are dropped
 * and counted (L10). Effect's own exporter would keep every batch in memory as long as a collector
 * hangs. Export never slows down or fails the traced work.
 */
import * as crypto from "node:crypto"
import { Effect, Latch, Layer, Redacted } from "effect"
import type { OtlpTracer } from "effect/observability"
import * as Limits from "../config/Limits.ts"
import * as Metrics from "./Metrics.ts"
import * as Tracing from "./Tracing.ts"

export interface CollectorOptions {
  /** The collector's URL, with `/v1/traces`. */
  readonly url: string
  /** Headers of every batch, such as credentials. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly environment: string
}

/** One HTTP request with a JSON body; one attempt, bounded in time and in the response's size. */
interface CollectorRequest {
  readonly url: string
  readonly method: "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  readonly bytesMax: number
}

/** Sends a request, without retries; fails if there is no response. */
export type Post = (
  request: CollectorRequest
) => Effect.Effect<{ readonly status: number }, unknown>

type Written = OtlpTracer.ResourceSpan["scopeSpans"][number]["spans"][number]
type KeyValue = Written["attributes"][number]

const family = {
  name: "payout_trace_spans_total",
  description: "Spans of traces: exported, or dropped because the collector does not take them"
}

const kinds = { internal: 1, server: 2, client: 3 } as const

const random = (bytes: number): string => crypto.randomBytes(bytes).toString("hex")

/** The ids of a subject's trace and of the span of its lifetime. */
const idsOf = (subject: string): { readonly traceId: string; readonly spanId: string } => {
  const digest = crypto.hash("sha256", subject)
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) }
}

/** The ids in a W3C `traceparent`; nothing if the header is not one. */
const readCaller = (header: string | undefined) => {
  const [, traceId, spanId] = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(header ?? "") ?? []
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId }
}

const attribute = (key: string, value: string | number): KeyValue => ({
  key,
  value: typeof value === "string" ? { stringValue: value } : { doubleValue: value }
})

const attributes = (of: Readonly<Record<string, string | number>>): Array<KeyValue> =>
  Object.entries(of).map(([key, value]) => attribute(key, value))

/** Milliseconds with fractions, as whole nanoseconds in digits. */
const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

/** A span in OTLP's shape. */
const write = (span: Tracing.Span): Written => {
  const caller = readCaller(span.caller)
  const lifetime = span.subject === undefined ? undefined : idsOf(span.subject)
  const parentSpanId = span.isRoot === true ? undefined : (lifetime ?? caller)?.spanId
  return {
    traceId: (lifetime ?? caller)?.traceId ?? random(16),
    spanId: span.isRoot === true && lifetime !== undefined ? lifetime.spanId : random(8),
    parentSpanId,
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanos(span.from),
    endTimeUnixNano: nanos(Math.max(span.from, span.to)),
    attributes: attributes(span.attributes as Readonly<Record<string, string | number>>),
    droppedAttributesCount: 0,
    events: [],
    droppedEventsCount: 0,
    status: { code: span.isError === true ? 2 : 1 },
    links:
      lifetime === undefined || caller === undefined
        ? []
        : [{ ...caller, attributes: [], droppedAttributesCount: 0 }],
    droppedLinksCount: 0
  }
}

const body = (spans: ReadonlyArray<Tracing.Span>, resource: Array<KeyValue>): string => {
  const data: OtlpTracer.TraceData = {
    resourceSpans: [
      {
        resource: { attributes: resource, droppedAttributesCount: 0 },
        scopeSpans: [{ scope: { name: "payout-service" }, spans: spans.map(write) }]
      }
    ]
  }
  return JSON.stringify(data)
}

const make = Effect.fnUntraced(function* (
  { environment, headers, url }: CollectorOptions,
  post: Post
) {
  const { batchSpans, flushMsMax, pauseMs, sendMsMax, spansMax } = Limits.telemetry
  const meter = yield* Metrics.make
  const exported = meter.counter(family, { outcome: "exported" })
  const dropped = meter.counter(family, { outcome: "dropped" })
  const work = yield* Latch.make(false)
  const resource = attributes({
    "service.name": "payout-service",
    "service.instance.id": random(8),
    "deployment.environment.name": environment
  })
  const waiting: Array<Tracing.Span> = []

  /** A batch is sent once: spans recorded while a collector is down are dropped. */
  const send = Effect.suspend(() => {
    const batch = waiting.splice(0, batchSpans)
    if (batch.length === 0) return Effect.void
    const request: CollectorRequest = {
      ...{ url, method: "POST", timeoutMs: sendMsMax, bytesMax: Limits.telemetry.responseBytesMax },
      headers: { "content-type": "application/json", ...Redacted.value(headers) },
      body: body(batch, resource)
    }
    return post(request).pipe(
      Effect.match({
        onSuccess: ({ status }) => status >= 200 && status < 300,
        onFailure: () => false
      }),
      Effect.flatMap((isTaken) =>
        Effect.sync(() => {
          const series = isTaken ? exported : dropped
          series.count += batch.length
        })
      )
    )
  })

  const sendAll = Effect.whileLoop({
    while: () => waiting.length > 0,
    body: () => send,
    step: () => {}
  })

  yield* Effect.addFinalizer(() => Effect.timeoutOption(sendAll, flushMsMax))
  yield* Latch.await(work).pipe(
    Effect.andThen(Effect.sleep(pauseMs)),
    Effect.andThen(Latch.close(work)),
    Effect.andThen(sendAll),
    Effect.forever,
    Effect.forkScoped
  )

  return (span: Tracing.Span): void => {
    if (waiting.length >= spansMax) {
      dropped.count += 1
      return
    }
    waiting.push(span)
    Latch.openUnsafe(work)
  }
})

/** Records spans, and posts them by the given effect. */
export const layer = <R>(
  options: CollectorOptions,
  post: Effect.Effect<Post, never, R>
): Layer.Layer<never, never, R> =>
  Layer.effect(
    Tracing.Trace,
    Effect.flatMap(post, (send) => make(options, send))
  )
