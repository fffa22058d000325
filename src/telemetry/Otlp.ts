/**
 * Spans to an OpenTelemetry collector, as OTLP over HTTP with JSON. All spans about one payout are
 * one trace, whose id is a function of the payout's: nothing is stored, and a trace goes on after a
 * restart. At most so many spans wait and one batch is under way; what is beyond is dropped and
 * counted (L10): Effect's own exporter begins a batch whenever one is full, and keeps them all while
 * a collector hangs. It must never slow down or fail what is traced.
 */
import * as crypto from "node:crypto"
import { Effect, Latch, Layer, Redacted } from "effect"
import type { OtlpTracer } from "effect/observability"
import * as Limits from "../config/Limits.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import * as Tracing from "../engine/Tracing.ts"
import * as Metrics from "./Metrics.ts"

export interface Options {
  /** Where traces go: the collector's address with `/v1/traces`. */
  readonly url: string
  /** What the collector wants to know of who sends. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly environment: string
}

type Written = OtlpTracer.ResourceSpan["scopeSpans"][number]["spans"][number]
type KeyValue = Written["attributes"][number]

const family = {
  name: "payout_trace_spans_total",
  description: "Spans of traces: exported, or dropped because the collector does not take them"
}

const kinds = { internal: 1, server: 2, client: 3 } as const

const random = (bytes: number): string => crypto.randomBytes(bytes).toString("hex")

/** The ids of a subject's trace and of the span that is its whole life. */
export const idsOf = (subject: string): { readonly traceId: string; readonly spanId: string } => {
  const digest = crypto.hash("sha256", subject)
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) }
}

/** The ids in a W3C `traceparent`; nothing where it is not one. */
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

/** One span as OTLP has it. */
const write = (span: Tracing.Span): Written => {
  const caller = readCaller(span.caller)
  const life = span.subject === undefined ? undefined : idsOf(span.subject)
  const parentSpanId = span.isRoot === true ? undefined : (life ?? caller)?.spanId
  return {
    traceId: (life ?? caller)?.traceId ?? random(16),
    spanId: span.isRoot === true && life !== undefined ? life.spanId : random(8),
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
      life === undefined || caller === undefined
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

const make = Effect.fnUntraced(function* ({ environment, headers, url }: Options) {
  const { batchSpans, flushMsMax, pauseMs, sendMsMax, spansMax } = Limits.telemetry
  const { send: ask } = yield* HttpClient.HttpClient
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

  /** A batch is tried once: a collector that is away is not owed what happened meanwhile. */
  const send = Effect.suspend(() => {
    const batch = waiting.splice(0, batchSpans)
    if (batch.length === 0) return Effect.void
    const question = {
      ...({ url, method: "POST", timeoutMs: sendMsMax, bytesMax: 64 * 1024 } as const),
      headers: { "content-type": "application/json", ...Redacted.value(headers) },
      body: body(batch, resource)
    }
    return ask(question).pipe(
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

export const layer = (options: Options): Layer.Layer<never, never, HttpClient.HttpClient> =>
  Layer.effect(Tracing.Trace, make(options))
