/** Words of a payout's recipient and details. */

export const facts = {
  receives: "Receives",
  paidWith: "Paid with",
  providerReference: "Provider reference",
  apiRequests: "API requests"
} as const

export const requests = "Requests about it"

/** What a button copies. */
export const copied = {
  phone: "phone",
  payoutId: "payout id",
  quoteId: "quote id",
  providerReference: "provider reference",
  idempotencyKey: "idempotency key",
  depositAddress: "deposit address"
} as const
