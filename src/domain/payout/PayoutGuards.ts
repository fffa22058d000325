/**
 * Which states of a payout allow which commands, and the sums those guards need. Guards return a
 * rejection or nothing; they never decide what happens.
 */
import * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import * as Refund from "../refund/Refund.ts"
import type { Command, InvalidState, Rejection } from "./PayoutCommand.ts"
import type { Status } from "./PayoutEvent.ts"
import type { Payout } from "./PayoutState.ts"

export const isFinal = (status: Status): boolean =>
  status === "SETTLED" || status === "FAILED" || status === "REVERSED"

/**
 * No step is left: it is final, refunds are proven, and senders of money to refund are screened.
 */
export const isFinished = (state: Payout): boolean =>
  isFinal(state.status) &&
  Refund.unproven(state.refunds) === undefined &&
  Refund.unscreened(state).length === 0

/** Micro-USDC that arrived and neither paid for the payout nor is due back. */
export const held = (state: Payout): Money.Micro =>
  Refund.remaining(state) + state.allocated - (state.status === "SETTLED" ? state.sourceAmount : 0)

/** Whether no money of it may move until a person unfreezes it. */
export const isFrozen = ({ frozen }: Pick<Payout, "frozen">): boolean =>
  frozen !== undefined && frozen !== null

/** Its money that went nowhere yet, micro-USDC: what a freeze keeps. */
export const heldAmounts = (state: Payout) => ({
  held: held(state),
  suspense: Funding.waiting(state.suspense),
  due: state.refunds.find(({ status }) => status === "due")?.amount ?? 0
})

/** Micro-USDC that may pay for it: what is held, and what waits in the suspense account. */
export const available = (state: Payout): Money.Micro =>
  held(state) + Funding.waiting(state.suspense)

/** Micro-USDC that arrived for it in all, final, dust and its share of its batch's included. */
export const received = ({ allocated, deposits, suspense }: Payout): Money.Micro =>
  Funding.arrived(deposits, suspense) + allocated

/** Micro-USDC still to be sent. A row of a batch is funded by the batch. */
export const due = (state: Payout): Money.Micro => {
  const { batchId, deposits, sourceAmount, status } = state
  if (batchId !== null) return 0
  if (status !== "AWAITING_FUNDS" && status !== "MANUAL_REVIEW") return 0
  return Funding.due(deposits, sourceAmount - available(state))
}

/** How far the money for it has come. */
export const funding = (state: Payout): "awaiting" | "detected" | "underpaid" | "funded" => {
  const { deposits, sourceAmount } = state
  const arrived = received(state)
  if (arrived >= sourceAmount) return "funded"
  if (deposits.some(({ final }) => !final)) return "detected"
  return arrived > 0 ? "underpaid" : "awaiting"
}

export const isFunded = (state: Payout): boolean => held(state) >= state.sourceAmount

const isLive = (state: Payout, reference: string): boolean =>
  state.transfer?.reference === reference && state.transfer.phase !== "refused"

type Tag = Command["_tag"]

/** Commands that are not bound to statuses: deposits are recorded in every state (L9). */
type Unbound = Funding.Verb["_tag"] | Refund.Verb["_tag"] | ("Unfreeze" | "Park")

const ofTransfer: ReadonlyArray<Status> = ["PAYOUT_INITIATED", "PAYOUT_CONFIRMED"]

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
  AcceptTransfer: ofTransfer,
  DeliverTransfer: ofTransfer,
  RefuseTransfer: ofTransfer,
  ExpireTransfer: ofTransfer,
  PostponeTransfer: ofTransfer,
  Retry: ["MANUAL_REVIEW"],
  Settle: ["MANUAL_REVIEW"],
  Fail: ["MANUAL_REVIEW"],
  Reverse: ["MANUAL_REVIEW"]
}

/**
 * Commands that a frozen payout takes: facts of the chain, who sent money, and the unfreeze; and
 * those of the customer, who must not learn of the freeze, as in every hold. They move no money.
 */
const whileFrozen: ReadonlySet<Tag> = new Set<Tag>([
  ...(["SeeDeposit", "DropDeposit", "FinalizeDeposit"] as const),
  ...(["ConfirmRefund", "DisproveRefund", "ScreenSenders", "Unfreeze"] as const),
  ...(["Cancel", "SetRefundAddress"] as const)
])

const unless = (holds: boolean, rejection: Rejection): Rejection | undefined =>
  holds ? undefined : rejection

/** What else than the status stands against a command. */
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
    case "SetRefundAddress":
    case "SendRefund":
    case "ConfirmRefund":
    case "DisproveRefund":
    case "ScreenSenders":
    case "ReleaseRefunds":
      return unless(Refund.isAllowed(state, command), invalid)
    default:
      return undefined
  }
}

/** Why a state does not allow a command; `undefined`: it does. */
export const refuse = (state: Payout, command: Command): Rejection | undefined => {
  const { _tag } = command
  const invalid: InvalidState = { _tag: "InvalidState", status: state.status, command: _tag }
  if (isFrozen(state) && !whileFrozen.has(_tag)) return { ...invalid, cause: "frozen" }
  return statuses[_tag]?.includes(state.status) === false
    ? invalid
    : refuseInStatus(state, command, invalid)
}
