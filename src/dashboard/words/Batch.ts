/** Words of the page of one batch. */
import * as Format from "../data/Format.ts"

export const heading = (payouts: number): string => Format.counted(payouts, "payout", "payouts")
export const funding = "Funding"
export const caption = "Payouts of the batch"
export const noneMatch = "No payouts with this status"

/** What a button copies. */
export const copied = { batchId: "batch id", depositAddress: "deposit address" } as const

export const cancel = {
  label: "Cancel batch",
  title: "Cancel this batch?",
  effect: "No payout of this batch is made. Money that arrives later is refunded.",
  done: "The batch is cancelled."
} as const
