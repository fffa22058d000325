/** Contract of probes, metrics and documents: no key, no version in the path. */

import { Schema } from "effect"
import * as Version from "../../config/Version.ts"
import * as Operation from "../contract/Operation.ts"

/** Number of partitions that take writes, of several. */
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

export const health = Operation.get("health", "/healthz", {
  summary: "The process lives",
  description: "Says nothing about the database.",
  access: { by: "public", limit: "probe" },
  location: "here",
  success: Schema.Struct({ status: Schema.Literal("ok") }),
  errors: [],
  example: { answer: { status: "ok" } }
})

export const ready = Operation.get("ready", "/readyz", {
  summary: "The log is writable and recovery is done; else 503",
  description: "For a load balancer: whether this process takes requests.",
  access: { by: "public", limit: "probe" },
  location: "here",
  success: Ready,
  errors: [Operation.withStatus(NotReady, 503)],
  example: { answer: { status: "ready", seq: 184203, epoch: 12 } }
})

export const metrics = Operation.get("metrics", "/metrics", {
  summary: "Metrics in Prometheus' text format",
  description: "For a scraper.",
  access: { by: "public", limit: "probe" },
  location: "here",
  success: Operation.text("text/plain"),
  errors: [],
  example: { answer: "# TYPE payout_log_writable gauge\npayout_log_writable 1\n" }
})

export const document = Operation.get("openApi", "/openapi.json", {
  summary: "This document",
  description: "OpenAPI 3.1.",
  access: { by: "public" },
  location: "here",
  success: Schema.Unknown,
  example: {
    answer: { openapi: "3.1.0", info: { title: "Payout Service", version: Version.version } }
  }
})

export const docs = Operation.get("docs", "/docs", {
  summary: "This document for people",
  description: "One page, which needs nothing from other origins.",
  access: { by: "public" },
  location: "here",
  success: Operation.text("text/html"),
  example: { answer: "<!doctype html>…" }
})

export const changelog = Operation.get("changelog", "/changelog", {
  summary: "What changed, and how clients move on",
  description: "One page without scripts.",
  access: { by: "public" },
  location: "here",
  success: Operation.text("text/html"),
  example: { answer: "<!doctype html>…" }
})

export const llms = Operation.get("llms", "/llms.txt", {
  summary: "This document in brief, for language models",
  description: "What the service is, each operation in one line, and links.",
  access: { by: "public" },
  location: "here",
  success: Operation.text("text/plain"),
  example: { answer: "# Payout Service\n" }
})

export const postman = Operation.get("postman", "/postman.json", {
  summary: "This document as a Postman collection",
  description: "Collection format 2.1; set its variable `apiKey`.",
  access: { by: "public" },
  location: "here",
  success: Schema.Unknown,
  example: { answer: { info: { name: "Payout Service" }, item: [] } }
})

export const group = Operation.group({
  name: "System",
  description: "Health, metrics and this document; no key needed.",
  operations: [health, ready, metrics, document, docs, changelog, llms, postman]
})
