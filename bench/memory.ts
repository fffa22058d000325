/**
 * `memory`: the memory of an active payout, and the remains of a finished one, after full
 * collections. Active payouts are created and wait for a deposit. Finished payouts are created,
 * settled and forgotten, window after window. The slope of the heap over the windows shows what
 * remains of each.
 */
import * as Contenders from "./Contenders.ts"
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import type * as Probe from "./probe.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  readonly active: number
  readonly windows: number
  readonly perWindow: number
  /** The number of payouts before the measurement. */
  readonly warm: number
}

const defaults: Options = { active: 20_000, windows: 10, perWindow: 3_000, warm: 1_000 }

const create = async (target: Load.Target, count: number, name: string): Promise<void> => {
  const requests = await Requests.payouts(target, count, name)
  Load.ensure(await Load.run({ target, connections: 32, requests }), "201")
}

/** Waits until no payout is active and none is in memory. */
const untilForgotten = async (target: Load.Target): Promise<void> => {
  const left = async () =>
    (await Process.gauge(target, "payout_active")) + (await Process.gauge(target, "payout_known"))
  while ((await left()) > 0) await Process.pause()
}

/** Bytes of each active payout. */
const perActive = async (stage: Stage.Stage, { active, warm }: Options) => {
  await using service = await Contenders.service(stage)
  await create(service, warm, "warm")
  await service.settled()
  const before = await service.memory()
  await create(service, active, "measured")
  // Changes that are not yet in the tables do not belong to a payout's memory, so the bench waits
  // until they are.
  await service.settled()
  const after = await service.memory()
  const made = await Contenders.ensure(service, "service", "payouts", warm + active)
  return {
    made,
    heap: (after.heap - before.heap) / active,
    resident: (after.resident - before.resident) / active
  }
}

/** The slope of a least-squares line, in bytes per payout. */
const slope = (bytes: ReadonlyArray<number>, perWindow: number): number => {
  const middle = (bytes.length - 1) / 2
  const mean = bytes.reduce((sum, each) => sum + each, 0) / bytes.length
  const above = bytes.reduce((sum, each, index) => sum + (index - middle) * (each - mean), 0)
  const below = bytes.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  return above / below / perWindow
}

/** The memory after each window except the first. */
const perFinished = async (stage: Stage.Stage, { perWindow, windows }: Options) => {
  const fast = { SANDBOX_TIME_SCALE: "0.001" }
  await using service = await Contenders.service(stage, fast)
  const measured: Array<Probe.Memory> = []
  for (let window = 0; window <= windows; window++) {
    await create(service, perWindow, `${window}`)
    await untilForgotten(service)
    measured.push(await service.memory())
  }
  const [row] = await service.database.query<{ readonly count: number }>(
    "select count(*)::int as count from payouts where status = 'SETTLED'"
  )
  const made = (windows + 1) * perWindow
  if (row?.count !== made) throw new Error(`${made} payouts were made, ${row?.count} are settled`)
  return { measured: measured.slice(1), made }
}

export const memory = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  const { active, perWindow, windows } = options
  await using stage = await Stage.open()
  const waiting = await perActive(stage, options)
  const { made, measured } = await perFinished(stage, options)
  const heaps = measured.map(({ heap }) => heap)
  const residents = measured.map(({ resident }) => resident)
  return {
    name: "memory",
    about: {
      ...stage.about,
      "active payouts": waiting.made,
      "finished payouts": `${made}, all SETTLED in the database`
    },
    tables: [
      {
        title: "Bytes per payout",
        rows: {
          active: { heap: waiting.heap, resident: waiting.resident, payouts: active },
          "finished (slope)": {
            heap: slope(heaps, perWindow),
            resident: slope(residents, perWindow),
            payouts: windows * perWindow
          }
        }
      },
      {
        title: `Bytes after each of ${windows} windows of ${perWindow} finished payouts`,
        rows: {
          heap: { bytes: Report.summarize(heaps) },
          resident: { bytes: Report.summarize(residents) }
        }
      }
    ]
  }
}
