/** Words of the staff's decisions: holds, reviews, refunds, and one payout. */

import type { ReactNode } from "react"
import type {
  AdminPayout,
  EarlierDecision,
  ListedEntry,
  PayoutStatus
} from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"

const since: Partial<Record<PayoutStatus, string>> = {
  COMPLIANCE_HOLD: "Held since",
  MANUAL_REVIEW: "In review since",
  SETTLED: "Settled",
  FAILED: "Failed",
  REVERSED: "Reversed"
}

/** Words of the queues of payouts that wait for staff. */
export const queue = {
  funding: "Funding",
  sinceOf: (status: PayoutStatus): string => since[status] ?? "Since",

  payoutId: "payout id",
  none: "Nothing is waiting",
  openPayout: "Open the payout",
  list: "Payouts that wait",
  backToList: "All waiting payouts",
  keys: "J chooses the next payout, and K the previous one."
} as const

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
type Noted = Pick<AdminPayout, "screening" | "hold_reason" | "approvals" | "approvals_needed">

/** Words of the payouts that screening has stopped. */
export const holds = {
  title: "Holds",
  /** Past decisions, by their actions in the audit log. */
  past: [
    ["payout.approved", "Past approvals"],
    ["payout.reversed", "Past rejections"],
    ["payout.frozen", "Past freezes"]
  ],
  kyc: "KYC of the account",
  senders: "Money came from",
  /** Names of the values that buttons copy. */
  sender: "sender's address",
  earlier: "Payouts to this phone",
  about:
    "These payouts are held, the oldest first. Read the reason, and compare the names if screening found a match. " +
    "Then approve or reject. Freeze money that may be neither paid out nor refunded.",
  aboutFrozen:
    "The money of these payouts is neither paid out nor refunded until it is unfrozen. They need no decision.",
  views: { label: "Which holds", waiting: "Waiting", frozen: "Frozen" },

  /** The list's note: the score of the names or the reason of the hold, and the approvals. */
  noteOf: ({ approvals, approvals_needed, hold_reason, screening }: Noted): string => {
    const why = screening === null ? sentence(hold_reason ?? "") : `Score ${screening.score}`
    return [why, approvals.length > 0 && `${approvals.length} of ${approvals_needed} approvals`]
      .filter(Boolean)
      .join(", ")
  }
} as const

/** Words of the payouts whose outcome is unknown. */
export const reviews = {
  title: "Manual review",
  about: "Check with the provider what happened, then record the outcome.",
  /** Past decisions, by their actions in the audit log. */
  past: [
    ["payout.settled", "Past settlements"],
    ["payout.failed", "Past failures"],
    ["payout.reversed", "Past reversals"]
  ],
  why: "Why",
  arrived: "Arrived",

  /** Short reasons for the list. */
  notes: {
    underpaid: "Underpaid",
    provider_unknown: "Outcome unknown",
    defect: "Internal check failed"
  },

  reasons: {
    underpaid: "Less than the exact amount arrived before the window closed.",
    provider_unknown:
      "The provider did not report how the transfer ended. Check with the provider before you decide.",
    defect: "An internal check stopped the payout. Contact engineering before you decide."
  }
} as const

/** Words of refunds, as staff see them. */
export const refunds = {
  title: "Refunds",
  about: "Send the refunds that are due, the oldest first. Then record the transactions.",
  aboutSimulated: "The sandbox sends due refunds automatically, in a moment.",
  past: "Recorded by operators",
  /** The choice of refunds to list. */
  views: { label: "Which refunds", open: "Open", sent: "Sent" },
  aboutSent: "Payouts and batches whose refund was sent.",
  noneSent: "No refund of a payout was sent",
  refund: "Refund",
  heldBecause: "Held because",
  transaction: "Transaction",
  noAddress: "No refund address yet",
  endedAs: "Payout ended as",
  /** The rows of a list do not have the time at which a refund was sent. */
  ended: "Payout ended",
  batchCreated: "Batch created",
  openBatch: "Open the batch",
  batchOf: (payouts: number): string => `Batch of ${payouts} payouts`,

  /** Names of the values that buttons copy. */
  copied: { address: "refund address", transaction: "transaction" }
} as const

