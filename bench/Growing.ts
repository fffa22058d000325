/**
 * A database of the service that grows from level to level with a generated log, and the service's
 * costs at each level: a start, memory, creations, a page of a list.
 */
import { Effect } from "effect"
import * as Settings from "../src/config/Settings.ts"
import * as Tables from "../src/postgres/readmodel/Tables.ts"
import * as Accounts from "./Accounts.ts"
import * as Contenders from "./Contenders.ts"
import * as Cores from "./Cores.ts"
import * as Costs from "./Costs.ts"
import type * as History from "./History.ts"
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import type * as Probe from "./probe.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as ServiceLog from "./ServiceLog.ts"
import type * as Stage from "./Stage.ts"

/** The load of the service at each level. */
export interface Effort {
  readonly starts: number
  readonly connections: number
  /** Creations before the measured ones. */
  readonly warm: number
  readonly runs: number
  readonly perRun: number
  /** The number of list pages to read. */
  readonly pages: number
}

export interface Growing {
  readonly stage: Stage.Stage
  readonly database: Stage.Database
  readonly environment: Readonly<Record<string, string>>
  readonly settings: Settings.Settings
}

/** Creates a database, as the service's first start leaves it. */
export const open = async (stage: Stage.Stage): Promise<Growing> => {
  const first = await Contenders.service(stage)
  await first.stop()
  const { database } = first
  const places = { DATABASE_URL: database.url, DATA_DIR: stage.folder }
  const environment = { ...Contenders.serviceEnvironment, ...places }
  return {
    stage,
    database,
    environment,
    settings: await Effect.runPromise(Settings.read(environment))
  }
}

/** Works on the service's cores, while no service runs. */
const inItsPlace = async <A>(work: () => Promise<A>): Promise<A> => {
  Cores.moveTo("server")
  try {
    return await work()
  } finally {
    Cores.moveTo("load")
  }
}

/** Writes payouts, and returns the number of entries in the log. */
export const extend = (
  { settings }: Growing,
  extent: Omit<History.Extent, "accountId">
): Promise<number> => inItsPlace(() => ServiceLog.over(settings, ServiceLog.extend(extent)))

/** Writes accounts, and returns their keys. */
export const addAccounts = ({ settings }: Growing, count: number): Promise<ReadonlyArray<string>> =>
  inItsPlace(() => ServiceLog.over(settings, ServiceLog.addAccounts(count)))

export const entries = async ({ database }: Growing): Promise<number> => {
  const [row] = await database.query<{ readonly seq: number }>(
    "select max(seq)::float8 as seq from log"
  )
  return row?.seq ?? Number.NaN
}

/**
 * Runs the start that replays the written entries, and returns its milliseconds. Afterwards the
 * tables are as after a day of the service and of autovacuum, which ignores the log. They lack the
 * cancelled payouts of earlier levels, because a list of settled payouts reads past failed ones.
 */
export const replay = async ({ database, environment }: Growing): Promise<number> => {
  const service = await Process.program(environment)
  await service.stop()
  await database.query(
    "delete from replies where at < (extract(epoch from now()) * 1000)::bigint - 86400000"
  )
  await database.query("delete from payouts where status = 'FAILED'")
  await database.query(`vacuum (analyze) ${Tables.all.join(", ")}`)
  await database.query("analyze log")
  return service.startMs
}

interface Start {
  readonly ms: number
  readonly cpuMs: number
}

interface Held extends Probe.Memory {
  /** Milliseconds until every active payout has its actor. */
  readonly actorsMs: number
}

const listed = { all: "/v1/payouts?limit=20", settled: "/v1/payouts?status=SETTLED&limit=20" }

const readPages = async (service: Load.Target, path: string, count: number) => {
  const requests = Array.from({ length: count }, () => Requests.get(path))
  const { latency } = Load.ensure(
    await Load.run({ target: service, connections: 1, requests }),
    "200"
  )
  return { "p50 ms": latency.p50, "p99 ms": latency.p99 }
}

interface Created {
  readonly measured: Load.Measured
  readonly cost: Costs.Cost
}

/** Measures creations in addition to the existing objects, and returns the new payouts. */
const create = async (
  { stage }: Pick<Growing, "stage">,
  service: Process.Running,
  { connections, perRun, runs, warm }: Omit<Effort, "starts" | "pages">,
  keys: ReadonlyArray<string> = [Requests.key]
) => {
  const name = `level ${performance.now()}`
  const settled = (): Promise<void> => Contenders.untilShown(service)
  const payouts: Array<string> = []
  const take = (body: string): void => void payouts.push(Requests.field("payout_id", body))
  const send = async (requests: ReadonlyArray<string>) =>
    Load.ensure(await Load.run({ target: service, connections, requests, take }), "201")
  await send(await Requests.spread(service, warm, `${name} warm`, { keys }))
  const created: Array<Created> = []
  for (let run = 0; run < runs; run++) {
    const requests = await Requests.spread(service, perRun, `${name} ${run}`, { keys })
    await settled()
    const contender = { ...service, settled }
    const { cost, done } = await Costs.measure(stage, contender, () => send(requests))
    created.push({ measured: done, cost })
  }
  return { created, payouts }
}

