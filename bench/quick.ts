/**
 * `npm run bench -- --quick`: short runs of `create`, `quotes`, `append` and `lifecycle`, and pairs
 * with the commit before, in five minutes. It shows only ratios, and compares those of the peers
 * with the recorded ones. `--record` records them.
 */
import { append } from "./append.ts"
import { create } from "./create.ts"
import * as Headlines from "./Headlines.ts"
import { lifecycle } from "./lifecycle.ts"
import * as Machine from "./Machine.ts"
import { pairs } from "./pairs.ts"
import { quotes } from "./quotes.ts"
import * as Record from "./Record.ts"
import type * as Recorded from "./Recorded.ts"
import * as Report from "./Report.ts"

/** The size of each bench. A slow machine makes fewer runs, but at least three. */
export interface Options {
  readonly requests: number
  /** Requests to each contender before `create` and `quotes` are measured. */
  readonly warm: number
  readonly payouts: number
  /** The warm-up of `lifecycle`, as a multiple of a run. */
  readonly lifecycleWarm: number
  readonly runs: number
  readonly secondsMax: number
  readonly statisticsPauseMs: number
}

const defaults: Options = {
  requests: 2_000,
  warm: 12_000,
  payouts: 2_000,
  lifecycleWarm: 3,
  runs: 5,
  secondsMax: 15,
  statisticsPauseMs: 11_000
}

/** Measures, and returns the figures by their names. */
export const figures = async (given: Partial<Options> = {}): Promise<Recorded.Figures> => {
  const options = { ...defaults, ...given }
  const { lifecycleWarm, payouts, requests, runs, secondsMax, statisticsPauseMs, warm } = options
  const levels = [{ connections: 64, requests, runs }]
  const short = { levels, warm, secondsMax, statisticsPauseMs }
  const peers = [Headlines.batching] as const
  const results = [
    await create({ ...short, written: ["service"] }),
    await quotes({ ...short, written: [] }),
    await append({ sizes: [64], seconds: 0.5, runs, slowAppends: 1 }),
    await lifecycle({ payouts, warm: lifecycleWarm, runs: 3, peers, isRateOnly: true })
  ]
  return Headlines.figures(new Map(results.map((result) => [result.name, result])))
}

/** Compares with the commit before. A copy without Git's history has none, and is told so. */
const compareWithBefore = async (): Promise<void> => {
  try {
    console.log(Report.render(await pairs({ pairs: 20 })))
  } catch (error) {
    console.error("pairs failed:", error)
    process.exitCode = 1
  }
}

/** Measures, prints the comparison, and records the figures on request. */
export const quick = async (isRecorded: boolean): Promise<void> => {
  const about = Machine.about()
  const startedAt = performance.now()
  const now = await figures()
  const took = { "seconds it took": Math.round((performance.now() - startedAt) / 1000) }
  console.log(Report.render(Record.compare("quick", { ...about, ...took }, now)))
  await compareWithBefore()
  if (!isRecorded) return
  const refusal = Record.refusal(about)
  if (refusal === undefined) return Record.write(Record.of("quick", about, now))
  console.error(refusal)
  process.exitCode = 1
}
