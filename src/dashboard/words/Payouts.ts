/** Words of the list of payouts. */

export const searchLabel = "Search payouts"
export const exportCsv = "Export CSV"
export const noneMatch = "No payouts match"
export const noneYet = "No payouts yet"
export const noneYetHint = "Payouts appear here as they are created."
export const createFirst = "Create the first payout"
