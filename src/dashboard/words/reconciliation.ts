/** Words of the staff's page of reconciliations and breaks. */
import type { BreakKind, ReconciliationSummary, StatementFile } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"

const kinds: Readonly<Record<BreakKind, string>> = {
  books_do_not_balance: "Books do not balance",
  refund_transaction_shared: "Refunds share a transaction",
  deposit_not_on_chain: "Deposit not on the chain",
  deposit_not_in_log: "Deposit not in the books",
  deposit_differs: "Deposit differs",
  refund_not_on_chain: "Refund not on the chain",
  usdc_short: "Too little USDC on the chain",
  float_differs: "Balance at a provider differs from the books",
  foreign_deposit_not_in_log: "Foreign deposit not in the books",
  foreign_short: "Too little of a foreign token",
  settled_not_delivered: "Settled but not delivered",
  delivered_not_settled: "Delivered but not settled",
  unknown_at_provider: "Unknown at the provider",
  statement_transfer_unknown: "Line for an unknown payout",
  statement_line_missing: "Payout not in the statement",
  statement_paid_not_settled: "Paid in the statement, not settled",
  statement_settled_not_paid: "Settled, not paid in the statement",
  statement_paid_twice: "Paid twice in the statement",
  statement_amount_differs: "Amount differs from the statement"
}

/** Sources that are not providers. */
const sources: Readonly<Record<string, string>> = { books: "Books", chain: "Chain", log: "Log" }

/** Words that the lists and the pages of reconciliations and breaks share. */
export const reconciliation = {
  title: "Reconciliation",
  about:
    "The service compares its books with the chain and the providers every night. A difference is a break, until staff close it or a later comparison does not find it.",
  views: {
    label: "Which list",
    open: "Open breaks",
    breaks: "All breaks",
    runs: "Reconciliations"
  },
  kinds,
  kind: "Kind",
  sourceOf: (source: string): string => sources[source] ?? source,
  source: "Source",
  subject: "Subject",
  noSubject: "None",
  /** The value of a side without an amount. */
  noAmount: "–",
  books: "In the books",
  reported: "Reported",
  day: "Day (UTC)",
  copied: { reference: "reference", id: "break id" }
} as const

/** Words of reconciliations. */
export const runs = {
  none: {
    title: "No reconciliations yet",
    hint: "The service compares each day in the night after it. Start a reconciliation to compare a day now."
  },
  noneOfDay: "No reconciliation of this day",
  of: (day: string): string => `Reconciliation of ${day}`,
  outcome: "Outcome",
  differences: "Differences",
  compared: "Compared",
  /** The numbers of compared objects, without kinds of which there are none. */
  comparedOf: ({ compared }: Pick<ReconciliationSummary, "compared">): string => {
    const { batches, deposits, payouts, refunds, transfers } = compared
    const texts = [
      payouts > 0 && Format.counted(payouts, "payout", "payouts"),
      batches > 0 && Format.counted(batches, "batch", "batches"),
      deposits > 0 && Format.counted(deposits, "deposit", "deposits"),
      refunds > 0 && Format.counted(refunds, "refund", "refunds"),
      transfers > 0 && Format.counted(transfers, "transfer", "transfers")
    ]
    return texts.filter(Boolean).join(", ") || runs.nothing
  },
  nothing: "Nothing",
  /** The compared part: a statement file, or everything. */
  partOf: (run: Pick<ReconciliationSummary, "compared" | "statement">): string =>
    run.statement === null
      ? runs.comparedOf(run)
      : `${run.statement.name}: ${Format.counted(run.statement.lines, "line", "lines")}`,
  gaps: "Not compared",
  noGaps: "–",
  startedBy: "Started by",
  /** The starter's name. The service starts a reconciliation every night. */
  starterOf: (by: string): string => (by === "engine" ? "The service" : by),
  started: "Started",
  finished: "Finished",

  start: {
    label: "Start reconciliation",
    about:
      "The service compares the books with the chain and the providers. This can take minutes.",
    dayHint: "A day can be compared from one hour after its end, in UTC.",
    done: "The reconciliation has started."
  }
} as const

