/**
 * `mixed`: the requests of a customer (quote, payout, then three reads: the payout, the quote, the
 * newest twenty payouts) over a hundred accounts. It measures the capacity in a closed loop. Then
 * an open loop runs at shares of the service's capacity, at the service and with the same absolute
 * load at the Fastify peer. The last load is half of the capacity after ten quiet seconds.
 * Latencies count from the planned time. `BENCH_SECONDS` is the length of one run.
 */
import * as Accounts from "./Accounts.ts"
import * as Contenders from "./Contenders.ts"
import * as Costs from "./Costs.ts"
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as Schedule from "./Schedule.ts"
import * as Stage from "./Stage.ts"
import type * as Stalls from "./Stalls.ts"

export interface Options {
  readonly accounts: number
  readonly connections: number
  /** Seconds of the closed loop, after a warm-up of the same length. */
  readonly capacitySeconds: number
  readonly seconds: number
  readonly runs: number
  /** The shares of the service's capacity. */
  readonly shares: ReadonlyArray<number>
  /** Milliseconds without requests, after which half of the capacity is offered. */
  readonly quietMs: number
  readonly graceMs: number
}

const defaults: Options = {
  accounts: 100,
  connections: 64,
  capacitySeconds: 5,
  seconds: Number(process.env.BENCH_SECONDS ?? 10),
  runs: 3,
  shares: [0.25, 0.5, 0.75, 0.9],
  quietMs: 10_000,
  graceMs: 5_000
}

/** Connections of the open loop, and requests that may wait for one. */
const openConnections = 256
const waitingMax = 10_000
/** Milliseconds between the planned times of a customer's two steps. */
const gapMs = 50

const stepNames = ["quote", "payout", "payout by id", "quote by id", "list of 20"]

/** The steps of a customer. `name` makes the idempotency keys of one run unique. */
const steps = (keys: ReadonlyArray<string>, name: string): ReadonlyArray<Schedule.Step> => {
  const keyOf = (index: number): string => keys[index % keys.length] ?? Requests.key
  const id = (field: string, body = ""): string => Requests.field(field, body)
  return [
    (_, index) => Requests.quote(`${name} ${index}`, keyOf(index)),
    ([quote], index) => Requests.payout(id("quote_id", quote), keyOf(index)),
    ([, payout], index) => Requests.get(`/v1/payouts/${id("payout_id", payout)}`, keyOf(index)),
    ([quote], index) => Requests.get(`/v1/quotes/${id("quote_id", quote)}`, keyOf(index)),
    (_, index) => Requests.get("/v1/payouts?limit=20", keyOf(index))
  ]
}

/**
 * Runs cycles one after the other on each connection, for this number of seconds and at least once.
 */
const closedLoop = (
  target: Load.Target,
  connections: number,
  seconds: number,
  cycle: ReadonlyArray<Schedule.Step>
): Promise<Load.Measured> => {
  const until = performance.now() + seconds * 1000
  let begun = 0
  const script = (): Load.Next => {
    let bodies: Array<string> = []
    let index = 0
    return (answer) => {
      if (answer !== undefined) bodies.push(answer.body)
      if (answer === undefined || bodies.length === cycle.length) {
        if (answer !== undefined && performance.now() > until) return undefined
        bodies = []
        index = begun++
      }
      return cycle[bodies.length]?.(bodies, index)
    }
  }
  return Load.loop({ target, connections, script })
}

const noStall: Stalls.Stall = { atMs: 0, ms: 0, coreMs: 0, collectionMs: 0 }

type Name = "service" | "fastify"
const names: ReadonlyArray<Name> = ["service", "fastify"]

interface Run extends Schedule.Kept {
  readonly cost: Costs.Cost
}

const openRow = (runs: ReadonlyArray<Run>) => ({
  "offered/s": Report.over(runs, ({ offered }) => offered),
  "achieved / offered": Report.over(runs, ({ achieved, offered }) => achieved / offered),
  "p50 ms": Report.over(runs, ({ latency }) => latency.p50),
  "p99 ms": Report.over(runs, ({ latency }) => latency.p99),
  "p99.9 ms": Report.over(runs, ({ latency }) => latency.p999),
  errors: Report.over(runs, ({ errors }) => errors),
  lost: Report.over(runs, ({ lost }) => lost),
  "sent again": Report.over(runs, ({ repeated }) => repeated),
  "generator late p99 ms": Report.over(runs, ({ generatorLate }) => generatorLate.p99)
})

