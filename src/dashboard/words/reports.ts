/** Words of the reports. */
import type { RefundLine } from "../../client/Generated.ts"

const reportNames = {
  settlements: "Settlements",
  refunds: "Refunds",
  fees: "Fees"
} as const

const abouts = {
  settlements: "Each payout that settled in the period.",
  refunds: "Each refund that was sent in the period. A refund that is confirmed later stays in it.",
  fees: "Sums of the payouts that settled in the period, by day, network and currency."
} as const

/** Words of the reports for bookkeeping. */
export const reports = {
  title: "Reports",
  report: "Report",
  reports: reportNames,

  /** The text below the title. */
  about: (name: keyof typeof reportNames): string =>
    `${abouts[name]} Days begin at midnight in UTC.`,

  period: "Period",
  periods: {
    this: "This month",
    last: "Last month",
    range: "Days you choose"
  },

  downloadCsv: "Download CSV",
  chooseDays: "Choose a first and a last day",
  chooseDaysHint: "The last day must not be before the first.",

  caption: (name: string, from: string, to: string): string => `${name}, ${from} to ${to}`,
  none: "Nothing in this period",
  noneHint: "Choose another period or another report.",

  total: "Total",
  totalShown: "Total of these lines",
  cut: (count: number): string =>
    `These are the first ${count} lines. The CSV file has all of them.`,

  settledAt: "Settled (UTC)",
  sentAt: "Sent (UTC)",
  day: "Day (UTC)",
  sent: "Sent",
  paidOut: "Paid out",
  payouts: "Payouts",
  subject: "Payout or batch",
  transaction: "Transaction",
  reason: "Reason",
  transactionId: "transaction hash",

  statuses: {
    sent: "Sent",
    confirmed: "Confirmed"
  } satisfies Readonly<Record<RefundLine["status"], string>>,

  reasons: {
    insufficient_balance: "The provider's balance was too low",
    invalid_recipient: "No mobile money account",
    recipient_limit: "The recipient's limit",
    network_unavailable: "The network did not respond",
    provider_rejected: "Rejected by the provider",
    compliance_rejected: "Rejected in a review",
    deposit_expired: "The funding window closed",
    cancelled: "Cancelled",
    unspecified: "Failed or reversed",
    rows_failed: "Rows of the batch failed",
    overpaid: "More arrived than was needed",
    returned: "The provider returned the money",
    foreign_deposit: "Arrived on another chain or in another token"
  } satisfies Readonly<Record<RefundLine["reason"], string>>
} as const
