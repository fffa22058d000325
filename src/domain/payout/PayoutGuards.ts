/**
 * The commands that each state of a payout allows, and the sums that these guards need. A guard
 * returns a rejection or nothing; it never decides what happens.
 */
import * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import * as Refund from "../refund/Refund.ts"
import type { Command, InvalidState, Rejection } from "./PayoutCommand.ts"
import type { Status } from "./PayoutEvent.ts"
import type { Payout } from "./PayoutState.ts"
import * as Recall from "./Recall.ts"

export const isFinal = (status: Status): boolean =>
  status === "SETTLED" || status === "FAILED" || status === "REVERSED"

/**
 * True if no work is left: the status is final, refunds are proven or credited, senders of money to
 * refund are screened, and no recall is open.
 */
export const isFinished = (state: Payout): boolean =>
  isFinal(state.status) &&
  Refund.nextStep(state) === undefined &&
  Recall.openOf(state) === undefined

/** Micro-USDC that paid for the payout and were not returned. */
const paid = (state: Payout): Money.Micro =>
  state.status === "SETTLED" ? state.sourceAmount - Recall.value(state) : 0

/** Micro-USDC that arrived, did not pay for the payout and is not due back. */
export const held = (state: Payout): Money.Micro =>
  Refund.remaining(state) + state.allocated - paid(state)

/**
 * True if the account's balance pays for the payout, or for its batch. Money that is not needed
 * returns to it in the same way.
 */
export const isFromBalance = ({ funding }: Pick<Payout, "funding">): boolean =>
  funding === "balance"

/** True if no money of the payout may move until an operator unfreezes it. */
export const isFrozen = ({ frozen }: Pick<Payout, "frozen">): boolean =>
  frozen !== undefined && frozen !== null

/** The payout's money that went nowhere yet, micro-USDC, which a freeze keeps. */
export const heldAmounts = (state: Payout) => ({
  held: held(state),
  suspense: Funding.suspenseBalance(state.suspense),
  due: Refund.dueIn(state.refunds)?.amount ?? 0
})

/** Micro-USDC that may pay for the payout: held, and in the suspense account. */
export const available = (state: Payout): Money.Micro =>
  held(state) + Funding.suspenseBalance(state.suspense)

/**
 * Micro-USDC that arrived for the payout in all, final. Dust and its share of its batch are
 * included.
 */
export const received = ({ allocated, deposits, suspense }: Payout): Money.Micro =>
  Funding.arrived(deposits, suspense) + allocated

/** Micro-USDC still to be sent. A row of a batch is funded by the batch. */
export const due = (state: Payout): Money.Micro => {
  const { batchId, deposits, sourceAmount, status } = state
  if (batchId !== null) return 0
  if (status !== "AWAITING_FUNDS" && status !== "MANUAL_REVIEW") return 0
  return Funding.due(deposits, sourceAmount - available(state))
}

/** The progress of the payout's funding. */
export const funding = (state: Payout): "awaiting" | "detected" | "underpaid" | "funded" => {
  const { deposits, sourceAmount } = state
  const arrived = received(state)
  if (arrived >= sourceAmount) return "funded"
  if (deposits.some(({ final }) => !final)) return "detected"
  return arrived > 0 ? "underpaid" : "awaiting"
}

export const isFunded = (state: Payout): boolean => held(state) >= state.sourceAmount

/**
 * True if the payout will take money from the float: it is funded and neither paid nor ended. A
 * frozen payout takes none until it is unfrozen. A transfer with an unknown outcome may have taken
 * it already, and counts until the outcome is known.
 */
export const isCommitted = (state: Payout): boolean => {
  switch (state.status) {
    case "STABLECOIN_RECEIVED":
    case "PAYOUT_INITIATED":
    case "PAYOUT_CONFIRMED":
      return true
    case "COMPLIANCE_HOLD":
      return !isFrozen(state)
    case "MANUAL_REVIEW":
      return isFunded(state)
    default:
      return false
  }
}

const isLive = (state: Payout, reference: string): boolean =>
  state.transfer?.reference === reference && state.transfer.phase !== "refused"

type Tag = Command["_tag"]

/** Commands that are not bound to statuses: deposits are recorded in every state (L9). */
type Unbound = Funding.Verb["_tag"] | Refund.Verb["_tag"] | ("Unfreeze" | "Park")

const transferStatuses: ReadonlyArray<Status> = ["PAYOUT_INITIATED", "PAYOUT_CONFIRMED"]

