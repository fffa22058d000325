/** Words of the reports for bookkeeping. */
import { counted, mustBeInPlaceOf } from "./Common.ts"

export const reports = "Print reports of refunds and fees"

export const pageRows = "Rows of one request: 1 to 1,000"

export const settlements = {
  command: "Print the payouts that settled in a period, as CSV; reads every page",
  flags: {
    from: "Settled at this time or later: 2026-03-01",
    to: "Settled before this time; default: now",
    json: "Print one line of JSON for each payout, in place of CSV"
  },
  printed: (count: number): string => counted(count, "settled payout", "settled payouts")
} as const

export type Flags = Readonly<Record<keyof (typeof settlements)["flags"], string>>

export const refunds = {
  command: "Print the refunds that were sent in a period, as CSV; reads every page",
  flags: {
    from: "Sent at this time or later: 2026-03-01",
    to: "Sent before this time; default: now",
    json: "Print one line of JSON for each refund, in place of CSV"
  },
  printed: (count: number): string => counted(count, "refund", "refunds")
} as const

export const fees = {
  command: "Print the fees of a period by day in UTC, network and currency, as CSV",
  flags: {
    from: "Settled at this time or later: 2026-03-01",
    to: "Settled before this time, at most 366 days later; default: now",
    json: "Print one line of JSON for each day and network, in place of CSV"
  },
  printed: (count: number): string => counted(count, "line", "lines")
} as const

export const notATime = (given: string): string =>
  mustBeInPlaceOf("a date or time such as 2026-03-01", given)
