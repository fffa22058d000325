/** Words of the payouts whose outcome is unknown. */
export const title = "Manual review"
export const about = "Check with the provider what happened, then record the outcome."
/** What was decided, by the action that the audit log has it under. */
export const past = [
  ["payout.settled", "Past settlements"],
  ["payout.failed", "Past failures"],
  ["payout.reversed", "Past reversals"]
] as const
export const why = "Why"
export const arrived = "Arrived"

/** In the list. */
export const notes = {
  underpaid: "Underpaid",
  provider_unknown: "Outcome unknown",
  defect: "Internal check failed"
} as const

export const reasons = {
  underpaid: "Less than the exact amount arrived before the window closed.",
  provider_unknown:
    "The provider did not report how the transfer ended. Check with the provider before you decide.",
  defect: "An internal check stopped the payout. Contact engineering before you decide."
} as const
