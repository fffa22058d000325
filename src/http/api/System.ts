/** Contract of probes, metrics and documents: no key, no version in the path. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Limits from "../../config/Limits.ts"
import * as Example from "./Example.ts"
import * as Fields from "./Fields.ts"

/** How many of several partitions take writes. */
const Partitions = Schema.Struct({
  owned: Schema.Finite,
  reachable: Schema.Finite,
  total: Schema.Finite
})

const Ready = Schema.Union([
  Schema.Struct({ status: Schema.Literal("ready"), seq: Schema.Finite, epoch: Schema.Finite }),
  Schema.Struct({ status: Schema.Literals(["ready", "degraded"]), partitions: Partitions })
])

/** A process that is not ready has no position in the log yet. */
const NotReady = Schema.Struct({
  status: Schema.Literals(["unavailable", "starting", "standby", "recovering"]),
  seq: Schema.optionalKey(Schema.Finite),
  epoch: Schema.optionalKey(Schema.Finite),
  partitions: Schema.optionalKey(Partitions)
})

const text = (contentType: string) => Schema.String.pipe(HttpApiSchema.asText({ contentType }))

export const health = HttpApiEndpoint.get("health", "/healthz", {
  success: Schema.Struct({ status: Schema.Literal("ok") })
})
  .annotateMerge(OpenApi.annotations({ summary: "The process lives" }))
  .annotate(
    OpenApi.Transform,
    Example.of({ description: "Says nothing about the database.", answer: { status: "ok" } })
  )

export const ready = HttpApiEndpoint.get("ready", "/readyz", {
  success: Ready,
  error: NotReady.pipe(HttpApiSchema.status(503))
})
  .annotateMerge(
    OpenApi.annotations({ summary: "The log is writable and recovery is done; else 503" })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "For a load balancer: whether this process takes requests.",
      answer: { status: "ready", seq: 184203, epoch: 12 }
    })
  )

export const metrics = HttpApiEndpoint.get("metrics", "/metrics", {
  success: text("text/plain")
})
  .annotateMerge(OpenApi.annotations({ summary: "Metrics in Prometheus' text format" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "For a scraper.",
      answer: "# TYPE payout_log_writable gauge\npayout_log_writable 1\n"
    })
  )

export const document = HttpApiEndpoint.get("openApi", "/openapi.json", {
  success: Schema.Unknown,
  error: Fields.publicErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "This document" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "OpenAPI 3.1.",
      answer: { openapi: "3.1.0", info: { title: "Payout Service", version: Limits.version } }
    })
  )

export const docs = HttpApiEndpoint.get("docs", "/docs", {
  success: text("text/html"),
  error: Fields.publicErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "This document for people" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "One page, which needs nothing from other origins.",
      answer: "<!doctype html>…"
    })
  )

export const changelog = HttpApiEndpoint.get("changelog", "/changelog", {
  success: text("text/html"),
  error: Fields.publicErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "What changed, and how clients move on" }))
  .annotate(
    OpenApi.Transform,
    Example.of({ description: "One page without scripts.", answer: "<!doctype html>…" })
  )

export const llms = HttpApiEndpoint.get("llms", "/llms.txt", {
  success: text("text/plain"),
  error: Fields.publicErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "This document in brief, for language models" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "What the service is, each operation in one line, and links.",
      answer: "# Payout Service\n"
    })
  )

export const postman = HttpApiEndpoint.get("postman", "/postman.json", {
  success: Schema.Unknown,
  error: Fields.publicErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "This document as a Postman collection" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "Collection format 2.1; set its variable `apiKey`.",
      answer: { info: { name: "Payout Service" }, item: [] }
    })
  )

export class Group extends HttpApiGroup.make("System")
  .add(health, ready, metrics, document, docs, changelog, llms, postman)
  .annotate(OpenApi.Description, "Health, metrics and this document; no key needed.") {}
