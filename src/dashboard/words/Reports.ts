/** Words of the reports for bookkeeping. */
import type { RefundLine } from "../../client/Generated.ts"

export const title = "Reports"
export const report = "Report"
export const reports = {
  settlements: "Settlements",
  refunds: "Refunds",
  fees: "Fees"
} as const

const abouts = {
  settlements: "Each payout that settled in the period.",
  refunds: "Each refund that was sent in the period. A refund that is confirmed later stays in it.",
  fees: "Sums of the payouts that settled in the period, by day, network and currency."
} as const

/** Below the title. */
export const about = (name: keyof typeof reports): string =>
  `${abouts[name]} Days begin at midnight in UTC.`

export const period = "Period"
export const periods = {
  this: "This month",
  last: "Last month",
  range: "Days you choose"
} as const

export const downloadCsv = "Download CSV"
export const chooseDays = "Choose a first and a last day"
export const chooseDaysHint = "The last day must not be before the first."

export const caption = (name: string, from: string, to: string): string =>
  `${name}, ${from} to ${to}`
export const none = "Nothing in this period"
export const noneHint = "Choose another period or another report."

export const total = "Total"
export const totalShown = "Total of these lines"
export const cut = (count: number): string =>
  `These are the first ${count} lines. The CSV file has all of them.`

export const settledAt = "Settled (UTC)"
export const sentAt = "Sent (UTC)"
export const day = "Day (UTC)"
export const sent = "Sent"
export const paidOut = "Paid out"
export const payouts = "Payouts"
export const subject = "Payout or batch"
export const transaction = "Transaction"
export const reason = "Reason"
export const transactionId = "transaction hash"

export const statuses: Readonly<Record<RefundLine["status"], string>> = {
  sent: "Sent",
  confirmed: "Confirmed"
}

export const reasons: Readonly<Record<RefundLine["reason"], string>> = {
  insufficient_balance: "The provider's balance was too low",
  invalid_recipient: "No mobile money account",
  recipient_limit: "The recipient's limit",
  network_unavailable: "The network did not answer",
  provider_rejected: "Rejected by the provider",
  compliance_rejected: "Rejected in a review",
  deposit_expired: "The deposit window ended",
  cancelled: "Cancelled",
  unspecified: "Failed or reversed",
  rows_failed: "Rows of the batch failed",
  excess_deposit: "More arrived than was needed"
}
