/**
 * `pairs`: creations and whole lives of payouts by this tree's service and by that of an earlier
 * commit. The two alternate run by run, so the speed of the hour is in both. `BENCH_BEFORE` names
 * the commit.
 */
import * as Contenders from "./Contenders.ts"
import * as Costs from "./Costs.ts"
import * as Earlier from "./Earlier.ts"
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import * as Program from "./peers/engines/Program.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  readonly pairs: number
  /** The payouts of each run. */
  readonly payouts: number
  /** The payouts of each service before the first pair. V8 needs more than ten thousand. */
  readonly warm: number
  /** The name of the earlier commit; without one, that of the commit before. */
  readonly before: string | undefined
}

const defaults: Options = {
  pairs: 30,
  payouts: 1_000,
  warm: 12_000,
  before: process.env.BENCH_BEFORE
}

const connections = 64

/** The work of a pair, by one of its services. */
interface Subject {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  /** Prepares this number of payouts, and returns the load that is measured. */
  readonly prepare: (
    contender: Contenders.Contender,
    count: number,
    name: string
  ) => Promise<() => Promise<unknown>>
}

const create: Subject = {
  name: "create",
  environment: {},
  prepare: async (target, count, name) => {
    const requests = await Requests.payouts(target, count, name)
    await target.settled()
    return async () => Load.ensure(await Load.run({ target, connections, requests }), "201")
  }
}

const life: Subject = {
  name: "life, without webhooks",
  environment: Program.quickly,
  prepare: async (target, count) => async () => {
    Load.ensure(await Program.create(target, count, () => {}), "201")
    while ((await Process.gauge(target, "payout_active")) > 0) await Process.pause(5)
  }
}

interface Ran extends Costs.Cost {
  readonly seconds: number
}

const run = async (
  stage: Stage.Stage,
  { prepare }: Subject,
  contender: Contenders.Contender,
  [count, name]: readonly [count: number, name: string]
): Promise<Ran> => {
  const send = await prepare(contender, count, name)
  const { cost, done } = await Costs.measure(stage, contender, async () => {
    const startedAt = performance.now()
    await send()
    return (performance.now() - startedAt) / 1000
  })
  return { ...cost, seconds: done }
}

interface Pair {
  readonly now: Ran
  readonly before: Ran
}

const measure = async (
  stage: Stage.Stage,
  subject: Subject,
  root: string,
  { pairs, payouts, warm }: Options
): Promise<ReadonlyArray<Pair>> => {
  const { environment } = subject
  await using now = await Contenders.service(stage, environment)
  await using before = await Contenders.service(stage, environment, root)
  for (const each of [now, before]) await run(stage, subject, each, [warm, "warm"])
  const measured: Array<Pair> = []
  for (let index = 0; index < pairs; index++) {
    const work = [payouts, `pair ${index}`] as const
    const first = await run(stage, subject, index % 2 === 0 ? now : before, work)
    const second = await run(stage, subject, index % 2 === 0 ? before : now, work)
    measured.push(index % 2 === 0 ? { now: first, before: second } : { now: second, before: first })
  }
  return measured
}

/** Costs of this tree, as a multiple of the earlier commit's. */
const ratios = (pairs: ReadonlyArray<Pair>) => {
  const over = (number: (ran: Ran) => number) =>
    Report.middle(pairs.map(({ before, now }) => number(now) / number(before)))
  return {
    "per second": over(({ seconds }) => 1 / seconds),
    CPU: over(({ cpuMs }) => cpuMs),
    "PostgreSQL's CPU": over(({ postgresMs }) => postgresMs),
    "bytes allocated": over(({ allocatedBytes }) => allocatedBytes),
    "WAL bytes": over(({ walBytes }) => walBytes)
  }
}

export const pairs = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  const { hash, root } = Earlier.checkOut(options.before)
  await using stage = await Stage.open()
  const rows: Record<string, Record<string, Report.Cell>> = {}
  for (const subject of [create, life]) {
    const measured = await measure(stage, subject, root, options)
    rows[subject.name] = {
      ...ratios(measured),
      pairs: `${options.pairs} × ${options.payouts}`
    }
  }
  return {
    name: "pairs",
    about: { ...stage.about, "compared with": hash },
    tables: [{ title: `This tree / ${hash}: medians and middle halves of the pairs`, rows }]
  }
}
