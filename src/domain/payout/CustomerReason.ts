/**
 * Why a payout is held, in review, failed or reversed, as its customer may know it: never what
 * screening matched, and never what an operator wrote.
 */
import type { Payout } from "./PayoutState.ts"

const messages = {
  insufficient_balance: "The payment provider did not have enough balance to pay the recipient.",
  invalid_recipient: "The network does not know this phone number as a mobile money account.",
  recipient_limit: "The amount would exceed what the recipient's mobile money account may receive.",
  network_unavailable: "The mobile money network did not answer for too long.",
  provider_rejected: "The payment provider rejected the transfer without a more exact reason.",
  compliance_rejected: "A reviewer rejected the payout after screening flagged it.",
  deposit_expired: "The full amount was not seen on the chain before the deposit window ended.",
  cancelled: "The payout was cancelled before a deposit arrived.",
  unspecified: "The provider reported a failure without a reason.",
  compliance_review: "Screening of the sender or the recipient needs a decision by a person.",
  name_missing: "Screening could not check the recipient, because the payout has no name.",
  frozen: "A compliance reviewer froze the money. It does not move until the freeze is lifted.",
  underpaid: "The deposit window is over, and less than the amount arrived.",
  outcome_unknown: "It is not certain whether the provider has paid the recipient.",
  reversed: "The recipient does not have the money: the transfer was undone or rejected."
} as const

export type Code = keyof typeof messages

export const codes = Object.keys(messages) as ReadonlyArray<Code>

const codeOf = (payout: Payout): Code | undefined => {
  switch (payout.status) {
    case "COMPLIANCE_HOLD":
      if (payout.frozen) return "frozen"
      return payout.name === null ? "name_missing" : "compliance_review"
    case "MANUAL_REVIEW":
      return payout.reviewReason === "underpaid" ? "underpaid" : "outcome_unknown"
    case "FAILED":
      return payout.failureReason ?? "unspecified"
    case "REVERSED":
      // A payout that a reviewer rejects is reversed from its hold.
      return payout.timeline.at(-2)?.status === "COMPLIANCE_HOLD"
        ? "compliance_rejected"
        : "reversed"
    default:
      return undefined
  }
}

/** `undefined`: the payout is none of these. */
export const of = (
  payout: Payout
): { readonly code: Code; readonly message: string } | undefined => {
  const code = codeOf(payout)
  return code === undefined ? undefined : { code, message: messages[code] }
}
