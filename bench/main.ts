/**
 * `npm run bench` measures everything except benches that take hours. With `-- <name> [<name>…]` it
 * measures some benches, and with `-- --quick [--record]` the most important figures.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Machine from "./Machine.ts"
import * as Report from "./Report.ts"

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
  partitions: async () => (await import("./partitions.ts")).partitions,
  growth: async () => (await import("./growth.ts")).growth
}

/** True for a bench that takes more than an hour, and is measured only by name. */
const isLong = (name: string): boolean => name === "growth"

const results = path.join(import.meta.dirname, "../.results")

const all = Object.keys(benches)
const words = process.argv.slice(2)
const isQuick = words.includes("--quick")
const isRecorded = words.includes("--record")
const names = words.filter((word) => word !== "--quick" && word !== "--record")
const unknown = names.filter((name) => !all.includes(name))
if (unknown.length > 0 || (isRecorded && !isQuick) || (isQuick && names.length > 0)) {
  console.error(`Give --quick, --quick --record, or names of: ${all.join(", ")}`)
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
    fs.mkdirSync(results, { recursive: true })
    fs.writeFileSync(path.join(results, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  } catch (error) {
    console.error(`${name} failed:`, error)
    process.exitCode = 1
  }
}

if (isQuick) await (await import("./quick.ts")).quick(isRecorded)
else
  for (const name of names.length === 0 ? all.filter((each) => !isLong(each)) : names)
    await measure(name)
