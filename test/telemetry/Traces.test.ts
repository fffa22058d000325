/** The trace of a payout from its request to its last webhook, in a collector on a real socket. */
import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Application from "../../src/app/Application.ts"
import * as Limits from "../../src/config/Limits.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as HttpClient from "../../src/engine/ports/HttpClient.ts"
import * as UndiciHttpClient from "../../src/outbound/UndiciHttpClient.ts"
import * as Otlp from "../../src/telemetry/Otlp.ts"
import * as Tracing from "../../src/telemetry/Tracing.ts"
import { quiet } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Collector from "./collector.ts"

const phone = "+256770000001"
const name = "Amina Nakato"

const tracingTo = (url: string) =>
  Layer.unwrap(
    Effect.map(
      Settings.read({
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=payouts"
      }),
      Application.tracing
    )
  ).pipe(Layer.orDie)

const caller = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" }

/** A service with a collector and a webhook endpoint. */
const traced = (
  run: (
    service: Service.Service,
    collector: Collector.Collector,
    receiver: Program.Receiver
  ) => Promise<void>
) =>
  Effect.gen(function* () {
    const collector = yield* Effect.acquireRelease(
      Effect.promise(() => Collector.start()),
      ({ close }) => Effect.sync(close)
    )
    const receiver = yield* Effect.acquireRelease(Effect.promise(Program.receiver), ({ close }) =>
      Effect.sync(close)
    )
    const service = yield* Service.start({}, undefined, tracingTo(collector.url))
    yield* Effect.promise(() => run(service, collector, receiver))
  }).pipe(Effect.scoped, Effect.provide(quiet))

const isAbout = (id: string) => (span: Collector.Span) =>
  Collector.attributesOf(span).payout_id === id

const names = (spans: ReadonlyArray<Collector.Span>) => new Set(spans.map((span) => span.name))

const wanted = [
  "POST /v1/payouts",
  "log append",
  "screening",
  "provider submit",
  "provider check",
  "state AWAITING_FUNDS",
  "state PAYOUT_CONFIRMED",
  "payout",
  "webhook attempt"
]

describe("A payout's trace", () => {
  it.live("has all spans about the payout, and no personal data", () =>
    traced(async (service, collector, receiver) => {
      const endpoint = await service.call("POST", "/v1/webhooks/endpoints", {
        body: { url: receiver.url, events: ["payout.*"] }
      })
      const quote = await service.quote("traced quote")
      const created = await service.call("POST", "/v1/payouts", {
        body: {
          ...{ quote_id: quote.json.quote_id, recipient_phone: phone, network: "MTN_UG" },
          ...{ recipient_name: name, idempotency_key: "traced-key-4711" }
        },
        headers: { traceparent: `00-${caller.trace}-${caller.span}-01` }
      })
      const id: string = created.json.payout_id
      const isSettled = (span: Collector.Span) => {
        const { event_type, "http.response.status_code": status } = Collector.attributesOf(span)
        return event_type === "payout.settled" && status === 200
      }
      const whole = (spans: ReadonlyArray<Collector.Span>) => {
        const mine = spans.filter(isAbout(id))
        return mine.some(isSettled) && wanted.every((each) => names(mine).has(each))
      }
      await collector.until(whole)

      const mine = collector.spans().filter(isAbout(id))
      const digest = createHash("sha256").update(id).digest("hex")
      const root = digest.slice(32, 48)
      for (const span of mine) {
        assert.strictEqual(span.traceId, digest.slice(0, 32), span.name)
        const parent = span.name === "payout" ? undefined : root
        assert.strictEqual(span.parentSpanId, parent, span.name)
        assert.isTrue(BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano), span.name)
      }
      assert.strictEqual(new Set(mine.map(({ spanId }) => spanId)).size, mine.length)
      const request = mine.find((span) => span.name === "POST /v1/payouts")
      assert.deepInclude(request?.links[0], { traceId: caller.trace, spanId: caller.span })
      const { account_id, request_id } = Collector.attributesOf(request as Collector.Span)
      assert.match(String(account_id), /^acct_/)
      assert.strictEqual(request_id, created.headers.get("x-request-id"))
      assert.strictEqual(collector.requests[0]?.path, "/v1/traces")
      assert.strictEqual(collector.requests[0]?.headers["x-tenant"], "payouts")

      const bytes = JSON.stringify(collector.requests)
      const secrets = [phone, phone.slice(1), name, "traced-key-4711", Service.apiKey]
      for (const secret of [...secrets, Service.adminKey, endpoint.json.secret, receiver.url]) {
        assert.notInclude(bytes, secret)
      }
    })
  )

  it.live("is the caller's for a request without a payout, and probes have no trace", () =>
    traced(async (service, collector) => {
      await service.call("GET", "/readyz", { key: null })
      await service.call("GET", "/v1/rates", {
        headers: { traceparent: `00-${caller.trace}-${caller.span}-01` }
      })
      await collector.until((spans) => names(spans).has("GET /v1/rates"))
      const span = collector.spans().find((each) => each.name === "GET /v1/rates")
      assert.strictEqual(span?.traceId, caller.trace)
      assert.strictEqual(span?.parentSpanId, caller.span)
      assert.isFalse(names(collector.spans()).has("GET /readyz"))
    })
  )
})

