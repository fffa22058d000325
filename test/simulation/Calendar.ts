/**
 * The days of a run. Half of the runs begin shortly before the end of January, so that operators
 * can close months. Separate streams draw the times, so the other runs do not depend on them.
 */
import type { Item } from "./Desk.ts"
import type { Random } from "./Random.ts"
import type { Plan } from "./Workload.ts"

export interface Calendar {
  /** The start of the run, milliseconds. */
  readonly start: number
  /** True if a month ends during the run. */
  readonly hasMonthEnd: boolean
  readonly plan: Plan
}

/** Start of a run without a month's end, 2026-01-05T12:00:00.000Z. */
const usual = Date.UTC(2026, 0, 5, 12)

/** The end of January. */
const monthEnd = Date.UTC(2026, 1, 1)

/** Milliseconds after which a month that has ended can be closed. */
export const settlingMs = 3_600_000

/** Milliseconds in which the first payments arrive. */
const arrivalMs = 600_000

/** Work that others wait for. It begins early. */
const early: ReadonlyArray<Item["kind"]> = ["endpoint", "listener", "balance"]

/**
 * The month ends while the plan is performed or soon afterwards. Half of the work is an hour later,
 * so that it is around the moment from which the month can be closed.
 */
export const make = (random: Random, plan: Plan, mayClose: boolean): Calendar => {
  if (!mayClose || !random.chance(0.5)) return { start: usual, hasMonthEnd: false, plan }
  const late = random.stream("late work")
  const laterMs = settlingMs + arrivalMs
  const items = plan.items.map((item) => {
    const isLate = late.chance(0.5) && !early.includes(item.kind)
    return isLate ? { ...item, atMs: item.atMs + late.int(settlingMs, laterMs) } : item
  })
  return {
    start: monthEnd - random.int(Math.floor(plan.spanMs / 2), plan.spanMs + arrivalMs),
    hasMonthEnd: true,
    plan: {
      ...plan,
      items: items.toSorted((left, right) => left.atMs - right.atMs),
      spanMs: plan.spanMs + laterMs
    }
  }
}
