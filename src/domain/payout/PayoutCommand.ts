/** What can be wanted of a payout: by clients, operators, and the engine that tells of the world. */
import type * as Approval from "../account/Approval.ts"
import type * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import type * as ScreeningEvidence from "../ScreeningEvidence.ts"
import type { FailureReason, Status } from "./PayoutEvent.ts"

/** A reference drawn for a transfer that may be requested, and when its outcome is overdue. */
export interface Instruction {
  readonly reference: string
  readonly deadline: number
  /** Who is to make the transfer, where there are several. */
  readonly provider?: string | undefined
}

/** What screening found, where something real was looked at. */
interface Screened {
  readonly evidence?: ScreeningEvidence.Evidence | undefined
  /** Whose deposits were looked at. */
  readonly senders?: ReadonlyArray<string> | undefined
}

type Deposits =
  | { readonly _tag: "SeeDeposit"; readonly deposit: Funding.Deposit }
  | { readonly _tag: "DropDeposit"; readonly deposit: Funding.Deposit }
  | { readonly _tag: "FinalizeDeposit"; readonly deposit: Funding.Deposit }

type BeforeTransfer =
  | { readonly _tag: "OpenFunding"; readonly fundingDeadline: number }
  | { readonly _tag: "CloseFundingWindow" }
  /** The batch has the funds of all its rows. */
  | { readonly _tag: "Fund" }
  | { readonly _tag: "RefuseRecipient"; readonly reason: FailureReason }
  | { readonly _tag: "Cancel" }
  | ({ readonly _tag: "ClearScreening"; readonly instruction: Instruction } & Screened)
  | ({ readonly _tag: "Hold"; readonly reason: string } & Screened)
  | {
      readonly _tag: "Approve"
      readonly instruction: Instruction
      /** Who approves, and how many must: nobody counts twice. */
      readonly by: string
      readonly approvalsMin: number
      /** Other names under which the same person may have approved. */
      readonly names?: ReadonlyArray<string>
      /** Whether whoever approved under a name may still do so; default: everybody may. */
      readonly maySpeak?: (name: string) => boolean
    }
  | { readonly _tag: "Reject" }
  /** A third way out of a hold: no money moves any more, until a person says that it may. */
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
  /** It waits for its provider: its outcome is overdue later. */
  | { readonly _tag: "PostponeTransfer"; readonly reference: string; readonly deadline: number }

type OfOperators =
  | { readonly _tag: "Retry"; readonly instruction: Instruction }
  | { readonly _tag: "Settle"; readonly providerReference: string | null }
  | { readonly _tag: "Fail"; readonly reason: FailureReason }
  | { readonly _tag: "Reverse" }
  | { readonly _tag: "Park" }

/** Commands about money that goes back: of payouts and of batches. */
export type RefundCommand =
  /** Where money that is due back shall go. */
  | { readonly _tag: "SetRefundAddress"; readonly address: string }
  | {
      readonly _tag: "SendRefund"
      /** What was sent, micro-USDC: a refund that grew meanwhile is another refund. */
      readonly amount: Money.Micro
      readonly address: string
      readonly txHash: string
      /** What screening has against the address, if anything. */
      readonly flagged?: string | undefined
    }
  | {
      readonly _tag: "ConfirmRefund"
      readonly txHash: string
      /** Whether somebody else than the service sent it. */
      readonly isThirdParty?: boolean | undefined
    }
  /** The transaction is gone, or was another one: the refund is due again. */
  | { readonly _tag: "DisproveRefund"; readonly txHash: string }
  /** What screening found about the senders of money that is due back. */
  | {
      readonly _tag: "ScreenSenders"
      readonly senders: ReadonlyArray<string>
      /** Why their money is kept back; `null`: nothing is against it. */
      readonly hold: string | null
      readonly evidence?: ScreeningEvidence.Evidence | undefined
    }
  /** A person lets money go back that was kept back. */
  | { readonly _tag: "ReleaseRefunds"; readonly by: string }

/** What someone wants of a payout, and when (milliseconds). */
export type Command = (Deposits | BeforeTransfer | OfTransfer | OfOperators | RefundCommand) & {
  readonly at: number
  /** Where money shall go that is due back, if who decides says so along with the decision. */
  readonly refundAddress?: string | undefined
  /** Whose word it is, where it takes more than one person's. */
  readonly word?: Approval.Word | undefined
}

/** The state does not allow the command. `cause`: what else than the status stands against it. */
export interface InvalidState {
  readonly _tag: "InvalidState"
  readonly status: Status
  readonly command: Command["_tag"]
  readonly cause?: "deposit_arrived" | "not_funded" | "frozen"
}
