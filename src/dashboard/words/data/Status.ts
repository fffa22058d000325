/** What every state is called, and what it means. */

/** States of payouts. */
export const payout = {
  CREATED: { label: "Created", about: "The batch has not started yet." },
  AWAITING_FUNDS: { label: "Awaiting funds", about: "The exact USDC amount has not arrived yet." },
  STABLECOIN_RECEIVED: {
    label: "Funds received",
    about: "The USDC is final on the chain. Screening is in progress."
  },
  COMPLIANCE_HOLD: {
    label: "Compliance hold",
    about: "Screening flagged the payout. A reviewer decides."
  },
  PAYOUT_INITIATED: { label: "Initiated", about: "The transfer is being sent to the provider." },
  PAYOUT_CONFIRMED: { label: "Confirmed", about: "The provider accepted the transfer." },
  SETTLED: { label: "Settled", about: "The recipient has the money." },
  FAILED: { label: "Failed", about: "The recipient was not paid." },
  REVERSED: { label: "Reversed", about: "The money goes back to the sender." },
  MANUAL_REVIEW: { label: "Manual review", about: "An operator is finding out what happened." }
} as const

/** Of the filter of quotes: the service does not tell the two apart. */
export const expiredOrReleased = "Expired or ended with its payout"

/** States of other objects. */
export const others = {
  queued: { label: "Queued" },
  processing: { label: "Processing" },
  completed: { label: "Completed" },
  partly_failed: { label: "Partly failed", about: "All payouts are done. Some failed." },
  cancelled: { label: "Cancelled" },
  active: { label: "Active" },
  inactive: { label: "Disabled" },
  endpoint_disabled: {
    label: "Endpoint disabled",
    about: "Nothing can be sent until the endpoint's owner enables it."
  },
  endpoint_deleted: { label: "Endpoint deleted", about: "Nothing can be sent to it." },
  // Of a webhook endpoint.
  switched_off: {
    label: "Switched off",
    about: "The service switched it off after days of failures."
  },
  failing: { label: "Failing", about: "None of its last attempts succeeded." },
  unsteady: { label: "Some failures", about: "Some of its last attempts failed." },
  suspended: { label: "Suspended" },
  locked: { label: "Locked" },
  // Of a quote.
  reserved: {
    label: "Reserved for a payout",
    about: "Its payout has not been sent to the provider yet."
  },
  used: { label: "Used for a payout", about: "Its payout was sent to the provider." },
  released: {
    label: "Ended with its payout",
    about: "Its payout ended before it was sent. A new payout needs a new quote."
  },
  invited: { label: "Invited", about: "The invitation is not accepted yet." },
  expired: { label: "Expired" },
  pending: { label: "Pending" },
  retrying: { label: "Retrying" },
  delivered: { label: "Delivered" },
  failed: { label: "Failed" },
  approved: { label: "Approved" },
  rejected: { label: "Rejected" },
  due: { label: "Due" },
  held: { label: "Held", about: "Screening flagged the sender or the receiver of the money." },
  parked: { label: "Parked", about: "Processing failed repeatedly. An operator must resume it." },
  sent: { label: "Sent" },
  confirmed: { label: "Confirmed" },
  detected: { label: "Detected" },
  final: { label: "Final" },
  awaiting: { label: "Awaiting funds" },
  underpaid: { label: "Underpaid" },
  refunded: { label: "Refunded" },
  refund_due: { label: "Refund due" },
  funded: { label: "Funded" },
  operational: { label: "Operational" },
  degraded: { label: "Degraded" },
  down: { label: "Down" },
  // Of a provider's breaker: open means that nothing is sent.
  open: { label: "Paused" },
  closed: { label: "Working" },
  probing: { label: "Trying one" },
  alive: { label: "Running" },
  cut_off: {
    label: "Cut off",
    about: "Another process does not answer this one."
  },
  silent: {
    label: "Not responding",
    about: "The process has not reported for three seconds or more."
  },
  simulated: { label: "Simulated" },
  clear: { label: "Clear" },
  flagged: { label: "Flagged" },
  inconclusive: { label: "Inconclusive" },
  revoked: { label: "Revoked" }
} as const
