/**
 * `restart`: how long a start takes and how much memory it needs, with many active payouts and ten
 * times as many finished ones, beside the floor: reading the same rows with the same driver and
 * doing nothing with them. Also how fast the read model is made again from the whole log.
 *
 * `BENCH_ACTIVE` and `BENCH_FINISHED` set the extent.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as Application from "../src/Application.ts"
import * as Config from "../src/Config.ts"
import type * as Entry from "../src/engine/Entry.ts"
import * as Replay from "../src/postgres/Replay.ts"
import * as Settings from "../src/Settings.ts"
import * as History from "./History.ts"
import * as Machine from "./Machine.ts"
import * as Process from "./Process.ts"

const extent = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)

const key = "sk_sandbox_bench_0123456789abcdef"

const timed = async <A>(work: () => Promise<A>) => {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}

const accountOf = (entries: ReadonlyArray<Entry.Entry>): string | undefined =>
  entries
    .flatMap(({ events }) => events)
    .flatMap((event) => (event._tag === "AccountCreated" ? [event.id] : []))[0]

/** Writes the history after what the first start wrote. */
const writeHistory = (settings: Settings.Settings, active: number, finished: number) =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    let accountId = ""
    const tip = yield* Replay.run(sql, Config.partition, Replay.start, (entries) =>
      Effect.sync(() => {
        accountId = accountOf(entries) ?? accountId
      })
    )
    return yield* History.append(sql, tip, { accountId, active, finished })
  }).pipe(Effect.provide(Application.database(settings)), Effect.runPromise)

/** Reads, page by page as a start does, the rows that a start needs. */
const readRows = (settings: Settings.Settings) =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    const startedAt = performance.now()
    for (const table of ["quotes", "payouts"]) {
      let after = ""
      while (true) {
        const rows = yield* sql.unsafe<{ readonly id: string }>(
          `select id, seq, crc, state from ${table} where is_open and id > $1 order by id limit $2`,
          [after, Config.views.pageRows]
        )
        after = rows.at(-1)?.id ?? after
        if (rows.length < Config.views.pageRows) break
      }
    }
    return performance.now() - startedAt
  }).pipe(Effect.provide(Application.database(settings)), Effect.runPromise)

export const restart = async () => {
  const active = extent("BENCH_ACTIVE", 10_000)
  const finished = extent("BENCH_FINISHED", 100_000)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "payout-bench-"))
  const environment = {
    DATA_DIR: dataDir,
    PORT: "0",
    SANDBOX_API_KEY: key,
    SANDBOX_TIME_SCALE: "100"
  }
  const settings = await Effect.runPromise(Settings.read(environment))
  const empty = await Process.observed(environment)
  const nothing = await empty.memory()
  await empty.stop()
  const entries = await writeHistory(settings, active, finished)
  const rebuilt = await timed(() => Effect.runPromise(Application.rebuildViews(settings)))

  const starts: Array<{ readonly startMs: number } & Process.Memory> = []
  const floors: Array<number> = []
  for (let run = 0; run < 5; run++) {
    const service = await Process.observed(environment)
    // Fibers start group by group behind the first request: their memory counts too.
    while ((await Process.gauge(service, "payout_active")) < active) await Process.pause()
    const memory = await service.memory()
    starts.push({ startMs: service.startMs, ...memory })
    await service.stop()
    floors.push(await readRows(settings))
  }
  const machine = Machine.describe(dataDir)
  fs.rmSync(dataDir, { recursive: true, force: true })
  return {
    name: "restart",
    machine,
    active,
    finished,
    entries,
    emptyStartMs: Machine.summarize([empty.startMs]),
    startMs: Machine.summarize(starts.map(({ startMs }) => startMs)),
    rowsFloorMs: Machine.summarize(floors),
    heapBytes: Machine.summarize(starts.map(({ heap }) => heap)),
    residentBytes: Machine.summarize(starts.map(({ resident }) => resident)),
    heapPerActive: Machine.summarize(starts.map(({ heap }) => (heap - nothing.heap) / active)),
    rebuildMs: Machine.summarize([rebuilt.ms]),
    rebuildEntriesPerSecond: Machine.summarize([entries / (rebuilt.ms / 1000)])
  }
}
