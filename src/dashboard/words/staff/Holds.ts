/** Words of the payouts that screening has stopped. */
export const title = "Holds"
/** What was decided, by the action that the audit log has it under. */
export const past = [
  ["payout.approved", "Past approvals"],
  ["payout.reversed", "Past rejections"],
  ["payout.frozen", "Past freezes"]
] as const
export const kyc = "KYC of the account"
export const senders = "Money came from"
/** What a button copies. */
export const sender = "sender's address"
export const earlier = "Payouts to this phone"
export const about =
  "These payouts are held, the oldest first. Read why, and compare the names where screening found one. Then " +
  "approve or reject. Freeze money that may neither go on nor back."
