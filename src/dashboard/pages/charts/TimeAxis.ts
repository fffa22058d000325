/** The axis of times: one unit for all of it, with round numbers. */
import { charts as Words } from "../../words/common.ts"

/** The largest that fits, with the seconds that it has. */
const units = [
  { name: Words.units.hours, seconds: 3600 },
  { name: Words.units.minutes, seconds: 60 },
  { name: Words.units.seconds, seconds: 1 },
  { name: Words.units.milliseconds, seconds: 0.001 }
] as const

/** Steps up to the longest time. */
const stepsMax = 4

/** A number that people count by, at least as large. */
const roundStep = (atLeast: number): number => {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return ([1, 2, 5, 10].find((each) => each * power >= atLeast) ?? 10) * power
}

export interface TimeAxis {
  /** Seconds, from zero to the longest time or past it. */
  readonly ticks: Array<number>
  readonly text: (seconds: number) => string
}

/** `longest`: seconds. */
export const timeAxis = (longest: number): TimeAxis => {
  // From two of a unit on, ticks of that unit are fine enough.
  const unit = units.find(({ seconds }) => longest >= 2 * seconds) ?? units[3]
  const step = roundStep(Math.max(longest / unit.seconds, Number.EPSILON) / stepsMax)
  const count = Math.max(1, Math.ceil(longest / unit.seconds / step))
  return {
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step * unit.seconds),
    text: (seconds) => `${Number((seconds / unit.seconds).toPrecision(6))} ${unit.name}`
  }
}
