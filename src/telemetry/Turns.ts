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
 * `tables` collects and converts changed rows. `memory` lets written rows leave it. `lists` selects
 * rows in memory. `log` chains a batch of entries. `books` compares a day.
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

/** Adds up the pauses of V8 that ended since the last call. */
const openPauses = () => {
  let ms = 0
  const note = (entries: ReadonlyArray<PerformanceEntry>): void => {
    for (const { duration } of entries) ms += duration
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ entryTypes: ["gc"] })
  return {
    take: (): number => {
      note(observer.takeRecords())
      const taken = ms
      ms = 0
      return taken
    },
    close: () => observer.disconnect()
  }
}

/** Watches the event loop with a timer: one that is late has found a long turn. */
export const watch = Effect.gen(function* () {
  const meter = yield* Metrics.make
  const histograms = new Map(works.map((work) => [work, meter.histogram(turn, { work })]))
  const { eventLoopResolutionMs: everyMs, longTurnMs } = Limits.telemetry
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const pauses = openPauses()
      let last = { at: performance.now(), spent: { ...spent } }
      const timer = setInterval(() => {
        const at = performance.now()
        const turnMs = at - last.at - everyMs
        const collectionMs = pauses.take()
        if (turnMs > longTurnMs) {
          const times = { ...spent }
          for (const work of timedWorks) times[work] -= last.spent[work]
          histograms.get(workOf(turnMs, times, collectionMs))?.observe(turnMs / 1000)
        }
        last = { at, spent: { ...spent } }
      }, everyMs)
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
