/**
 * Returns memory to the machine after a flood. V8 keeps the pages of a heap that has shrunk, some
 * 200 MB after six thousand simultaneous requests. It returns them only in a collection of last
 * resort, which stops the process for about 0.3 s. So one is run only when there is much to return
 * and the process has been idle.
 */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"

interface Reading {
  /** Share of the time since the last reading in which the event loop had work, 0 to 1. */
  readonly utilization: number
  /** Resident bytes that neither the heap nor buffers use: the program itself, and kept pages. */
  readonly spare: number
}

export interface Memory {
  readonly read: () => Reading
  /** Returns all memory that it can, and stops the process during that time. */
  readonly collect: () => void
}

/** This process's memory; `undefined` if Node.js was started without `--expose-gc`. */
export const ofProcess = (): Memory | undefined => {
  const { gc } = globalThis
  if (gc === undefined) return undefined
  let last = performance.eventLoopUtilization()
  return {
    read: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      const { external, heapTotal, rss } = process.memoryUsage()
      return { utilization, spare: rss - heapTotal - external }
    },
    collect: () => void gc({ type: "major", execution: "sync", flavor: "last-resort" })
  }
}

/**
 * Checks from time to time, and returns the memory that a flood left. Runs until it is interrupted.
 */
export const giveBack = Effect.fnUntraced(function* ({
  collect,
  read
}: Memory): Effect.fn.Return<never> {
  const { idleUtilizationMax, checkMs, spareBytesMin } = Limits.memory
  let least = read().spare
  while (true) {
    yield* Effect.sleep(checkMs)
    const { spare, utilization } = read()
    least = Math.min(least, spare)
    if (utilization > idleUtilizationMax || spare < least + spareBytesMin) continue
    yield* Effect.sync(collect)
    // The next collection would not free the memory that this one left.
    least = read().spare
  }
})
