/** The documented metrics equal those in the source and those in `/metrics`. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { suite, until } from "../http/suite.ts"
import * as MetricTable from "../support/metricTable.ts"
import * as Receiver from "../support/receiver.ts"

const root = path.join(import.meta.dirname, "../..")
const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")

const listed = MetricTable.rows.map(({ name }) => name)

const sources = fs
  .readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => read(path.join("src", file)))
  .filter((text) => /\bMetrics?\b/.test(text))

/** Metric names in the source: a whole string with at least two parts. */
const made = new Set(
  sources
    .flatMap((text) => [...text.matchAll(/"((?:payout|http|process)_[a-z_]+)"/g)])
    .map(([, name]) => name ?? "")
    .filter((name) => name !== "payout_id")
)

/**
 * Metrics of parts that the sandbox does not have: a chain, HTTP providers, rate feeds, OFAC's
 * lists, a collector and other nodes.
 */
const elsewhere =
  /^payout_(chain_(?!follower)|provider_(calls|alarms|breaker)|rates_|screening_(list|verdicts)|trace_|cluster_|directory_|forwarded_|incident_notices_)/

/** Labels by metric in a response of `/metrics`. */
const labelsIn = (text: string, names: ReadonlyArray<string>) =>
  Object.fromEntries(
    names.map((name) => {
      const series = new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\} `, "gm")
      const labels = [...text.matchAll(series)].flatMap(([, pairs = ""]) =>
        [...pairs.matchAll(/([a-z_]+)="/g)].map(([, label]) => label ?? "")
      )
      // `le` is a histogram's bucket, and several partitions add the label `partition`.
      const own = [...new Set(labels)].filter((label) => label !== "le" && label !== "partition")
      return [name, own.sort()]
    })
  )

const documentedLabels = (names: ReadonlyArray<string>) =>
  Object.fromEntries(
    MetricTable.rows
      .filter(({ name }) => names.includes(name))
      .map(({ labels, name }) => [name, [...labels].sort()])
  )

suite("The metrics", {}, (test) => {
  test("in the documentation are those in the source, each once", async () => {
    assert.deepStrictEqual([...listed].sort(), [...made].sort())
  })

  test("in the documentation are exactly those in /metrics after a settled payout", async (service) => {
    await Receiver.within(200, async (receiver) => {
      await service.call("POST", "/v1/webhooks/endpoints", {
        body: { url: receiver.url, events: ["*"], idempotency_key: "endpoint" }
      })
      const { json } = await service.payout("counted")
      await until(
        () => service.call("GET", `/v1/payouts/${json.payout_id}`),
        (answer) => answer.json.status === "SETTLED"
      )
      const { text } = await until(
        () => service.call("GET", "/metrics", { key: null }),
        (answer) => /^payout_webhook_attempts_total\{outcome="2xx"\} [1-9]/m.test(answer.text)
      )
      const shown = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? "")
      const expected = [...listed].filter((name) => !elsewhere.test(name))
      assert.deepStrictEqual(shown.sort(), expected.sort())
      assert.deepStrictEqual(labelsIn(text, expected), documentedLabels(expected))
    })
  })
})
