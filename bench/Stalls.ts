/**
 * Stalls of a measured program: turns of its event loop over 20 ms. A timer that is late has found
 * one. The time of the main thread on its core tells work from waiting, because V8's threads and
 * other processes take the core too.
 */
import * as fs from "node:fs"
import { type PerformanceEntry, PerformanceObserver } from "node:perf_hooks"

export interface Stall {
  /** Milliseconds from the beginning of the measurement. */
  readonly atMs: number
  readonly ms: number
  /** Milliseconds of them in which the main thread had a core. Not a number except on Linux. */
  readonly coreMs: number
  /** Milliseconds of pauses for garbage collection in them. */
  readonly collectionMs: number
}

const everyMs = 5
const stallMs = 20

/** A reader of the milliseconds that the main thread had a core so far. */
const openClock = () => {
  if (process.platform !== "linux") return { read: () => Number.NaN, close: () => {} }
  const file = fs.openSync(`/proc/self/task/${process.pid}/schedstat`, "r")
  const bytes = Buffer.alloc(64)
  const read = (): number => {
    const length = fs.readSync(file, bytes, 0, bytes.length, 0)
    return Number(bytes.toString("latin1", 0, length).split(" ")[0]) / 1e6
  }
  return { read, close: () => fs.closeSync(file) }
}

type Span = Readonly<{ from: number; to: number }>

const overlap = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from))

/** Watches until the returned function is called, which returns the stalls. */
export const watch = (): (() => ReadonlyArray<Stall>) => {
  const clock = openClock()
  const beganAt = performance.now()
  const late: Array<Span & { readonly coreMs: number }> = []
  const pauses: Array<Span> = []
  const note = (entries: ReadonlyArray<PerformanceEntry>): void => {
    for (const { duration, startTime } of entries) {
      pauses.push({ from: startTime, to: startTime + duration })
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ entryTypes: ["gc"] })
  let last = { at: beganAt, core: clock.read() }
  const timer = setInterval(() => {
    const now = { at: performance.now(), core: clock.read() }
    if (now.at - last.at > everyMs + stallMs) {
      late.push({ from: last.at, to: now.at, coreMs: now.core - last.core })
    }
    last = now
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    note(observer.takeRecords())
    observer.disconnect()
    clock.close()
    return late.map(({ coreMs, ...span }) => ({
      atMs: span.from - beganAt,
      ms: span.to - span.from,
      coreMs,
      collectionMs: pauses.reduce((sum, pause) => sum + overlap(span, pause), 0)
    }))
  }
}
