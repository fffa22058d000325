/** The commands of a payout, from clients, operators and the engine, and the rejections. */
import type * as Approval from "../account/Approval.ts"
import type * as Funding from "../money/Funding.ts"
import type * as Refund from "../refund/Refund.ts"
import type * as ScreeningEvidence from "../ScreeningEvidence.ts"
import type { FailureReason, Status } from "./PayoutEvent.ts"
import type * as Recall from "./Recall.ts"

/** The reference that a transfer may be requested with, and the deadline of its outcome. */
export interface Instruction {
  readonly reference: string
  readonly deadline: number
  /** The provider of the transfer, if there are several. */
  readonly provider?: string | undefined
}

/** The result of a screening, unless it was simulated. */
interface ScreeningResult {
  readonly evidence?: ScreeningEvidence.Evidence | undefined
  readonly senders?: ReadonlyArray<string> | undefined
}

type BeforeTransfer =
  | { readonly _tag: "OpenFunding"; readonly fundingDeadline: number }
  | {
      readonly _tag: "CloseFundingWindow"
      /** True if the window closes before its deadline, which only the sandbox can request. */
      readonly early?: boolean
    }
  | { readonly _tag: "Fund" }
  | { readonly _tag: "RefuseRecipient"; readonly reason: FailureReason }
  | { readonly _tag: "Cancel" }
  | ({ readonly _tag: "ClearScreening"; readonly instruction: Instruction } & ScreeningResult)
  | ({
      readonly _tag: "Hold"
      readonly reason: string
      /** The reason against a sender, if refunds would go to the balance; `null` without one. */
      readonly payerHold?: string | null
    } & ScreeningResult)
  | {
      readonly _tag: "Approve"
      readonly instruction: Instruction
      /** The approver, and the number of people who must approve. */
      readonly by: string
      readonly approvalsMin: number
      /** Returns true if an earlier approver may still approve. By default all may. */
      readonly mayApprove?: (id: string) => boolean
    }
  | { readonly _tag: "Reject" }
  /** Stops all money of a held payout until an operator unfreezes it. */
  | { readonly _tag: "Freeze"; readonly by: string; readonly reason: string }
  | { readonly _tag: "Unfreeze"; readonly by: string }

type TransferCommand =
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
      /** The next instruction if this refusal allows another; `null` if it is final. */
      readonly next: Instruction | null
      readonly attemptsMax: number
    }
  | { readonly _tag: "ExpireTransfer"; readonly reference: string }
  /** Moves the deadline of a transfer that waits for its provider. */
  | { readonly _tag: "PostponeTransfer"; readonly reference: string; readonly deadline: number }

type OperatorCommand =
  | { readonly _tag: "Retry"; readonly instruction: Instruction }
  | { readonly _tag: "Settle"; readonly providerReference: string | null }
  | { readonly _tag: "Fail"; readonly reason: FailureReason }
  | { readonly _tag: "Reverse" }
  | { readonly _tag: "Park" }

/** A command and its time, milliseconds. */
export type Command = (
  | Funding.Verb
  | BeforeTransfer
  | TransferCommand
  | OperatorCommand
  | Refund.Verb
  | Recall.Verb
) & {
  readonly at: number
  /** The address for refunds, if the decision includes one. */
  readonly refundAddress?: string | undefined
  /** The approval, if the command needs more than one user. */
  readonly vote?: Approval.Vote | undefined
}

/** The state does not allow the command. `cause` is set if the status is not the only reason. */
export interface InvalidState {
  readonly _tag: "InvalidState"
  readonly status: Status
  readonly command: Command["_tag"]
  readonly cause?:
    | "deposit_arrived"
    | "not_funded"
    | "frozen"
    | "of_batch"
    | "of_balance"
    | Recall.Cause
}

/** Rejections in order of precedence. */
export type Rejection =
  | InvalidState
  | Recall.RecallNotFound
  | Recall.ReturnTooLarge
  /** The command is about a transfer that is not the live one. */
  | { readonly _tag: "StaleTransfer"; readonly reference: string }
