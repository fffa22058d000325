/** Words of a payout's recipient and details. */

export const facts = {
  receives: "Receives",
  paidWith: "Paid with",
  wouldHaveReceived: "Would have received",
  wouldHavePaidWith: "Would have been paid with",
  providerReference: "Provider reference",
  apiRequests: "API requests",
  decisions: "Audit log"
} as const

export const requests = "Requests about it"
export const decisions = "Who did what with it"

/** What a button copies. */
export const copied = {
  phone: "phone",
  payoutId: "payout id",
  quoteId: "quote id",
  providerReference: "provider reference",
  idempotencyKey: "idempotency key",
  depositAddress: "deposit address"
} as const
