/** Words of the payouts of all accounts. */
export const about = "All accounts."
export const caption = "Payouts of all accounts"
export const search = "Search payouts"
export const noneMatch = "No payouts match"