/** Words of the page of one reconciliation. */
export const run = {
  back: "Reconciliation",
  about: "Shown as it was found. Later payments and decisions do not change it.",
  running: "The comparison is running. The results appear here when it finishes.",
  summary: "Summary",
  statement: "Statement file",
  statementOf: ({ lines, name, provider }: StatementFile): string =>
    `${name} of ${provider}, ${Format.counted(lines, "line", "lines")}`,
  fingerprint: "SHA-256 of the file",
  figures: "Balances",
  figuresAbout: "Balances in the books, and the balances that each source reported.",
  noFigures: "No balances were compared",
  account: "Account",
  gapsAbout: "Start the reconciliation again when these sources respond.",
  reason: "Reason",
  chains: "Other chains",
  chainsAbout: (chains: ReadonlyArray<string>): string =>
    `The service has no Ethereum node for ${chains.join(", ")}, so it did not compare deposits there.`,
  details: "Details",
  noDifferences: "All sources agree.",
  noneFound: "No difference was found in the sources that were compared.",
  differencesAbout: "Each difference is a break, or was one.",
  firstOf: (shown: number, all: number): string =>
    `The first ${Format.count(shown)} of ${Format.count(all)} differences.`
} as const

/** Words of the list of breaks. */
export const breaks = {
  none: {
    title: "No breaks yet",
    hint: "Each difference that a reconciliation finds appears here."
  },
  noneOpen: "No open breaks",
  noneMatch: "No breaks match",
  age: "Age",
  ageOf: (days: number): string => Format.counted(days, "day", "days"),
  owner: "Owner",
  noOwner: "No owner",
  filters: {
    owner: "Owner",
    own: "You",
    age: "Age",
    ages: [
      ["1", "1 day or more"],
      ["3", "3 days or more"],
      ["7", "7 days or more"],
      ["30", "30 days or more"]
    ]
  }
} as const

/** Words of the page of one break. */
export const oneBreak = {
  back: "Reconciliation",
  facts: "Difference",
  details: "Details",
  firstFound: "First found",
  lastFound: "Last found",
  lastRun: "Last found by",
  ended: "Ended",
  auditLog: "Audit log",
  reconciliation: "Reconciliation",
  of: (label: string, id: string): string => `${label} ${id}`,

  take: { label: "Take break", done: "You own the break." },
  assign: {
    label: "Assign break",
    about: "The owner finds the cause of the difference.",
    email: "Owner's e-mail address",
    hint: "A member of the staff. Leave the field empty to remove the owner.",
    done: "The owner is changed."
  },

  comments: "Comments",
  noComments: "No comments yet",
  noCommentsHint: "Record here what you asked and what you found.",
  by: "By",
  comment: {
    label: "Add comment",
    field: "Comment",
    about: "All staff see the comment. It cannot be changed or deleted.",
    done: "The comment is added."
  },

  closing: { proposed: "Proposed closing", closed: "Closing" },
  reason: "Reason",
  evidence: "Evidence",
  evidenceHint: "Reference of the document that proves the reason.",
  proposedBy: "Proposed by",
  approvedBy: "Approved by",
  stillNeeded: "Still needed",
  another: (by: string): string =>
    `${by} proposed to close this break. Another person must approve.`,
  amountsChange: "The proposal is removed if the amounts change.",

  close: (needed: number) =>
    needed > 1
      ? {
          label: "Propose closing",
          about: `${Format.count(needed)} people must approve. The break stays open until then.`
        }
      : { label: "Close break", about: "A closed break cannot be opened again." },
  change: {
    label: "Change explanation",
    about: "Your reason and evidence replace the earlier ones."
  },
  approve: {
    label: "Approve closing",
    about: "A closed break cannot be opened again. The proposed reason and evidence stay."
  },
  closed: "The break is closed."
} as const
