/** Words of the page of one API request. */

export const back = "Requests"
export const content = "Content"
export const requestBody = "Request body"
export const responseBody = "Response body"
export const facts = { answer: "Answer", sentBy: "Sent by", from: "From address" } as const

/** What a button copies. */
export const copied = { idempotencyKey: "idempotency key", requestId: "request id" } as const
