/** Words of the payouts that screening has stopped. */
import type { AdminPayout } from "../../../client/Generated.ts"

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
export const aboutFrozen =
  "The money of these payouts is neither paid out nor refunded until it is unfrozen. They wait for no decision."
export const views = { label: "Which holds", waiting: "Waiting", frozen: "Frozen" } as const

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type Noted = Pick<AdminPayout, "screening" | "hold_reason" | "approvals" | "approvals_needed">

/** In the list: how alike the names are, or why else it is held, and how far it is approved. */
export const noteOf = ({ approvals, approvals_needed, hold_reason, screening }: Noted): string => {
  const why = screening === null ? sentence(hold_reason ?? "") : `Score ${screening.score}`
  return [why, approvals.length > 0 && `${approvals.length} of ${approvals_needed} approvals`]
    .filter(Boolean)
    .join(", ")
}
