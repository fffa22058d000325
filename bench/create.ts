/**
 * `create`: durable `POST /v1/payouts` per second, full stack (key, idempotency, quote lock, log),
 * beside a bare `node:http` server that answers the same bytes and checks and stores nothing, and
 * beside Fastify with one ordinary transaction per request on the same PostgreSQL. In turn, with
 * the same load generator; `BENCH_CONNECTIONS=64` measures at 64 connections alone.
 */
import * as Contenders from "./Contenders.ts"
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as Stage from "./Stage.ts"

export interface Level {
  readonly connections: number
  /** Of each run. */
  readonly requests: number
  readonly runs: number
}

export interface Options {
  readonly levels: ReadonlyArray<Level>
  /** Requests before anything is measured. */
  readonly warm: number
  /** Idle backends report their statistics after ten seconds; then flushes can be counted. */
  readonly statisticsPauseMs: number
}

const levels = [
  { connections: 1, requests: 1_500, runs: 3 },
  { connections: 16, requests: 5_000, runs: 3 },
  { connections: 64, requests: 10_000, runs: 5 },
  { connections: 256, requests: 10_000, runs: 3 }
]

const wanted = process.env.BENCH_CONNECTIONS?.split(",").map(Number)

const defaults: Options = {
  levels: levels.filter(({ connections }) => wanted?.includes(connections) ?? true),
  warm: 5_000,
  statisticsPauseMs: 11_000
}

type Name = "service" | "fastify" | "bare"
type Turn = Readonly<Record<Name, Load.Measured>>

interface Counters {
  readonly fsyncs: number
  readonly wal: number
  /** Full pages in the write-ahead log, each written once after every checkpoint. */
  readonly pages: number
}

/** Flushes and bytes of the write-ahead log so far, of the whole server. */
const counters = async ({ query }: Stage.Database): Promise<Counters> => {
  const rows = await query<Counters>(`select
    (select sum(fsyncs) from pg_stat_io where object = 'wal')::float8 as fsyncs,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
    (select wal_fpi from pg_stat_wal)::float8 as pages`)
  return rows[0] ?? { fsyncs: Number.NaN, wal: Number.NaN, pages: Number.NaN }
}

/** Mean bytes of a log entry that made a payout. */
const logBytes = async ({ query }: Stage.Database): Promise<number> => {
  const rows = await query<{ readonly bytes: number }>(`
    select avg(octet_length(body) + octet_length(hash))::float8 as bytes
    from log where body like '%"PayoutCreated"%'`)
  return rows[0]?.bytes ?? Number.NaN
}

const columns = (turns: ReadonlyArray<Turn>, name: Name, { requests }: Level) => ({
  "per second": Report.over(turns, (turn) => turn[name].perSecond),
  "p50 ms": Report.over(turns, (turn) => turn[name].latency.p50),
  "p99 ms": Report.over(turns, (turn) => turn[name].latency.p99),
  "p99.9 ms": Report.over(turns, (turn) => turn[name].latency.p999),
  runs: `${turns.length} × ${requests}`
})

const ratio = (turns: ReadonlyArray<Turn>, peer: Name) =>
  Report.over(turns, (turn) => turn.service.perSecond / turn[peer].perSecond)

/** The contenders, all new: what an earlier level left behind is not measured. */
const meet = async (stage: Stage.Stage) => {
  await using started = new AsyncDisposableStack()
  const service = started.use(await Contenders.service(stage))
  const fastify = started.use(await Contenders.fastify(stage))
  const [first] = await Requests.payouts(service, 1, "first")
  let answer = "{}"
  const take = (body: string) => {
    answer = body
  }
  const one = { target: service, connections: 1, requests: [first ?? ""], take }
  Load.ensure(await Load.run(one), "201")
  const bare = started.use(await Contenders.bare(answer))
  const acknowledged = { service: 1, fastify: 0, bare: 0 }
  const running = started.move()
  return {
    service,
    fastify,
    acknowledged,
    /** Quotes at both, and the requests that make payouts of them. */
    quoted: async (name: string, count: number) => ({
      service: await Requests.payouts(service, count, name),
      fastify: await Requests.payouts(fastify, count, name)
    }),
    send: async (name: Name, connections: number, requests: ReadonlyArray<string>) => {
      const target = { service, fastify, bare }[name]
      const done = Load.ensure(await Load.run({ target, connections, requests }), "201")
      acknowledged[name] += done.requests
      return done
    },
    [Symbol.asyncDispose]: () => running.disposeAsync()
  }
}
type Met = Awaited<ReturnType<typeof meet>>

