/** Words of the payouts that screening has stopped. */
export const title = "Holds"
export const past = "Past approvals"
export const about =
  "These payouts are held, the oldest first. Read why, and compare the names where screening found one. Then " +
  "approve or reject."
