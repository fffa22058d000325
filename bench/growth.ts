/**
 * `growth`: the growth of CPU, WAL, memory and start time with connections, active payouts, history
 * and accounts. Histories are generated. `BENCH_GROWTH_CONNECTIONS`, `_ACTIVE`, `_ENTRIES` and
 * `_ACCOUNTS` are the levels, ascending. An empty list omits its part. `_ALONGSIDE` is the number
 * of active payouts in addition to each history, and `_STARTS` the number of starts at each level.
 */
import * as Growing from "./Growing.ts"
import type * as Report from "./Report.ts"
import * as Stage from "./Stage.ts"

export interface Options extends Growing.Effort {
  /** Levels of each kind, ascending. */
  readonly overConnections: ReadonlyArray<number>
  readonly active: ReadonlyArray<number>
  /** Entries of the log. */
  readonly entries: ReadonlyArray<number>
  readonly accounts: ReadonlyArray<number>
  /** The number of active payouts in addition to the histories. */
  readonly alongside: number
  /** The number of days over which the histories are spread. */
  readonly days: number
}

const levels = (name: string, ...fallback: ReadonlyArray<number>): ReadonlyArray<number> => {
  const given = process.env[`BENCH_GROWTH_${name}`]
  return given === undefined ? fallback : given.split(",").filter(Boolean).map(Number)
}

const defaults: Options = {
  overConnections: levels("CONNECTIONS", 1, 4, 16, 64, 256, 1_024),
  active: levels("ACTIVE", 1_000, 10_000, 100_000, 1_000_000),
  entries: levels("ENTRIES", 10_000, 100_000, 1_000_000, 10_000_000),
  accounts: levels("ACCOUNTS", 1, 100, 10_000),
  alongside: levels("ALONGSIDE", 100_000)[0] ?? 0,
  days: 365,
  starts: levels("STARTS", 3)[0] ?? 1,
  connections: 64,
  warm: 2_000,
  runs: 3,
  perRun: 3_000,
  pages: 200
}

type Rows = Record<string, Record<string, Report.Cell>>

const count = (value: number): string => value.toLocaleString("en")

/** The number of log entries of a settled payout with its quote. */
const entriesOfFinished = 6

const connectionsTable = async (stage: Stage.Stage, options: Options): Promise<Report.Table> => {
  const { overConnections, runs } = options
  const measured: Array<Awaited<ReturnType<typeof Growing.overConnections>>> = []
  for (let run = 0; run < runs; run++) {
    measured.push(await Growing.overConnections(stage, overConnections, options))
  }
  const rows: Rows = {}
  for (const connections of overConnections) {
    const of = measured.flatMap((run) => run.get(connections) ?? [])
    const [{ perRun } = { perRun: 0 }] = of
    const created = of.flatMap((run) => run.created)
    rows[`${connections} connections`] = Growing.createRow({ created, perRun })
  }
  return { title: "Creations by connections", rows }
}

/** Levels of active payouts, one after the other in one database. */
const activeTables = async (
  stage: Stage.Stage,
  { active: wanted, ...options }: Options
): Promise<ReadonlyArray<Report.Table>> => {
  const growing = await Growing.open(stage)
  const nothing = await Growing.measure(growing, options, { active: 0 })
  const [starts, creates, pages]: [Rows, Rows, Rows] = [{}, {}, {}]
  let there = 0
  for (const active of [0, ...wanted]) {
    const label = `${count(active)} active`
    if (active > 0) {
      await Growing.extend(growing, { finished: 0, active: active - there })
      await Growing.replay(growing)
      there = active
    }
    const level = active === 0 ? nothing : await Growing.measure(growing, options, { active })
    starts[label] = Growing.startRow(level, active === 0 ? undefined : nothing)
    creates[label] = Growing.createRow(level)
    pages[label] = level.pages
  }
  return [
    { title: "Starts and memory by active payouts", rows: starts },
    { title: "Creations by active payouts", rows: creates },
    { title: "Pages of 20 by active payouts", rows: pages }
  ]
}

/** Levels of history in one database, which also has active payouts. */
const historyTables = async (
  stage: Stage.Stage,
  { alongside, days, entries: wanted, ...options }: Options
): Promise<ReadonlyArray<Report.Table>> => {
  const growing = await Growing.open(stage)
  const [starts, creates, pages, sizes]: [Rows, Rows, Rows, Rows] = [{}, {}, {}, {}]
  let alone: Growing.Level | undefined
  for (const goal of [0, ...wanted]) {
    const before = await Growing.entries(growing)
    const base = alone === undefined ? before : alone.entries
    const finished = Math.max(0, Math.round((base + goal - before) / entriesOfFinished))
    const active = alone === undefined ? alongside : 0
    const end = await Growing.extend(growing, { finished, active, days })
    const replayMs = await Growing.replay(growing)
    const level = await Growing.measure(growing, options, { active: alongside })
    alone ??= level
    const label = goal === 0 ? `${count(alongside)} active alone` : `and ${count(goal)} entries`
    const { log, tables } = await Growing.sizes(growing)
    const start = Growing.startRow(level)
    const least = Growing.startRow(alone)["start to serving, s"].median
    starts[label] = { ...start, "times that alone": start["start to serving, s"].median / least }
    creates[label] = Growing.createRow(level)
    pages[label] = level.pages
    sizes[label] = {
      entries: level.entries,
      "log MB": log / 1e6,
      "other tables MB": tables / 1e6,
      "log bytes per entry": log / level.entries,
      "replayed, entries per second": ((end - before) / replayMs) * 1000
    }
  }
  return [
    { title: "Starts and memory by history", rows: starts },
    { title: "Creations by history", rows: creates },
    { title: "Pages of 20 by history", rows: pages },
    { title: "Disk by history", rows: sizes }
  ]
}

/** Levels of accounts, each in a separate database. The creations are spread over all accounts. */
const accountTables = async (
  stage: Stage.Stage,
  { accounts: wanted, ...options }: Options
): Promise<ReadonlyArray<Report.Table>> => {
  const [starts, creates]: [Rows, Rows] = [{}, {}]
  for (const accounts of wanted) {
    const growing = await Growing.open(stage)
    const keys = await Growing.addAccounts(growing, accounts)
    await Growing.replay(growing)
    const level = await Growing.measure(growing, options, { active: 0, keys })
    starts[`${count(accounts)} accounts`] = Growing.startRow(level)
    creates[`${count(accounts)} accounts`] = Growing.createRow(level)
  }
  return [
    { title: "Starts and memory by accounts", rows: starts },
    { title: "Creations by accounts, spread over them", rows: creates }
  ]
}

export const growth = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  await using stage = await Stage.open()
  const tables: Array<Report.Table> = []
  if (options.overConnections.length > 0) tables.push(await connectionsTable(stage, options))
  if (options.active.length > 0) tables.push(...(await activeTables(stage, options)))
  if (options.entries.length > 0) tables.push(...(await historyTables(stage, options)))
  if (options.accounts.length > 0) tables.push(...(await accountTables(stage, options)))
  return {
    name: "growth",
    about: {
      ...stage.about,
      creations: `${options.runs} × ${options.perRun} over ${options.connections} connections, or as said`,
      starts: options.starts,
      history: `spread over ${options.days} days`
    },
    tables
  }
}
