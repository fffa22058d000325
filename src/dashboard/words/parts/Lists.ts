/** Words of lists: filters, order, pages. */
import * as Format from "../../data/Format.ts"

export const all = (label: string): string => `${label}: all`
export const from = "From"
export const to = "To"
export const daysIn = (zone: string): string => `Days in ${zone}`
export const loading = "Loading…"
export const next = "Next"
export const order = "Order"
export const pages = "Pages"
export const previous = "Previous"
export const refund = { label: "Refund", open: "Due or on its way" } as const
export const rows = (count: number): string => `${count} rows`
export const rowsPerPage = "Rows per page"
export const range = (first: number, last: number, total: number): string =>
  `${Format.count(first)}–${Format.count(last)} of ${Format.count(total)}`

export const orders = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "Name, A to Z",
  nameBackwards: "Name, Z to A"
} as const

/** `chosen`: how many are set. */
export const filters = (chosen: number): string =>
  chosen === 0 ? "Filters" : `Filters (${Format.count(chosen)})`
