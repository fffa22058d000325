/** Contract of what operators and their machines ask (contract §1): no key, no version. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Fields from "./Fields.ts"

const readiness = (status: "ready" | "unavailable") =>
  Schema.Struct({ status: Schema.Literal(status), seq: Schema.Finite, epoch: Schema.Finite })

const text = (contentType: string) => Schema.String.pipe(HttpApiSchema.asText({ contentType }))

export const health = HttpApiEndpoint.get("health", "/healthz", {
  success: Schema.Struct({ status: Schema.Literal("ok") })
}).annotateMerge(OpenApi.annotations({ summary: "The process lives" }))

export const ready = HttpApiEndpoint.get("ready", "/readyz", {
  success: readiness("ready"),
  error: readiness("unavailable").pipe(HttpApiSchema.status(503))
}).annotateMerge(
  OpenApi.annotations({ summary: "The log is writable and recovery is done; else 503" })
)

export const metrics = HttpApiEndpoint.get("metrics", "/metrics", {
  success: text("text/plain")
}).annotateMerge(OpenApi.annotations({ summary: "Metrics in Prometheus' text format" }))

export const document = HttpApiEndpoint.get("openApi", "/openapi.json", {
  success: Schema.Unknown,
  error: Fields.publicErrors
}).annotateMerge(OpenApi.annotations({ summary: "This document" }))

export const docs = HttpApiEndpoint.get("docs", "/docs", {
  success: text("text/html"),
  error: Fields.publicErrors
}).annotateMerge(OpenApi.annotations({ summary: "This document for people" }))

export class Group extends HttpApiGroup.make("System").add(
  health,
  ready,
  metrics,
  document,
  docs
) {}
