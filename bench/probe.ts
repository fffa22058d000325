/**
 * Loaded before a measured program (`node --import`). It reports the program's usage to the bench
 * over the channel between the two processes. The program itself has no code for it.
 */
import * as v8 from "node:v8"

/** The usage since the last `begin`. */
export interface Usage {
  readonly cpuMs: number
  /** Bytes by which V8's heap grew between collections. */
  readonly allocatedBytes: number
  readonly collections: number
  readonly collectionMs: number
}

/** Bytes after a full collection. */
export interface Memory {
  readonly heap: number
  readonly resident: number
}

/** A question of the bench. Each has one response, in order. The response to `begin` is empty. */
export type Question = "begin" | "usage" | "memory"

const heapUsed = (): number => v8.getHeapStatistics().used_heap_size

const cpuMs = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

const begin = () => {
  const profiler = new v8.GCProfiler()
  const since = { cpuMs: cpuMs(), heap: heapUsed() }
  profiler.start()
  return (): Usage => {
    const used = cpuMs() - since.cpuMs
    let left = since.heap
    let [allocatedBytes, collectionMs] = [0, 0]
    const { statistics } = profiler.stop()
    for (const { afterGC, beforeGC, cost } of statistics) {
      // The difference is negative if another collection was still releasing memory.
      allocatedBytes += Math.max(0, beforeGC.heapStatistics.usedHeapSize - left)
      left = afterGC.heapStatistics.usedHeapSize
      // V8 reports microseconds.
      collectionMs += cost / 1000
    }
    allocatedBytes += Math.max(0, heapUsed() - left)
    return { cpuMs: used, allocatedBytes, collections: statistics.length, collectionMs }
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
