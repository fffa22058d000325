/**
 * The payout's whole life: states, commands, events, rejections, what happens, and what is owed.
 *
 *   CREATED ──batch starts──▶ AWAITING_FUNDS ──exact amount final──▶ STABLECOIN_RECEIVED
 *      │                        │   │    │                              │          │
 *    cancel     cancel, expired,│   │    └─ underpaid ─┐     flagged or │          │ clear
 *      │        recipient refused   │                  │     no answer  ▼          │
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
 * P2  deposited + allocated = settled + refunds + held; held is zero in a final state (L9). A row
 *     of a batch has no deposits of its own: its batch allocates its share.
 * P3  A transfer reference is an event before anyone is paid with it; at most one transfer is
 *     live, and a new reference appears only after a definite refusal of the last one (L6, L8).
 * P4  A deposit counts once, by (chain, transaction, log index), and only when final (L8).
 * P5  Only a definite answer ends a live transfer: an unknown outcome leads to MANUAL_REVIEW at
 *     most.
 * P6  `sequence` rises by one with each transition that has a public event, and never falls. Events
 *     that older programs kept silent about say of themselves whether they count.
 */
import { Result } from "effect"
import type * as Evidence from "./Evidence.ts"
import * as Funding from "./Funding.ts"
import type * as Money from "./Money.ts"
import type * as PayoutCommand from "./PayoutCommand.ts"
import type * as PayoutEvent from "./PayoutEvent.ts"
import * as Guards from "./PayoutGuards.ts"
import * as PayoutState from "./PayoutState.ts"

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

/** In order of precedence. */
export type Rejection =
  /** The state does not allow the command. */
  | {
      readonly _tag: "InvalidState"
      readonly status: Status
      readonly command: Command["_tag"]
    }
  /** The command speaks of a transfer that is not the live one. */
  | { readonly _tag: "StaleTransfer"; readonly reference: string }

type Decision = Result.Result<ReadonlyArray<Event>, Rejection>

const nothing: Decision = Result.succeed([])

// ----------------------------------------------------------------------------- decide

/** The refund that leaves nothing held, if anything is. */
const refundOf = (state: Payout, at: number, amount: Money.Micro): ReadonlyArray<Event> =>
  amount > 0 ? [{ _tag: "RefundOpened", id: state.id, at, amount }] : []

const fail = (state: Payout, at: number, reason: FailureReason): ReadonlyArray<Event> => [
  { _tag: "PayoutFailed", id: state.id, at, reason },
  ...refundOf(state, at, Guards.held(state))
]

