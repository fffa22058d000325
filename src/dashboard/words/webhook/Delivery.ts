/** Words of the page of one webhook delivery. */

export const title = "Delivery"
export const back = { staff: "Failed deliveries", account: "Endpoint" } as const

export const attempts = "Attempts"
export const noAttempts = "No attempts yet."
export const attempt = (number: number): string => `Attempt ${number}`

export const facts = {
  sent: "Sent",
  endpoint: "Endpoint",
  delivery: "Delivery",
  nextAttempt: "Next attempt"
} as const

/** What a button copies. */
export const copied = {
  curl: "The command is copied.",
  eventId: "event id",
  deliveryId: "delivery id"
} as const

export const response = {
  headers: "Response headers",
  body: "Response body, first KiB"
} as const

export const request = {
  headers: "Headers",
  ofAttempt: "Request headers of this attempt",
  headersOfAttempt: "Request headers"
} as const
