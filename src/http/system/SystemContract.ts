/** Contract of probes, metrics and documents: no key, no version in the path. */

import { Schema } from "effect"
import * as Version from "../../config/Version.ts"
import * as Operation from "../contract/Operation.ts"

/** Number of partitions that take writes, of several. */
const Partitions = Schema.Struct({
  owned: Schema.Finite.annotate({ description: "Number of partitions that this node runs." }),
  reachable: Schema.Finite.annotate({
    description: "Number of partitions that this node can reach, its own included."
  }),
  total: Schema.Finite.annotate({ description: "Number of partitions in the database." })
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
  summary: "Check liveness",
  description: "Returns 200 while the process runs, whatever the state of the database.",
  access: { by: "public", limit: "probe" },
  location: "here",
  success: Schema.Struct({ status: Schema.Literal("ok") }),
  errors: [],
  example: { answer: { status: "ok" } }
})

export const ready = Operation.get("ready", "/readyz", {
  summary: "Check readiness",
  description:
    "Returns 200 if this process can take requests, otherwise 503. Use it in a load balancer.",
  access: { by: "public", limit: "probe" },
  location: "here",
  success: Ready,
  errors: [Operation.withStatus(NotReady, 503)],
  example: { answer: { status: "ready", seq: 184203, epoch: 12 } }
})

export const metrics = Operation.get("metrics", "/metrics", {
  summary: "Get metrics",
  description: "Returns the metrics of this process in Prometheus' text format.",
  access: { by: "public", limit: "probe" },
  location: "here",
  success: Operation.text("text/plain"),
  errors: [],
  example: { answer: "# TYPE payout_log_writable gauge\npayout_log_writable 1\n" }
})

export const document = Operation.get("openApi", "/openapi.json", {
  summary: "Get this document",
  description: "Returns this document in OpenAPI 3.1.",
  access: { by: "public" },
  location: "here",
  success: Schema.Unknown,
  example: {
    answer: { openapi: "3.1.0", info: { title: "Payout Service", version: Version.version } }
  }
})

export const docs = Operation.get("docs", "/docs", {
  summary: "Read this document",
  description: "Returns this document as one HTML page, which loads nothing from other origins.",
  access: { by: "public" },
  location: "here",
  success: Operation.text("text/html"),
  example: { answer: "<!doctype html>…" }
})

export const changelog = Operation.get("changelog", "/changelog", {
  summary: "Read the changelog",
  description: "Returns the changelog of the API as one HTML page without scripts.",
  access: { by: "public" },
  location: "here",
  success: Operation.text("text/html"),
  example: { answer: "<!doctype html>…" }
})

export const llms = Operation.get("llms", "/llms.txt", {
  summary: "Read this document in brief",
  description: "Returns a summary for language models, with one line per operation.",
  access: { by: "public" },
  location: "here",
  success: Operation.text("text/plain"),
  example: { answer: "# Payout Service\n" }
})

export const postman = Operation.get("postman", "/postman.json", {
  summary: "Get the Postman collection",
  description:
    "Returns this document as a Postman collection, format 2.1. Set its variable `apiKey`.",
  access: { by: "public" },
  location: "here",
  success: Schema.Unknown,
  example: { answer: { info: { name: "Payout Service" }, item: [] } }
})

export const group = Operation.group({
  name: "System",
  description: "Health, metrics and documents. These operations need no key.",
  operations: [health, ready, metrics, document, docs, changelog, llms, postman]
})
