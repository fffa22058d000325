/**
 * The reason why a payout is held, in review, failed or reversed, as its customer may know it. It
 * contains no match of screening and no text of an operator. Its codes are those of the events.
 */
import type * as PayoutEvent from "./PayoutEvent.ts"
import type { Payout } from "./PayoutState.ts"

type Code = PayoutEvent.FailureReason | PayoutEvent.ReviewReason | "compliance_review"

export interface Reason {
  readonly code: Code
  readonly message: string
}

/** Reasons that the events do not distinguish, and that a customer may know. */
type Special = "name_missing" | "reversed_by_staff"

export const messages: Readonly<Record<Code | Special, string>> = {
  insufficient_balance: "The payment provider did not have enough balance to pay the recipient.",
  invalid_recipient: "This phone number has no mobile money account on the network.",
  recipient_limit: "The amount would exceed what the recipient's mobile money account may receive.",
  network_unavailable: "The mobile money network did not respond for too long.",
  provider_rejected: "The payment provider rejected the transfer without giving a reason.",
  compliance_rejected: "A reviewer rejected the payout after screening flagged it.",
  deposit_expired: "The full amount was not seen on the chain before the funding window closed.",
  cancelled: "The payout was cancelled before a deposit arrived.",
  unspecified: "The payout failed, and no exact reason is known.",
  compliance_review: "Screening of the sender or the recipient needs a decision by a person.",
  underpaid: "The funding window has closed, and less than the amount arrived.",
  provider_unknown: "It is not certain whether the provider has paid the recipient.",
  defect: "Support checks what became of the payout.",
  name_missing: "Screening could not check the recipient, because the payout has no name.",
  reversed_by_staff: "Support reversed the payout after a review."
}

const reasonOf = (code: Code, message: keyof typeof messages = code): Reason => ({
  code,
  message: messages[message]
})

/**
 * The reason of a hold. It is the same for a frozen payout, because a freeze must not become known
 * to the customer.
 */
const ofHold = ({ name }: Payout): Reason =>
  reasonOf("compliance_review", name === null ? "name_missing" : "compliance_review")

/** The reason of a reversal. A payout that a reviewer rejects is reversed from its hold. */
const ofReversal = ({ timeline }: Payout): Reason =>
  timeline.at(-2)?.status === "COMPLIANCE_HOLD"
    ? reasonOf("compliance_rejected")
    : reasonOf("unspecified", "reversed_by_staff")

/** The reason, or `undefined` if the payout is in none of these statuses. */
export const of = (payout: Payout): Reason | undefined => {
  switch (payout.status) {
    case "COMPLIANCE_HOLD":
      return ofHold(payout)
    case "MANUAL_REVIEW":
      return reasonOf(payout.reviewReason ?? "defect")
    case "FAILED":
      return reasonOf(payout.failureReason ?? "unspecified")
    case "REVERSED":
      return ofReversal(payout)
    default:
      return undefined
  }
}
