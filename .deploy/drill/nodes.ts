/**
 * Three nodes with one PostgreSQL, in real processes under load. A node is killed, frozen and
 * stopped, one joins, the database crashes, and nodes are killed repeatedly. Each fault has
 * separate nodes and a separate database. Afterwards the logs are verified and compared with every
 * response.
 */
import * as os from "node:os"
import * as Faults from "../../test/cluster/faults.ts"
import * as Stage from "../../test/cluster/stage.ts"
import * as OwnServer from "../../test/support/ownServer.ts"
import * as Shell from "./Shell.ts"

export const packages = []

/** A figure of a run. */
interface Figure {
  readonly what: string
  /** Maximum of the value. */
  readonly aim: number
  readonly value: number
  readonly unit: "s" | ""
}

interface Context {
  readonly stage: Stage.Stage
  readonly server: OwnServer.OwnServer
}

interface Fault {
  readonly name: string
  readonly run: (context: Context) => Promise<ReadonlyArray<Figure>>
}

/** The longest of several times, in seconds. */
const seconds = (what: string, aim: number, ms: ReadonlyArray<number>): Figure => ({
  ...{ what, aim, unit: "s" },
  value: Math.max(0, ...ms) / 1_000
})

const silence = (
  name: string,
  aim: number,
  { moved, others }: Faults.Silence
): ReadonlyArray<Figure> => [
  seconds(`${name}: partitions that move`, aim, moved),
  seconds(`${name}: the others`, 1, others)
]

/** Number of kills in a run, and of responses between two kills. */
const [kills, answersBetween] = [20, 100]

/** The faults of each round. */
const faults: ReadonlyArray<Fault> = [
  {
    name: "kill -9",
    run: async ({ stage }) => silence("kill -9", 5, await Faults.end(stage, "SIGKILL"))
  },
  {
    name: "SIGSTOP",
    run: async ({ stage }) => {
      const woken = await Faults.freeze(stage)
      console.log(`SIGCONT: ${woken.refused} partitions refuse the node that woke up`)
      return [
        ...silence("SIGSTOP", 6, woken),
        seconds("SIGCONT: while it gets its share again", 2.5, [woken.backMs]),
        { what: "SIGCONT: stray transfers", aim: 0, value: woken.strayTransfers, unit: "" }
      ]
    }
  },
  {
    name: "SIGTERM",
    run: async ({ stage }) => silence("SIGTERM", 2.5, await Faults.end(stage, "SIGTERM"))
  },
  {
    name: "join",
    run: async ({ stage }) => silence("join", 2.5, await Faults.join(stage))
  },
  {
    name: "database",
    run: async ({ server, stage }) => [
      seconds("database, after it is back", 3, await Faults.restartDatabase(stage, server))
    ]
  }
]

/** An additional fault of the first round. */
const manyKills: Fault = {
  name: `${kills} kills`,
  run: async ({ stage }) => {
    await Faults.killEach(stage, kills, answersBetween)
    return []
  }
}

/** Idle time and total time of all processors so far, milliseconds. */
const times = (): readonly [number, number] => {
  const all = os.cpus().map(({ times }) => times)
  const sum = (of: (each: (typeof all)[number]) => number) =>
    all.reduce((total, each) => total + of(each), 0)
  return [sum(({ idle }) => idle), sum((each) => each.idle + each.user + each.sys + each.nice)]
}

/** The idle share that a run needs, the time for which it is measured, and the longest wait. */
const [idleMin, lookMs, idleMsMax] = [0.5, 3_000, 60_000]

/** Waits until the processors are idle, because a busy machine distorts the measured times. */
const whenIdle = async (): Promise<void> => {
  const end = Date.now() + idleMsMax
  while (Date.now() < end) {
    const [idle, whole] = times()
    await Shell.pause(lookMs)
    const [idleNow, wholeNow] = times()
    if (idleNow - idle > idleMin * (wholeNow - whole)) return
  }
  console.log("The machine stays busy: times are longer than they need be")
}

/** Runs a fault on separate nodes, and checks the logs afterwards. */
const drill = async (fault: Fault, server: OwnServer.OwnServer): Promise<ReadonlyArray<Figure>> => {
  await whenIdle()
  return Stage.run(
    async (stage) => {
      const figures = await fault.run({ stage, server })
      await stage.load.more(answersBetween)
      const { acknowledged, entries, lost, paidTwice, payouts, twice } = await stage.conclude()
      for (const what of [...lost, ...twice, ...paidTwice]) console.log(`  ${what}`)
      console.log(
        `${fault.name}: ${acknowledged} answers, ${payouts} payouts, ${entries} entries, ` +
          `${text(stage.steadyMs / 1_000, "s")} without a fault; ` +
          figures.map(({ unit, value, what }) => `${what} ${text(value, unit)}`).join(", ")
      )
      return [
        ...figures,
        { what: "acknowledged and not in the logs", aim: 0, value: lost.length, unit: "" },
        { what: "twice in the logs", aim: 0, value: twice.length, unit: "" },
        { what: "payouts paid twice", aim: 0, value: paidTwice.length, unit: "" }
      ]
    },
    { server }
  )
}

const text = (value: number, unit: Figure["unit"]): string =>
  unit === "s" ? `${value.toFixed(2)} s` : String(value)

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** Prints a line for each figure, and returns the number of figures above their aims. */
const table = (figures: ReadonlyArray<Figure>): number => {
  const names = [...new Set(figures.map(({ what }) => what))]
  let above = 0
  console.log("\n| what | aim | median | slowest | runs |\n|---|---|---|---|---|")
  for (const name of names) {
    const rows = figures.filter(({ what }) => what === name)
    const { aim = 0, unit = "" } = rows[0] ?? {}
    const values = rows.map(({ value }) => value)
    const most = Math.max(...values)
    if (most > aim) above += 1
    const columns = [text(median(values), unit), text(most, unit), String(values.length)]
    console.log(`| ${name} | ≤ ${text(aim, unit)} | ${columns.join(" | ")} |`)
  }
  return above
}

export const run = async (_folder: string, rounds: number): Promise<void> => {
  const server = await OwnServer.start()
  const figures: Array<Figure> = []
  try {
    for (let round = 0; round < rounds; round++) {
      const all = round === 0 ? [manyKills, ...faults] : faults
      for (const fault of all) figures.push(...(await drill(fault, server)))
    }
  } finally {
    await server.close()
  }
  const above = table(figures)
  if (above > 0) console.log(`${above} above their aims`)
}
