/** Words of refunds, as staff see them. */
export const title = "Refunds"
export const about = "Send what is due, then record the transaction."
export const aboutSandbox =
  "The sandbox sends what is due by itself. With SANDBOX_REFUNDS=manual " +
  "you send it, then record the transaction."
export const past = "Recorded by operators"
/** Which payouts are listed: with a refund that is open, or all that ended so. */
export const views = {
  label: "Which refunds",
  "": "Open",
  REVERSED: "Reversed payouts",
  FAILED: "Failed payouts"
} as const
export const noRefund = "No refund"
export const noPayouts = "No payout ended so"
export const ended = "Ended"
export const refund = "Refund"
export const heldBecause = "Held because"
export const transaction = "Transaction"
export const noAddress = "No refund address yet"
export const endedAs = "Payout ended as"
export const openBatch = "Open the batch"
export const batchOf = (payouts: number): string => `Batch of ${payouts} payouts`

/** What a button copies. */
export const copied = { address: "refund address", transaction: "transaction" } as const
