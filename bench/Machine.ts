/** What a number was measured on: processors, versions, and how long the disk takes to flush. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGib: number
  readonly node: string
  /** Milliseconds of an 8 KiB append with fdatasync in the folder that was measured in. */
  readonly fdatasync: { readonly p50: number; readonly p99: number }
}

const samples = 200

const flushLatency = (folder: string): Machine["fdatasync"] => {
  const file = path.join(folder, "fdatasync.probe")
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

export const describe = (folder: string): Machine => ({
  cpu: os.cpus()[0]?.model ?? "unknown",
  cores: os.cpus().length,
  memoryGib: Math.round(os.totalmem() / 2 ** 30),
  node: process.version,
  fdatasync: flushLatency(folder)
})

/** Median, least and most. */
export const summarize = (values: ReadonlyArray<number>) => {
  const sorted = [...values].sort((left, right) => left - right)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    min: sorted[0] ?? 0,
    max: sorted.at(-1) ?? 0
  }
}
