/** Words of the payouts that screening has stopped. */
export const title = "Holds"
export const about = "Screening flagged these payouts. Compare the names, then approve or reject."
