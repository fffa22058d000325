/** The axis of durations. It has one unit and round numbers. */
import { charts as Words } from "../../words/common.ts"

/** Units with their seconds, the largest first. */
const units = [
  { name: Words.units.hours, seconds: 3600 },
  { name: Words.units.minutes, seconds: 60 },
  { name: Words.units.seconds, seconds: 1 },
  { name: Words.units.milliseconds, seconds: 0.001 }
] as const

/** The most steps up to the longest duration. */
const stepsMax = 4

/** The next number of 1, 2, 5 and 10 times a power of ten. */
const roundStep = (atLeast: number): number => {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return ([1, 2, 5, 10].find((each) => each * power >= atLeast) ?? 10) * power
}

export interface TimeAxis {
  /** Seconds, from zero to the longest duration or beyond. */
  readonly ticks: Array<number>
  readonly text: (seconds: number) => string
}

/** `longest` is in seconds. */
export const timeAxis = (longest: number): TimeAxis => {
  // Two of a unit are enough for ticks of that unit.
  const unit = units.find(({ seconds }) => longest >= 2 * seconds) ?? units[3]
  const step = roundStep(Math.max(longest / unit.seconds, Number.EPSILON) / stepsMax)
  const count = Math.max(1, Math.ceil(longest / unit.seconds / step))
  return {
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step * unit.seconds),
    text: (seconds) => `${Number((seconds / unit.seconds).toPrecision(6))} ${unit.name}`
  }
}
