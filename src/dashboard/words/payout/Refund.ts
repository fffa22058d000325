/** Words of a refund and its address. */

export const title = "Refund"
export const none = "No refund is due."
export const withBatch = "Refunds of a batch's payouts are on the page of the batch."
export const transaction = "Transaction"

export const address = {
  set: "Set refund address",
  change: "Change refund address",
  save: "Save address",
  hint: "An Ethereum address that you control. It is screened before it is saved.",
  saved: "The refund address is saved."
} as const

/** What a button copies. */
export const copied = { address: "refund address", transaction: "refund transaction" } as const
