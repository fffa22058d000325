/**
 * `partitions`: the cost of several partitions in one process. The same load, spread over accounts,
 * runs alternately on a service of each number of partitions, each with a separate database. Memory
 * is measured after a full collection, and connections are PostgreSQL's count of them.
 */
import * as Accounts from "./Accounts.ts"
import * as Contenders from "./Contenders.ts"
import * as Costs from "./Costs.ts"
import * as Load from "./Load.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  readonly counts: ReadonlyArray<number>
  readonly accounts: number
  readonly connections: number
  /** Creations before the measured ones. */
  readonly warm: number
  readonly runs: number
  readonly perRun: number
}

const defaults: Options = {
  ...{ counts: [1, 8, 64], accounts: 256, connections: 64 },
  ...{ warm: 12_000, runs: 5, perRun: 6_000 }
}

interface Service extends Contenders.Contender {
  readonly partitions: number
  readonly keys: ReadonlyArray<string>
  /** Bytes of the heap after the start. */
  readonly heap: number
  readonly resident: number
}

const start = async (
  stage: Stage.Stage,
  partitions: number,
  { accounts }: Options
): Promise<Service> => {
  const service = await Contenders.service(stage, { PARTITIONS: String(partitions) })
  const keys = (await Accounts.open(service, accounts)).map(({ key }) => key)
  const { heap, resident } = await service.memory()
  return { ...service, partitions, keys, heap, resident }
}

const send = async (
  target: Service,
  requests: ReadonlyArray<string>,
  { connections }: Options
): Promise<Load.Measured> => Load.ensure(await Load.run({ target, connections, requests }), "201")

const sessions = async ({ database }: Service): Promise<number> => {
  const [row] = await database.query<{ readonly count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`
  )
  return row?.count ?? Number.NaN
}

const rowOf = async (
  service: Service,
  turns: ReadonlyArray<{ readonly done: Load.Measured; readonly cost: Costs.Cost }>,
  { perRun }: Options
) => {
  const { heap, resident } = await service.memory()
  const costs = Costs.columns(
    turns.map(({ cost }) => cost),
    perRun
  )
  return {
    "creations a second": Report.over(turns, ({ done }) => done.perSecond),
    "CPU µs": costs["CPU µs"],
    "PostgreSQL's CPU µs": costs["PostgreSQL's CPU µs"],
    "WAL bytes": costs["WAL bytes"],
    "start ms": service.startMs,
    "heap MB after the start": service.heap / 1e6,
    "resident MB after the start": service.resident / 1e6,
    "heap MB after the load": heap / 1e6,
    "resident MB after the load": resident / 1e6,
    sessions: await sessions(service)
  }
}

export const partitions = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  await using stage = await Stage.open()
  await using stack = new AsyncDisposableStack()
  const services: Array<Service> = []
  for (const count of options.counts) {
    services.push(stack.use(await start(stage, count, options)))
  }
  for (const service of services) {
    await send(service, await Requests.spread(service, options.warm, "warm", service), options)
  }
  const measure = async (service: Service, run: number) => {
    const requests = await Requests.spread(service, options.perRun, `run ${run}`, service)
    await service.settled()
    return Costs.measure(stage, service, () => send(service, requests, options))
  }
  const turns = services.map((): Array<Awaited<ReturnType<typeof measure>>> => [])
  for (let run = 0; run < options.runs; run++) {
    const order = run % 2 === 0 ? [...services.keys()] : [...services.keys()].reverse()
    for (const index of order) {
      turns[index]?.push(await measure(services[index] as Service, run))
    }
  }
  const rows: Record<string, Report.Table["rows"][string]> = {}
  for (const [index, service] of services.entries()) {
    rows[`${service.partitions} partitions`] = await rowOf(service, turns[index] ?? [], options)
  }
  const title = `Creations of ${options.accounts} accounts in one process`
  return { name: "partitions", about: stage.about, tables: [{ title, rows }] }
}