/** The costs of each successful request. */
const costRow = (runs: ReadonlyArray<Run>) => {
  const answered = ({ successes }: Run) => successes.reduce((sum, count) => sum + count, 0)
  const each = (number: (cost: Costs.Cost) => number) =>
    Report.over(runs, (run) => number(run.cost) / answered(run))
  return {
    "CPU µs": each(({ cpuMs }) => cpuMs * 1000),
    "PostgreSQL's CPU µs": each(({ postgresMs }) => postgresMs * 1000),
    "bytes allocated": each(({ allocatedBytes }) => allocatedBytes),
    "bytes promoted": each(({ promotedBytes }) => promotedBytes),
    "collections of a run": Report.over(runs, ({ cost }) => cost.collections),
    "ms of them": Report.over(runs, ({ cost }) => cost.collectionMs)
  }
}

/** The number of stalls, and the parts of the longest. */
const stallRow = (runs: ReadonlyArray<Run>) => {
  const longest = runs.map(({ cost: { stalls } }) =>
    stalls.reduce((most, stall) => (stall.ms > most.ms ? stall : most), noStall)
  )
  return {
    "stalls of a run": Report.over(runs, ({ cost }) => cost.stalls.length),
    "longest ms": Report.over(longest, ({ ms }) => ms),
    "main thread on its core ms": Report.over(longest, ({ coreMs }) => coreMs),
    "its collections ms": Report.over(longest, ({ collectionMs }) => collectionMs),
    "begins at second": Report.over(longest, ({ atMs }) => atMs / 1000)
  }
}

