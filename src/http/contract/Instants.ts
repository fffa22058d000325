/** Times as text: ISO 8601, UTC, milliseconds. */
import { dayMs } from "../../domain/Day.ts"

const padded = (count: number, width: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, value) => String(value).padStart(width, "0"))

/** Numbers below 60 and below 1,000, padded as in a time. */
const [sixties, thousands] = [padded(60, 2), padded(1000, 3)]

/** The last day written, up to the `T`. Nearly all times are of one day. */
let latest = { day: 0, text: "1970-01-01T" }

/** Milliseconds as ISO 8601 UTC. */
export const instant = (at: number): string => {
  const day = Math.floor(at / dayMs)
  if (day !== latest.day) latest = { day, text: new Date(at).toISOString().slice(0, -13) }
  const ms = Math.floor(at) - day * dayMs
  const second = Math.floor(ms / 1000)
  const minute = Math.floor(second / 60)
  const hour = Math.floor(minute / 60)
  const time = `${sixties[hour]}:${sixties[minute - hour * 60]}:${sixties[second - minute * 60]}`
  return `${latest.text}${time}.${thousands[ms - second * 1000]}Z`
}

export const instantOrNull = (at: number | null): string | null =>
  at === null ? null : instant(at)
