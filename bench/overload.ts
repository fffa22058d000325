/**
 * `overload`: one account floods the service with pipelined quotes. At the same time a supervisor
 * requests both probes and another account reads, on a fixed schedule. Latencies count from the
 * planned time. Then the bench measures the remaining memory. `BENCH_OVERLOAD_SECONDS` is the
 * length of the flood.
 */
import { Worker } from "node:worker_threads"
import * as Accounts from "./Accounts.ts"
import * as Contenders from "./Contenders.ts"
import * as Latency from "./Latency.ts"
import type * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import type * as Flood from "./peers/flood.ts"
import type * as Probe from "./probe.ts"
import type * as Report from "./Report.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  readonly connections: number
  /** Requests that each connection sends in one piece. */
  readonly depth: number
  readonly seconds: number
  /** Milliseconds between the planned times of two checks. */
  readonly everyMs: number
  /**
   * Milliseconds between the flood and the last memory reading, in which the remaining requests get
   * a response or are given up.
   */
  readonly restMs: number
}

const defaults: Options = {
  connections: 500,
  depth: 12,
  seconds: Number(process.env.BENCH_OVERLOAD_SECONDS ?? 30),
  everyMs: 100,
  restMs: 30_000
}

/** Milliseconds that one check may take. */
const lookMsMax = 20_000

const flood = (given: Flood.Given): Promise<Flood.Outcome> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./peers/flood.ts", import.meta.url), { workerData: given })
    worker.once("message", resolve)
    worker.once("error", reject)
  })

interface Look {
  readonly name: string
  readonly path: string
  readonly key: string
}

interface Looked {
  readonly ms: number
  /** The status; 0 if there was no response in time. */
  readonly status: number
}

/** Sends requests on schedule until it is stopped, and resolves when every response has arrived. */
const watch = ({ host, port }: Load.Target, { key, path }: Look, everyMs: number) => {
  const asked: Array<Promise<Looked>> = []
  const began = performance.now()
  const ask = async (): Promise<Looked> => {
    const planned = began + asked.length * everyMs
    const status = await fetch(`http://${host}:${port}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(lookMsMax)
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0
    )
    return { ms: performance.now() - planned, status }
  }
  const timer = setInterval(() => {
    while (began + asked.length * everyMs <= performance.now()) asked.push(ask())
  }, everyMs / 10)
  return () => {
    clearInterval(timer)
    return Promise.all(asked)
  }
}

const rowOf = (looked: ReadonlyArray<Looked>): Readonly<Record<string, Report.Cell>> => {
  const { max, p50, p99 } = Latency.of(looked.map(({ ms }) => ms))
  const good = looked.filter(({ status }) => status === 200).length
  return { asked: looked.length, "answered 200": good, "p50 ms": p50, "p99 ms": p99, "max ms": max }
}

const memoryRow = ({ heap, resident }: Probe.Memory) => ({
  "heap MB": heap / 1e6,
  "resident MB": resident / 1e6
})

export const overload = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const { connections, depth, everyMs, restMs, seconds } = { ...defaults, ...given }
  await using stage = await Stage.open()
  await using service = await Contenders.service(stage)
  const [other] = await Accounts.open(service, 1)
  const key = other?.key ?? ""
  const { quote_id } = await Accounts.ask<{ readonly quote_id: string }>(
    service,
    "/v1/quotes",
    key,
    { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "other" }
  )
  const looks: ReadonlyArray<Look> = [
    { name: "/healthz", path: "/healthz", key },
    { name: "/readyz", path: "/readyz", key },
    { name: "another account's list", path: "/v1/payouts?limit=20", key },
    { name: "another account's quote", path: `/v1/quotes/${quote_id}`, key }
  ]
  const before = await service.memory()
  const stops = looks.map((look) => watch(service, look, everyMs))
  const { host, port } = service
  const { answers, ended } = await flood({ host, port, connections, depth, seconds })
  const looked = await Promise.all(stops.map((stop) => stop()))
  const after = await service.memory()
  await Process.pause(restMs)
  const later = await service.memory()
  const perSecond = (count: number) => ({ answers: count, "per second": count / seconds })
  return {
    name: "overload",
    about: {
      ...stage.about,
      flood: `${connections} connections, ${depth} quotes each in one piece, ${seconds} s`,
      "connections that the server ended": ended
    },
    tables: [
      {
        title: "During the flood",
        rows: Object.fromEntries(looks.map(({ name }, at) => [name, rowOf(looked[at] ?? [])]))
      },
      {
        title: "What the flood was answered",
        rows: Object.fromEntries(
          Object.entries(answers).map(([said, count]) => [said, perSecond(count)])
        )
      },
      {
        title: "Memory after a collection",
        rows: {
          before: memoryRow(before),
          after: memoryRow(after),
          [`${restMs / 1000} s later`]: memoryRow(later)
        }
      }
    ]
  }
}
