/** Words of API requests: the list and one request. */
import { common as CommonWords } from "./common.ts"

/** Words of the list of API requests. */
export const requests = {
  title: "Requests",
  about:
    "Requests of the last seven days with your API keys, and those of this dashboard that changed " +
    `something or failed. ${CommonWords.hiddenData}`,

  columns: { answer: "Response", sentBy: "Sent by" },

  filters: {
    search: "Request id, key, error or path",
    outcome: "Outcome",
    method: "Method",
    sentBy: "Sent by",
    subject: "Payout, batch or quote id",
    from: "From",
    to: "To"
  },

  outcomes: { succeeded: "Succeeded", failed: "Failed" },

  noneMatch: "No request matches",
  noneYet: "No requests yet",
  noneYetHint: "Requests with your API keys appear here a second after their responses."
} as const

/** Words of the page of one API request. */
export const requestPage = {
  back: "Requests",
  content: "Content",
  requestBody: "Request body",
  responseBody: "Response body",
  facts: {
    answer: "Response",
    from: "From address",
    remedy: "What to do",
    sentBy: "Sent by"
  },

  /** A link to the API reference. */
  remedyOf: (code: string): string => `Cause and remedy of ${code}`,

  /** Names of the values that buttons copy. */
  copied: {
    curl: "The command is copied. Set PAYOUT_API_KEY, and fill in what is hidden.",
    idempotencyKey: "idempotency key",
    requestId: "request id"
  }
} as const

/** Words that the list of requests and the page of one share. */
export const requestParts = {
  clientLeft: "The client left before the response",
  replayed: "Replayed",
  sameKey: "(same idempotency key)",
  replayedHint: "The response to an earlier request with the same idempotency key."
} as const
