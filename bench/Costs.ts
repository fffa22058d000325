/**
 * The costs of a load: processor time of each process, memory that the measured one allocates and
 * collects, and PostgreSQL's writes. PostgreSQL's time is read from `/proc`, so it is not a number
 * except on Linux.
 */
import * as fs from "node:fs"
import type * as Contenders from "./Contenders.ts"
import * as Process from "./Process.ts"
import type * as Probe from "./probe.ts"
import * as Report from "./Report.ts"
import type * as Stage from "./Stage.ts"

/** Counters of the whole PostgreSQL server so far. */
interface Counters {
  readonly fsyncs: number
  /** Bytes of the write-ahead log. */
  readonly wal: number
  /** Full pages in the write-ahead log, each written once after every checkpoint. */
  readonly pages: number
}

const counters = async ({ query }: Stage.Database): Promise<Counters> => {
  const rows = await query<Counters>(`select
    (select sum(fsyncs) from pg_stat_io where object = 'wal')::float8 as fsyncs,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
    (select wal_fpi from pg_stat_wal)::float8 as pages`)
  return rows[0] ?? { fsyncs: Number.NaN, wal: Number.NaN, pages: Number.NaN }
}

const ticksPerSecond = 100

/** The fields of a process from its parent's id on; `undefined` if it has ended. */
const stat = (pid: string): ReadonlyArray<string> | undefined => {
  try {
    return fs
      .readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) . /s, "")
      .split(" ")
  } catch {
    return undefined
  }
}

/** Milliseconds of processor time of a single-threaded process, with nanosecond precision. */
const runMs = (pid: string): number => {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[0]) / 1e6
  } catch {
    return 0
  }
}

/** Milliseconds of processor time of a process's ended children. */
const endedMs = (pid: string): number => {
  const [userTicks, systemTicks] = stat(pid)?.slice(12, 14) ?? []
  return ((Number(userTicks) + Number(systemTicks)) / ticksPerSecond) * 1000
}

/** Milliseconds of processor time of the server and its processes, including ended ones. */
const postgresMs = (postmaster: number): number => {
  if (process.platform !== "linux") return Number.NaN
  const parent = String(postmaster)
  while (true) {
    const ended = endedMs(parent)
    const processes = fs
      .readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && stat(name)?.[0] === parent)
    const sum = [parent, ...processes].reduce((total, pid) => total + runMs(pid), ended)
    // A process that ended during the read may be counted twice or not at all.
    if (endedMs(parent) === ended) return sum
  }
}

const ownMs = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

export interface Cost extends Probe.Usage {
  readonly postgresMs: number
  /** Milliseconds of processor time of this process, which generates the load. */
  readonly generatorMs: number
  readonly walBytes: number
}

/** Measures the cost of a load until all work that it caused is done. */
export const measure = async <A>(
  { observer, postmaster }: Stage.Stage,
  contender: Pick<Contenders.Contender, "begin" | "usage" | "settled">,
  load: () => Promise<A>
): Promise<{ readonly done: A; readonly cost: Cost }> => {
  const { wal } = await counters(observer)
  await contender.begin()
  const before = { postgres: postgresMs(postmaster), own: ownMs() }
  const done = await load()
  const generatorMs = ownMs() - before.own
  await contender.settled()
  const usage = await contender.usage()
  const cost = { ...usage, generatorMs, postgresMs: postgresMs(postmaster) - before.postgres }
  const after = await counters(observer)
  return { done, cost: { ...cost, walBytes: after.wal - wal } }
}

/** Columns of costs, each divided by the number of operations. */
export const columns = (costs: ReadonlyArray<Cost>, operations: number) => {
  const each = (number: (cost: Cost) => number) =>
    Report.over(costs, (cost) => number(cost) / operations)
  return {
    "CPU µs": each(({ cpuMs }) => cpuMs * 1000),
    "PostgreSQL's CPU µs": each((cost) => cost.postgresMs * 1000),
    "generator's CPU µs": each(({ generatorMs }) => generatorMs * 1000),
    "bytes allocated": each(({ allocatedBytes }) => allocatedBytes),
    "WAL bytes": each(({ walBytes }) => walBytes),
    "collections of a run": Report.over(costs, ({ collections }) => collections),
    "ms of them": Report.over(costs, ({ collectionMs }) => collectionMs)
  }
}

/**
 * PostgreSQL's writes for a load, per operation, until everything is written and reported. Its idle
 * processes report after ten seconds.
 */
export const written = async (
  { observer }: Pick<Stage.Stage, "observer">,
  { settled }: Pick<Contenders.Contender, "settled">,
  pauseMs: number,
  load: { readonly operations: number; readonly send: () => Promise<unknown> }
) => {
  const still = async (): Promise<Counters> => {
    await settled()
    await Process.pause(pauseMs)
    return counters(observer)
  }
  const before = await still()
  await load.send()
  const after = await still()
  const each = (name: keyof Counters): number => (after[name] - before[name]) / load.operations
  return {
    fsyncs: each("fsyncs"),
    "WAL bytes until still": each("wal"),
    "full pages": each("pages")
  }
}
