/**
 * Durable creations by a closed loop of POST requests. The contenders are the service, the floor
 * (the same work and nothing else), Fastify with one ordinary transaction per request, and bare
 * `node:http` with the same bytes. They alternate on one PostgreSQL with one load generator, and
 * the first one changes.
 */
import * as Contenders from "./Contenders.ts"
import * as Costs from "./Costs.ts"
import * as Load from "./Load.ts"
import type * as Process from "./Process.ts"
import * as Report from "./Report.ts"
import * as Stage from "./Stage.ts"

interface Level {
  readonly connections: number
  /** The number of requests of each run. */
  readonly requests: number
  readonly runs: number
}

export interface Options {
  readonly levels: ReadonlyArray<Level>
  /**
   * Requests to each contender before the measurement. V8 needs more than ten thousand for the
   * service's code: with 2,000 the service took 1.95 of the floor's processor time, with 12,000 it
   * took 1.33.
   */
  readonly warm: number
  /**
   * Milliseconds until flushes are counted, because idle backends report their statistics after ten
   * seconds.
   */
  readonly statisticsPauseMs: number
  /** The contenders whose flushes are counted, in one more run of each. */
  readonly written: ReadonlyArray<Keeper>
  /** Seconds after which no run beyond the third begins. */
  readonly secondsMax: number
}

/** The contenders that store what they acknowledge. */
const durable = ["service", "floor", "fastify"] as const
type Keeper = (typeof durable)[number]

const wanted = process.env.BENCH_CONNECTIONS?.split(",").map(Number)

const levels = [
  { connections: 1, requests: 1_500, runs: 3 },
  { connections: 16, requests: 5_000, runs: 3 },
  { connections: 64, requests: 10_000, runs: 5 },
  { connections: 256, requests: 10_000, runs: 3 }
]

const defaults: Options = {
  levels: levels.filter(({ connections }) => wanted?.includes(connections) ?? true),
  warm: 12_000,
  statisticsPauseMs: 11_000,
  written: durable,
  secondsMax: Number.POSITIVE_INFINITY
}

/** The created objects, and the requests for them. */
export interface Subject {
  readonly name: string
  readonly title: string
  readonly made: Contenders.Made
  /** Makes requests with a name that no other requests to this contender have. */
  readonly requests: (
    target: Load.Target,
    count: number,
    name: string
  ) => Promise<ReadonlyArray<string>>
}

const names = [...durable, "bare"] as const
type Name = (typeof names)[number]

interface Done {
  readonly measured: Load.Measured
  readonly cost: Costs.Cost
}
type Turn = Readonly<Record<Name, Done>>

type Row = Record<string, Report.Cell>

/** Starts new contenders, so that remains of an earlier level are not measured. */
const meet = async (stage: Stage.Stage, { made, requests }: Subject) => {
  await using started = new AsyncDisposableStack()
  const service = started.use(await Contenders.service(stage))
  const keepers = {
    service,
    floor: started.use(await Contenders.floor(stage)),
    fastify: started.use(await Contenders.fastify(stage))
  }
  let answer = ""
  const one = { connections: 1, requests: await requests(service, 1, "first") }
  const take = (body: string): void => {
    answer = body
  }
  Load.ensure(await Load.run({ ...one, target: service, take }), "201")
  const bare = started.use(await Contenders.bare(answer))
  const contenders = { ...keepers, bare: { ...bare, settled: async () => {} } }
  const acknowledged = { service: 1, floor: 0, fastify: 0, bare: 0 }
  const running = started.move()
  return {
    contenders,
    /** Makes requests that each contender can serve. */
    prepare: async (name: string, count: number) => {
      const own = await requests(service, count, name)
      return {
        service: own,
        floor: await requests(keepers.floor, count, name),
        fastify: await requests(keepers.fastify, count, name),
        bare: own
      }
    },
    send: async (name: Name, connections: number, requests: ReadonlyArray<string>) => {
      const target: Process.Running = contenders[name]
      const done = Load.ensure(await Load.run({ target, connections, requests }), "201")
      acknowledged[name] += done.requests
      return done
    },
    ensure: (name: Keeper) => Contenders.ensure(keepers[name], name, made, acknowledged[name]),
    [Symbol.asyncDispose]: () => running.disposeAsync()
  }
}
type Met = Awaited<ReturnType<typeof meet>>

