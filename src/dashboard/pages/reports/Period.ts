/** The periods of reports, whose days begin at midnight in UTC. */

export const periods = ["this", "last", "range"] as const
export type Choice = (typeof periods)[number]

export interface Period {
  readonly from: string
  /** The start of the day after the last day. */
  readonly to: string
  /** A date such as `2026-03-01`. */
  readonly firstDay: string
  readonly lastDay: string
}

const dayMs = 86_400_000

const period = (from: number, to: number): Period => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  firstDay: new Date(from).toISOString().slice(0, 10),
  lastDay: new Date(to - dayMs).toISOString().slice(0, 10)
})

/**
 * The chosen period, or `undefined` if the last day is before the first. `now` is in milliseconds.
 */
export const of = (
  choice: Choice,
  days: { readonly from: string; readonly to: string },
  now: number
): Period | undefined => {
  if (choice === "range") {
    const [from, last] = [Date.parse(days.from), Date.parse(days.to)]
    return from <= last ? period(from, last + dayMs) : undefined
  }
  const today = new Date(now)
  const month = today.getUTCMonth() - (choice === "last" ? 1 : 0)
  const year = today.getUTCFullYear()
  return period(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1))
}
