/** Words of the list of API requests. */
import * as CommonWords from "./Common.ts"

export const title = "Requests"
export const about =
  "The last seven days: requests with your API keys, and those of this dashboard that changed " +
  `something or failed. ${CommonWords.hiddenData}`

export const columns = { answer: "Answer", sentBy: "Sent by" } as const

export const filters = {
  search: "Request id, key, error or path",
  outcome: "Outcome",
  method: "Method",
  sentBy: "Sent by",
  subject: "Payout, batch or quote id",
  from: "From",
  to: "To"
} as const

export const outcomes = { succeeded: "Succeeded", failed: "Failed" } as const

export const noneMatch = "No request matches"
export const noneYet = "No requests yet"
export const noneYetHint = "Requests with your API keys appear here a second after their answers."
