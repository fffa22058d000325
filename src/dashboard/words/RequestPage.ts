/** Words of the page of one API request. */

export const back = "Requests"
export const content = "Content"
export const requestBody = "Request body"
export const responseBody = "Response body"
export const facts = {
  answer: "Answer",
  from: "From address",
  remedy: "What to do",
  sentBy: "Sent by"
} as const

/** A link to the API reference. */
export const remedyOf = (code: string): string => `Cause and remedy of ${code}`

/** What a button copies. */
export const copied = {
  curl: "The command is copied. Set PAYOUT_API_KEY, and fill in what is hidden.",
  idempotencyKey: "idempotency key",
  requestId: "request id"
} as const
