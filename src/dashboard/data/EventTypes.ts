/** Event names that the forms offer. A test compares them with the service's names. */

/** Names of the registration set, and names that all sets share. */
export const types = [
  ...(["payout.created", "payout.awaiting_funds", "payout.funds_received"] as const),
  ...(["payout.initiated", "payout.confirmed", "payout.settled", "payout.failed"] as const),
  ...(["payout.compliance_hold", "payout.manual_review", "payout.reversed"] as const),
  ...(["payout.recalled"] as const),
  ...(["deposit.received", "quote.expired", "balance.credited", "balance.low"] as const),
  ...(["withdrawal.requested", "withdrawal.held", "withdrawal.approved"] as const),
  ...(["withdrawal.sent", "withdrawal.completed", "withdrawal.cancelled"] as const),
  ...(["withdrawal.rejected", "withdrawal.address_added"] as const),
  ...(["refund.due", "refund.sent", "refund.confirmed", "refund.failed"] as const),
  ...(["refund.credited"] as const),
  ...(["batch.funded", "batch.completed", "batch.cancelled"] as const),
  ...(["webhook.endpoint_disabled"] as const)
]

/** Names of the sandbox and overview sets for the same moments. */
export const otherTypes = [
  ...(["payout.stablecoin_received", "payout.payout_initiated"] as const),
  ...(["payout.processing", "payout.completed", "payout.refunded"] as const)
]

export const all: ReadonlyArray<string> = [...types, ...otherTypes]

export const wildcards = ["*", "payout.*"] as const

/** The event of test deliveries alone. */
export const test = "webhook.test"
