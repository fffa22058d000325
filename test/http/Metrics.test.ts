/** `/metrics` after real requests. */
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Turns from "../../src/telemetry/Turns.ts"
import type * as Service from "../support/service.ts"
import { suite, until } from "./suite.ts"

/** The value of every sample by its name and labels, as written. */
const scrape = async ({ call }: Service.Service): Promise<ReadonlyMap<string, number>> => {
  const { text } = await call("GET", "/metrics", { key: null })
  return new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const end = line.lastIndexOf(" ")
        return [line.slice(0, end), Number(line.slice(end + 1))] as const
      })
  )
}

const busy = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

const create = '{route="/v1/payouts",method="POST",status="2xx"}'
const seconds = "http_request_duration_seconds"

suite(
  "The metrics",
  {},
  {
    "of requests": (test) => {
      test("count by route, method and class of status, never by path", async (service) => {
        const before = await scrape(service)
        const first = await service.payout("first")
        await service.payout("second")
        await service.call("GET", `/v1/payouts/${first.json.payout_id}`)
        await service.call("GET", "/v1/payouts/po_nobody")
        await service.call("GET", "/v1/nowhere/4711")
        await service.call("POST", "/v1/payouts", { body: {} })
        const after = await scrape(service)
        const rose = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0)
        assert.strictEqual(rose(`${seconds}_count${create}`), 2)
        const one = '{route="/v1/payouts/:id",method="GET",'
        assert.strictEqual(rose(`${seconds}_count${one}status="2xx"}`), 1)
        assert.strictEqual(rose(`${seconds}_count${one}status="4xx"}`), 1)
        const nowhere = '{route="none",method="none",status="4xx"}'
        assert.strictEqual(rose(`${seconds}_count${nowhere}`), 1)
        assert.strictEqual(rose(`${seconds}_count${create.replace("2xx", "4xx")}`), 1)
        const text = [...after.keys()].join("\n")
        assert.notInclude(text, "4711")
        assert.notInclude(text, "po_")
      })

      test("have histograms whose buckets rise to their count, and sums of times", async (service) => {
        await service.payout("timed")
        const samples = await scrape(service)
        const buckets = [...samples].filter(
          ([name]) => name.startsWith(`${seconds}_bucket`) && name.includes(create.slice(1, -1))
        )
        const counts = buckets.map(([, count]) => count)
        assert.deepStrictEqual(
          counts,
          [...counts].sort((a, b) => a - b)
        )
        assert.strictEqual(counts.at(-1), samples.get(`${seconds}_count${create}`))
        assert.include(buckets.at(-1)?.[0] ?? "", 'le="+Inf"')
        assert.isAbove(samples.get(`${seconds}_sum${create}`) ?? 0, 0)
      })
    },

    "of payouts, log and process": (test) => {
      test("count payouts by state, their transitions, and requests to the ports", async (service) => {
        const before = await scrape(service)
        const paid = await service.payout("paid")
        const waits = await service.payout("waits", { recipient_name: "SANDBOX UNFUNDED" })
        assert.strictEqual(waits.status, 201, waits.text)
        await until(
          () => service.call("GET", `/v1/payouts/${paid.json.payout_id}`),
          ({ json }) => json.status === "SETTLED"
        )
        const after = await scrape(service)
        const rose = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0)
        assert.isAtLeast(rose('payout_transitions_total{state="SETTLED"}'), 1)
        assert.isAtLeast(rose('payout_transitions_total{state="AWAITING_FUNDS"}'), 2)
        assert.isAtLeast(after.get('payout_by_state{state="AWAITING_FUNDS"}') ?? 0, 1)
        assert.isAtLeast(rose('payout_screenings_total{verdict="clear"}'), 1)
        const delivered = '{provider="sandbox",call="check",outcome="delivered"}'
        assert.isAtLeast(rose(`payout_provider_outcomes_total${delivered}`), 1)
        const submits = 'payout_provider_seconds_count{provider="sandbox",call="submit"}'
        assert.isAtLeast(rose(submits), 1)
      })

      test("measure the duration and size of the log's appends, and the entries not yet in the tables", async (service) => {
        const before = await scrape(service)
        await service.quote("one entry")
        const after = await scrape(service)
        const rose = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0)
        assert.isAtLeast(rose("payout_log_append_seconds_count"), 1)
        assert.isAtLeast(rose("payout_log_batch_entries_count"), 1)
        assert.strictEqual(
          rose("payout_log_batch_entries_sum"),
          rose("payout_log_append_seconds_count")
        )
        assert.strictEqual(after.get("payout_log_queue_entries"), 0)
        assert.isAtLeast(after.get("payout_read_model_lag_entries") ?? -1, 0)
      })

      test("count a long turn of the event loop under its work", async (service) => {
        const longMs = 5 * Limits.telemetry.longTurnMs
        Turns.during("books", () => busy(longMs))
        const { text } = await until(
          () => service.call("GET", "/metrics", { key: null }),
          (answer) => /^payout_turn_seconds_count\{work="books"\} [1-9]/m.test(answer.text)
        )
        const sum = /^payout_turn_seconds_sum\{work="books"\} (.*)$/m.exec(text)?.[1]
        // The timer that finds a turn may have been due up to its own period after the beginning.
        const leastMs = longMs - Limits.telemetry.turnCheckMs
        assert.isAtLeast(Number(sum), leastMs / 1000)
      })

      test("describe the process", async (service) => {
        const samples = await scrape(service)
        assert.isAbove(samples.get("process_heap_used_bytes") ?? 0, 1_000_000)
        assert.isAbove(samples.get("process_cpu_seconds_total") ?? 0, 0)
        assert.isAtLeast(samples.get('process_event_loop_delay_seconds{quantile="0.99"}') ?? -1, 0)
        assert.strictEqual(samples.get("http_requests_under_way"), 0)
        assert.strictEqual(samples.get("http_bodies_under_way"), 0)
        for (const queue of ["locks", "log", "mailbox", "read_model", "requests"]) {
          assert.strictEqual(samples.get(`payout_refused_total{queue="${queue}"}`), 0, queue)
        }
      })
    }
  }
)
