/** Words of the search and of the keys that work on every page. */
import * as Format from "../../data/Format.ts"

export const title = "Search"
export const results = "Results"
export const label = "Search payouts, batches, beneficiaries, endpoints, views and pages"
export const placeholder = "Name, phone, reference, id, transaction, page"
export const searching = "Searching…"
export const found = (count: number): string => `${count} found`
export const allPayouts = (total: number): string => `Show all ${Format.count(total)} payouts`
/** Of what an event is of: a payout, a batch, or else the account. */
export const ofEvent = (kind: string): string => `${kind} of this event`
export const failedDeliveries = "Failed deliveries"
export const failedDeliveriesOf = (url: string): string => `${failedDeliveries} to ${url}`
export const unnamedBatch = "Batch"
export const failed = (count: number): string => `${Format.count(count)} failed`
export const nothing = "Nothing found"

/** Groups of results. */
export const groups = {
  byId: "By id",
  payouts: "Payouts",
  batches: "Batches",
  beneficiaries: "Beneficiaries",
  accounts: "Accounts",
  endpoints: "Webhook endpoints",
  views: "Saved views",
  pages: "Pages",
  otherPages: "Pages of your other accounts"
} as const

export const shortcuts = "Keyboard shortcuts"
export const close = "Close"

/** Names of keys, as they stand on a keyboard. */
export const keys = { search: "Ctrl K", open: "Enter", close: "Esc" } as const

export const sheet = {
  search: "Search",
  choose: "Choose a search result",
  open: "Open the chosen result",
  close: "Close a dialog",
  shortcuts: "Show these shortcuts",
  nextCase: "In holds and reviews: the next payout, or the one before",
  decide: "In holds: approve, reject or freeze",
  record: "In reviews: retry, settle, fail or reverse"
} as const
