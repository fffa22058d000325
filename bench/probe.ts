/**
 * Loaded before a measured program (`node --import`). It reports the program's usage to the bench
 * over the channel between the two processes. The program itself has no code for it.
 */
import * as v8 from "node:v8"
import * as Stalls from "./Stalls.ts"

/** The usage since the last `begin`. */
export interface Usage {
  readonly cpuMs: number
  /** Bytes by which V8's heap grew between collections. */
  readonly allocatedBytes: number
  /** Bytes by which the old generation grew, which only full collections clear. */
  readonly promotedBytes: number
  readonly collections: number
  readonly collectionMs: number
  readonly stalls: ReadonlyArray<Stalls.Stall>
}

/** Bytes after a full collection. */
export interface Memory {
  readonly heap: number
  readonly resident: number
}

/** A question of the bench. Each has one response, in order. The response to `begin` is empty. */
export type Question = "begin" | "usage" | "memory"

type Collected = v8.GCProfilerResult["statistics"][number]["afterGC"]

/** Bytes outside the young generation. */
const oldBytes = ({ heapSpaceStatistics }: Collected): number => {
  let bytes = 0
  for (const { spaceName, spaceUsedSize } of heapSpaceStatistics) {
    if (!spaceName.startsWith("new_")) bytes += spaceUsedSize
  }
  return bytes
}

const heapUsed = (): number => v8.getHeapStatistics().used_heap_size

const cpuMs = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

const begin = () => {
  const profiler = new v8.GCProfiler()
  const since = { cpuMs: cpuMs(), heap: heapUsed() }
  profiler.start()
  const endWatch = Stalls.watch()
  return (): Usage => {
    const used = cpuMs() - since.cpuMs
    let left = since.heap
    const stalls = endWatch()
    let [allocatedBytes, promotedBytes, collectionMs] = [0, 0, 0]
    let old: number | undefined
    const { statistics } = profiler.stop()
    for (const { afterGC, beforeGC, cost } of statistics) {
      // The difference is negative if another collection was still releasing memory.
      allocatedBytes += Math.max(0, beforeGC.heapStatistics.usedHeapSize - left)
      left = afterGC.heapStatistics.usedHeapSize
      const [oldBefore, oldAfter] = [oldBytes(beforeGC), oldBytes(afterGC)]
      // Large objects begin in the old generation, between two collections.
      promotedBytes += Math.max(0, oldBefore - (old ?? oldBefore))
      promotedBytes += Math.max(0, oldAfter - oldBefore)
      old = oldAfter
      // V8 reports microseconds.
      collectionMs += cost / 1000
    }
    allocatedBytes += Math.max(0, heapUsed() - left)
    const collections = statistics.length
    return { cpuMs: used, allocatedBytes, promotedBytes, collections, collectionMs, stalls }
  }
}

const memory = (): Memory => {
  // Memory that the first collection finalised is free only after the second.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed, resident: rss }
}

let end = begin()

const answers: Readonly<Record<Question, () => Usage | Memory | null>> = {
  begin: () => {
    end = begin()
    return null
  },
  usage: () => end(),
  memory
}

process.on("message", (question: Question) => void process.send?.(answers[question]()))
// The channel must not keep a program alive that has no other work.
process.channel?.unref()
