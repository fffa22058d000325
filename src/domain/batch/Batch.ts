/**
 * The lifecycle of a batch: many payouts accepted together and funded by one deposit. Its decisions
 * use no clock and no effect (L5).
 *
 *     queued ──rows are started──▶ processing ──last row is final──▶ completed
 *        │                             │
 *        └──── cancel before funds ────┴──▶ cancelled
 *
 *     funding:  open ──deposits cover what its rows still need──▶ funded
 *                │ └──window over──▶ expired
 *                └──cancel──▶ cancelled
 *
 * B1  completed + failed + pending = total, always: the counters follow the rows' own events, so
 *     the two can never disagree.
 * B2  deposited + dust + provided = allocated + refunds + held + suspense; nothing is held when no
 *     step is left (L9). The balance provides the whole amount with the batch, or there is none.
 * B3  No row is funded before the deposits cover all rows that still need funds. From then on each
 *     such row is funded, and none is stopped.
 * B4  A deposit counts once, by (chain, transaction, log index), and only when final (L8).
 * B5  A parked batch has no next step and its unfunded rows wait. Deposits count, and it stays in
 *     memory, until an operator resumes it (L12).
 *
 * A bulk batch (`/v1/payouts/bulk`) has its client's quotes and begins in processing. Rows are
 * payouts with a separate lifecycle (Payout.ts).
 */

