/** Words of the queues of payouts that wait for staff. */
import type { PayoutStatus } from "../../../client/Generated.ts"

export const funding = "Funding"

const since: Partial<Record<PayoutStatus, string>> = {
  COMPLIANCE_HOLD: "Held since",
  MANUAL_REVIEW: "In review since",
  SETTLED: "Settled",
  FAILED: "Failed",
  REVERSED: "Reversed"
}
export const sinceOf = (status: PayoutStatus): string => since[status] ?? "Since"

export const payoutId = "payout id"
export const none = "Nothing is waiting"
export const openPayout = "Open the payout"
export const list = "Payouts that wait"
export const backToList = "All that wait"
export const keys = "J and K choose the next and the one before."
