/**
 * A withdrawal: USDC that goes from an account's balance to an address that the account named
 * before (Balance.ts). Operators send it, and the chain proves it. Amounts in micro-USDC.
 *
 *     sent:       requested ──approved──▶ approved ──transaction──▶ sent ──final──▶ completed
 *     held:       requested ──address flagged──▶ held ──a later approval──▶ approved
 *     disproved:  sent ──no such transfer──▶ approved, or held if its address was flagged
 *     returned:   requested, held ──customer──▶ cancelled
 *                 requested, held, approved ──staff──▶ rejected
 *
 * W1  The amount leaves the balance with the request. It returns once, and only if no transaction
 *     is recorded.
 * W2  An approval screens the address. A flagged address holds the withdrawal, until a later
 *     approval finds it clear.
 * W3  A transaction proves one withdrawal or one refund (L8). The transfer was made before it is
 *     recorded, so it is recorded even if the address is listed by then.
 * W4  An approval, and a rejection, take effect when enough people have decided the same.
 */
import { Result, Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import type * as Money from "../money/Money.ts"
import * as Personal from "../Personal.ts"
import type * as Refund from "../refund/Refund.ts"
import * as ScreeningEvidence from "../ScreeningEvidence.ts"

// ----------------------------------------------------------------------------- events

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) => Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, ...fields })

export const Requested = event("WithdrawalRequested", {
  accountId: Schema.String,
  /** Micro-USDC. */
  amount: Schema.Number,
  addressId: Schema.String,
  address: Schema.String,
  reference: Personal.ofAccount(Schema.NullOr(Schema.String))
})
export type Requested = typeof Requested.Type

export const Event = Schema.Union([
  Requested,
  /** A decision that needs more people. */
  event("WithdrawalActionApproved", Approval.fields),
  event("WithdrawalApproved", {
    by: Schema.String,
    evidence: Schema.optionalKey(ScreeningEvidence.Evidence)
  }),
  /** Screening flagged the address. */
  event("WithdrawalHeld", {
    reason: Personal.ofAccount(Schema.String),
    evidence: Schema.optionalKey(ScreeningEvidence.Evidence)
  }),
  event("WithdrawalCancelled", {}),
  event("WithdrawalRejected", { by: Schema.String }),
  event("WithdrawalSent", {
    txHash: Schema.String,
    /** The reason why the address is listed, if it is by now. */
    flagged: Schema.optionalKey(Personal.ofAccount(Schema.String))
  }),
  event("WithdrawalCompleted", {
    txHash: Schema.String,
    /** True if a third party sent it. */
    isThirdParty: Schema.optionalKey(Schema.Boolean)
  }),
  /** The transaction does not exist, or is another one. */
  event("WithdrawalDisproved", { txHash: Schema.String })
])
export type Event = typeof Event.Type

// ----------------------------------------------------------------------------- states

export const Status = Schema.Literals([
  "requested",
  "held",
  "approved",
  "sent",
  "completed",
  "cancelled",
  "rejected"
])
export type Status = typeof Status.Type

export const Withdrawal = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  status: Status,
  /** Micro-USDC. */
  amount: Schema.Number,
  addressId: Schema.String,
  address: Schema.String,
  reference: Personal.ofAccount(Schema.NullOr(Schema.String)),
  /** The reason why screening holds it, or `null`. */
  hold: Personal.ofAccount(Schema.NullOr(Schema.String)),
  txHash: Schema.NullOr(Schema.String),
  /** A decision that needs more people. */
  pendingAction: Schema.NullOr(Approval.Pending),
  /** The number of status changes so far. */
  sequence: Schema.Number,
  createdAt: Schema.Number,
  sentAt: Schema.NullOr(Schema.Number),
  completedAt: Schema.NullOr(Schema.Number),
  /** Time of the last change, milliseconds. */
  updatedAt: Schema.Number
})
export type Withdrawal = typeof Withdrawal.Type

const isEnd: ReadonlySet<Status> = new Set(["completed", "cancelled", "rejected"])