/** Quotes are made before; only payouts are measured. Who begins changes from turn to turn. */
const turn = async (met: Met, index: number, connections: number, count: number): Promise<Turn> => {
  const raw = await met.quoted(`turn ${index}`, count)
  const done: Partial<Record<Name, Load.Measured>> = {}
  const order: ReadonlyArray<Name> = ["service", "fastify", "bare"]
  for (let place = 0; place < order.length; place++) {
    const who = order[(place + index) % order.length] ?? "bare"
    await met.service.settled()
    done[who] = await met.send(who, connections, who === "fastify" ? raw.fastify : raw.service)
  }
  return done as Turn
}

/** What the server underneath wrote for each one's payouts, one after the other. */
const costs = async (stage: Stage.Stage, met: Met, level: Level, statisticsPauseMs: number) => {
  const { connections, requests } = level
  /** The counters once everything is written and reported. */
  const still = async (): Promise<Counters> => {
    await met.service.settled()
    await Process.pause(statisticsPauseMs)
    return counters(stage.observer)
  }
  const raw = await met.quoted("costs", requests)
  const written: Record<string, Record<string, Report.Cell>> = {}
  let before = await still()
  for (const who of ["service", "fastify"] as const) {
    await met.send(who, connections, raw[who])
    const after = await still()
    written[who] = {
      "fsyncs per payout": (after.fsyncs - before.fsyncs) / requests,
      "WAL bytes per payout": (after.wal - before.wal) / requests,
      "full pages per payout": (after.pages - before.pages) / requests
    }
    before = after
  }
  return written
}

const measure = async (stage: Stage.Stage, level: Level, options: Options) => {
  await using met = await meet(stage)
  const { connections, requests, runs } = level
  const { fastify, service, acknowledged } = met
  await turn(met, runs, 64, options.warm)
  const turns: Array<Turn> = []
  for (let run = 0; run < runs; run++) turns.push(await turn(met, run, connections, requests))
  const written = await costs(stage, met, level, options.statisticsPauseMs)
  const outcome = {
    service: await Contenders.ensurePayouts(service, "service", acknowledged.service),
    fastify: await Contenders.ensurePayouts(fastify, "fastify", acknowledged.fastify)
  }
  return { turns, written, outcome, logBytes: await logBytes(service.database) }
}

/** Measures in turn; all must answer every request as expected. */
export const create = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  await using stage = await Stage.open()
  const rates: Record<string, Record<string, Report.Cell>> = {}
  const ratios: Record<string, Record<string, Report.Cell>> = {}
  const prices: Record<string, Record<string, Report.Cell>> = {}
  for (const level of options.levels) {
    const at = `${level.connections} connections`
    const { logBytes, outcome, turns, written } = await measure(stage, level, options)
    for (const name of ["service", "fastify", "bare"] as const) {
      rates[`${at}: ${name}`] = columns(turns, name, level)
    }
    ratios[at] = {
      "service / bare": ratio(turns, "bare"),
      "service / fastify": ratio(turns, "fastify")
    }
    for (const name of ["service", "fastify"] as const) {
      prices[`${at}: ${name}`] = {
        ...written[name],
        "log bytes per payout": name === "service" ? logBytes : "",
        "payouts, all runs": outcome[name]
      }
    }
  }
  return {
    name: "create",
    about: {
      ...stage.about,
      "rate limits of the service": "off (it has no way to raise them)",
      "fastify's pool": `${Contenders.poolSize} pipelined connections`
    },
    tables: [
      { title: "Durable POST /v1/payouts, closed loop", rows: rates },
      { title: "Payouts per second, ratios of the same turns", rows: ratios },
      { title: "What PostgreSQL wrote in one more run, read model included", rows: prices }
    ]
  }
}
