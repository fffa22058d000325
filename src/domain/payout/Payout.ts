/**
 * The lifecycle of a payout: `decide`, `evolve` and `nextStep` over its states, without a clock or
 * any effect (L5).
 *
 *   CREATED ──batch starts──▶ AWAITING_FUNDS ──exact amount final──▶ STABLECOIN_RECEIVED
 *      │                        │   │    │                              │          │
 *    cancel     cancel, expired,│   │    └─ underpaid ─┐     flagged or │          │ clear
 *      │        recipient refused   │                  │     no result  ▼          │
 *      ▼                        ▼   │                  │      COMPLIANCE_HOLD      │
 *    FAILED ◀───────────────────┘   │                  │       │ reject   │ approve│
 *      ▲                            │                  │       ▼          ▼        ▼
 *      │                            │                  │    REVERSED     PAYOUT_INITIATED
 *      ├──────── refused for good ──┼──────────────────┼───────────────────┤  │   accepted
 *      │                            │                  ▼   unknown too long│  ▼
 *      └──────────── operator ──────┴──────── MANUAL_REVIEW ◀──────────────┤ PAYOUT_CONFIRMED
 *                                              │ operator: settle, reverse │  │
 *                                              ▼ retry ▶ PAYOUT_INITIATED  ▼  ▼
 *                                     SETTLED, REVERSED                   SETTLED
 *
 * P1  SETTLED, FAILED, REVERSED are final: no event changes the status after them.
 * P2  deposited + dust + allocated + returned = settled + refunds + held + suspense; held is zero
 *     in a final state (L9). A row of a batch and a payout from a balance have no deposits. The
 *     batch or the balance allocates their money. What is not needed returns to the balance.
 * P3  A transfer reference is an event before anyone is paid with it. At most one transfer is
 *     live, and a new reference appears only after a definite refusal of the last one (L6, L8).
 * P4  A deposit counts once, by (chain, transaction, log index), and only when final (L8).
 * P5  Only a definite response ends a live transfer: an unknown outcome causes at most
 *     MANUAL_REVIEW.
 * P6  No money of a frozen hold moves. It stays COMPLIANCE_HOLD, money that arrives joins it, and
 *     nothing is sent or becomes due until it is unfrozen.
 * P7  `sequence` rises by one with each transition that has a public event, and never falls. These
 *     are each new status, the confirmed refund of a payout that was not paid, and each change of a
 *     recall (Recall.ts).
 */
import { Result } from "effect"
import * as Approval from "../account/Approval.ts"
import * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import * as Refund from "../refund/Refund.ts"
import type * as PayoutCommand from "./PayoutCommand.ts"
import type * as PayoutEvent from "./PayoutEvent.ts"
import * as Guards from "./PayoutGuards.ts"
import * as PayoutState from "./PayoutState.ts"
import * as Recall from "./Recall.ts"

// ----------------------------------------------------------------------------- states

export type Status = PayoutEvent.Status
export type FailureReason = PayoutEvent.FailureReason
export type ReviewReason = PayoutEvent.ReviewReason
export type Event = PayoutEvent.Event

export type Transfer = PayoutState.Transfer
export type Payout = PayoutState.Payout

// ----------------------------------------------------------------------------- commands

export type Instruction = PayoutCommand.Instruction
export type Command = PayoutCommand.Command

// ----------------------------------------------------------------------------- rejections

export type InvalidState = PayoutCommand.InvalidState
export type Rejection = PayoutCommand.Rejection

type Decision = Result.Result<ReadonlyArray<Event>, Rejection>

const nothing: Decision = Result.succeed([])

// ----------------------------------------------------------------------------- decide

/** Uses the suspense account if deposits alone do not suffice and both together do. */
const coverWithSuspense = (state: Payout, at: number): ReadonlyArray<Event> =>
  Funding.cover(state, at, state.sourceAmount - Guards.held(state))

/**
 * True if money goes back to the balance that it is from. The batch of a final row has ended and
 * passes nothing on any more, so such a row has refunds.
 */
const returnsToBalance = (state: Payout): boolean =>
  Guards.isFromBalance(state) && !(state.batchId !== null && Guards.isFinal(state.status))