export const isOpen = ({ status }: Pick<Withdrawal, "status">): boolean => !isEnd.has(status)

/** The withdrawal as a refund, for everything that a transaction proves. */
export const asRefunds = (withdrawal: Withdrawal): ReadonlyArray<Refund.Refund> => {
  const { address, amount, completedAt, status, txHash } = withdrawal
  const sum = { amount, address, txHash }
  if (status === "sent") return [{ status, ...sum }]
  if (completedAt !== null) return [{ status: "confirmed", ...sum, confirmedAt: completedAt }]
  return isOpen(withdrawal) ? [{ status: "due", ...sum }] : []
}

// ----------------------------------------------------------------------------- commands

interface Vote {
  readonly by: string
  /** Absent if one person suffices. */
  readonly vote?: Approval.Vote | undefined
}

export type Command = { readonly at: number } & (
  | ({
      readonly _tag: "ApproveWithdrawal"
      /** The reason why screening flags the address now, or `null`. */
      readonly flagged: string | null
      /** The result of the screening. Approvals count together whatever it says. */
      readonly screening?: ScreeningEvidence.Evidence | undefined
    } & Vote)
  | ({ readonly _tag: "RejectWithdrawal" } & Vote)
  | { readonly _tag: "CancelWithdrawal" }
  | {
      readonly _tag: "SendWithdrawal"
      readonly txHash: string
      readonly flagged?: string | undefined
    }
  | {
      readonly _tag: "ConfirmRefund"
      readonly txHash: string
      readonly isThirdParty?: boolean | undefined
    }
  | { readonly _tag: "DisproveRefund"; readonly txHash: string }
  /** Refused: a withdrawal has no status that could wait for an operator. */
  | { readonly _tag: "Park" }
)

/** The status does not allow the command. */
export interface WithdrawalState {
  readonly _tag: "WithdrawalState"
  readonly status: Status
  readonly command: Command["_tag"]
}

export type Rejection = WithdrawalState | { readonly _tag: "NeverParked" }

type Decision = Result.Result<ReadonlyArray<Event>, Rejection>

const allowedIn: Readonly<Record<Command["_tag"], ReadonlyArray<Status>>> = {
  ApproveWithdrawal: ["requested", "held"],
  RejectWithdrawal: ["requested", "held", "approved"],
  CancelWithdrawal: ["requested", "held"],
  SendWithdrawal: ["approved"],
  ConfirmRefund: ["sent"],
  DisproveRefund: ["sent"],
  Park: []
}

// ----------------------------------------------------------------------------- decide

/** The events of a decision that may need more people. */
const voted = (
  { id, pendingAction }: Withdrawal,
  command: Extract<Command, Vote>,
  decided: ReadonlyArray<Event>
): ReadonlyArray<Event> => {
  const { _tag, at, vote } = command
  const verdict = Approval.countVote(pendingAction ?? undefined, { _tag, at, vote })
  if (verdict._tag === "Repeated") return []
  return verdict._tag === "Act"
    ? decided
    : [{ _tag: "WithdrawalActionApproved", id, ...verdict.approval }]
}

const approve = (
  state: Withdrawal,
  command: Extract<Command, { readonly _tag: "ApproveWithdrawal" }>
): ReadonlyArray<Event> => {
  const { at, by, flagged, screening } = command
  const { id } = state
  const proof = screening === undefined ? {} : { evidence: screening }
  if (flagged !== null) {
    return flagged === state.hold
      ? []
      : [{ _tag: "WithdrawalHeld", id, at, reason: flagged, ...proof }]
  }
  return voted(state, command, [{ _tag: "WithdrawalApproved", id, at, by, ...proof }])
}

