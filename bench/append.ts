/**
 * `append`: log entries per second through the real port, with a constant number of outstanding
 * appends. It is compared with two loops over the same driver, row and database: one statement with
 * the same number of rows, whose difference is the port's cost, and one transaction per entry. This
 * process is the measured server. `BENCH_SECONDS` is the length of one run.
 */

import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted, References } from "effect"
import * as LogTools from "../src/app/LogTools.ts"
import * as Storage from "../src/app/Storage.ts"
import * as Settings from "../src/config/Settings.ts"
import * as Partition from "../src/engine/Partition.ts"
import * as DataSubjects from "../src/engine/ports/DataSubjects.ts"
import type * as Entry from "../src/engine/ports/Entry.ts"
import * as IdGenerator from "../src/engine/ports/IdGenerator.ts"
import * as Log from "../src/engine/ports/Log.ts"
import * as PostgresLog from "../src/postgres/log/PostgresLog.ts"
import * as History from "./History.ts"
import * as Latency from "./Latency.ts"
import * as Process from "./Process.ts"
import * as Report from "./Report.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  /** The numbers of outstanding appends and of rows in a statement. */
  readonly sizes: ReadonlyArray<number>
  readonly seconds: number
  readonly runs: number
  /** The number of single appends, one every 5 ms. */
  readonly slowAppends: number
}

const defaults: Options = {
  sizes: [1, 16, 64, 256, 1024],
  seconds: Number(process.env.BENCH_SECONDS ?? 1.5),
  runs: 3,
  slowAppends: 400
}

/** The connections of the loop with a transaction per entry. More did not make it faster here. */
const connectionsMax = 16
const slowPauseMs = 5
const draftsInTurn = 256

const insertSql = `
  insert into raw (partition, seq, epoch, hash, body)
  select $1, $2 + place, 1, hash, body
  from unnest($3::bytea[], $4::text[]) with ordinality as entry (hash, body, place)`

const tableSql = `create table raw (
  partition integer not null, seq bigint not null, epoch integer not null, hash bytea not null,
  body text not null, primary key (partition, seq))`

/** Entries per second. */
type Rate = (outstanding: number, seconds: number) => Promise<number>

/** A log to which entries are appended. */
interface Contender {
  readonly rate: Rate
  /** Appends one entry, and waits until it is durable. */
  readonly one: () => Promise<void>
  readonly appended: () => number
}

const port = (log: Log.Log["Service"], drafts: ReadonlyArray<Entry.Draft>): Contender => {
  let appended = 0
  const draft = (): Entry.Draft => drafts[appended % drafts.length] as Entry.Draft
  const rate: Rate = (outstanding, seconds) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const before = appended
      let open = outstanding
      const settled = (durable: boolean): void => {
        if (!durable) return reject(new Error("An append was refused"))
        appended += 1
        const elapsed = (performance.now() - startedAt) / 1000
        if (elapsed < seconds) return log.append(draft(), settled)
        open -= 1
        if (open === 0) resolve((appended - before) / elapsed)
      }
      for (let index = 0; index < outstanding; index++) log.append(draft(), settled)
    })
  const one = () =>
    new Promise<void>((resolve, reject) =>
      log.append(draft(), (durable) => {
        appended += 1
        if (durable) resolve()
        else reject(new Error("An append was refused"))
      })
    )
  return { rate, one, appended: () => appended }
}

/** Concurrent loops of statements with several rows each. */
const loops = (
  sql: PgClient.PgClient,
  partition: number,
  drafts: ReadonlyArray<Entry.Draft>,
  shape: (outstanding: number) => { readonly loops: number; readonly rows: number }
): Contender => {
  const bodies = drafts.map((draft) => JSON.stringify(draft))
  const hash = new Uint8Array(32)
  let sent = 0
  let appended = 0
  const insert = Effect.fnUntraced(function* (rows: number) {
    const hashes = Array.from({ length: rows }, () => hash)
    const texts = Array.from({ length: rows }, (_, index) => bodies[(sent + index) % bodies.length])
    const first = sent
    sent += rows
    yield* sql.unsafe(insertSql, [partition, BigInt(first), hashes, texts])
    appended += rows
  })
  const rate: Rate = async (outstanding, seconds) => {
    const { loops, rows } = shape(outstanding)
    const startedAt = performance.now()
    const before = appended
    const isOver = () => performance.now() - startedAt >= seconds * 1000
    const loop = Effect.gen(function* () {
      do yield* insert(rows)
      while (!isOver())
    })
    const all = Array.from({ length: loops }, () => loop)
    await Effect.runPromise(Effect.all(all, { concurrency: "unbounded" }))
    return (appended - before) / ((performance.now() - startedAt) / 1000)
  }
  return { rate, one: () => Effect.runPromise(insert(1)), appended: () => appended }
}

