/**
 * The pace at which money is spent: samples of a growing sum over the last day. The newest sample
 * and one an hour are kept.
 */
import { dayMs } from "../Day.ts"
import type * as Money from "./Money.ts"

/** The sum spent up to a time in milliseconds, since some earlier time. */
interface Sample {
  readonly at: number
  readonly sum: Money.Minor
}

/** The oldest first. */
export type Samples = ReadonlyArray<Sample>

const hourMs = 60 * 60 * 1000

/** Adds a newer sample. A sum that fell is counted from another beginning, so older ones go. */
export const add = (before: Samples, sample: Sample): Samples => {
  const last = before.at(-1)
  if (last === undefined || last.sum > sample.sum) return [sample]
  const secondLast = before.at(-2)
  const isHourly = secondLast === undefined || last.at - secondLast.at >= hourMs
  const kept = isHourly ? before : before.slice(0, -1)
  return [...kept.filter(({ at }) => sample.at - at <= dayMs), sample]
}

/** Minor units per hour; `null` if nothing was spent, or the samples are of less than an hour. */
export const perHour = (samples: Samples): number | null => {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return null
  const [ms, spent] = [last.at - first.at, last.sum - first.sum]
  return ms < hourMs || spent <= 0 ? null : (spent * hourMs) / ms
}