/** Words of an action that waits for another approval. */
export const pending = {
  title: "Waiting for another approval",
  action: "Action",
  none: "none",
  approvedBy: "Approved by",
  stillNeeded: "Still needed",
  since: "Since",
  effect:
    "The action takes effect once enough people have approved it. A different action, or different values, replaces it.",

  missing: (count: number): string => (count === 1 ? "1 more approval" : `${count} more approvals`)
} as const

/** Words of a payout, as staff see it. */
export const staffPayout = {
  to: (who: string): string => `To ${who}`
} as const

const recipient = "Recipient"

const subjectOf = (subject: string | null): string =>
  subject === null || subject === "recipient" ? recipient : Format.words(subject)

const types: Readonly<Record<ListedEntry["type"], string>> = {
  ...{ individual: "Person", entity: "Organisation", vessel: "Vessel", aircraft: "Aircraft" }
}

/** Words of screening results. */
export const match = {
  screening: "Screening",
  notScreened: "Not screened",
  notRun: "Not run, because the hold has another reason",
  heldBecause: "Held because",
  reason: "Reason",
  subjectOf,
  asGiven: (subject: string): string => `${subject}, as given`,
  noName: "No name",
  registered: "As registered with the network",
  unknown: "Unknown",
  matchedEntry: "Matched list entry",
  candidates: "All list entries that match",
  candidate: (entry: string, subject: string, score: number): string =>
    `${entry}: ${subjectOf(subject)}, score ${score}`,
  /** Facts about an entry of a list. */
  listed: {
    type: "Type",
    born: "Date of birth",
    birthplace: "Place of birth",
    nationality: "Nationality",
    title: "Title",
    programs: "Programs",
    aliases: "Aliases",
    remarks: "Remarks",
    published: "Published entry"
  },
  typeOf: (type: ListedEntry["type"]): string => types[type],
  /** The word between dates or places of birth that are all possible. */
  or: " or ",
  pageOf: (entry: number): string => `Entry ${entry} at OFAC`,
  none: "None",
  verdict: "Verdict",
  score: "Score",
  listVersion: "List version",
  approvals: "Approvals so far",

  /** Amounts on several chains, which are never added up. */
  amounts: (own: ReactNode, foreign: ReadonlyArray<string>): ReactNode => (
    <>
      {own}
      {foreign.map((amount) => ` and ${amount}`)}
    </>
  ),
  frozen: (
    amount: ReactNode,
    since: ReactNode,
    { by, reason }: { readonly by: string; readonly reason: string }
  ): ReactNode => (
    <>
      {amount} frozen since {since} by {by}: {reason}
    </>
  )
} as const

/** Words of a payout's instruction to its provider. */
export const transfer = {
  title: "Provider",
  none: "No provider was instructed.",
  provider: "Provider",
  simulated: "Simulated",
  unnamed: "Not recorded",
  instruction: "Instruction",
  providerReference: "Provider reference",
  attempt: "Instructions so far",
  answer: "Last response",
  awaited: "Response awaited until",

  /** A repeated instruction follows a refusal at once, so its time is that of the first one. */
  sent: (attempt: number): string => (attempt > 1 ? "First sent" : "Sent"),

  answers: {
    requested: "No definite response",
    accepted: "Accepted",
    refused: "Refused"
  },

  /** Names of the values that buttons copy. */
  copied: {
    instruction: "instruction",
    providerReference: "provider reference"
  }
} as const

const outcomes: Readonly<Record<EarlierDecision["outcome"], string>> = {
  ...{ approved: "Approved", rejected: "Rejected", frozen: "Frozen", unfrozen: "Unfrozen" }
}

