/** Words of the overview. */

export const title = "Overview"
export const ofStaff = "All accounts."
export const range = "Range"
export const days = (number: string): string => `${number} days`

export const tiles = {
  volume: "Volume settled",
  successRate: "Success rate",
  successRateNote: "of finished payouts",
  median: "Median time to settle"
} as const

/** How payouts ended; the numbers are written out. */
export const ends = (settled: string, failed: string, reversed: string): string =>
  `${settled} settled, ${failed} failed, ${reversed} reversed`

export const p95 = (duration: string): string => `95% within ${duration}`

export const byStatus = "Payouts by status"
export const createdIn = (days: string): string => `Created in the last ${days} days.`

/** Behind a count, for screen readers. */
export const payoutsOf = (status: string): string => ` ${status} payouts`

export const noneYet = "No payouts yet"
export const noneYetHint = "Volume, success rate and times appear here with the first payout."