/** Refunds the held money that exceeds `needed`, or returns it to the balance that it is from. */
const giveBack = (state: Payout, at: number, needed: Money.Micro): ReadonlyArray<Event> => {
  const amount = Guards.held(state) - needed
  if (!returnsToBalance(state)) return Funding.giveBack(state, at, amount)
  return amount > 0 ? [{ _tag: "FundsReturned", id: state.id, at, amount }] : []
}

const fail = (state: Payout, at: number, reason: FailureReason): ReadonlyArray<Event> => [
  { _tag: "PayoutFailed", id: state.id, at, reason },
  ...giveBack(state, at, 0)
]

const reverse = (state: Payout, at: number, reason: FailureReason): ReadonlyArray<Event> => [
  { _tag: "PayoutReversed", id: state.id, at, reason },
  ...giveBack(state, at, 0)
]

const request = (state: Payout, at: number, next: Instruction): Event => ({
  _tag: "TransferRequested",
  id: state.id,
  at,
  reference: next.reference,
  attempt: (state.transfer?.attempt ?? 0) + 1,
  deadline: next.deadline,
  ...(next.provider === undefined ? {} : { provider: next.provider })
})

/** The live transfer with a later deadline, under the same reference and at the same provider. */
const renew = ({ id }: Payout, transfer: Transfer, at: number, deadline: number): Event => {
  const { attempt, provider, reference } = transfer
  const to = provider === undefined ? {} : { provider }
  return { _tag: "TransferRequested", id, at, reference, attempt, deadline, ...to }
}

/** The evidence of a screening, recorded with its outcome. */
const screened = (
  { id }: Payout,
  { at, evidence, senders = [] }: Extract<Command, { _tag: "ClearScreening" | "Hold" }>
): ReadonlyArray<Event> => {
  if (evidence === undefined) return []
  const subjects = senders.length === 0 ? {} : { senders }
  return [{ _tag: "PayoutScreened", id, at, evidence, ...subjects }]
}

/** Ends the wait for funds once the window has closed and no deposit is pending. */
const settleWindow = (state: Payout, at: number): ReadonlyArray<Event> => {
  const closed = Funding.closeWindow(state, at)
  if (closed !== undefined) return closed
  return Guards.available(state) <= Funding.dustMax
    ? fail(state, at, "deposit_expired")
    : [{ _tag: "ReviewOpened", id: state.id, at, reason: "underpaid" }]
}

const fold = (state: Payout, events: ReadonlyArray<Event>): Payout => events.reduce(evolve, state)

/** The exact amount arrived: the payout continues, and the excess is due as a refund. */
const receiveFunds = (state: Payout, at: number): ReadonlyArray<Event> => {
  const covered = coverWithSuspense(state, at)
  const received: Event = { _tag: "FundsReceived", id: state.id, at }
  return [...covered, received, ...giveBack(fold(state, covered), at, state.sourceAmount)]
}

/** The events of money that arrived for a waiting payout. */
const countFunds = (state: Payout, at: number): ReadonlyArray<Event> => {
  if (Guards.available(state) >= state.sourceAmount) return receiveFunds(state, at)
  return state.windowClosed ? settleWindow(state, at) : []
}

type DepositEvent = NonNullable<ReturnType<typeof Funding.decide>>

/** The events that follow from dust. The suspense account pays once its sum suffices. */
const followDust = (state: Payout, at: number): ReadonlyArray<Event> => {
  if (Guards.isFinal(state.status)) return giveBack(state, at, 0)
  if (state.status === "MANUAL_REVIEW") return coverWithSuspense(state, at)
  return state.status === "AWAITING_FUNDS" ? countFunds(state, at) : []
}

/**
 * The events that follow from a final deposit. It pays in time and in review, and goes back
 * otherwise.
 */
