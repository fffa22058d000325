/** Words of the queues of payouts that wait for staff. */
export const funding = "Funding"
export const since = "Since"
export const payoutId = "payout id"
export const none = "Nothing is waiting"
export const openPayout = "Open the payout"
