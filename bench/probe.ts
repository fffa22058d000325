/**
 * Loaded before a measured program (`node --import`): answers the bench, over the channel between
 * the two processes, what the program used. The program itself knows nothing of it.
 */
import * as v8 from "node:v8"

/** Since the last `begin`. */
export interface Usage {
  readonly cpuMs: number
  /** On V8's heap: what it grew between collections. */
  readonly allocatedBytes: number
  readonly collections: number
  readonly collectionMs: number
}

/** Bytes after a full collection. */
export interface Memory {
  readonly heap: number
  readonly resident: number
}

/** What the bench asks. Each question has one answer, in order; that to `begin` says nothing. */
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
      // Less than before: memory that another collection was still giving back.
      allocatedBytes += Math.max(0, beforeGC.heapStatistics.usedHeapSize - left)
      left = afterGC.heapStatistics.usedHeapSize
      // Microseconds.
      collectionMs += cost / 1000
    }
    allocatedBytes += Math.max(0, heapUsed() - left)
    return { cpuMs: used, allocatedBytes, collections: statistics.length, collectionMs }
  }
}

const memory = (): Memory => {
  // Twice: what the first collection finalised is free only after the second.
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
// Listening must not keep a program alive that has nothing else to do.
process.channel?.unref()