const followDeposit = (
  before: Payout,
  after: Payout,
  { at, deposit }: DepositEvent
): ReadonlyArray<Event> => {
  // The deposit joins the frozen money, which is not refunded.
  if (Guards.isFrozen(before)) return []
  if (before.status === "AWAITING_FUNDS" && Funding.isInTime(after, deposit)) {
    return countFunds(after, at)
  }
  if (before.status === "MANUAL_REVIEW" && !Guards.isFunded(before)) {
    return coverWithSuspense(after, at)
  }
  // While the payout may still be funded, the suspense account is kept for that.
  return Guards.isFinal(before.status)
    ? giveBack(after, at, 0)
    : [{ _tag: "RefundOpened", id: after.id, at, amount: deposit.amount }]
}

/** The events that follow from an event about a deposit. */
const follow = (before: Payout, after: Payout, event: DepositEvent): ReadonlyArray<Event> => {
  switch (event._tag) {
    case "DepositSeen":
      return []
    case "DepositDropped":
      return after.status === "AWAITING_FUNDS" && after.windowClosed
        ? settleWindow(after, event.at)
        : []
    case "DepositFinalized":
      return followDeposit(before, after, event)
    case "DustReceived":
      return followDust(after, event.at)
  }
}

const decideDeposit = (state: Payout, command: Funding.Command): Decision => {
  const event = Funding.decide(state, command)
  return event === undefined
    ? nothing
    : Result.succeed([event, ...follow(state, evolve(state, event), event)])
}

const refuseTransfer = (
  state: Payout,
  { at, attemptsMax, next, reason, reference }: Extract<Command, { _tag: "RefuseTransfer" }>
): Decision => {
  const refused: Event = { _tag: "TransferRefused", id: state.id, at, reference, reason }
  const isRetried = next !== null && (state.transfer?.attempt ?? 0) < attemptsMax
  return Result.succeed([
    refused,
    ...(isRetried ? [request(state, at, next)] : fail(state, at, reason))
  ])
}

/**
 * An operator's retry. It uses the same reference while the outcome is unknown, and a new one after
 * a definite refusal (P3). A payout without a transfer was never cleared either, so it is screened
 * first.
 */
const retry = (
  state: Payout,
  { at, instruction }: Extract<Command, { _tag: "Retry" }>
): Decision => {
  const { id, transfer } = state
  if (transfer === null) {
    return Result.succeed([
      { _tag: "FundsReceived", id, at },
      ...giveBack(state, at, state.sourceAmount)
    ])
  }
  return Result.succeed([
    transfer.phase === "refused"
      ? request(state, at, instruction)
      : renew(state, transfer, at, instruction.deadline)
  ])
}

/** Approves a hold. `approvalsMin` people release it, each of whom counts once. */
const approve = (
  state: Payout,
  { approvalsMin, at, by, instruction, ...voter }: Extract<Command, { _tag: "Approve" }>
): Decision => {
  const vote = { ...voter, by }
  if (state.approvals.includes(by)) return nothing
  const approved: Event = { _tag: "HoldApproved", id: state.id, at, by }
  const isEnough = Approval.otherApprovers(state.approvals, vote).length + 1 >= approvalsMin
  return Result.succeed(isEnough ? [approved, request(state, at, instruction)] : [approved])
}

/** Unfreezes a payout. Money that arrived while it was frozen is excess, and due as a refund. */
const unfreeze = (state: Payout, { at, by }: Extract<Command, { _tag: "Unfreeze" }>): Decision => {
  const { id } = state
  const unfrozen: Event = { _tag: "PayoutUnfrozen", id, at, by, ...Guards.heldAmounts(state) }
  return Result.succeed([unfrozen, ...giveBack(state, at, state.sourceAmount)])
}

const settle = (state: Payout, at: number, providerReference: string | null): Decision =>
  Result.succeed([
    { _tag: "PayoutSettled", id: state.id, at, providerReference },
    ...giveBack(state, at, state.sourceAmount)
  ])

const decideRefund = (state: Payout, command: Refund.Command): Decision =>
  Result.succeed(Refund.decide(state, command))

