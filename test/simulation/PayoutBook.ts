/** The auditor's book of one payout. */
import type { Status } from "../../src/domain/payout/Payout.ts"
import type * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import type * as ChainBooks from "./ChainBooks.ts"

export interface Book {
  readonly birth: PayoutEvent.Created
  status: Status
  sequence: number
  readonly timeline: Array<{ readonly status: Status; readonly at: number }>
  deadline: number
  isClosed: boolean
  readonly deposits: ChainBooks.Deposits
  arrived: number
  readonly suspense: ChainBooks.Suspense
  /** The share from its batch, or the amount from the balance. */
  allocated: number
  paidOut: number
  owedBack: number
  /** Amount that went back to the balance that paid. */
  returned: number
  /** The recall that is not closed, and true once it has money. */
  recall: { readonly id: string; hasMoney: boolean } | undefined
  /** Money that providers returned in all, minor units, and its value in micro-USDC. */
  recalled: { readonly minor: number; readonly value: number }
  /** The part of `owedBack` that is recorded as sent, by transaction. */
  readonly sent: Map<string, number>
  live: string | null
  /** Number of transfer references. */
  references: number
  /** True if the payout ever had a transfer, which requires clearance. */
  hasPaid: boolean
  /** The provider of the live transfer. */
  provider: string | undefined
  transferDeadline: number
  isAccepted: boolean
  isCleared: boolean
  decision: "approve" | "reject" | undefined
  /** Approvers of the current hold. */
  readonly approvals: Set<string>
  /** True until enough users unfreeze the hold. `thawers` are the users so far. */
  isFrozen: boolean
  readonly thawers: Set<string>
  /** All results of screening so far. */
  readonly found: Set<string>
}

export const finals: ReadonlyArray<Status> = ["SETTLED", "FAILED", "REVERSED"]
export const held = (book: Book): number =>
  book.arrived +
  book.suspense.released +
  book.allocated -
  book.paidOut -
  book.owedBack -
  book.returned

export const open = (birth: PayoutEvent.Created): Book => ({
  ...{ birth, status: birth.status, sequence: 1, deadline: birth.fundingDeadline },
  timeline: [{ status: birth.status, at: birth.at }],
  ...{ isClosed: false, deposits: new Map(), arrived: 0, allocated: 0 },
  suspense: { received: 0, released: 0 },
  ...{
    paidOut: 0,
    owedBack: 0,
    returned: 0,
    recall: undefined,
    recalled: { minor: 0, value: 0 },
    sent: new Map(),
    approvals: new Set(),
    found: new Set()
  },
  ...{ isFrozen: false, thawers: new Set() },
  ...{
    live: null,
    references: 0,
    hasPaid: false,
    transferDeadline: 0,
    isAccepted: false,
    isCleared: false
  },
  ...{ provider: undefined, decision: undefined }
})