/** Latencies of single appends with pauses between them. */
const slowly = async ({ one }: Contender, count: number): Promise<Latency.Latency> => {
  const times: Array<number> = []
  for (let index = 0; index < count; index++) {
    await Process.pause(slowPauseMs)
    const startedAt = performance.now()
    await one()
    times.push(performance.now() - startedAt)
  }
  return Latency.of(times)
}

const labels = {
  port: "through the port",
  statements: "raw, one statement in flight",
  transactions: "raw, a transaction per entry"
}
type Name = keyof typeof labels
const names: ReadonlyArray<Name> = ["port", "statements", "transactions"]

type Contenders = Readonly<Record<Name, Contender>>

/** Runs `work` with everything open. */
const within = <A>(
  settings: Settings.Settings,
  raw: Stage.Database,
  work: (contenders: Contenders) => Promise<A>
): Promise<A> =>
  Effect.gen(function* () {
    const drafts = History.creations(yield* IdGenerator.IdGenerator, draftsInTurn)
    const log = yield* Log.Log
    const nothing = Effect.succeed(0)
    const reader = { follow: () => Effect.void, people: DataSubjects.none, apply: () => {} }
    yield* log.open({ ...reader, loadActive: nothing, restore: nothing })
    const sql = yield* PgClient.PgClient
    yield* sql.unsafe(tableSql)
    const contenders: Contenders = {
      port: port(log, drafts),
      statements: loops(sql, 0, drafts, (rows) => ({ loops: 1, rows })),
      transactions: loops(sql, 1, drafts, (outstanding) => ({
        loops: Math.min(outstanding, connectionsMax),
        rows: 1
      }))
    }
    return yield* Effect.promise(() => work(contenders))
  }).pipe(
    Effect.scoped,
    Effect.provide(
      PostgresLog.layer(Partition.directory).pipe(
        Layer.provide(Storage.people(settings)),
        Layer.provide(Storage.database(settings))
      )
    ),
    Effect.provide(PgClient.layer({ url: Redacted.make(raw.url), maxConnections: connectionsMax })),
    Effect.provideService(References.MinimumLogLevel, "Warn"),
    Effect.runPromise
  )

const measure = async (
  contenders: Contenders,
  { runs, seconds, sizes, slowAppends }: Options
): Promise<ReadonlyArray<Report.Table>> => {
  for (const name of names) await contenders[name].rate(64, seconds)
  const rows: Record<string, Record<string, Report.Cell>> = {}
  for (const size of sizes) {
    const rates: Record<Name, Array<number>> = { port: [], statements: [], transactions: [] }
    for (let run = 0; run < runs; run++) {
      for (const name of names) rates[name].push(await contenders[name].rate(size, seconds))
    }
    const ratio = (peer: Name) =>
      Report.summarize(rates.port.map((rate, run) => rate / (rates[peer][run] ?? Number.NaN)))
    rows[`${size} outstanding`] = {
      ...Object.fromEntries(names.map((name) => [labels[name], Report.summarize(rates[name])])),
      "port / statements": ratio("statements"),
      "port / transactions": ratio("transactions")
    }
  }
  const slow: Record<string, Record<string, Report.Cell>> = {}
  for (const name of ["port", "statements"] as const) {
    const { max, p50, p99 } = await slowly(contenders[name], slowAppends)
    slow[labels[name]] = { "p50 ms": p50, "p99 ms": p99, "max ms": max, appends: slowAppends }
  }
  return [
    { title: "Entries per second", rows },
    { title: `Latency at low load, an append every ${slowPauseMs} ms`, rows: slow }
  ]
}

export const append = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  await using stage = await Stage.open("server")
  const [service, raw] = [await stage.database("service"), await stage.database("raw")]
  const environment = { DATABASE_URL: service.url, DATA_DIR: stage.folder }
  const settings = await Effect.runPromise(Settings.read(environment))
  const { entries, tables } = await within(settings, raw, async (contenders) => {
    const tables = await measure(contenders, options)
    return { tables, entries: contenders.port.appended() }
  })
  const [tip] = await Effect.runPromise(LogTools.verify(settings))
  // The first entry starts the epoch.
  const last = tip?.seq ?? 0
  if (last !== entries + 1) throw new Error(`${entries} appended, ${last - 1} in the log`)
  const [grouped] = await service.query<{ readonly rows: number; readonly statements: number }>(
    "select count(*)::int as rows, count(distinct xmin::text)::int as statements from log"
  )
  return {
    name: "append",
    about: {
      ...stage.about,
      "the server measured": "this process",
      runs: `${options.runs} of ${options.seconds} s each, alternating`,
      "connections of a transaction per entry": `as many as outstanding, at most ${connectionsMax}`,
      log: `${entries} appended, the whole log proven afterwards`,
      "statements of the port, in all": grouped?.statements ?? Number.NaN
    },
    tables
  }
}
