/**
 * `recovery`: the time until a process is ready with many active payouts and ten times as many
 * finished ones, and the time to replay the log, into an empty read model and as a fold that writes
 * nothing. Each is compared with a floor, which reads the same rows page by page with the same
 * driver and does nothing with them. `BENCH_ACTIVE` and `BENCH_FINISHED` set the extent.
 */

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, References } from "effect"
import * as LogTools from "../src/app/LogTools.ts"
import * as Limits from "../src/config/Limits.ts"
import * as Settings from "../src/config/Settings.ts"
import * as Partition from "../src/engine/Partition.ts"
import type { ReadModel } from "../src/engine/ports/ReadModel.ts"
import * as Recovery from "../src/engine/Recovery.ts"
import * as ServiceState from "../src/engine/ServiceState.ts"
import * as State from "../src/engine/state/State.ts"
import * as Replay from "../src/postgres/log/Replay.ts"
import * as Contenders from "./Contenders.ts"
import * as Cores from "./Cores.ts"
import * as Process from "./Process.ts"
import type * as Probe from "./probe.ts"
import * as Report from "./Report.ts"
import * as ServiceLog from "./ServiceLog.ts"
import { over } from "./ServiceLog.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  readonly active: number
  readonly finished: number
  readonly starts: number
  readonly replays: number
}

const extent = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)

const defaults: Options = {
  active: extent("BENCH_ACTIVE", 10_000),
  finished: extent("BENCH_FINISHED", 100_000),
  starts: 5,
  replays: 3
}

/** Milliseconds that an effect takes, without the connection to the database. */
const timed = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<number, E> =>
  Effect.suspend(() => {
    const startedAt = performance.now()
    return Effect.map(work, () => performance.now() - startedAt)
  })

/** Reads, page by page as a start does, the rows that a start needs. */
const readOpen = Effect.fnUntraced(function* (sql: PgClient) {
  let after = ""
  while (true) {
    const rows = yield* sql.unsafe<{ readonly id: string }>(
      `select id, kind, seq, crc, state from active
        where partition = $1 and id > $2 order by id limit $3`,
      [Partition.directory, after, Limits.readModel.pageRows]
    )
    after = rows.at(-1)?.id ?? after
    if (rows.length < Limits.readModel.pageRows) break
  }
})

/** Reads the log as a replay does, and returns the number of rows. */
const readLog = Effect.fnUntraced(function* (sql: PgClient) {
  const { replayPageEntries } = Limits.log
  let seq = 0n
  while (true) {
    const rows = yield* sql.unsafe<{ readonly seq: bigint }>(
      `select seq, epoch, hash, body, sealed from log
        where partition = $1 and seq > $2 order by seq limit $3`,
      [Partition.directory, seq, replayPageEntries]
    )
    seq = rows.at(-1)?.seq ?? seq
    if (rows.length < replayPageEntries) return Number(seq)
  }
})

/** A read model that accepts everything and keeps nothing. */
const nowhere = (core: State.State): ReadModel["Service"] => {
  const nothing = Effect.succeed([])
  const none = Effect.succeed({ items: [], total: 0 })
  const list = { page: () => nothing, count: () => Effect.succeed(0) }
  return {
    restore: Effect.undefined,
    reset: Effect.void,
    write: () => Effect.void,
    dropReplies: () => Effect.succeed(false),
    seq: Effect.sync(() => core.seq),
    quotes: () => nothing,
    payouts: () => nothing,
    batches: () => nothing,
    ...{ withdrawals: () => nothing, bookings: () => nothing },
    deliveries: () => nothing,
    recipientFacts: () =>
      Effect.succeed({ keys: [], recordKeys: [], payments: [], hasReversal: false }),
    webhooksAbout: () => Effect.succeed([]),
    beneficiaryPhones: () => Effect.succeed([]),
    restrictedKeys: () => nothing,
    userKeys: () => nothing,
    beneficiary: () => Effect.undefined,
    rowsByKey: () => nothing,
    paymentsSince: () => nothing,
    bookDays: () => nothing,
    bookSums: () => nothing,
    lists: {
      ...{ payouts: list, recipientPayouts: list },
      ...{ batches: list, beneficiaries: list, quotes: list },
      ...{ withdrawals: list, bookings: list }
    },
    event: () => Effect.undefined,
    pageEvents: () => nothing,
    countEvents: () => Effect.succeed(0),
    listDeliveries: () => none,
    listAudits: () => none,
    movements: () => none,
    balanceSummary: () => Effect.die("nothing is summed"),
    movementsInOrder: () => nothing,
    unrestrictedAudits: () => nothing,
    pageAudits: () => nothing,
    payoutFigures: () => Effect.die("nothing is summed"),
    accountFigures: () => nothing,
    networkFigures: () => nothing,
    deliveryFigures: () => nothing,
    recentDeliveries: () => nothing,
    dueDeliveries: () => nothing,
    dueEndpoints: () => nothing,
    pendingDeliveries: Effect.succeed(0),
    oldestDue: Effect.undefined,
    owners: () => Effect.succeed(new Map()),
    refundedWith: () => nothing,
    reply: () => Effect.undefined,
    replyKeys: () => nothing
  }
}

