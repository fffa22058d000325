/** Words of the payouts that screening has stopped. */
export const title = "Holds"
export const past = { href: "/audit-log?action=payout.approved", label: "Past approvals" } as const
export const about =
  "These payouts are held, the oldest first. Read why, and compare the names where screening found one. Then " +
  "approve or reject."