/** The statuses in which a command is possible. */
const statuses: Readonly<Record<Exclude<Tag, Unbound>, ReadonlyArray<Status>>> &
  Readonly<Partial<Record<Unbound, undefined>>> = {
  OpenFunding: ["CREATED"],
  Fund: ["AWAITING_FUNDS"],
  CloseFundingWindow: ["AWAITING_FUNDS"],
  RefuseRecipient: ["AWAITING_FUNDS"],
  Cancel: ["CREATED", "AWAITING_FUNDS"],
  ClearScreening: ["STABLECOIN_RECEIVED"],
  Hold: ["STABLECOIN_RECEIVED"],
  Approve: ["COMPLIANCE_HOLD"],
  Reject: ["COMPLIANCE_HOLD"],
  Freeze: ["COMPLIANCE_HOLD"],
  AcceptTransfer: transferStatuses,
  DeliverTransfer: transferStatuses,
  RefuseTransfer: transferStatuses,
  ExpireTransfer: transferStatuses,
  PostponeTransfer: transferStatuses,
  Retry: ["MANUAL_REVIEW"],
  Settle: ["MANUAL_REVIEW"],
  Fail: ["MANUAL_REVIEW"],
  Reverse: ["MANUAL_REVIEW"],
  OpenRecall: ["SETTLED"],
  ReturnRecall: ["SETTLED"],
  CloseRecall: ["SETTLED"]
}

/**
 * Commands that a frozen payout accepts. They are facts of the chain, the screening of senders, the
 * unfreeze, and the customer's commands, because the customer must not learn of the freeze. They
 * move no money.
 */
const whileFrozen: ReadonlySet<Tag> = new Set<Tag>([
  ...(["SeeDeposit", "DropDeposit", "FinalizeDeposit"] as const),
  ...(["ConfirmRefund", "DisproveRefund", "ScreenSenders", "Unfreeze"] as const),
  ...(["Cancel", "SetRefundAddress"] as const)
])

const unless = (isAllowed: boolean, rejection: Rejection): Rejection | undefined =>
  isAllowed ? undefined : rejection

/** The rejection of a command about recalls. */
const refuseRecall = (
  state: Payout,
  command: Recall.Verb,
  invalid: InvalidState
): Rejection | undefined => {
  const refusal = Recall.refuse(state, command)
  return refusal?._tag === "Cause" ? { ...invalid, cause: refusal.cause } : refusal
}

/** The rejection for a reason other than the status. */
const refuseInStatus = (
  state: Payout,
  command: Command,
  invalid: InvalidState
): Rejection | undefined => {
  switch (command._tag) {
    case "Fund":
      return unless(state.batchId !== null, invalid)
    case "Cancel":
      return unless(state.deposits.length === 0, { ...invalid, cause: "deposit_arrived" })
    case "Unfreeze":
      return unless(isFrozen(state), invalid)
    case "Park":
      return unless(!isFinal(state.status) && state.status !== "MANUAL_REVIEW", invalid)
    case "Retry":
    case "Settle":
      return unless(isFunded(state), { ...invalid, cause: "not_funded" })
    case "AcceptTransfer":
    case "DeliverTransfer":
    case "RefuseTransfer":
    case "ExpireTransfer":
    case "PostponeTransfer": {
      const { _tag, reference } = command
      if (!isLive(state, reference)) return { _tag: "StaleTransfer", reference }
      return unless(_tag !== "PostponeTransfer" || state.transfer?.phase === "requested", invalid)
    }
    case "BookForeignDeposits":
      // The address belongs to the batch, which books the money.
      if (state.batchId !== null) return { ...invalid, cause: "of_batch" }
      // The address belongs to the balance: each of its payouts could book the money once more.
      if (isFromBalance(state)) return { ...invalid, cause: "of_balance" }
      return unless(state.status !== "COMPLIANCE_HOLD" && Refund.isAllowed(state, command), invalid)
    case "SetRefundAddress":
    case "SendRefund":
    case "ConfirmRefund":
    case "DisproveRefund":
    case "ScreenSenders":
    case "ReleaseRefunds":
    case "CreditRefund":
      return unless(Refund.isAllowed(state, command), invalid)
    case "OpenRecall":
    case "ReturnRecall":
    case "CloseRecall":
      return refuseRecall(state, command, invalid)
    default:
      return undefined
  }
}

/** The rejection of a command by a state; `undefined` if the state allows it. */
export const refuse = (state: Payout, command: Command): Rejection | undefined => {
  const { _tag } = command
  const invalid: InvalidState = { _tag: "InvalidState", status: state.status, command: _tag }
  if (isFrozen(state) && !whileFrozen.has(_tag)) return { ...invalid, cause: "frozen" }
  return statuses[_tag]?.includes(state.status) === false
    ? invalid
    : refuseInStatus(state, command, invalid)
}
