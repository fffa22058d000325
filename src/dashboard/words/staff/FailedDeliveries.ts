/** Words of the deliveries that failed, of all accounts. */
export const title = "Failed deliveries"
export const about = "Events that were not delivered after five attempts."
export const none = "Every event was delivered."
