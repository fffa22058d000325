/**
 * `create`: durable `POST /v1/payouts` per second, full stack (key, idempotency, quote lock, log),
 * beside a bare `node:http` server that answers the same bytes; interleaved A/B, the same load
 * generator.
 *
 * Expected before measuring: about 30 µs of HTTP and 30 µs of our own work per request on one core,
 * so 12,000 to 16,000 a second, about half of bare; one flush per group of some 50.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import * as Load from "./Load.ts"
import * as Machine from "./Machine.ts"
import * as Process from "./Process.ts"

const key = "sk_sandbox_bench_0123456789abcdef"

export interface Options {
  readonly connections: number
  readonly requests: number
  readonly runs: number
}

const defaults: Options = { connections: 64, requests: 6_000, runs: 5 }

/** Flushes and bytes of the write-ahead log of PostgreSQL, and bytes of our own log, so far. */
const counters = (dataDir: string) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const rows = yield* sql<{
        readonly fsyncs: number
        readonly wal: number
        readonly bodies: number
      }>`select
        (select sum(fsyncs) from pg_stat_io where object = 'wal')::float8 as fsyncs,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
        (select coalesce(sum(octet_length(body) + octet_length(hash)), 0) from log)::float8 as bodies`
      return rows[0] ?? { fsyncs: 0, wal: 0, bodies: 0 }
    }).pipe(
      Effect.provide(
        PgClient.layer({
          path: path.join(dataDir, "socket/.s.PGSQL.5432"),
          username: "postgres",
          database: "postgres"
        })
      )
    )
  )

const quoteRequests = (count: number, run: number) =>
  Array.from({ length: count }, (_, index) =>
    Load.post("/v1/quotes", key, {
      source_amount_usdc: 25,
      target_currency: "UGX",
      idempotency_key: `quote ${run} ${index}`
    })
  )

const payoutRequests = (quoteIds: ReadonlyArray<string>) =>
  quoteIds.map((quote_id) =>
    Load.post("/v1/payouts", key, {
      quote_id,
      recipient_phone: "+256770000001",
      network: "MTN_UG",
      idempotency_key: `payout ${quote_id}`
    })
  )

const ensureAll = (measured: Load.Measured): Load.Measured => {
  const created = measured.statuses["201"] ?? 0
  if (created === measured.requests) return measured
  throw new Error(`Not every request was answered 201: ${JSON.stringify(measured.statuses)}`)
}

/** Starts the service, measures in turn with the bare server, and gives all the numbers. */
export const create = async (given: Partial<Options> = {}) => {
  const { connections, requests, runs } = { ...defaults, ...given }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "payout-bench-"))
  const service = await Process.start("src/main.ts", {
    DATA_DIR: dataDir,
    PORT: "0",
    SANDBOX_API_KEY: key,
    RATE_LIMITS: "off",
    QUOTE_TTL: "1 hour",
    // Nothing but creation happens while creation is measured.
    SANDBOX_TIME_SCALE: "100"
  })
  const quotesOf = async (run: number, count: number) => {
    const wanted = quoteRequests(count, run)
    const made = await Load.run({
      target: service,
      connections,
      requests: wanted,
      keepBodies: true
    })
    return ensureAll(made).bodies.map((body): string => JSON.parse(body).quote_id)
  }
  const measure = (target: Load.Target, raw: ReadonlyArray<string>) =>
    Load.run({ target, connections, requests: raw })

  const warm = payoutRequests(await quotesOf(-1, Math.min(requests, 2_000)))
  const [first] = await Promise.all([
    Load.run({ target: service, connections: 1, requests: warm.slice(0, 1), keepBodies: true })
  ])
  const bare = await Process.start("bench/peers/bare.ts", { ANSWER: first.bodies[0] ?? "{}" })
  await measure(service, warm.slice(1))
  await measure(bare, warm)

  const pairs: Array<{ readonly service: Load.Measured; readonly bare: Load.Measured }> = []
  const costs: Array<{ readonly fsyncs: number; readonly wal: number; readonly log: number }> = []
  for (let run = 0; run < runs; run++) {
    const raw = payoutRequests(await quotesOf(run, requests))
    const before = await counters(dataDir)
    const mine = ensureAll(await measure(service, raw))
    const after = await counters(dataDir)
    pairs.push({ service: mine, bare: ensureAll(await measure(bare, raw)) })
    costs.push({
      fsyncs: (after.fsyncs - before.fsyncs) / requests,
      wal: (after.wal - before.wal) / requests,
      log: (after.bodies - before.bodies) / requests
    })
  }
  await Promise.all([service.stop(), bare.stop()])
  const machine = Machine.describe(dataDir)
  fs.rmSync(dataDir, { recursive: true, force: true })
  return {
    name: "create",
    machine,
    connections,
    requests,
    runs,
    servicePerSecond: Machine.summarize(pairs.map(({ service: { perSecond } }) => perSecond)),
    barePerSecond: Machine.summarize(pairs.map(({ bare: { perSecond } }) => perSecond)),
    ratio: Machine.summarize(pairs.map((pair) => pair.service.perSecond / pair.bare.perSecond)),
    serviceP50Ms: Machine.summarize(pairs.map(({ service: { latency } }) => latency.p50)),
    serviceP99Ms: Machine.summarize(pairs.map(({ service: { latency } }) => latency.p99)),
    fsyncsPerPayout: Machine.summarize(costs.map(({ fsyncs }) => fsyncs)),
    walBytesPerPayout: Machine.summarize(costs.map(({ wal }) => wal)),
    logBytesPerPayout: Machine.summarize(costs.map(({ log }) => log))
  }
}
