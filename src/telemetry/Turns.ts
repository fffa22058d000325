/**
 * Long turns of the event loop, during which no request is served, and the work that most of each
 * was. Work on many rows is timed where it is done.
 */
import { type PerformanceEntry, PerformanceObserver } from "node:perf_hooks"
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Metrics from "./Metrics.ts"

const timedWorks = ["tables", "memory", "lists", "log", "books"] as const

/**
 * `tables` collects and converts changed rows. `memory` walks rows in memory, in slices. `lists`
 * selects such rows. `log` chains a batch of entries. `books` compares a day.
 */
type Timed = (typeof timedWorks)[number]

/** `collection` is V8's pauses, and `other` everything that is not timed. */
type Work = Timed | "collection" | "other"

const works: ReadonlyArray<Work> = [...timedWorks, "collection", "other"]

const turn: Metrics.Family = {
  name: "payout_turn_seconds",
  description: "Turns of the event loop over 20 ms, by the work that most of the turn was",
  bounds: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
}

type Times = Readonly<Record<Timed, number>>

/** Milliseconds of each work so far, in this process. */
const spent: Record<Timed, number> = { tables: 0, memory: 0, lists: 0, log: 0, books: 0 }

/** Does work that may make a turn long, and times it. */
export const during = <A>(work: Timed, act: () => A): A => {
  const startedAt = performance.now()
  try {
    return act()
  } finally {
    spent[work] += performance.now() - startedAt
  }
}

/** The work that at least half of a turn was. */
export const workOf = (turnMs: number, times: Times, collectionMs: number): Work => {
  let [most, mostMs]: readonly [Work, number] = ["collection", collectionMs]
  for (const work of timedWorks) {
    if (times[work] > mostMs) [most, mostMs] = [work, times[work]]
  }
  return mostMs >= turnMs / 2 ? most : "other"
}

/** Collects the pauses of V8. */
const openPauses = () => {
  const pauses: Array<PerformanceEntry> = []
  const observer = new PerformanceObserver((list) => void pauses.push(...list.getEntries()))
  observer.observe({ entryTypes: ["gc"] })
  return {
    /** Forgets the pauses until now. */
    clear: (): void => {
      if (pauses.length > 0) pauses.length = 0
    },
    /** Milliseconds of the pauses that began since a time. */
    since: (time: number): number =>
      [...pauses, ...observer.takeRecords()]
        .filter(({ startTime }) => startTime >= time)
        .reduce((sum, { duration }) => sum + duration, 0),
    close: () => observer.disconnect()
  }
}

/** Watches the event loop with a timer: one that is late has found a long turn. */
export const watch = Effect.gen(function* () {
  const meter = yield* Metrics.make
  const histograms = new Map(works.map((work) => [work, meter.histogram(turn, { work })]))
  const { longTurnMs, turnCheckMs } = Limits.telemetry
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const pauses = openPauses()
      const before = { ...spent }
      let last = performance.now()
      const timer = setInterval(() => {
        const now = performance.now()
        const turnMs = now - last - turnCheckMs
        if (turnMs > longTurnMs) {
          const times = { ...spent }
          for (const work of timedWorks) times[work] -= before[work]
          histograms.get(workOf(turnMs, times, pauses.since(last)))?.observe(turnMs / 1000)
        }
        pauses.clear()
        for (const work of timedWorks) before[work] = spent[work]
        last = now
      }, turnCheckMs)
      timer.unref()
      return { pauses, timer }
    }),
    ({ pauses, timer }) =>
      Effect.sync(() => {
        clearInterval(timer)
        pauses.close()
      })
  )
})
