/** Words of refunds, as staff see them. */
export const title = "Refunds"
export const about = "Send what is due, the oldest first, then record the transaction."
export const aboutSimulated = "The sandbox sends what is due by itself, in a moment."
export const past = "Recorded by operators"
/** Which refunds are listed. */
export const views = { label: "Which refunds", open: "Open", sent: "Sent" } as const
export const aboutSent = "Payouts and batches whose refund was sent."
export const noneSent = "No refund of a payout was sent"
export const refund = "Refund"
export const heldBecause = "Held because"
export const transaction = "Transaction"
export const noAddress = "No refund address yet"
export const endedAs = "Payout ended as"
/** When a refund was sent is not known of a list's rows. */
export const ended = "Payout ended"
export const batchCreated = "Batch created"
export const openBatch = "Open the batch"
export const batchOf = (payouts: number): string => `Batch of ${payouts} payouts`

/** What a button copies. */
export const copied = { address: "refund address", transaction: "transaction" } as const