/** Proves the whole log and folds it into a core, as a start does. */
const fold = (log: Replay.Source) =>
  Effect.gen(function* () {
    const core = State.make()
    const { follow } = yield* Recovery.make(core, nowhere(core))
    yield* Replay.run(log, Partition.directory, Replay.start, follow)
    return core
  }).pipe(Effect.provideService(ServiceState.ServiceState, ServiceState.make()))

interface Start extends Probe.Memory {
  readonly ms: number
}

type Environment = Readonly<Record<string, string>>

/** Measures the milliseconds to read the log, to fold it, and to build the read model from it. */
const measureLog = async (settings: Settings.Settings, entries: number, options: Options) => {
  const floors: Array<number> = []
  const folds: Array<number> = []
  let known = 0
  const folding = (log: Replay.Source) =>
    Effect.map(fold(log), ({ payouts }) => {
      known = payouts.size
    })
  for (let run = 0; run < options.replays; run++) {
    floors.push(await over(settings, ({ sql }) => timed(readLog(sql))))
    folds.push(await over(settings, (log) => timed(folding(log))))
  }
  if (known < options.active) {
    throw new Error(`The fold knows ${known} of ${options.active} active payouts`)
  }
  const startedAt = performance.now()
  const [shown] = await Effect.runPromise(
    Effect.provideService(LogTools.rebuildReadModel(settings), References.MinimumLogLevel, "Warn")
  )
  const rebuild = performance.now() - startedAt
  if (shown?.seq !== entries) {
    throw new Error(`The read model shows ${shown?.seq} of ${entries} entries`)
  }
  return { floors, folds, rebuild }
}

/** Measures starts, alternating with reads of the rows that a start needs. */
const measureStarts = async (
  environment: Environment,
  settings: Settings.Settings,
  { active, starts: count }: Options
) => {
  const starts: Array<Start> = []
  const floors: Array<number> = []
  for (let run = 0; run < count; run++) {
    await using service = await Process.program(environment)
    // Fibers start group by group after the first request, and their memory counts too.
    while ((await Process.gauge(service, "payout_active")) < active) await Process.pause()
    starts.push({ ms: service.startMs, ...(await service.memory()) })
    await service.stop()
    floors.push(await over(settings, ({ sql }) => timed(readOpen(sql))))
  }
  return { starts, floors }
}

const rateRow = (rows: number, runs: ReadonlyArray<number>, floor: Report.Summary) => ({
  "entries per second": Report.summarize(runs.map((ms) => (rows / ms) * 1000)),
  seconds: Report.summarize(runs.map((ms) => ms / 1000)),
  "times the floor": Report.summarize(runs.map((ms) => ms / floor.median))
})

type LogTimes = Awaited<ReturnType<typeof measureLog>>

const logTable = (entries: number, { floors, folds, rebuild }: LogTimes): Report.Table => {
  const floor = Report.summarize(floors)
  return {
    title: "The whole log",
    rows: {
      "replayed into an empty read model": rateRow(entries, [rebuild], floor),
      "replayed as a fold, nothing written": rateRow(entries, folds, floor),
      "floor: its rows alone": rateRow(entries, floors, floor)
    }
  }
}

const startTable = (
  emptyMs: number,
  starts: ReadonlyArray<Start>,
  floors: ReadonlyArray<number>
): Report.Table => {
  const floor = Report.summarize(floors)
  const row = (ms: ReadonlyArray<number>) => ({
    ms: Report.summarize(ms),
    "times the floor": Report.summarize(ms.map((each) => each / floor.median))
  })
  return {
    title: "Time to ready, milliseconds",
    rows: {
      "start to serving": row(starts.map(({ ms }) => ms)),
      "of that, a start on an empty log": row([emptyMs]),
      "floor: the open rows alone": row(floors)
    }
  }
}

const memoryTable = (
  active: number,
  nothing: Probe.Memory,
  starts: ReadonlyArray<Start>
): Report.Table => ({
  title: "Memory after a start, once every fiber runs",
  rows: {
    "heap bytes": { bytes: Report.over(starts, ({ heap }) => heap) },
    "resident bytes": { bytes: Report.over(starts, ({ resident }) => resident) },
    "heap per active payout": {
      bytes: Report.over(starts, ({ heap }) => (heap - nothing.heap) / active)
    }
  }
})

export const recovery = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  const { active, finished } = options
  await using stage = await Stage.open("server")
  const empty = await Contenders.service(stage)
  const nothing = await empty.memory()
  await empty.stop()
  const places = { DATABASE_URL: empty.database.url, DATA_DIR: stage.folder }
  const environment = { ...Contenders.serviceEnvironment, ...places }
  const settings = await Effect.runPromise(Settings.read(environment))
  const entries = await over(settings, ServiceLog.extend({ active, finished }))
  const times = await measureLog(settings, entries, options)
  // From here on the bench measures a separate process.
  Cores.moveTo("load")
  const { floors, starts } = await measureStarts(environment, settings, options)
  return {
    name: "recovery",
    about: {
      ...stage.about,
      "the server measured": "this process for the log, a separate one for starts",
      "active payouts": active,
      "finished payouts": finished,
      "log entries": entries,
      outcome: `every start had ${active} active payouts; the rebuild showed all entries`
    },
    tables: [
      startTable(empty.startMs, starts, floors),
      logTable(entries, times),
      memoryTable(active, nothing, starts)
    ]
  }
}