const span: Tracing.Span = {
  ...{ name: "one of many", kind: "internal", subject: "po_1", from: 1, to: 2 },
  attributes: { payout_id: "po_1" }
}

describe("A collector that does not accept spans", () => {
  it.effect("L10 uses limited memory for any number of spans", () =>
    Effect.gen(function* () {
      const collector = yield* Effect.promise(() => Collector.start(undefined))
      yield* Effect.addFinalizer(() => Effect.sync(collector.close))
      const options = {
        ...{ url: `${collector.url}/v1/traces`, environment: "sandbox" },
        headers: Redacted.make({})
      }
      const context = yield* Layer.build(
        Otlp.layer(
          options,
          Effect.map(HttpClient.HttpClient, ({ send }) => send)
        ).pipe(Layer.provide(UndiciHttpClient.layer([options.url])))
      )
      const record = yield* Effect.provideContext(Tracing.Trace, context)
      const { batchSpans, pauseMs, spansMax } = Limits.telemetry
      for (let index = 0; index < 2 * spansMax; index++) record?.(span)
      yield* TestClock.adjust(pauseMs)
      yield* Effect.promise(() => collector.until((spans) => spans.length > 0))
      // One batch of spans stays under way, and the others wait in the queue.
      for (let index = 0; index < spansMax; index++) record?.(span)
      assert.strictEqual(collector.spans().length, batchSpans)
      const dropped = (yield* Metric.snapshot).find(
        ({ attributes, id }) =>
          id === "payout_trace_spans_total" && attributes?.outcome === "dropped"
      )
      assert.deepInclude(dropped?.state, { count: 3 * spansMax - (spansMax + batchSpans) })
    }).pipe(Effect.scoped)
  )
})

describe("A process with a collector that stops", () => {
  it.live("sends its last spans", () =>
    Effect.gen(function* () {
      const collector = yield* Effect.promise(() => Collector.start())
      yield* Effect.addFinalizer(() => Effect.sync(collector.close))
      const recording = Effect.gen(function* () {
        const context = yield* Layer.build(tracingTo(collector.url))
        const record = yield* Effect.provideContext(Tracing.Trace, context)
        record?.(span)
      })
      yield* Effect.scoped(recording)
      assert.deepStrictEqual(
        collector.spans().map((each) => each.name),
        ["one of many"]
      )
    }).pipe(Effect.scoped)
  )
})

describe("A service without a collector", () => {
  it.effect("makes no spans, and computes no attributes", () =>
    Effect.gen(function* () {
      const settings = yield* Settings.read({})
      assert.isUndefined(settings.tracing)
      const context = yield* Layer.build(Application.tracing(settings))
      assert.isUndefined(yield* Effect.provideContext(Tracing.Trace, context))
    }).pipe(Effect.scoped)
  )
})
