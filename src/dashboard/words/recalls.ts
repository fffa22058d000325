/** Words of recalls, which are about the money of settled payouts. */
import type { RecallKind, RecallOutcome, RecallStatus } from "../../client/Generated.ts"

const kinds: Readonly<Record<RecallKind, string>> = {
  returned: "Returned by the provider",
  recalled: "Asked back",
  disputed: "Disputed"
}

const statuses: Readonly<Record<RecallStatus, string>> = {
  open: "Open",
  returned: "Money returned",
  closed: "Closed"
}

const outcomes: Readonly<Record<RecallOutcome, string>> = {
  returned: "The money came back",
  kept: "The recipient keeps the money",
  written_off: "The money did not come back"
}

export const recalls = {
  title: "Recall",
  about:
    "Somebody wants this money back after the payout settled. Returned money becomes a refund, or returns to the balance that paid.",
  kind: "Kind",
  opened: "Opened",
  returned: "Returned",
  worth: "Refunded",
  returnedAt: "Returned at",
  providerReference: "Reference of the return",
  outcome: "Outcome",
  closed: "Closed",
  reason: "Reason",
  evidence: "Evidence",
  copiedReference: "reference of the return",
  kinds,
  statuses,
  outcomes,

  filter: { label: "Recall", open: "Open" },

  open: {
    label: "Open recall",
    about: "The payout stays settled. The customer sees the recall, without reason and evidence.",
    done: "The recall is open.",
    evidence: "Evidence, which only staff see"
  },

  giveBack: {
    label: "Record return",
    about:
      "The provider returned money to the balance there. Its share of the payout, with the fee, becomes a due refund. This cannot be undone.",
    done: "The return is recorded, and a refund is due.",
    amount: (currency: string): string => `Amount that came back, ${currency}`
  },

  close: {
    label: "Close recall",
    about: "The recall ends, and no money moves. This cannot be undone.",
    done: "The recall is closed."
  }
} as const
