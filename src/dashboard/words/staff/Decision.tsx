/** Words of what staff decide about payouts, batches and accounts. */
import type { ReactNode } from "react"

/** Text about an approval once it is answered. `waiting`: `undefined` where the action took effect. */
export const approvalOutcome = (
  effect: string,
  waiting: readonly [given: number, needed: number] | undefined
): string =>
  waiting === undefined
    ? effect
    : `Your approval is recorded: ${waiting[0]} of ${waiting[1]}. Another person must approve it too.`

/** In place of a button that the same person would press again. */
export const ownApproval = "You approved it. Another person must approve it too."

export const reason = "Reason"
export const reasonHint = "Recorded in the audit log."
export const oftenGiven = "Often given"

export const titleOf = (label: string, subject: string): string => `${label}: ${subject}`
export const payoutTo = (label: string, who: string): string => `${label} payout to ${who}`

export const refundAddress = {
  later: "The customer can also set it later.",
  needed: "The customer has not set one: enter where you sent the money.",
  copied: "refund address"
} as const
export const refundGoesTo = (address: ReactNode): ReactNode => <>The refund goes to {address}</>

/** `people`: how many must approve it. */
const afterApproval = (effect: string, people: number): string =>
  people === 1
    ? `${effect}. One approval is enough.`
    : `${effect} when ${people} people have approved it.`

export const approve = (people: number) =>
  ({
    label: "Approve",
    keyOf: "A",
    reasons: [
      "Another person: the date of birth or the country differs.",
      "Another person: only a part of the name is alike.",
      "The same recipient was checked before."
    ],
    about: afterApproval("The payout continues", people),
    done: "The payout continues."
  }) as const

export const reject = {
  label: "Reject",
  keyOf: "R",
  reasons: [
    "The recipient is the person on the list.",
    "The customer did not say who the recipient is."
  ],
  about: "The payout is reversed and a refund opened. This cannot be undone.",
  done: "The payout is rejected."
} as const

export const freeze = {
  label: "Freeze",
  keyOf: "F",
  reasons: ["An authority ordered it.", "Reported to the authority, whose answer is awaited."],
  about:
    "For money that may neither go on nor back, such as on the order of an authority. It does not move until it is unfrozen: it is neither paid out nor refunded.",
  done: "The payout is frozen."
} as const

export const unfreeze = (people: number) =>
  ({
    label: "Unfreeze",
    keyOf: "U",
    reasons: ["The authority released it."],
    about: afterApproval("The payout returns to the holds", people),
    done: "The payout is back in the holds."
  }) as const

export const override = {
  label: "Proceed without a final answer from the provider",
  hint:
    "The provider is always asked first, and what it reports as paid is never refunded. Without the tick, an answer " +
    "that is not final stops this. With it, the money goes back all the same, and is paid twice if the provider still pays."
} as const

export const retry = {
  label: "Retry",
  keyOf: "T",
  reasons: ["The provider works again."],
  about: "The transfer is retried. Its status at the provider is checked first.",
  done: "The transfer is retried."
} as const

export const settle = {
  label: "Settle",
  keyOf: "S",
  reasons: ["The provider's statement has it as paid.", "The recipient confirmed the payment."],
  about: "The provider paid the recipient. The payout is marked as settled.",
  done: "The payout is settled."
} as const

/** `isInstructed`: a provider got the transfer. */
export const fail = (isInstructed: boolean) =>
  ({
    label: "Fail",
    keyOf: "F",
    reasons: [
      "The provider confirmed that it did not pay.",
      "The rest of the amount did not come."
    ],
    about: `${
      isInstructed
        ? "Choose this when the provider did not pay the recipient and will not."
        : "No provider was instructed, so the recipient got nothing."
    } The payout ends as failed, and a refund is opened.`,
    done: "The payout is marked as failed, and a refund is opened."
  }) as const

export const reverse = (isInstructed: boolean) =>
  ({
    label: "Reverse",
    keyOf: "R",
    reasons: ["The customer called it off."],
    about: `${
      isInstructed
        ? "Choose this when the payout is called off, although nothing is wrong with the recipient."
        : "No provider was instructed. Choose this when the payout is called off."
    } The money goes back to the customer. The payout ends as reversed, and a refund is opened.`,
    done: "The payout is reversed, and a refund is opened."
  }) as const

export const providerReference = "Provider reference"
export const transactionHash = "Transaction hash"
export const hashFormat = "0x followed by 64 hexadecimal digits"

/** `isSimulated`: there is no chain; `undefined` until that is read. */
export const recordRefund = (isSimulated: boolean | undefined) =>
  ({
    label: "Record refund",
    about:
      isSimulated === true
        ? "Enter the transaction that sent the refund. The chain is simulated here: nothing verifies it, so any hash will do."
        : "Enter the transaction that sent the refund. The transaction is verified on the chain.",
    done: "The refund is recorded as sent."
  }) as const
export const recordRefundOf = (batch: string): string => `Record refund of ${batch}`

export const releaseRefund = {
  label: "Release refund",
  about:
    "Screening flagged the sender or the receiver of this money. Releasing the refund lets it be sent.",
  done: "The refund is released."
} as const
export const releaseRefundOf = (batch: string): string => `Release refund of ${batch}`

export const resume = {
  label: "Resume",
  about: "The batch continues where it stopped. Fix the cause first.",
  done: "The batch is resumed."
} as const
export const resumeBatch = (batch: string): string => `Resume ${batch}`

export const approveAction = {
  label: "Approve action",
  about: "You approve this action with exactly these values.",
  done: "The action took effect."
} as const
export const approveActionFor = (batch: string): string => `Approve action for ${batch}`

/** Names of the facts that a dialog repeats. */
export const refund = "Refund"
export const arrived = "Arrived"
export const goesBack = "Goes back"
export const goesBackTo = (amount: ReactNode, address: ReactNode): ReactNode => (
  <>
    {amount} to {address}
  </>
)
export const noAddress = "an address that the customer has not set yet"
