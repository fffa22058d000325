/** Words of the overview's charts. */

export const noData = "No data in this period."

/** The first column of a chart's table. */
export const heads = { day: "Day", hour: "Hour" } as const

export const titles = {
  volume: "Volume per day",
  ends: "Payouts created per day",
  times: "Time to settle",
  hooks: "Webhook deliveries, last 24 hours"
} as const

export const series = {
  volume: "Volume settled",
  failedOrReversed: "Failed or reversed",
  notEnded: "Not ended",
  median: "Median",
  p95: "95th percentile",
  delivered: "Delivered",
  pending: "Pending",
  failed: "Failed"
} as const

/** Units of time at an axis. */
export const units = { milliseconds: "ms", seconds: "s", minutes: "min", hours: "h" } as const