import { Result, Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import * as Personal from "../Personal.ts"
import type * as Payout from "../payout/Payout.ts"
import * as PayoutGuards from "../payout/PayoutGuards.ts"
import * as Refund from "../refund/Refund.ts"
import * as Search from "../Search.ts"
import * as BatchEvent from "./BatchEvent.ts"
import * as BatchRow from "./BatchRow.ts"

export const Kind = BatchEvent.Kind
export type Kind = BatchEvent.Kind
export const Created = BatchEvent.Created
export type Created = BatchEvent.Created
export const Event = BatchEvent.Event
export type Event = BatchEvent.Event

// ----------------------------------------------------------------------------- state

export const Batch = Schema.Struct({
  id: Schema.String,
  ...BatchEvent.facts,
  createdAt: Schema.Number,
  updatedAt: Schema.Number,
  /** Rows that were not started. */
  waiting: Schema.Number,
  /** Rows that still need funds, and their amount in micro-USDC. */
  unfunded: Schema.Number,
  due: Schema.Number,
  completed: Schema.Number,
  failed: Schema.Number,
  /** Micro-USDC that the account's balance provided and did not get back. */
  provided: Schema.Number,
  /** Micro-USDC passed on to rows, and not given back by them. */
  allocated: Schema.Number,
  funding: Schema.Literals(["open", "funded", "expired", "cancelled"]),
  windowClosed: Schema.Boolean,
  deposits: Schema.Array(Funding.Received),
  /** Money that arrived in amounts too small to be deposits. */
  suspense: Schema.NullOr(Funding.Suspense),
  /** Deposits on another chain, or in another token. Absent if there are none. */
  foreignDeposits: Schema.optionalKey(Schema.Array(ForeignDeposit.Booked)),
  refunds: Schema.Array(Refund.Refund),
  /** The reason why refunds are held. */
  refundHold: Personal.ofAccount(Schema.NullOr(Schema.String)),
  refundAddress: Schema.NullOr(Schema.String),
  /**
   * Ended rows, for events: all of them until the last row has ended and the batch was funded or
   * stopped, then those that were never funded, until no refund is open. Absent if no ended row is
   * needed any more.
   */
  ended: Schema.optionalKey(Schema.Array(BatchRow.Row)),
  /**
   * Time since when it is parked, milliseconds; `null` after it was resumed, absent if it never
   * was.
   */
  parkedAt: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  /** An action that needs more approvals. */
  pendingAction: Schema.optionalKey(Approval.Pending)
})
export type Batch = typeof Batch.Type

export type Status = "queued" | "processing" | "completed" | "cancelled"

/** Rows that are not final. */
export const pending = ({ completed, failed, total }: Batch): number => total - completed - failed

export const status = (batch: Batch): Status => {
  if (batch.funding === "cancelled") return "cancelled"
  if (pending(batch) === 0) return "completed"
  return batch.waiting === batch.total ? "queued" : "processing"
}

/** The text that a word search matches; `null` if the batch has no name. */
export const searchText = ({ name }: Batch): string | null =>
  name === undefined ? null : Search.textOf([name])

/** True if the batch waits for an operator because its fiber failed repeatedly. */
export const isParked = ({ parkedAt }: Batch): boolean => typeof parkedAt === "number"

/** Micro-USDC that arrived, was passed on to no row and is not due back. */
export const held = (batch: Batch): Money.Micro =>
  Refund.remaining(batch) + batch.provided - batch.allocated

/** Micro-USDC that arrived in all, final, dust and the balance's part included. */
export const received = ({ deposits, provided, suspense }: Batch): Money.Micro =>
  Funding.arrived(deposits, suspense) + provided

/** Micro-USDC still to be sent for the rows that need funds. */
export const stillDue = (batch: Batch): Money.Micro => {
  const { deposits, due, funding, unfunded } = batch
  return funding === "open" && unfunded > 0 ? Funding.due(deposits, due - received(batch)) : 0
}

/**
 * True if the balance, or the deposits in time and the suspense account, pay for every row that
 * still needs funds.
 */
const isCovered = (batch: Batch): boolean =>
  batch.provided + Funding.depositedInTime(batch) + (batch.suspense?.received ?? 0) >= batch.due

/** Returns money that rows do not need to the payer: as a refund, or to the balance. */
const giveBack = (state: Batch, at: number): Outcome =>
  state.fundedBy === undefined
    ? Funding.giveBack(state, at, held(state))
    : [{ _tag: "FundsReturned", id: state.id, at, amount: held(state) }]

export const fundingStatuses = [
  "awaiting",
  "detected",
  "underpaid",
  "funded",
  "expired",
  "cancelled"
] as const
export type FundingStatus = (typeof fundingStatuses)[number]

/** The progress of the deposit. While it is `awaiting`, a batch with open rows can be cancelled. */
export const fundingStatus = (batch: Batch): FundingStatus => {
  const { deposits, funding } = batch
  if (funding !== "open") return funding
  if (deposits.length === 0) return "awaiting"
  if (deposits.some(({ final }) => !final)) return "detected"
  return isCovered(batch) ? "funded" : "underpaid"
}

// ----------------------------------------------------------------------------- decide

type Verb =
  | Funding.Verb
  | { readonly _tag: "CloseFundingWindow" }
  | { readonly _tag: "AcceptFunds" }
  | { readonly _tag: "Cancel" }
  | { readonly _tag: "OpenRefund" }
  | { readonly _tag: "Park" }
  | { readonly _tag: "Resume" }
  | Refund.Verb

/** A command and its time, milliseconds. */
export type Command = Verb & {
  readonly at: number
  /** The approval, if the command needs more than one user. */
  readonly vote?: Approval.Vote | undefined
}

export type Rejection = {
  readonly _tag: "InvalidBatchState"
  readonly status: Status
  readonly command: Command["_tag"]
  /** Present if a deposit is the reason why the batch cannot be cancelled. */
  readonly cause?: "deposit_arrived"
}

type Decision = Result.Result<ReadonlyArray<Event>, Rejection>

/** Events without the prefix, which `decide` adds. */
type Outcome = ReadonlyArray<BatchEvent.Bare>

/** True if the state allows a command. Deposits are recorded in every state (L9). */
const isAllowed = (state: Batch, command: Command): boolean => {
  const isOpen = state.funding === "open" && state.unfunded > 0
  const hasStarted = isOpen && state.waiting === 0
  switch (command._tag) {
    case "SeeDeposit":
    case "DropDeposit":
    case "FinalizeDeposit":
      return true
    case "CloseFundingWindow":
      return hasStarted
    case "AcceptFunds":
      return hasStarted && isCovered(state)
    case "Cancel":
      return isOpen && state.deposits.length === 0
    case "OpenRefund":
      return nextStep(state)._tag === "OpenRefund"
    case "Park":
      return !isParked(state) && !isFinished(state)
    case "Resume":
      return isParked(state)
    default:
      return Refund.isAllowed(state, command)
  }
}

/**
 * Closes the window. A batch funded in time stays funded, however late the window is checked. The
 * rows of an unfunded batch are ended in a later step.
 */
const closeWindow = (state: Batch, at: number): Outcome =>
  at <= state.fundingDeadline || isCovered(state)
    ? []
    : (Funding.closeWindow(state, at) ?? [{ _tag: "BatchFundingExpired", id: state.id, at }])

const rejectionOf = (state: Batch, { _tag }: Command): Rejection => {
  const rejection = { _tag: "InvalidBatchState", status: status(state), command: _tag } as const
  const isUnderWay = rejection.status === "queued" || rejection.status === "processing"
  return _tag === "Cancel" && isUnderWay && state.deposits.length > 0
    ? { ...rejection, cause: "deposit_arrived" }
    : rejection
}

/** The events of a command, or its rejection: guards on top, events at the bottom. */
export const decide = (state: Batch, command: Command): Decision => {
  if (!isAllowed(state, command)) return Result.fail(rejectionOf(state, command))
  const verdict = Approval.countVote(state.pendingAction, command)
  if (verdict._tag === "Repeated") return Result.succeed([])
  if (verdict._tag === "NeedsMore") {
    return Result.succeed([{ _tag: "BatchActionApproved", id: state.id, ...verdict.approval }])
  }
  return Result.succeed(outcome(state, command).map(BatchEvent.prefixed))
}

const asList = <A>(event: A | undefined): ReadonlyArray<A> => (event === undefined ? [] : [event])

/** The events of a command that the state allows. */
const outcome = (state: Batch, command: Command): Outcome => {
  const { id } = state
  const { at } = command
  switch (command._tag) {
    case "SeeDeposit":
    case "DropDeposit":
    case "FinalizeDeposit":
      return asList(Funding.decide(state, command))
    case "CloseFundingWindow":
      return closeWindow(state, at)
    case "AcceptFunds":
      return [
        ...Funding.releaseSuspense(state, at, state.due - held(state)),
        { _tag: "BatchFunded", id, at }
      ]
    case "Cancel":
      return [{ _tag: "BatchCancelled", id, at }]
    case "OpenRefund":
      return giveBack(state, at)
    case "Park":
      return [{ _tag: "BatchParked", id, at }]
    case "Resume":
      return [{ _tag: "BatchResumed", id, at }]
    default:
      return Refund.decide(state, command)
  }
}

// ----------------------------------------------------------------------------- evolve

export const created = (event: Created): Batch => ({
  id: event.id,
  accountId: event.accountId,
  kind: event.kind,
  total: event.total,
  sourceAmount: event.sourceAmount,
  depositAddress: event.depositAddress,
  fundingDeadline: event.fundingDeadline,
  createdAt: event.at,
  updatedAt: event.at,
  waiting: event.kind === "batch" ? event.total : 0,
  unfunded: event.total,
  due: event.sourceAmount,
  completed: 0,
  failed: 0,
  provided: 0,
  allocated: 0,
  funding: "open",
  windowClosed: false,
  deposits: [],
  suspense: null,
  refunds: [],
  refundHold: null,
  refundAddress: null,
  currencies: event.currencies,
  ended: [],
  ...(event.name === undefined ? {} : { name: event.name }),
  ...(event.fundedBy === undefined ? {} : { fundedBy: event.fundedBy }),
  ...(event.excess === undefined ? {} : { excess: event.excess })
})

const change = (state: Batch, event: BatchEvent.Bare): Partial<Batch> => {
  switch (event._tag) {
    case "BatchCreated":
      return created(event)
    case "DepositSeen":
    case "DepositDropped":
    case "DepositFinalized":
    case "DustReceived":
    case "SuspenseReleased":
    case "FundingWindowClosed":
      return Funding.evolve(state, event)
    case "FundsAllocated":
      return { provided: state.provided + event.amount }
    case "FundsReturned":
      return { provided: state.provided - event.amount }
    case "BatchFunded":
      return { funding: "funded" }
    case "BatchFundingExpired":
      return { funding: "expired" }
    case "BatchCancelled":
      return { funding: "cancelled" }
    case "BatchActionApproved":
      return { pendingAction: Approval.approved(state.pendingAction, event) }
    case "BatchParked":
      return { parkedAt: event.at }
    case "BatchResumed":
      return { parkedAt: null }
    default:
      return Refund.evolve(state, event)
  }
}

/** The state after an event. Every recorded event is accepted. */
export const evolve = (state: Batch, event: Event): Batch =>
  Approval.endPendingAction(state, {
    ...state,
    ...change(state, BatchEvent.bare(event)),
    updatedAt: event.at
  })

const needsFunds = ({ status }: Pick<Payout.Payout, "status">): boolean =>
  status === "CREATED" || status === "AWAITING_FUNDS"

const count = (holds: boolean): number => (holds ? 1 : 0)

/** The batch after a change of one of its rows. Returns the same object if no counter changes. */
export const follow = (
  batch: Batch,
  before: Payout.Payout,
  after: Payout.Payout,
  at: number
): Batch => {
  if (before.status === after.status && before.allocated === after.allocated) return batch
  const isEnded = PayoutGuards.isFinal(after.status) && !PayoutGuards.isFinal(before.status)
  const isProvided = needsFunds(before) && !needsFunds(after)
  return {
    ...batch,
    updatedAt: at,
    waiting: batch.waiting - count(before.status === "CREATED" && after.status !== "CREATED"),
    unfunded: batch.unfunded - count(isProvided),
    due: batch.due - (isProvided ? after.sourceAmount : 0),
    completed: batch.completed + count(isEnded && after.status === "SETTLED"),
    failed: batch.failed + count(isEnded && after.status !== "SETTLED"),
    allocated: batch.allocated + after.allocated - before.allocated,
    ...(isEnded && batch.ended !== undefined
      ? { ended: [...batch.ended, BatchRow.ended(after)] }
      : {})
  }
}

// ----------------------------------------------------------------------------- next step

/** The next step. Steps with the same `key` are one step, which begins once. */
export type Step = { readonly key: string } & (
  | { readonly _tag: "Rest" }
  /** Opens the funding of every row. */
  | { readonly _tag: "StartRows" }
  /** Watches the deposit address. Closes the window at the deadline, if it is still open. */
  | { readonly _tag: "AwaitFunds"; readonly deadline: number | null }
  | { readonly _tag: "AcceptFunds" }
  /** Passes its share on to every row that still needs it. */
  | { readonly _tag: "FundRows" }
  /** Ends every row that still needs funds. */
  | { readonly _tag: "StopRows"; readonly how: "Cancel" | "CloseFundingWindow" }
  /** Refunds the remaining money, or returns it to the balance. */
  | { readonly _tag: "OpenRefund" }
  | Refund.Step
)

const rest: Step = { _tag: "Rest", key: "rest" }

/** The step for rows that still need funds. */
const stepForRows = (state: Batch): Step => {
  if (state.funding === "funded") return { _tag: "FundRows", key: "fund" }
  if (state.funding !== "open") {
    const how = state.funding === "cancelled" ? "Cancel" : "CloseFundingWindow"
    return { _tag: "StopRows", key: "stop", how }
  }
  if (state.waiting > 0) return { _tag: "StartRows", key: "start" }
  if (isCovered(state)) return { _tag: "AcceptFunds", key: "accept" }
  // If no deposit is pending, the window is closed again, although it has passed, and for good.
  return state.windowClosed && Funding.isPending(state)
    ? { _tag: "AwaitFunds", key: "funds", deadline: null }
    : { _tag: "AwaitFunds", key: "funds-in-window", deadline: state.fundingDeadline }
}

export const nextStep = (state: Batch): Step => {
  if (isParked(state)) return rest
  if (state.unfunded > 0) return stepForRows(state)
  const amount = Funding.refundable(state.suspense, held(state))
  // Each amount is a separate step, because money that arrives later is due back too.
  if (amount > 0) return { _tag: "OpenRefund", key: `refund ${amount}` }
  return Refund.nextStep(state) ?? rest
}

/** True if no step is left and no row is active. */
export const isFinished = (state: Batch): boolean =>
  pending(state) === 0 && !isParked(state) && nextStep(state)._tag === "Rest"

/** Rows by id, which is their order in the file. */
const inOrder = (rows: ReadonlyArray<BatchRow.Row>): ReadonlyArray<BatchRow.Row> =>
  rows.toSorted((left, right) => (left.id < right.id ? -1 : 1))

/** All rows in order, if the batch has kept those that have ended. `active` has the other rows. */
export const rows = (
  { ended, total }: Batch,
  active: ReadonlyArray<BatchRow.Row>
): ReadonlyArray<BatchRow.Row> | undefined => {
  if (ended === undefined || ended.length + active.length !== total) return undefined
  return inOrder([...ended, ...active])
}

/**
 * The rows whose money a refund returns, if the batch has kept those that have ended. They were not
 * funded, and need no funds any more.
 */
export const unpaidRows = (
  { ended }: Batch,
  active: ReadonlyArray<BatchRow.Row>
): ReadonlyArray<BatchRow.Row> | undefined =>
  ended &&
  inOrder([...ended, ...active].filter((row) => BatchRow.isUnpaid(row) && !needsFunds(row)))

/** The batch without the rows that no later event contains. */
export const withoutPastRows = (batch: Batch): Batch => {
  const { ended, ...rest } = batch
  // An unfunded batch may be cancelled at the moment in which its last row ends.
  if (ended === undefined || pending(batch) > 0 || batch.funding === "open") return batch
  if (isFinished(batch) && !Refund.isOpen(batch.refunds)) return rest
  const unpaid = ended.filter(BatchRow.isUnpaid)
  return unpaid.length === ended.length ? batch : { ...rest, ended: unpaid }
}
