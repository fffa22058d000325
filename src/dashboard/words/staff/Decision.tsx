/** Words of what staff decide about payouts, batches and accounts. */
import type { ReactNode } from "react"

const recorded = "Your approval is recorded."

export const reason = "Reason"
export const reasonHint = "Recorded in the audit log."

export const titleOf = (label: string, subject: string): string => `${label}: ${subject}`
export const payoutTo = (label: string, who: string): string => `${label} payout to ${who}`

export const refundAddress = {
  later: "The customer can also set it later.",
  needed: "The customer has not set one: enter where you sent the money.",
  copied: "refund address"
} as const
export const refundGoesTo = (address: ReactNode): ReactNode => <>The refund goes to {address}</>

/** `people`: who must approve it; `undefined` until that is read. */
const afterApproval = (effect: string, people: number | undefined): string => {
  if (people === undefined) return `${effect}.`
  return people === 1
    ? `${effect}. One approval is enough.`
    : `${effect} when ${people} people have approved it.`
}

/** `approvals`: how many were given before. */
export const approve = (people: number | undefined, approvals: number) =>
  ({
    label: "Approve",
    about: afterApproval("The payout continues", people),
    done: people !== undefined && approvals + 1 >= people ? "The payout continues." : recorded
  }) as const

export const reject = {
  label: "Reject",
  about: "The payout is reversed and a refund opened. This cannot be undone.",
  done: "The payout is rejected."
} as const

export const freeze = {
  label: "Freeze",
  about:
    "For money that may neither go on nor back, such as on the order of an authority. It does not move until it is unfrozen: it is neither paid out nor refunded.",
  done: "The payout is frozen."
} as const

export const unfreeze = (people: number | undefined) =>
  ({
    label: "Unfreeze",
    about: afterApproval("The payout returns to the holds", people),
    done: people === 1 ? "The payout is back in the holds." : recorded
  }) as const

export const override = {
  label: "Proceed without a final answer from the provider",
  hint:
    "The provider is always asked first, and what it reports as paid is never refunded. Without the tick, an answer " +
    "that is not final stops this. With it, the money goes back all the same, and is paid twice if the provider still pays."
} as const

export const retry = {
  label: "Retry",
  about: "The transfer is retried. Its status at the provider is checked first.",
  done: "The transfer is retried."
} as const

export const settle = {
  label: "Settle",
  about: "The provider paid the recipient. The payout is marked as settled.",
  done: "The payout is settled."
} as const

export const fail = {
  label: "Fail",
  about:
    "Choose this when the provider did not pay the recipient and will not. The payout ends as failed, and a refund is opened.",
  done: "The payout is marked as failed, and a refund is opened."
} as const

export const reverse = {
  label: "Reverse",
  about:
    "Choose this when the payout is called off, although nothing is wrong with the recipient: the money goes back to the " +
    "customer. The payout ends as reversed, and a refund is opened.",
  done: "The payout is reversed, and a refund is opened."
} as const

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
  done: recorded
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
  done: recorded
} as const
export const approveActionFor = (batch: string): string => `Approve action for ${batch}`

/** Names of the facts that a dialog repeats. */
export const refund = "Refund"
