/** The commands of a payout, from clients, operators and the engine, and the rejections. */
import type * as Approval from "../account/Approval.ts"
import type * as Funding from "../money/Funding.ts"
import type * as Refund from "../refund/Refund.ts"
import type * as ScreeningEvidence from "../ScreeningEvidence.ts"
import type { FailureReason, Status } from "./PayoutEvent.ts"

/** The reference of a transfer that may be requested, and the deadline of its outcome. */
export interface Instruction {
  readonly reference: string
  readonly deadline: number
  /** The provider of the transfer, where there are several. */
  readonly provider?: string | undefined
}

/** The evidence of a screening, where it was not simulated. */
interface Screened {
  readonly evidence?: ScreeningEvidence.Evidence | undefined
  /** Senders that were screened. */
  readonly senders?: ReadonlyArray<string> | undefined
}

type BeforeTransfer =
  | { readonly _tag: "OpenFunding"; readonly fundingDeadline: number }
  | {
      readonly _tag: "CloseFundingWindow"
      /** Whether it closes before its deadline, as the sandbox may be asked to. */
      readonly early?: boolean
    }
  /** The batch is funded. */
  | { readonly _tag: "Fund" }
  | { readonly _tag: "RefuseRecipient"; readonly reason: FailureReason }
  | { readonly _tag: "Cancel" }
  | ({ readonly _tag: "ClearScreening"; readonly instruction: Instruction } & Screened)
  | ({ readonly _tag: "Hold"; readonly reason: string } & Screened)
  | {
      readonly _tag: "Approve"
      readonly instruction: Instruction
      /** Who approves, and how many people must. */
      readonly by: string
      readonly approvalsMin: number
      /** Whether an earlier approver may still approve; default: all may. */
      readonly mayApprove?: (id: string) => boolean
    }
  | { readonly _tag: "Reject" }
  /** No money of a held payout moves until an operator unfreezes it. */
  | { readonly _tag: "Freeze"; readonly by: string; readonly reason: string }
  | { readonly _tag: "Unfreeze"; readonly by: string }

type OfTransfer =
  | { readonly _tag: "AcceptTransfer"; readonly reference: string }
  | {
      readonly _tag: "DeliverTransfer"
      readonly reference: string
      readonly providerReference: string
    }
  | {
      readonly _tag: "RefuseTransfer"
      readonly reference: string
      readonly reason: FailureReason
      /** The next instruction if this refusal allows another; `null`: refused for good. */
      readonly next: Instruction | null
      readonly attemptsMax: number
    }
  | { readonly _tag: "ExpireTransfer"; readonly reference: string }
  /** It waits for its provider: its deadline moves. */
  | { readonly _tag: "PostponeTransfer"; readonly reference: string; readonly deadline: number }

type OfOperators =
  | { readonly _tag: "Retry"; readonly instruction: Instruction }
  | { readonly _tag: "Settle"; readonly providerReference: string | null }
  | { readonly _tag: "Fail"; readonly reason: FailureReason }
  | { readonly _tag: "Reverse" }
  | { readonly _tag: "Park" }

/** A command and its time, milliseconds. */
export type Command = (Funding.Verb | BeforeTransfer | OfTransfer | OfOperators | Refund.Verb) & {
  readonly at: number
  /** The address for refunds, where the decision includes one. */
  readonly refundAddress?: string | undefined
  /** Who approves it, where more than one person must. */
  readonly vote?: Approval.Vote | undefined
}

/** The state does not allow the command. `cause`: where it is not the status alone. */
export interface InvalidState {
  readonly _tag: "InvalidState"
  readonly status: Status
  readonly command: Command["_tag"]
  readonly cause?: "deposit_arrived" | "not_funded" | "frozen"
}

/** In order of precedence. */
export type Rejection =
  | InvalidState
  /** The command concerns a transfer that is not the live one. */
  | { readonly _tag: "StaleTransfer"; readonly reference: string }