/** The events of a command, or its rejection: guards on top, events at the bottom. */
export const decide = (state: Payout, command: Command): Decision => {
  const refusal = Guards.refuse(state, command)
  if (refusal !== undefined) return Result.fail(refusal)
  const verdict = Approval.countVote(state.pendingAction, command)
  if (verdict._tag === "Repeated") return nothing
  if (verdict._tag === "NeedsMore") {
    return Result.succeed([{ _tag: "ActionApproved", id: state.id, ...verdict.approval }])
  }
  const { refundAddress: address } = command
  const isDirected = address !== undefined && address !== state.refundAddress
  if (!isDirected || Guards.isFrozen(state)) return outcome(state, command)
  const directed: Event = { _tag: "RefundAddressSet", id: state.id, at: command.at, address }
  return Result.map(outcome(state, command), (events) => [directed, ...events])
}

type CommandOf<Tag extends Command["_tag"]> = Extract<Command, { readonly _tag: Tag }>

type FundingCommand = CommandOf<
  | Funding.Verb["_tag"]
  | ("OpenFunding" | "CloseFundingWindow" | "Fund" | "RefuseRecipient" | "Cancel")
>

const decideFunding = (state: Payout, command: FundingCommand): Decision => {
  const { at } = command
  const { id } = state
  switch (command._tag) {
    case "OpenFunding": {
      const { fundingDeadline } = command
      return Result.succeed([{ _tag: "FundingOpened", id, at, fundingDeadline }])
    }
    case "SeeDeposit":
    case "DropDeposit":
    case "FinalizeDeposit":
      return decideDeposit(state, command)
    case "CloseFundingWindow":
      return command.early === true || at > state.fundingDeadline
        ? Result.succeed(settleWindow(state, at))
        : nothing
    case "Fund":
      return Result.succeed([
        { _tag: "FundsAllocated", id, at, amount: state.sourceAmount },
        { _tag: "FundsReceived", id, at },
        // Deposits to the row itself were not needed.
        ...giveBack(state, at, 0)
      ])
    case "RefuseRecipient":
      return Result.succeed(fail(state, at, command.reason))
    case "Cancel":
      return Result.succeed(fail(state, at, "cancelled"))
  }
}

type HoldCommand = CommandOf<"ClearScreening" | "Hold" | "Approve" | "Freeze" | "Unfreeze">

const decideHold = (state: Payout, command: HoldCommand): Decision => {
  const { at } = command
  const { id } = state
  switch (command._tag) {
    case "ClearScreening":
      return Result.succeed([...screened(state, command), request(state, at, command.instruction)])
    case "Hold": {
      const { payerHold: hold = null, reason, senders = [] } = command
      return Result.succeed([
        ...screened(state, command),
        { _tag: "PayoutHeld", id, at, reason },
        // Refunds to the balance move without an operator, so they wait for a release.
        ...(hold === null ? [] : [{ _tag: "SendersScreened", id, at, senders, hold } as const])
      ])
    }
    case "Approve":
      return approve(state, command)
    case "Freeze": {
      const { by, reason } = command
      return Result.succeed([
        { _tag: "PayoutFrozen", id, at, by, reason, ...Guards.heldAmounts(state) }
      ])
    }
    case "Unfreeze":
      return unfreeze(state, command)
  }
}

const acceptTransfer = (
  { id, transfer }: Payout,
  { at, reference }: CommandOf<"AcceptTransfer">
): Decision =>
  transfer?.phase === "accepted"
    ? nothing
    : Result.succeed([{ _tag: "TransferAccepted", id, at, reference }])

const postponeTransfer = (
  state: Payout,
  { at, deadline }: CommandOf<"PostponeTransfer">
): Decision =>
  state.transfer === null ? nothing : Result.succeed([renew(state, state.transfer, at, deadline)])

/** The events of a recall. Returned money is a refund, or returns to the balance that it is from. */
const decideRecall = (state: Payout, command: Recall.Command): ReadonlyArray<Event> =>
  Recall.decide(state, command).map((event) =>
    event._tag === "RefundOpened" && returnsToBalance(state)
      ? { _tag: "FundsReturned", id: event.id, at: event.at, amount: event.amount }
      : event
  )

