/** Words of the fields of a webhook endpoint. */
import * as CommonWords from "../Common.ts"

export const url = "URL"
export const urlHint = "An HTTPS address with a valid certificate."
export const wildcards = { "*": CommonWords.allEvents, "payout.*": "All payout events" } as const
export const eventsHint = "All payout events leaves out those of deposits, refunds and batches."
export const otherNames = "Alternative names for the same events"
export const otherNamesLabel = "Sandbox and overview names"
