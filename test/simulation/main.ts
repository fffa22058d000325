/**
 * The command `npm run simulate -- --seeds N [--seed S]` makes N runs from seed S, or from a
 * random one. Seeds that once failed run first. A violation prints its seed and a short trace, and
 * the exit code is 1.
 */
import process from "node:process"
import { parseArgs } from "node:util"
import * as Shrink from "./Shrink.ts"
import * as Simulation from "./Simulation.ts"
import * as Summary from "./Summary.ts"
import { onceFailed } from "./seeds.ts"

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    seed: { type: "string" },
    /** Runs worlds without batches. */
    "no-batches": { type: "boolean", default: false },
    /** Runs worlds without balances. */
    "no-balances": { type: "boolean", default: false },
    /** Runs worlds in which no month ends. */
    "no-closings": { type: "boolean", default: false },
    /** Number of partitions. By default, each seed decides. */
    partitions: { type: "string" },
    /** Number of processes that share the partitions. By default, each seed decides. */
    nodes: { type: "string" },
    /** Prints every event of a single run. */
    trace: { type: "boolean", default: false }
  }
})

const whole = (text: string | undefined, name: string): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  process.stderr.write(`--${name} must be a whole number, not ${text}\n`)
  return process.exit(2)
}

const first = whole(values.seed, "seed")
const count = whole(values.seeds, "seeds") ?? (first === undefined ? 1_000 : 1)
const from = first ?? Math.floor(Math.random() * 1_000_000_000)
const partitions = whole(values.partitions, "partitions")
const nodes = whole(values.nodes, "nodes")
const seeds = Array.from({ length: count }, (_, index) => ({
  seed: from + index,
  batches: !values["no-batches"],
  balances: !values["no-balances"],
  closings: !values["no-closings"],
  ...(partitions === undefined ? {} : { partitions }),
  ...(nodes === undefined ? {} : { nodes })
}))
const all = first === undefined ? [...onceFailed, ...seeds] : seeds

/** Maximum of failures that are shrunk and shown in full. Others are only counted. */
const shownMax = 3
/** Milliseconds between two progress lines. */
const progressMs = 10_000

process.stdout.write(`${all.length} seeds from ${from} on\n`)
const summary = Summary.make()
const startedAt = performance.now()
let toldAt = startedAt
for (const one of all) {
  const report = Simulation.run({ ...one, trace: values.trace })
  summary.add(report)
  if (values.trace) process.stdout.write(`${report.trace.join("\n")}\n`)
  if (report.violation !== undefined && summary.violations() <= shownMax) {
    process.stdout.write(`\n${Shrink.describe(Shrink.shrink(report))}\n\n`)
  }
  if (performance.now() > toldAt + progressMs) {
    toldAt = performance.now()
    process.stdout.write(`${summary.runs()} seeds, ${summary.violations()} violations\n`)
  }
}
process.stdout.write(`${summary.text(performance.now() - startedAt)}\n`)
process.exitCode = summary.violations() === 0 ? 0 : 1