const eventsOf = (
  state: Withdrawal,
  command: Exclude<Command, { readonly _tag: "Park" }>
): ReadonlyArray<Event> => {
  const { at } = command
  const { id, txHash } = state
  switch (command._tag) {
    case "ApproveWithdrawal":
      return approve(state, command)
    case "RejectWithdrawal":
      return voted(state, command, [{ _tag: "WithdrawalRejected", id, at, by: command.by }])
    case "CancelWithdrawal":
      return [{ _tag: "WithdrawalCancelled", id, at }]
    case "SendWithdrawal": {
      const listing = command.flagged === undefined ? {} : { flagged: command.flagged }
      return [{ _tag: "WithdrawalSent", id, at, txHash: command.txHash, ...listing }]
    }
    case "ConfirmRefund": {
      const payer = command.isThirdParty === true ? { isThirdParty: true } : {}
      return command.txHash === txHash
        ? [{ _tag: "WithdrawalCompleted", id, at, txHash, ...payer }]
        : []
    }
    case "DisproveRefund":
      return command.txHash === txHash ? [{ _tag: "WithdrawalDisproved", id, at, txHash }] : []
  }
}

export const decide = (state: Withdrawal, command: Command): Decision => {
  const { status } = state
  if (command._tag === "Park") return Result.fail({ _tag: "NeverParked" })
  return allowedIn[command._tag].includes(status)
    ? Result.succeed(eventsOf(state, command))
    : Result.fail({ _tag: "WithdrawalState", status, command: command._tag })
}

// ----------------------------------------------------------------------------- evolve

export const requested = ({ at, ...fields }: Requested): Withdrawal => {
  const { accountId, address, addressId, amount, id, reference } = fields
  return {
    ...{ id, accountId, status: "requested", amount, addressId, address, reference },
    ...{ hold: null, txHash: null, pendingAction: null, sequence: 1 },
    ...{ createdAt: at, sentAt: null, completedAt: null, updatedAt: at }
  }
}

const change = (state: Withdrawal, event: Event): Partial<Withdrawal> => {
  switch (event._tag) {
    case "WithdrawalRequested":
      return requested(event)
    case "WithdrawalActionApproved":
      return { pendingAction: Approval.approved(state.pendingAction ?? undefined, event) }
    case "WithdrawalApproved":
      return { status: "approved", hold: null }
    case "WithdrawalHeld":
      return { status: "held", hold: event.reason }
    case "WithdrawalCancelled":
      return { status: "cancelled" }
    case "WithdrawalRejected":
      return { status: "rejected" }
    case "WithdrawalSent":
      return {
        ...{ status: "sent", txHash: event.txHash, sentAt: event.at },
        hold: event.flagged ?? state.hold
      }
    case "WithdrawalCompleted":
      return { status: "completed", completedAt: event.at }
    case "WithdrawalDisproved":
      // The transaction's screening may have flagged the address after the approval.
      return { status: state.hold === null ? "approved" : "held", txHash: null, sentAt: null }
  }
}

/** The state after an event. Every recorded event is accepted. */
export const evolve = (state: Withdrawal, event: Event): Withdrawal => {
  const after = { ...state, ...change(state, event), updatedAt: event.at }
  if (event._tag === "WithdrawalActionApproved") return after
  return { ...after, pendingAction: null, sequence: state.sequence + 1 }
}

// ----------------------------------------------------------------------------- balance

/** Micro-USDC that an event moves to the balance; negative if it takes it. */
export const movedBy = (
  { amount }: Pick<Withdrawal, "amount">,
  { _tag }: Pick<Event, "_tag">
): Money.Micro => {
  if (_tag === "WithdrawalRequested") return -amount
  return _tag === "WithdrawalCancelled" || _tag === "WithdrawalRejected" ? amount : 0
}

// ----------------------------------------------------------------------------- next step

export type Step =
  | { readonly _tag: "Rest"; readonly key: string }
  | Extract<Refund.Step, { readonly _tag: "ProveRefund" }>

const rest: Step = { _tag: "Rest", key: "rest" }

/** A recorded transaction is followed until it is final. */
export const nextStep = ({ address, amount, status, txHash }: Withdrawal): Step =>
  status === "sent" && txHash !== null
    ? { _tag: "ProveRefund", key: `refund/${txHash}`, refund: { amount, address, txHash } }
    : rest
