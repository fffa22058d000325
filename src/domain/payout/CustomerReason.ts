/**
 * Why a payout is held, in review, failed or reversed, as its customer may know it: never what
 * screening matched, and never what an operator wrote. The codes are those of its events.
 */
import type * as PayoutEvent from "./PayoutEvent.ts"
import type { Payout } from "./PayoutState.ts"

type Code = PayoutEvent.FailureReason | PayoutEvent.ReviewReason | "compliance_review"

export interface Reason {
  readonly code: Code
  readonly message: string
}

const messages: Readonly<Record<Code, string>> = {
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
  underpaid: "The deposit window is over, and less than the amount arrived.",
  provider_unknown: "It is not certain whether the provider has paid the recipient.",
  defect: "It is not certain what became of the payout, and an operator looks into it."
}

const reasonOf = (code: Code): Reason => ({ code, message: messages[code] })

const held: Reason = reasonOf("compliance_review")

const ofHold = ({ frozen, name }: Payout): Reason => {
  if (frozen) {
    return { ...held, message: "A compliance reviewer froze the money until the freeze is lifted." }
  }
  return name === null
    ? { ...held, message: "Screening could not check the recipient: the payout has no name." }
    : held
}

/** An operator reversed it after a review. */
const undone: Reason = {
  code: "unspecified",
  message: "The recipient does not have the money: the transfer was undone or rejected."
}

/** `undefined`: the payout is none of these. */
export const of = (payout: Payout): Reason | undefined => {
  switch (payout.status) {
    case "COMPLIANCE_HOLD":
      return ofHold(payout)
    case "MANUAL_REVIEW":
      return reasonOf(payout.reviewReason ?? "defect")
    case "FAILED":
      return reasonOf(payout.failureReason ?? "unspecified")
    case "REVERSED":
      // A payout that a reviewer rejects is reversed from its hold.
      return payout.timeline.at(-2)?.status === "COMPLIANCE_HOLD"
        ? reasonOf("compliance_rejected")
        : undone
    default:
      return undefined
  }
}
