/** Words of the fields of a webhook endpoint. */

export const url = "URL"
export const urlHint = "An HTTPS address with a valid certificate."
export const eventsHint =
  "* is every event. payout.* is those of payouts, without deposits, refunds and batches."
export const otherNames = "Alternative names for the same events"
export const otherNamesLabel = "Sandbox and overview names"