/** Decisions by their actions in the audit log. */
const actions: Readonly<Record<string, string>> = {
  "payout.approved": outcomes.approved,
  "payout.reversed": "Reversed",
  "payout.frozen": outcomes.frozen,
  "payout.unfrozen": outcomes.unfrozen,
  "payout.settled": "Settled",
  "payout.failed": "Failed",
  "payout.action_approved": "First approval of an action",
  "transfer.requested": "Retried",
  "refund.sent": "Refund recorded as sent",
  "refunds.released": "Refund released",
  "recall.opened": "Recall opened",
  "recall.returned": "Return recorded",
  "recall.closed": "Recall closed"
}

const traits: Readonly<Record<EarlierDecision["shared"][number], string>> = {
  ...{ phone: "same phone", name: "same name", list_entry: "same list entry" }
}

/** Words of what the staff decided about payouts. */
export const staffDecisions = {
  title: "Decisions by staff",
  rejected: "Rejected on hold",
  earlier: "Earlier decisions",
  noneEarlier: "None about this phone, this name or these list entries.",

  outcomes,

  /** Returns `undefined` if the act decides nothing. */
  outcomeOf: (action: string, isRejected: boolean): string | undefined =>
    action === "payout.reversed" && isRejected ? outcomes.rejected : actions[action],

  decided: (outcome: string, name: string, at: ReactNode, reason: string | null): ReactNode => (
    <>
      {outcome} by {name}, {at}
      {reason !== null && <>, “{reason}”</>}
    </>
  ),

  sharedOf: (shared: EarlierDecision["shared"]): string =>
    `(${shared.map((trait) => traits[trait]).join(", ")})`,

  payoutTo: (who: string): string => `Payout to ${who}`
} as const

/** `people` is the number of people who must approve. */
const afterApproval = (effect: string, people: number): string =>
  people === 1
    ? `${effect}. One approval is enough.`
    : `${effect} when ${people} people have approved it.`

