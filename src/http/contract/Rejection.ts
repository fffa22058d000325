/** All rejections of a request: by HTTP, by use cases and by the domain. */

import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as KeyIssuer from "../../domain/account/KeyIssuer.ts"
import type * as Operator from "../../domain/account/Operator.ts"
import type * as Team from "../../domain/account/Team.ts"
import type * as Balance from "../../domain/balance/Balance.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as NewBatch from "../../domain/batch/NewBatch.ts"
import type * as Booking from "../../domain/books/Booking.ts"
import type * as Break from "../../domain/books/Break.ts"
import type * as Period from "../../domain/books/Period.ts"
import type * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import type * as Float from "../../domain/money/Float.ts"
import type * as NewPayout from "../../domain/payout/NewPayout.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as ProviderVerdict from "../../domain/payout/ProviderVerdict.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as Engine from "../../engine/Engine.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as AcceptInvitation from "../../usecases/AcceptInvitation.ts"
import type * as AccountBalance from "../../usecases/AccountBalance.ts"
import type * as Accounts from "../../usecases/Accounts.ts"
import type * as ApiKeys from "../../usecases/ApiKeys.ts"
import type * as Beneficiaries from "../../usecases/Beneficiaries.ts"
import type * as Bookings from "../../usecases/Bookings.ts"
import type * as BookPeriods from "../../usecases/BookPeriods.ts"
import type * as Breaks from "../../usecases/Breaks.ts"
import type * as EraseUser from "../../usecases/EraseUser.ts"
import type * as Invitations from "../../usecases/Invitations.ts"
import type * as Operators from "../../usecases/Operators.ts"
import type * as Ownership from "../../usecases/Ownership.ts"
import type * as Passkeys from "../../usecases/Passkeys.ts"
import type * as Recalls from "../../usecases/Recalls.ts"
import type * as RecipientErasure from "../../usecases/RecipientErasure.ts"
import type * as RecipientNumbers from "../../usecases/RecipientNumbers.ts"
import type * as Reconciliations from "../../usecases/Reconciliations.ts"
import type * as Refunds from "../../usecases/Refunds.ts"
import type * as Session from "../../usecases/Session.ts"
import type * as SignIn from "../../usecases/SignIn.ts"
import type * as SignInAttempts from "../../usecases/SignInAttempts.ts"
import type * as Teams from "../../usecases/Team.ts"
import type * as WebhookEndpoints from "../../usecases/WebhookEndpoints.ts"
import type * as Withdrawals from "../../usecases/Withdrawals.ts"

/** Header names in lower case, each followed by its value. */
export type Headers = ReadonlyArray<string>

export interface FieldError {
  readonly row?: number
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface RequestNotFound {
  readonly _tag: "RequestNotFound"
  readonly id: string
}

/** Refusals of the HTTP layer. */
export type Refusal =
  | { readonly _tag: "Unauthorized"; readonly message: string }
  | { readonly _tag: "KycRequired" }
  | { readonly _tag: "Forbidden"; readonly message: string }
  | { readonly _tag: "RateLimited"; readonly retryAfterSeconds: number }
  | { readonly _tag: "TooLarge"; readonly bytesMax: number }
  | { readonly _tag: "HeadersTooLarge" }
  | { readonly _tag: "TooSlow" }
  /** A header whose meaning is ambiguous. */
  | { readonly _tag: "BadHead"; readonly header: string; readonly message: string }
  | { readonly _tag: "Expectation" }
  | { readonly _tag: "WrongType"; readonly expected: string }
  | { readonly _tag: "Invalid"; readonly errors: ReadonlyArray<FieldError> }
  | { readonly _tag: "NoSuchPath" }
  | { readonly _tag: "NoSuchMethod"; readonly allowed: ReadonlyArray<string> }
  | Ownership.EventNotFound
  | RequestNotFound
  /** Staff need a second factor before anything else. */
  | { readonly _tag: "SecondFactorRequired" }
  /** The user's last proof of identity is too old for this action. */
  | { readonly _tag: "StepUpRequired" }
  /** Conflict with the state of a team or a user. */
  | { readonly _tag: "NotNow"; readonly message: string }
  /** A problem that the partition's owner, another node, has returned. */
  | { readonly _tag: "ByOwner"; readonly problem: Problem }

export interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors?: ReadonlyArray<FieldError>
  readonly headers?: Headers
  /** Facts of the code, which the body has as fields. */
  readonly facts?: Readonly<Record<string, number>>
  /** True if the same request may succeed later; the response then explains how to retry it. */
  readonly isTransient?: true
}

export type Rejection =
  | EraseUser.UserInTeam
  | RecipientErasure.RecipientBusy
  | RecipientErasure.TooManyNumbers
  | RecipientNumbers.RecipientNotFound
  | RecipientData.Rejection
  | Bookings.BookingNotFound
  | Booking.Rejection
  | BookPeriods.BooksDoNotBalance
  | Reconciliations.ReconciliationNotFound
  | ReconciliationRun.Rejection
  | Breaks.BreakNotFound
  | Breaks.OwnerUnknown
  | Break.Rejection
  | Period.Rejection
  | Refusal
  | Unavailable
  | Engine.KeyRefused
  | Engine.PayoutNotFound
  | Engine.BatchNotFound
  | Engine.WithdrawalNotFound
  | Engine.DeliveryNotFound
  | Engine.EndpointNotActive
  | Batch.Rejection
  | NewBatch.Rejection
  | Payout.Rejection
  | NewPayout.Rejection
  | NewPayout.BalanceInsufficient
  | Balance.Rejection
  | Withdrawal.WithdrawalState
  | AccountBalance.CorrectionTooLarge
  | Withdrawals.AddressWaits
  | Withdrawals.WithdrawalTooLarge
  | Withdrawals.TooManyWithdrawals
  | Quote.Rejection
  | Float.Short
  | Delivery.Rejection
  | ProviderVerdict.Rejection
  | Beneficiaries.BeneficiaryNotFound
  | Refunds.RefundHeld
  | Recalls.ReturnTooFine
  | WebhookEndpoints.EndpointNotFound
  | WebhookEndpoints.TooManyEndpoints
  | Accounts.AccountNotFound
  | ApiKey.NotFound
  | ApiKey.Ended
  | ApiKey.BadExpiry
  | ApiKeys.TooManyKeys
  | KeyIssuer.IssuerRefused
  | KeyIssuer.OutlivesIssuer
  | KeyIssuer.StaffOutlivesIssuer
  | Operator.OperatorExists
  | Operator.TooManyKeys
  | Operators.EndsWithReplaced
  | Operator.LastOperator
  | Team.InvitationRejection
  | Team.MemberNotFound
  | Team.LastOfRole
  | Team.ResetRejection
  | Teams.InvitationNotFound
  | Teams.OriginUnknown
  | Invitations.InvitationVoid
  | AcceptInvitation.DetailMissing
  | AcceptInvitation.AdmissionNotApproved
  | Teams.RoleNeedsAdmission
  | SignIn.SignInRefused
  | SignInAttempts.LockedOut
  | Session.ProofRejection
  | Passkeys.Rejection
  | Session.SessionNotFound