/** The events of a command that the state allows. */
const outcome = (state: Payout, command: Command): Decision => {
  const { at } = command
  const { id } = state
  switch (command._tag) {
    case "ClearScreening":
    case "Hold":
    case "Approve":
    case "Freeze":
    case "Unfreeze":
      return decideHold(state, command)
    case "Reject":
      return Result.succeed(reverse(state, at, "compliance_rejected"))
    case "Reverse":
      return Result.succeed(reverse(state, at, "unspecified"))
    case "AcceptTransfer":
      return acceptTransfer(state, command)
    case "DeliverTransfer":
    case "Settle":
      return settle(state, at, command.providerReference)
    case "RefuseTransfer":
      return refuseTransfer(state, command)
    case "ExpireTransfer":
      return Result.succeed([{ _tag: "ReviewOpened", id, at, reason: "provider_unknown" }])
    case "PostponeTransfer":
      return postponeTransfer(state, command)
    case "Retry":
      return retry(state, command)
    case "Fail":
      return Result.succeed(fail(state, at, command.reason))
    case "Park":
      return Result.succeed([{ _tag: "ReviewOpened", id, at, reason: "defect" }])
    case "SetRefundAddress":
    case "SendRefund":
    case "ConfirmRefund":
    case "DisproveRefund":
    case "ScreenSenders":
    case "ReleaseRefunds":
    case "CreditRefund":
    case "BookForeignDeposits":
      return decideRefund(state, command)
    case "OpenRecall":
    case "ReturnRecall":
    case "CloseRecall":
      return Result.succeed(decideRecall(state, command))
    default:
      return decideFunding(state, command)
  }
}

// ----------------------------------------------------------------------------- evolve

export const created = PayoutState.created

/** A new status and the fields that change with it. */
const enter = (
  state: Payout,
  status: Status,
  at: number,
  change: Partial<Payout> = {}
): Partial<Payout> => ({
  ...change,
  status,
  sequence: state.sequence + 1,
  timeline: [...state.timeline, { status, at }]
})

const requested = (
  state: Payout,
  event: Extract<Event, { _tag: "TransferRequested" }>
): Partial<Payout> => {
  const { at, attempt, deadline, provider, reference } = event
  const to = provider === undefined ? {} : { provider }
  const change = {
    transfer: { reference, attempt, phase: "requested", deadline, ...to }
  } as const
  return state.status === "PAYOUT_INITIATED" || state.status === "PAYOUT_CONFIRMED"
    ? change
    : enter(state, "PAYOUT_INITIATED", at, { ...change, reviewReason: null })
}

const withPhase = (state: Payout, phase: Transfer["phase"]): Partial<Payout> =>
  state.transfer === null ? {} : { transfer: { ...state.transfer, phase } }

const accepted = (
  state: Payout,
  { at }: Extract<Event, { _tag: "TransferAccepted" }>
): Partial<Payout> => {
  const change = withPhase(state, "accepted")
  return state.status === "PAYOUT_CONFIRMED" ? change : enter(state, "PAYOUT_CONFIRMED", at, change)
}

type RefundEvent = Extract<Event, { readonly _tag: Refund.Event["_tag"] }>

/**
 * Changes refunds. `payout.refunded` is an event of payouts that were not paid, once for each
 * refund, on whichever chain it was sent.
 */
const changeRefunds = (state: Payout, event: RefundEvent): Partial<Payout> => {
  const change = Refund.evolve(state, event)
  const isUnpaid = state.status === "FAILED" || state.status === "REVERSED"
  const isConfirmed =
    event._tag === "RefundConfirmed" && state.refunds.some(Refund.isSent(event.txHash))
  return isConfirmed && isUnpaid ? { ...change, sequence: state.sequence + 1 } : change
}