/** Words of what staff decide about payouts, batches and accounts. */
export const decision = {
  /** The message after an approval. `waiting` is `undefined` if the action took effect. */
  approvalOutcome: (
    effect: string,
    waiting: readonly [given: number, needed: number] | undefined
  ): string =>
    waiting === undefined
      ? effect
      : `Your approval is recorded, ${waiting[0]} of ${waiting[1]}. Other people must approve it now.`,

  /** The text in place of a button that the same person would press again. */
  ownApproval: "You have approved this. Other people must approve it now.",

  reason: "Reason",
  reasonHint: "Recorded in the audit log.",
  oftenGiven: "Often given",

  titleOf: (label: string, subject: string): string => `${label}: ${subject}`,
  payoutTo: (label: string, who: string): string => `${label} payout to ${who}`,

  refundAddress: {
    later: "The customer can also set it later.",
    needed: "The customer has not set an address. Enter the address that you sent the money to.",
    copied: "refund address"
  },
  refundGoesTo: (address: ReactNode): ReactNode => <>The refund goes to {address}</>,

  approve: (people: number) =>
    ({
      label: "Approve",
      keyOf: "A",
      reasons: [
        "This is another person. The date of birth or the country differs.",
        "This is another person. Only a part of the name is alike.",
        "The same recipient was checked before."
      ],
      about: afterApproval("The payout continues", people),
      done: "The payout continues."
    }) as const,

  reject: {
    label: "Reject",
    keyOf: "R",
    reasons: [
      "The recipient is the person on the list.",
      "The customer did not say who the recipient is."
    ],
    about: "The payout is reversed and a refund opened. This cannot be undone.",
    done: "The payout is rejected."
  },

  freeze: {
    label: "Freeze",
    keyOf: "F",
    reasons: ["An authority ordered it.", "Reported to the authority, whose response is awaited."],
    about:
      "Freeze money that must not move, for example on the order of an authority. The money is neither paid out nor refunded until it is unfrozen.",
    done: "The payout is frozen."
  },

  unfreeze: (people: number) =>
    ({
      label: "Unfreeze",
      keyOf: "U",
      reasons: ["The authority released it."],
      about: afterApproval("The payout returns to the holds", people),
      done: "The payout is back in the holds."
    }) as const,

  override: {
    label: "Proceed without a final response from the provider",
    hint:
      "The service asks the provider first, and never refunds a transfer that the provider reports as paid. Without a final " +
      "response, nothing happens unless you tick this box. Tick it only if you are certain that the provider will not pay. " +
      "Otherwise the money is both paid out and refunded."
  },

  retry: {
    label: "Retry",
    keyOf: "T",
    reasons: ["The provider works again."],
    about: "The transfer is retried. Its status at the provider is checked first.",
    done: "The transfer is retried."
  },

  settle: {
    label: "Settle",
    keyOf: "S",
    reasons: ["The provider's statement has it as paid.", "The recipient confirmed the payment."],
    about: "The provider paid the recipient. The payout is marked as settled.",
    done: "The payout is settled."
  },

  /** `isInstructed` is true if a provider got the transfer. */
  fail: (isInstructed: boolean) =>
    ({
      label: "Fail",
      keyOf: "F",
      reasons: [
        "The provider confirmed that it did not pay.",
        "The missing amount did not arrive."
      ],
      about: `${
        isInstructed
          ? "Choose this when the provider did not pay the recipient and will not."
          : "No provider was instructed, so the recipient got nothing."
      } The payout ends as failed, and a refund is opened.`,
      done: "The payout is marked as failed, and a refund is opened."
    }) as const,

  reverse: (isInstructed: boolean) =>
    ({
      label: "Reverse",
      keyOf: "R",
      reasons: ["The customer cancelled the payout."],
      about: `${
        isInstructed
          ? "Choose this when the payout is called off, although nothing is wrong with the recipient."
          : "No provider was instructed. Choose this when the payout is called off."
      } The money goes back to the customer. The payout ends as reversed, and a refund is opened.`,
      done: "The payout is reversed, and a refund is opened."
    }) as const,

  providerReference: "Provider reference",
  transactionHash: "Transaction hash",
  hashFormat: "0x followed by 64 hexadecimal digits",

  /** `isSimulated` is true without a real chain, and `undefined` until that is read. */
  recordRefund: (isSimulated: boolean | undefined) =>
    ({
      label: "Record refund",
      about:
        isSimulated === true
          ? "Enter the transaction that sent the refund. The chain is simulated here, so nothing verifies the hash, and any hash will do."
          : "Enter the transaction that sent the refund. The transaction is verified on the chain.",
      done: "The refund is recorded as sent."
    }) as const,
  recordForeignRefund: (chain: string) =>
    ({
      label: `Record refund on ${chain}`,
      about: `Enter the transaction that sent the refund on ${chain}. The transaction is verified there.`,
      done: "The refund is recorded as sent."
    }) as const,
  recordRefundOf: (batch: string): string => `Record refund of ${batch}`,

  releaseRefund: {
    label: "Release refund",
    about:
      "Screening flagged the sender or the receiver of this money. Releasing the refund lets it be sent.",
    done: "The refund is released."
  },
  releaseRefundOf: (batch: string): string => `Release refund of ${batch}`,

  resume: {
    label: "Resume",
    about: "The batch continues where it stopped. Fix the cause first.",
    done: "The batch is resumed."
  },
  resumeBatch: (batch: string): string => `Resume ${batch}`,

  approveAction: {
    label: "Approve action",
    about: "You approve this action with exactly these values.",
    done: "The action took effect."
  },
  approveActionFor: (batch: string): string => `Approve action for ${batch}`,

  /** Names of the facts that a dialog repeats. */
  refund: "Refund",
  arrived: "Arrived",
  goesBack: "Goes back",
  goesBackTo: (amount: ReactNode, address: ReactNode): ReactNode => (
    <>
      {amount} to {address}
    </>
  ),
  noAddress: "an address that the customer has not set yet"
} as const
