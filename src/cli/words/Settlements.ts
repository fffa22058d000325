/** Words of the report of settled payouts. */
import { counted, mustBeInPlaceOf } from "./Common.ts"

export const command = "Print the payouts that settled in a period, as CSV; reads every page"

export const flags = {
  from: "Settled at this time or later: 2026-03-01",
  to: "Settled before this time; default: now",
  json: "Print one line of JSON for each payout, in place of CSV",
  pageRows: "Rows of one request: 1 to 1,000"
} as const

export const notATime = (given: string): string =>
  mustBeInPlaceOf("a date or time such as 2026-03-01", given)

export const printed = (count: number): string =>
  counted(count, "settled payout", "settled payouts")
