/** Words of the page on which a payout is made. */
import type { ReactNode } from "react"

export const to = (name: string): string => `To ${name}`
export const getQuote = "Get a quote"
export const amountAbout = (time: string): string => `The rate is locked for ${time}.`

/** How long a quote lives. */
export const lockTime = (seconds: number): string =>
  seconds === 60
    ? "one minute"
    : seconds === 300
      ? "five minutes"
      : seconds % 60 === 0
        ? `${seconds / 60} minutes`
        : `${seconds} seconds`

/** A last look before the order. */
export const look = {
  open: "Review payout",
  title: "Review the payout",
  effect: "The payout starts when your deposit arrives. You can cancel it before that."
} as const

/** Next to the order of a payout that is like another one. */
export const paidBefore = {
  intro: "The same amount went to this phone in the last 14 days. Is this another payment?",
  more: (count: number): string => `${count} more`
} as const

/** The number begins as those of another network. */
export const otherNetwork = (usual: string, chosen: string): string =>
  `Numbers like this usually belong to ${usual}, and you chose ${chosen}. Numbers can be moved between networks: check with the recipient.`
export const quoteLost = "This quote can no longer be used. Get another one."

export const locked = {
  change: "Change",
  another: "Get another quote",
  becomes: "becomes",
  expired: "The rate has expired. Get another quote to go on."
} as const

export const feeShare = (percent: string): string => `(${percent}, included in the rate)`

export const holdsFor = (timeLeft: ReactNode): ReactNode => <>The rate holds for {timeLeft}</>

export const create = "Create payout"
export const beneficiary = "Beneficiary"
export const newRecipient = "New recipient"

/** Of the sandbox alone. */
export const testRecipient = "Test recipient"
export const noTestRecipient = "None"
export const testOutcomes = {
  settles: "Settles",
  settlesLate: "Settles later than others",
  hasNoBalance: "Fails: the provider has no balance",
  isInvalid: "Fails: the recipient is invalid",
  isHeld: "Is held by screening",
  isReversed: "Is held, then reversed",
  isInReview: "Ends up in manual review",
  isUnfunded: "Waits for funds: no deposit by itself"
} as const

/** What one payout to a network may be, at least and at most. */
/** The amount is outside of a network's limits. */
export const outsideLimits = (network: string, least: string, most: string): string =>
  `${network} takes ${least} to ${most} per payout. Production refuses this amount.`

/** The network is down. */
export const unreachable = (network: string): string =>
  `${network} cannot be reached right now. You can create the payout: your money is safe, and the service pays as soon as the network answers.`

export const hints = {
  testRecipient: "Only in the sandbox: numbers and names whose payouts have a fixed outcome.",
  name: "The name registered with the network.",
  reference: "Your own reference, such as an invoice number.",
  refundAddress: "Address for a refund, if one becomes due. You can also set it later."
} as const