const turn = async (
  stage: Stage.Stage,
  met: Met,
  index: number,
  { connections, requests }: Pick<Level, "connections" | "requests">
): Promise<Turn> => {
  const raw = await met.prepare(`turn ${index}`, requests)
  const done: Partial<Record<Name, Done>> = {}
  await met.contenders.service.settled()
  for (let place = 0; place < names.length; place++) {
    const who = names[(place + index) % names.length] ?? "bare"
    const send = () => met.send(who, connections, raw[who])
    const measured = await Costs.measure(stage, met.contenders[who], send)
    done[who] = { measured: measured.done, cost: measured.cost }
  }
  return done as Turn
}

const measure = async (
  stage: Stage.Stage,
  subject: Subject,
  level: Level,
  { secondsMax, statisticsPauseMs, warm, written: kept }: Options
) => {
  await using met = await meet(stage, subject)
  const { connections, requests, runs } = level
  await turn(stage, met, runs, { connections: 64, requests: warm })
  const turns: Array<Turn> = []
  const startedAt = performance.now()
  const isLate = () => performance.now() - startedAt > secondsMax * 1000
  for (let run = 0; run < runs && (run < 3 || !isLate()); run++) {
    turns.push(await turn(stage, met, run, level))
  }
  const raw = kept.length === 0 ? undefined : await met.prepare("written", requests)
  const written: Record<string, Row> = {}
  for (const who of kept) {
    const send = () => met.send(who, connections, raw?.[who] ?? [])
    const load = { operations: requests, send }
    written[who] = await Costs.written(stage, met.contenders[who], statisticsPauseMs, load)
  }
  for (const who of durable) written[who] = { ...written[who], outcome: await met.ensure(who) }
  return { turns, written }
}

const rates = (turns: ReadonlyArray<Turn>, name: Name, { requests }: Level): Row => {
  const over = (number: (measured: Load.Measured) => number) =>
    Report.over(turns, (turn) => number(turn[name].measured))
  return {
    "per second": over(({ perSecond }) => perSecond),
    "p50 ms": over(({ latency }) => latency.p50),
    "p99 ms": over(({ latency }) => latency.p99),
    "p99.9 ms": over(({ latency }) => latency.p999),
    runs: `${turns.length} × ${requests}`
  }
}

const ratio = (turns: ReadonlyArray<Turn>, one: Name, other: Name) =>
  Report.over(turns, (turn) => turn[one].measured.perSecond / turn[other].measured.perSecond)

const ratios = (turns: ReadonlyArray<Turn>): Row => ({
  "service / floor": ratio(turns, "service", "floor"),
  "service / fastify": ratio(turns, "service", "fastify"),
  "service / bare": ratio(turns, "service", "bare"),
  "floor / bare": ratio(turns, "floor", "bare"),
  "CPU, service / floor": Report.over(
    turns,
    ({ floor, service }) => service.cost.cpuMs / floor.cost.cpuMs
  ),
  "PostgreSQL's CPU, service / floor": Report.over(
    turns,
    ({ floor, service }) => service.cost.postgresMs / floor.cost.postgresMs
  )
})

/**
 * Measures the contenders alternately. Each must respond to every request with 201, and store what
 * it acknowledges.
 */
export const run = async (
  subject: Subject,
  given: Partial<Options> = {}
): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  await using stage = await Stage.open()
  const tables: Record<"rates" | "ratios" | "costs" | "written", Record<string, Row>> = {
    rates: {},
    ratios: {},
    costs: {},
    written: {}
  }
  for (const level of options.levels) {
    const at = `${level.connections} connections`
    const { turns, written } = await measure(stage, subject, level, options)
    tables.ratios[at] = ratios(turns)
    for (const name of names) {
      const costs = turns.map((turn) => turn[name].cost)
      tables.rates[`${at}: ${name}`] = rates(turns, name, level)
      tables.costs[`${at}: ${name}`] = Costs.columns(costs, level.requests)
    }
    for (const name of durable) tables.written[`${at}: ${name}`] = written[name] ?? {}
  }
  return {
    name: subject.name,
    about: {
      ...stage.about,
      "rate limits of the service": "off (it has no way to raise them)",
      "fastify's pool": `${Contenders.poolSize} pipelined connections`
    },
    tables: [
      { title: subject.title, rows: tables.rates },
      { title: "Ratios of the same turns", rows: tables.ratios },
      { title: "Costs of each, until its answers are given and settled", rows: tables.costs },
      { title: "Written for each in one more run, until all is still", rows: tables.written }
    ]
  }
}