/** The latencies of both contenders in each second of a load. */
const secondRows = (kept: Readonly<Record<Name, ReadonlyArray<Run>>>) => {
  const count = Math.min(...names.flatMap((name) => kept[name].map((run) => run.seconds.length)))
  const row = (second: number) =>
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name} p50 ms`, Report.over(kept[name], ({ seconds }) => seconds[second]?.p50 ?? 0)],
        [`${name} p99 ms`, Report.over(kept[name], ({ seconds }) => seconds[second]?.p99 ?? 0)]
      ])
    )
  return Object.fromEntries(
    Array.from({ length: count }, (_, second) => [`second ${second + 1}`, row(second)])
  )
}

const quietRow = (runs: ReadonlyArray<Run>) => ({
  "first second p50 ms": Report.over(runs, ({ first }) => first.p50),
  "first second p99 ms": Report.over(runs, ({ first }) => first.p99),
  "then p50 ms": Report.over(runs, ({ later }) => later.p50),
  "then p99 ms": Report.over(runs, ({ later }) => later.p99),
  "p99, first second / then": Report.over(runs, ({ first, later }) => first.p99 / later.p99),
  ...costRow(runs)
})

const stepRow = (runs: ReadonlyArray<Run>) =>
  Object.fromEntries(
    stepNames.flatMap((name, step) => [
      [`${name} p50`, Report.over(runs, ({ latencies }) => latencies[step]?.p50 ?? Number.NaN)],
      [`${name} p99`, Report.over(runs, ({ latencies }) => latencies[step]?.p99 ?? Number.NaN)]
    ])
  )

/** The outcome of a load, in words. */
const verdict = (runs: ReadonlyArray<Run>): string =>
  runs.every(
    ({ achieved, errors, lost, offered }) => errors + lost === 0 && achieved >= offered * 0.97
  )
    ? "follows"
    : "cannot follow"

/** Starts and warms both contenders, and counts the objects that each creates. */
const meet = async (stage: Stage.Stage, options: Options) => {
  const { capacitySeconds, connections, graceMs, seconds } = options
  await using started = new AsyncDisposableStack()
  const service = started.use(await Contenders.service(stage))
  const keys = (await Accounts.open(service, options.accounts)).map(({ key }) => key)
  const fastify = started.use(await Contenders.fastify(stage, keys))
  const contenders = { service, fastify }
  const made = { service: 0, fastify: 0 }
  /** The numbers of requests that the generator gave up, and that may have created a payout. */
  const doubtful = { service: 0, fastify: 0 }

  const close = async (name: Name, run: string) => {
    const target = contenders[name]
    const cycle = steps(keys, run)
    const measured = await closedLoop(target, connections, capacitySeconds, cycle)
    Load.ensure(measured, "200", "201")
    made[name] += measured.requests / stepNames.length
    await target.settled()
    return measured
  }

  const open = async (name: Name, cyclesPerSecond: number, run: string): Promise<Run> => {
    const target = contenders[name]
    const bounds = { connections: openConnections, waitingMax, graceMs }
    const load = { target, cyclesPerSecond, seconds, steps: steps(keys, run), gapMs }
    const send = () => Schedule.run({ ...load, ...bounds })
    const { cost, done } = await Costs.measure(stage, target, send)
    made[name] += done.successes[1] ?? 0
    doubtful[name] += done.lost + done.errors
    return { ...done, cost }
  }

  /** Ends the bench if the number of acknowledged objects is not the number in the database. */
  const checked = async (name: Name): Promise<string> => {
    const found = await contenders[name].made("payouts")
    const facts = `${made[name]} acknowledged, ${found} in its database`
    const isRight = found >= made[name] && found <= made[name] + doubtful[name]
    if (isRight) return facts
    throw new Error(`The payouts of ${name} do not add up: ${facts}`)
  }

  for (const name of names) await close(name, "warm")
  const running = started.move()
  return { close, open, checked, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Alternating closed-loop runs. */
const capacity = async (stage: Stage.Stage, options: Options) => {
  await using met = await meet(stage, options)
  const measured: Record<Name, Array<Load.Measured>> = { service: [], fastify: [] }
  for (let run = 0; run < options.runs; run++) {
    for (const name of names) measured[name].push(await met.close(name, `capacity ${run}`))
  }
  for (const name of names) await met.checked(name)
  return measured
}

const capacityRow = (runs: ReadonlyArray<Load.Measured>) => ({
  "requests/s": Report.over(runs, ({ perSecond }) => perSecond),
  "p50 ms": Report.over(runs, ({ latency }) => latency.p50),
  "p99 ms": Report.over(runs, ({ latency }) => latency.p99)
})

/** Runs one load on both contenders alternately. */
const follow = async (
  stage: Stage.Stage,
  cyclesPerSecond: number,
  options: Options,
  quietMs = 0
) => {
  await using met = await meet(stage, options)
  const kept: Record<Name, Array<Run>> = { service: [], fastify: [] }
  for (let run = 0; run < options.runs; run++) {
    for (const name of names) {
      await Process.pause(quietMs)
      kept[name].push(await met.open(name, cyclesPerSecond, `${run}`))
    }
  }
  const outcome = { service: await met.checked("service"), fastify: await met.checked("fastify") }
  return { kept, outcome }
}

type Rows = Record<string, Record<string, Report.Cell>>

/** Runs both contenders at each share of a capacity, in requests per second. */
const atShares = async (stage: Stage.Stage, perSecond: number, options: Options) => {
  type Tables = "open" | "costs" | "stalls" | "steps"
  const rows: Record<Tables, Rows> = { open: {}, costs: {}, stalls: {}, steps: {} }
  for (const share of options.shares) {
    const cyclesPerSecond = (perSecond * share) / stepNames.length
    const { kept, outcome } = await follow(stage, cyclesPerSecond, options)
    for (const name of names) {
      const label = `${Math.round(share * 100)} %: ${name}`
      const words = { "": verdict(kept[name]), payouts: outcome[name] }
      rows.open[label] = { ...openRow(kept[name]), ...words }
      rows.costs[label] = costRow(kept[name])
      rows.stalls[label] = stallRow(kept[name])
      rows.steps[label] = stepRow(kept[name])
    }
  }
  return rows
}

const afterQuiet = async (stage: Stage.Stage, perSecond: number, options: Options) => {
  const cyclesPerSecond = (perSecond * 0.5) / stepNames.length
  const { kept } = await follow(stage, cyclesPerSecond, options, options.quietMs)
  const rows = Object.fromEntries(names.map((name) => [name, quietRow(kept[name])]))
  return { rows, seconds: secondRows(kept) }
}

export const mixed = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  const { capacitySeconds, connections, quietMs, runs, seconds } = options
  await using stage = await Stage.open()
  const capacities = await capacity(stage, options)
  const perSecond = Report.over(capacities.service, (run) => run.perSecond).median
  const rows = await atShares(stage, perSecond, options)
  const quiet = await afterQuiet(stage, perSecond, options)
  return {
    name: "mixed",
    about: {
      ...stage.about,
      accounts: options.accounts,
      "open loop": `${runs} runs of ${seconds} s, ${openConnections} connections, steps ${gapMs} ms apart`,
      "rate limits of the service": "off (it has no way to raise them)",
      "fastify's pool": `${Contenders.poolSize} pipelined connections`
    },
    tables: [
      {
        title: `Capacity: closed loop, ${connections} connections, ${capacitySeconds} s each`,
        rows: Object.fromEntries(names.map((name) => [name, capacityRow(capacities[name])]))
      },
      {
        title: "Open loop at shares of the service's capacity, from the planned time",
        rows: rows.open
      },
      { title: "The same, milliseconds by step", rows: rows.steps },
      { title: "The same, costs of each request", rows: rows.costs },
      { title: "The same, stalls: turns of the event loop over 20 ms", rows: rows.stalls },
      { title: `Half of the capacity after ${quietMs / 1000} quiet seconds`, rows: quiet.rows },
      { title: "The same, second by second", rows: quiet.seconds }
    ]
  }
}
