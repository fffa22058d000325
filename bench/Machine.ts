/**
 * The commit and the machine of a measurement: processors, versions, and the time that the disk
 * takes to flush.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Commit from "./Commit.ts"
import type * as Report from "./Report.ts"

const samples = 200

/** Milliseconds of an 8 KiB append with fdatasync in a folder. */
const flushLatency = (folder: string) => {
  const file = path.join(folder, `fdatasync.${process.pid}.probe`)
  const handle = fs.openSync(file, "w")
  const block = Buffer.alloc(8192, 1)
  const times = Array.from({ length: samples }, () => {
    fs.writeSync(handle, block)
    const startedAt = performance.now()
    fs.fdatasyncSync(handle)
    return performance.now() - startedAt
  }).sort((left, right) => left - right)
  fs.closeSync(handle)
  fs.rmSync(file)
  return { p50: times[samples / 2] ?? 0, p99: times[Math.floor(samples * 0.99)] ?? 0 }
}

const packages = ["effect", "@effect/sql-pg", "undici", "fastify", "pg"]

const versionOf = (name: string): string => {
  const file = path.join(import.meta.dirname, "../node_modules", name, "package.json")
  return `${name} ${JSON.parse(fs.readFileSync(file, "utf8")).version}`
}

/** The facts for a result's `about`. The disk is the one of the temporary folder. */
export const about = (): Readonly<Record<string, Report.Cell>> => {
  const flush = flushLatency(os.tmpdir())
  const cores = `${os.availableParallelism()} × ${os.cpus()[0]?.model ?? "unknown"}`
  return {
    commit: Commit.label(Commit.read()),
    date: new Date().toISOString(),
    machine: `${cores}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}`,
    "load average before": os.loadavg()[0] ?? 0,
    "fdatasync of 8 KiB": `p50 ${flush.p50.toFixed(3)} ms, p99 ${flush.p99.toFixed(3)} ms`,
    versions: [`Node ${process.version}`, ...packages.map(versionOf)].join(", ")
  }
}