const change = (state: Payout, event: Event): Partial<Payout> => {
  switch (event._tag) {
    case "PayoutCreated":
      return created(event)
    case "FundingOpened": {
      const { at, fundingDeadline } = event
      return enter(state, "AWAITING_FUNDS", at, { fundingDeadline })
    }
    case "FundingWindowClosed":
    case "DepositSeen":
    case "DepositDropped":
    case "DepositFinalized":
    case "DustReceived":
    case "SuspenseReleased":
      return Funding.evolve(state, event)
    case "FundsAllocated":
      return { allocated: state.allocated + event.amount }
    case "FundsReturned":
      return { allocated: state.allocated - event.amount }
    case "FundsReceived":
      return enter(state, "STABLECOIN_RECEIVED", event.at, { reviewReason: null })
    case "PayoutScreened": {
      const { evidence, senders } = event
      return senders === undefined
        ? { screening: evidence }
        : { screening: evidence, deposits: Funding.screened(state.deposits, senders) }
    }
    case "HoldApproved":
      return { approvals: [...state.approvals, event.by] }
    case "PayoutFrozen": {
      // Earlier approvals were given before the freeze.
      const { at: since, by, reason } = event
      return { frozen: { since, by, reason }, approvals: [] }
    }
    case "PayoutUnfrozen":
      return { frozen: null }
    case "ActionApproved":
      return { pendingAction: Approval.approved(state.pendingAction, event) }
    case "PayoutHeld":
      // Earlier approvals were given for another hold.
      return enter(state, "COMPLIANCE_HOLD", event.at, {
        holdReason: event.reason,
        approvals: []
      })
    case "TransferRequested":
      return requested(state, event)
    case "TransferAccepted":
      return accepted(state, event)
    case "TransferRefused":
      return withPhase(state, "refused")
    case "PayoutSettled": {
      const { at, providerReference } = event
      return enter(state, "SETTLED", at, { providerReference, settledAt: at })
    }
    case "PayoutFailed":
      return enter(state, "FAILED", event.at, { failureReason: event.reason })
    case "PayoutReversed":
      return enter(state, "REVERSED", event.at)
    case "ReviewOpened":
      return enter(state, "MANUAL_REVIEW", event.at, {
        reviewReason: event.reason
      })
    case "RecallOpened":
    case "RecallReturned":
    case "RecallClosed":
      return { recalls: Recall.evolve(state, event), sequence: state.sequence + 1 }
    default:
      return changeRefunds(state, event)
  }
}

/** The state after an event. Every recorded event is accepted. */
export const evolve = (state: Payout, event: Event): Payout =>
  Approval.endPendingAction(state, { ...state, ...change(state, event), updatedAt: event.at })

// ----------------------------------------------------------------------------- next step

/** The next step of a state. Steps with the same `key` are one step, which begins once. */
export type Step = { readonly key: string } & (
  | { readonly _tag: "Rest" }
  /** Watches the deposit address. Closes the window at the deadline, if it is still open. */
  | { readonly _tag: "AwaitFunds"; readonly deadline: number | null }
  /** The batch waits for the funds of all rows. */
  | { readonly _tag: "AwaitBatch" }
  | { readonly _tag: "Screen" }
  | { readonly _tag: "AwaitDecision" }
  | { readonly _tag: "SubmitTransfer"; readonly transfer: Transfer }
  | { readonly _tag: "AwaitTransfer"; readonly transfer: Transfer }
  /** Refunds also have steps while a payout waits for an operator, or is final. */
  | Refund.Step
)

const rest: Step = { _tag: "Rest", key: "rest" }

export const nextStep = (state: Payout): Step => {
  switch (state.status) {
    case "AWAITING_FUNDS":
      if (state.batchId !== null) return { _tag: "AwaitBatch", key: "batch" }
      return state.windowClosed
        ? { _tag: "AwaitFunds", key: "funds", deadline: null }
        : {
            _tag: "AwaitFunds",
            key: "funds-in-window",
            deadline: state.fundingDeadline
          }
    case "STABLECOIN_RECEIVED":
      return { _tag: "Screen", key: "screen" }
    case "COMPLIANCE_HOLD": {
      const decision: Step = { _tag: "AwaitDecision", key: "decision" }
      if (!Guards.isFrozen(state)) return Refund.nextStep(state) ?? decision
      const { excess: _, ...kept } = state
      return Refund.nextStep(kept) ?? rest
    }
    case "PAYOUT_INITIATED":
    case "PAYOUT_CONFIRMED": {
      const { transfer } = state
      if (transfer === null || transfer.phase === "refused") return rest
      const key = `${transfer.phase}/${transfer.reference}`
      return transfer.phase === "requested"
        ? { _tag: "SubmitTransfer", key, transfer }
        : { _tag: "AwaitTransfer", key, transfer }
    }
    default:
      return Refund.nextStep(state) ?? rest
  }
}
