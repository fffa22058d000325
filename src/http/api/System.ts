/** Contract of what operators and their machines ask (contract §1): no key, no version. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Fields from "./Fields.ts"

const Ready = Schema.Struct({
  status: Schema.Literal("ready"),
  seq: Schema.Finite,
  epoch: Schema.Finite
})

/** A process that does not serve yet knows no place in the log to tell of. */
const NotReady = Schema.Struct({
  status: Schema.Literals(["unavailable", "starting", "standby", "recovering"]),
  seq: Schema.optionalKey(Schema.Finite),
  epoch: Schema.optionalKey(Schema.Finite)
})

const text = (contentType: string) => Schema.String.pipe(HttpApiSchema.asText({ contentType }))

export const health = HttpApiEndpoint.get("health", "/healthz", {
  success: Schema.Struct({ status: Schema.Literal("ok") })
}).annotateMerge(OpenApi.annotations({ summary: "The process lives" }))

export const ready = HttpApiEndpoint.get("ready", "/readyz", {
  success: Ready,
  error: NotReady.pipe(HttpApiSchema.status(503))
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

export const changelog = HttpApiEndpoint.get("changelog", "/changelog", {
  success: text("text/html"),
  error: Fields.publicErrors
}).annotateMerge(OpenApi.annotations({ summary: "What changed, and how clients move on" }))

export class Group extends HttpApiGroup.make("System").add(
  health,
  ready,
  metrics,
  document,
  docs,
  changelog
) {}
