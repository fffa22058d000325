/** Words of the page of one payout. */

export const payAgain = "Pay again"
export const receipt = "Receipt"
export const paidTo = (recipient: string): string => `To ${recipient}`

export const cancel = {
  label: "Cancel payout",
  title: "Cancel this payout?",
  effect: "It fails with the reason “Cancelled”. Money that arrives later is refunded.",
  done: "The payout is cancelled."
} as const