/** Cancels payouts of the first account, because they do not belong to the next level. */
const cancel = async (service: Process.Running, payouts: ReadonlyArray<string>): Promise<void> => {
  const requests = payouts.map(Requests.cancel)
  Load.ensure(await Load.run({ target: service, connections: 32, requests }), "200")
  await Contenders.untilShown(service)
}

export interface Level {
  readonly entries: number
  readonly active: number
  readonly starts: ReadonlyArray<Start>
  readonly held: Held
  readonly created: ReadonlyArray<Created>
  readonly perRun: number
  readonly pages: Readonly<Record<string, Report.Cell>>
}

/** Starts and measures the service at the database's present level. */
export const measure = async (
  growing: Growing,
  effort: Effort,
  { active, keys }: { readonly active: number; readonly keys?: ReadonlyArray<string> }
): Promise<Level> => {
  const before = await entries(growing)
  const starts: Array<Start> = []
  const start = async () => {
    const service = await Process.program(growing.environment)
    const { cpuMs } = await service.usage()
    starts.push({ ms: service.startMs, cpuMs })
    return service
  }
  for (let run = 1; run < effort.starts; run++) await (await start()).stop()
  await using service = await start()
  const startedAt = performance.now()
  while ((await Process.gauge(service, "payout_active")) < active) await Process.pause()
  const actorsMs = performance.now() - startedAt
  const held = { actorsMs, ...(await service.memory()) }
  const all = await readPages(service, listed.all, effort.pages)
  const settled = await readPages(service, listed.settled, effort.pages)
  const { created, payouts } = await create(growing, service, effort, keys)
  if (keys === undefined) await cancel(service, payouts)
  const pages = {
    "first page, p50 ms": all["p50 ms"],
    "p99 ms": all["p99 ms"],
    "first page of settled ones, p50 ms": settled["p50 ms"],
    "of settled ones, p99 ms": settled["p99 ms"]
  }
  return { entries: before, active, starts, held, created, perRun: effort.perRun, pages }
}

/** Bytes on the disk of the log, and of all other tables, with their indexes. */
export const sizes = async ({ database }: Growing) => {
  const [row] = await database.query<{ readonly log: number; readonly tables: number }>(
    `select sum(size) filter (where name = 'log') as log,
      sum(size) filter (where name <> 'log') as tables
     from (
       select relname as name, pg_total_relation_size(oid)::float8 as size from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace
     ) as relations`
  )
  return row ?? { log: Number.NaN, tables: Number.NaN }
}

/** The time of a start, and the memory after it. */
export const startRow = ({ active, held, starts }: Level, nothing?: Level) => ({
  "start to serving, s": Report.over(starts, ({ ms }) => ms / 1000),
  "CPU s of it": Report.over(starts, ({ cpuMs }) => cpuMs / 1000),
  "all actors, s later": held.actorsMs / 1000,
  "heap MB": held.heap / 1e6,
  "resident MB": held.resident / 1e6,
  ...(nothing === undefined
    ? {}
    : { "heap bytes per active payout": (held.heap - nothing.held.heap) / active })
})

/** The cost of a creation at a level. */
export const createRow = ({ created, perRun }: Pick<Level, "created" | "perRun">) => {
  const over = (number: (measured: Load.Measured) => number) =>
    Report.over(created, ({ measured }) => number(measured))
  const costs = Costs.columns(
    created.map(({ cost }) => cost),
    perRun
  )
  return {
    "per second": over(({ perSecond }) => perSecond),
    "p50 ms": over(({ latency }) => latency.p50),
    "p99 ms": over(({ latency }) => latency.p99),
    ...costs
  }
}

/**
 * Measures creations with the connections of each level, run by run, on a new service. They belong
 * to four accounts, because one account may not have this number of concurrent requests.
 */
export const overConnections = async (
  stage: Stage.Stage,
  levels: ReadonlyArray<number>,
  { perRun, warm }: Pick<Effort, "perRun" | "warm">
): Promise<ReadonlyMap<number, Pick<Level, "created" | "perRun">>> => {
  await using service = await Contenders.service(stage)
  const keys = (await Accounts.open(service, 4)).map(({ key }) => key)
  const measured = new Map<number, Pick<Level, "created" | "perRun">>()
  for (const connections of levels) {
    // Few connections are slow, and the service must not run for longer than its payouts wait.
    const count = Math.min(perRun, 500 * connections)
    const effort = { connections, perRun: count, runs: 1, warm: Math.min(warm, count) }
    const { created } = await create({ stage }, service, effort, keys)
    measured.set(connections, { created, perRun: count })
  }
  return measured
}