const reverse = (state: Payout, at: number): ReadonlyArray<Event> => [
  {
    _tag: "PayoutReversed",
    id: state.id,
    at,
    reason: "compliance_rejected",
    refundTold: "confirmed"
  },
  ...refundOf(state, at, Guards.held(state))
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

/** The live transfer again, with more time: the same reference, to the same provider. */
const renew = ({ id }: Payout, transfer: Transfer, at: number, deadline: number): Event => {
  const { attempt, provider, reference } = transfer
  const to = provider === undefined ? {} : { provider }
  return { _tag: "TransferRequested", id, at, reference, attempt, deadline, ...to }
}

/** What screening found stands in the log beside what came of it. */
const screened = (
  { id }: Payout,
  at: number,
  evidence: Evidence.Evidence | undefined
): ReadonlyArray<Event> =>
  evidence === undefined ? [] : [{ _tag: "PayoutScreened", id, at, evidence }]

/** A window that is over and has nothing more to wait for ends the wait for funds. */
const settleWindow = (state: Payout, at: number): ReadonlyArray<Event> => {
  if (Funding.pending(state.deposits, state.fundingDeadline)) {
    return state.windowClosed ? [] : [{ _tag: "FundingWindowClosed", id: state.id, at }]
  }
  return Guards.held(state) === 0
    ? fail(state, at, "deposit_expired")
    : [{ _tag: "ReviewOpened", id: state.id, at, reason: "underpaid" }]
}

const isDust = ({ deposits, sourceAmount }: Payout, deposit: Funding.Deposit): boolean =>
  Funding.isDust(deposits, deposit, sourceAmount)

const finalizeDeposit = (
  state: Payout,
  { at, deposit }: Extract<Command, { _tag: "FinalizeDeposit" }>
): Decision => {
  if (isDust(state, deposit)) return nothing
  if (state.deposits.some((known) => known.final && Funding.same(known, deposit))) return nothing
  const finalized: Event = { _tag: "DepositFinalized", id: state.id, at, deposit }
  const after = evolve(state, finalized)
  const waiting = state.status === "AWAITING_FUNDS"
  const seenAt = after.deposits.find((known) => Funding.same(known, deposit))?.seenAt ?? at
  const counts = waiting && seenAt <= state.fundingDeadline
  const completes = state.status === "MANUAL_REVIEW" && !Guards.isFunded(state)
  if (!counts && !completes) {
    return Result.succeed([finalized, ...refundOf(after, at, deposit.amount)])
  }
  if (completes) return Result.succeed([finalized])
  if (Guards.isFunded(after)) {
    const received: Event = { _tag: "FundsReceived", id: state.id, at }
    const excess = refundOf(after, at, Guards.held(after) - state.sourceAmount)
    return Result.succeed([finalized, received, ...excess])
  }
  return Result.succeed([finalized, ...(state.windowClosed ? settleWindow(after, at) : [])])
}

const dropDeposit = (
  state: Payout,
  { at, deposit }: Extract<Command, { _tag: "DropDeposit" }>
): Decision => {
  if (!state.deposits.some((known) => !known.final && Funding.same(known, deposit))) return nothing
  const droppedEvent: Event = { _tag: "DepositDropped", id: state.id, at, deposit }
  const after = evolve(state, droppedEvent)
  const ends = state.status === "AWAITING_FUNDS" && state.windowClosed
  return Result.succeed([droppedEvent, ...(ends ? settleWindow(after, at) : [])])
}

const refuseTransfer = (
  state: Payout,
  { at, attemptsMax, next, reason, reference }: Extract<Command, { _tag: "RefuseTransfer" }>
): Decision => {
  const refused: Event = { _tag: "TransferRefused", id: state.id, at, reference, reason }
  const again = next !== null && (state.transfer?.attempt ?? 0) < attemptsMax
  return Result.succeed([
    refused,
    ...(again ? [request(state, at, next)] : fail(state, at, reason))
  ])
}

/**
 * An operator's retry: the same reference while its outcome is unknown, a new one after a definite
 * refusal (P3). A payout that never had a transfer was never cleared either: it is screened first.
 */
const retry = (
  state: Payout,
  { at, instruction }: Extract<Command, { _tag: "Retry" }>
): Decision => {
  const { id, transfer } = state
  if (transfer === null) {
    const excess = Guards.held(state) - state.sourceAmount
    return Result.succeed([{ _tag: "FundsReceived", id, at }, ...refundOf(state, at, excess)])
  }
  return Result.succeed([
    transfer.phase === "refused"
      ? request(state, at, instruction)
      : renew(state, transfer, at, instruction.deadline)
  ])
}

/** A hold is released by as many people as are asked for, none of whom counts twice. */
const approve = (
  state: Payout,
  { approvalsMin, at, by, instruction }: Extract<Command, { _tag: "Approve" }>
): Decision => {
  if (state.approvals.includes(by)) return nothing
  const approved: Event = { _tag: "HoldApproved", id: state.id, at, by }
  const isEnough = state.approvals.length + 1 >= approvalsMin
  return Result.succeed(isEnough ? [approved, request(state, at, instruction)] : [approved])
}

const settle = (state: Payout, at: number, providerReference: string | null): Decision =>
  Result.succeed([
    { _tag: "PayoutSettled", id: state.id, at, providerReference },
    ...refundOf(state, at, Guards.held(state) - state.sourceAmount)
  ])

/** `payout.refunded` is of payouts that were not paid, and is told once of each refund. */
const confirmRefund = (
  { id, refundTold, status }: Payout,
  { at, txHash }: Extract<Command, { _tag: "ConfirmRefund" }>
): Decision => {
  const isTold = status === "FAILED" || (status === "REVERSED" && refundTold === "confirmed")
  const told = isTold ? ({ told: true } as const) : {}
  return Result.succeed([{ _tag: "RefundConfirmed", id, at, txHash, ...told }])
}

/** What happens when a command meets a state: guards on top, events at the bottom. */
export const decide = (state: Payout, command: Command): Decision => {
  const refusal = Guards.refuse(state, command)
  if (refusal !== undefined) return Result.fail(refusal)
  const { refundAddress: address } = command
  if (address === undefined || address === state.refundAddress) return outcome(state, command)
  const directed: Event = { _tag: "RefundAddressSet", id: state.id, at: command.at, address }
  return Result.map(outcome(state, command), (events) => [directed, ...events])
}

/** What comes of a command that the state allows. */
const outcome = (state: Payout, command: Command): Decision => {
  const { at } = command
  const id = state.id
  switch (command._tag) {
    case "OpenFunding": {
      const { fundingDeadline } = command
      return Result.succeed([{ _tag: "FundingOpened", id, at, fundingDeadline, told: true }])
    }
    case "SeeDeposit": {
      const { deposit } = command
      const known = state.deposits.some((other) => Funding.same(other, deposit))
      return known || isDust(state, deposit)
        ? nothing
        : Result.succeed([{ _tag: "DepositSeen", id, at, deposit }])
    }
    case "DropDeposit":
      return dropDeposit(state, command)
    case "FinalizeDeposit":
      return finalizeDeposit(state, command)
    case "CloseFundingWindow":
      return at > state.fundingDeadline ? Result.succeed(settleWindow(state, at)) : nothing
    case "Fund":
      return Result.succeed([
        { _tag: "FundsAllocated", id, at, amount: state.sourceAmount },
        { _tag: "FundsReceived", id, at },
        // What came for the row itself was not asked for.
        ...refundOf(state, at, Guards.held(state))
      ])
    case "RefuseRecipient":
      return Result.succeed(fail(state, at, command.reason))
    case "Cancel":
      return Result.succeed(fail(state, at, "cancelled"))
    case "ClearScreening":
      return Result.succeed([
        ...screened(state, at, command.evidence),
        request(state, at, command.instruction)
      ])
    case "Hold":
      return Result.succeed([
        ...screened(state, at, command.evidence),
        { _tag: "PayoutHeld", id, at, reason: command.reason }
      ])
    case "Approve":
      return approve(state, command)
    case "Reject":
    case "Reverse":
      return Result.succeed(reverse(state, at))
    case "AcceptTransfer": {
      const { reference } = command
      return state.transfer?.phase === "accepted"
        ? nothing
        : Result.succeed([{ _tag: "TransferAccepted", id, at, reference, told: true }])
    }
    case "DeliverTransfer":
      return settle(state, at, command.providerReference)
    case "RefuseTransfer":
      return refuseTransfer(state, command)
    case "ExpireTransfer":
      return Result.succeed([{ _tag: "ReviewOpened", id, at, reason: "provider_unknown" }])
    case "PostponeTransfer":
      return state.transfer === null
        ? nothing
        : Result.succeed([renew(state, state.transfer, at, command.deadline)])
    case "Retry":
      return retry(state, command)
    case "Settle":
      return settle(state, at, command.providerReference)
    case "Fail":
      return Result.succeed(fail(state, at, command.reason))
    case "Park":
      return Result.succeed([{ _tag: "ReviewOpened", id, at, reason: "defect" }])
    case "SetRefundAddress":
      return command.address === state.refundAddress
        ? nothing
        : Result.succeed([{ _tag: "RefundAddressSet", id, at, address: command.address }])
    case "SendRefund": {
      const { address, amount, txHash } = command
      return Result.succeed([{ _tag: "RefundSent", id, at, amount, address, txHash }])
    }
    case "ConfirmRefund":
      return confirmRefund(state, command)
    case "DisproveRefund":
      return Result.succeed([{ _tag: "RefundDisproved", id, at, txHash: command.txHash }])
  }
}

// ----------------------------------------------------------------------------- evolve

export const created = PayoutState.created

const enter = (
  state: Payout,
  status: Status,
  at: number,
  change: Partial<Payout> = {},
  isTold = true
): Payout => ({
  ...state,
  ...change,
  status,
  sequence: isTold ? state.sequence + 1 : state.sequence,
  timeline: [...state.timeline, { status, at }]
})

const requested = (state: Payout, event: Extract<Event, { _tag: "TransferRequested" }>): Payout => {
  const { at, attempt, deadline, provider, reference } = event
  const to = provider === undefined ? {} : { provider }
  const change = {
    transfer: { reference, attempt, phase: "requested", deadline, ...to }
  } as const
  return state.status === "PAYOUT_INITIATED" || state.status === "PAYOUT_CONFIRMED"
    ? { ...state, ...change }
    : enter(state, "PAYOUT_INITIATED", at, { ...change, reviewReason: null })
}

const withPhase = (state: Payout, phase: Transfer["phase"]): Partial<Payout> =>
  state.transfer === null ? {} : { transfer: { ...state.transfer, phase } }

const accepted = (state: Payout, { at, told }: Extract<Event, { _tag: "TransferAccepted" }>) =>
  state.status === "PAYOUT_CONFIRMED"
    ? { ...state, ...withPhase(state, "accepted") }
    : enter(state, "PAYOUT_CONFIRMED", at, withPhase(state, "accepted"), told === true)

const refundConfirmed = (
  state: Payout,
  { told, txHash }: Extract<Event, { _tag: "RefundConfirmed" }>
): Payout => ({
  ...state,
  refunds: Funding.confirmed(state.refunds, txHash),
  sequence: told === true ? state.sequence + 1 : state.sequence
})

/** The state after an event. Total: what was decided once is never refused. */
export const evolve = (state: Payout, event: Event): Payout => {
  switch (event._tag) {
    case "PayoutCreated":
      return created(event)
    case "FundingOpened": {
      const { at, fundingDeadline, told } = event
      return enter(state, "AWAITING_FUNDS", at, { fundingDeadline }, told === true)
    }
    case "FundingWindowClosed":
      return { ...state, windowClosed: true }
    case "DepositSeen":
      return { ...state, deposits: Funding.seen(state.deposits, event.deposit, false) }
    case "DepositDropped":
      return { ...state, deposits: Funding.dropped(state.deposits, event.deposit) }
    case "DepositFinalized":
      return { ...state, deposits: Funding.seen(state.deposits, event.deposit, true) }
    case "FundsAllocated":
      return { ...state, allocated: state.allocated + event.amount }
    case "FundsReceived":
      return enter(state, "STABLECOIN_RECEIVED", event.at, { reviewReason: null })
    case "PayoutScreened":
      return { ...state, screening: event.evidence }
    case "HoldApproved":
      return { ...state, approvals: [...state.approvals, event.by] }
    case "PayoutHeld":
      // Who approved an earlier hold has not seen what this one is about.
      return enter(state, "COMPLIANCE_HOLD", event.at, {
        holdReason: event.reason,
        approvals: []
      })
    case "TransferRequested":
      return requested(state, event)
    case "TransferAccepted":
      return accepted(state, event)
    case "TransferRefused":
      return { ...state, ...withPhase(state, "refused") }
    case "PayoutSettled": {
      const { at, providerReference } = event
      return enter(state, "SETTLED", at, { providerReference, settledAt: at })
    }
    case "PayoutFailed":
      return enter(state, "FAILED", event.at, { failureReason: event.reason })
    case "PayoutReversed":
      return enter(
        state,
        "REVERSED",
        event.at,
        event.refundTold === undefined ? {} : { refundTold: event.refundTold }
      )
    case "ReviewOpened":
      return enter(state, "MANUAL_REVIEW", event.at, {
        reviewReason: event.reason
      })
    case "RefundOpened":
      return { ...state, refunds: Funding.opened(state.refunds, event.amount) }
    case "RefundAddressSet":
      return { ...state, refundAddress: event.address }
    case "RefundSent":
      return { ...state, refunds: Funding.sent(state.refunds, event) }
    case "RefundConfirmed":
      return refundConfirmed(state, event)
    case "RefundDisproved":
      return { ...state, refunds: Funding.disproved(state.refunds, event.txHash) }
  }
}

// ----------------------------------------------------------------------------- what is owed

/**
 * What a state owes the world. `key` tells one debt from another: the same key is the same debt.
 */
export type Step = { readonly key: string } & (
  | { readonly _tag: "Rest" }
  /** Watch the deposit address; close the window at the deadline, if it is still open. */
  | { readonly _tag: "AwaitFunds"; readonly deadline: number | null }
  /** Its batch waits for the funds of all rows. */
  | { readonly _tag: "AwaitBatch" }
  | { readonly _tag: "Screen" }
  | { readonly _tag: "AwaitDecision" }
  | { readonly _tag: "SubmitTransfer"; readonly transfer: Transfer }
  | { readonly _tag: "AwaitTransfer"; readonly transfer: Transfer }
  /** Look whether what is said to have been sent back was. */
  | { readonly _tag: "ProveRefund"; readonly refund: Funding.SentRefund }
)

const rest: Step = { _tag: "Rest", key: "rest" }

/** What waits for a person, or is over, still owes a look whether a refund was sent. */
const proof = ({ refunds }: Payout): Step | undefined => {
  const refund = Funding.unproven(refunds)
  return refund && { _tag: "ProveRefund", key: `refund/${refund.txHash}`, refund }
}

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
    case "COMPLIANCE_HOLD":
      return proof(state) ?? { _tag: "AwaitDecision", key: "decision" }
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
      return proof(state) ?? rest
  }
}
