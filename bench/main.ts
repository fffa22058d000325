/**
 * The command `npm run bench`. It measures everything except benches that take hours. With names it
 * measures these benches, and with `--quick` the most important figures. `--record` records them.
 * `--documents` writes tables and charts from the last results.
 */
import * as Arguments from "./Arguments.ts"
import * as Commit from "./Commit.ts"
import * as Documents from "./Documents.ts"
import * as Headlines from "./Headlines.ts"
import * as Machine from "./Machine.ts"
import * as Record from "./Record.ts"
import * as Report from "./Report.ts"
import * as Results from "./Results.ts"

type Bench = () => Promise<Report.Result>

/** The benches, each in a separate module that is loaded when the bench starts. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  create: async () => (await import("./create.ts")).create,
  quotes: async () => (await import("./quotes.ts")).quotes,
  mixed: async () => (await import("./mixed.ts")).mixed,
  append: async () => (await import("./append.ts")).append,
  recovery: async () => (await import("./recovery.ts")).recovery,
  webhooks: async () => (await import("./webhooks.ts")).webhooks,
  memory: async () => (await import("./memory.ts")).memory,
  lifecycle: async () => (await import("./lifecycle.ts")).lifecycle,
  overload: async () => (await import("./overload.ts")).overload,
  dashboard: async () => (await import("./dashboard.ts")).dashboard,
  cluster: async () => (await import("./cluster.ts")).cluster,
  pairs: async () => (await import("./pairs.ts")).pairs,
  partitions: async () => (await import("./partitions.ts")).partitions,
  growth: async () => (await import("./growth.ts")).growth
}

/** Benches that are measured only by name: one takes hours, and one compares with another commit. */
const isSeparate = (name: string): boolean => name === "growth" || name === "pairs"

const all = Object.keys(benches)
const given = Arguments.parse(process.argv.slice(2), all)
if (given === undefined) {
  console.error(Arguments.usage(all))
  process.exit(2)
}

// Every started process ends with this one, so a signal must end this process normally.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(1))
}

/** Runs a bench and saves its result. A bench that fails does not stop the others. */
const measure = async (name: string): Promise<void> => {
  const startedAt = performance.now()
  try {
    const about = Machine.about()
    const bench = await benches[name]?.()
    const measured = await bench?.()
    if (measured === undefined) return
    const took = { "seconds it took": Math.round((performance.now() - startedAt) / 1000) }
    const result = { ...measured, about: { ...about, ...measured.about, ...took } }
    console.log(Report.render(result))
    Results.save(result)
  } catch (error) {
    console.error(`${name} failed:`, error)
    process.exitCode = 1
  }
}

/** Records the new results and the older ones of the same commit. */
const record = (about: Report.Result["about"]): void => {
  const refusal = Record.refusal(about)
  if (refusal !== undefined) {
    console.error(`${refusal} The results are in ${Results.folder}.`)
    process.exitCode = 1
    return
  }
  const results = Results.ofCommit(Results.load(), String(about.commit))
  const figures = Headlines.figures(results)
  console.log(Report.render(Record.compare("full", about, figures)))
  Record.write(Record.of("full", about, figures))
  Documents.write(results)
}

const run = async ({ isRecorded, mode, names }: Arguments.Arguments): Promise<void> => {
  if (mode === "documents") return Documents.write(Results.latest(Results.load()))
  const refusal = isRecorded ? Commit.refusal(Commit.read()) : undefined
  if (refusal !== undefined) {
    console.error(refusal)
    process.exit(2)
  }
  if (mode === "quick") return (await import("./quick.ts")).quick(isRecorded)
  const about = Machine.about()
  const wanted = names.length === 0 ? all.filter((each) => !isSeparate(each)) : names
  for (const name of wanted) await measure(name)
  if (isRecorded) record(about)
}

await run(given)
