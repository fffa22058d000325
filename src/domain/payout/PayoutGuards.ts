/**
 * Which states of a payout allow which commands, and the sums those guards need. Guards return a
 * rejection or nothing; they never decide what happens.
 */
import * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import type { Command, InvalidState, Payout, Rejection, Status } from "./Payout.ts"

export const isFinal = (status: Status): boolean =>
  status === "SETTLED" || status === "FAILED" || status === "REVERSED"

/** Senders that must be screened before their money goes back. */
export const unscreened = ({
  deposits,
  refunds
}: Pick<Payout, "deposits" | "refunds">): ReadonlyArray<string> =>
  refunds.some(({ status }) => status === "due") ? Funding.unscreened(deposits) : []

/** No step is left: it is final, what was sent back is proven, and who sent what is due back is known. */
export const isFinished = (state: Payout): boolean =>
  isFinal(state.status) &&
  Funding.unproven(state.refunds) === undefined &&
  unscreened(state).length === 0

/** Micro-USDC that arrived and neither paid for the payout nor is due back. */
export const held = (state: Payout): Money.Micro =>
  Funding.deposited(state.deposits) +
  (state.suspense?.released ?? 0) +
  state.allocated -
  Funding.refunded(state.refunds) -
  (state.status === "SETTLED" ? state.sourceAmount : 0)

/** Whether no money of it may move until a person unfreezes it. */
export const isFrozen = ({ frozen }: Pick<Payout, "frozen">): boolean =>
  frozen !== undefined && frozen !== null

/** Its money that went nowhere yet, micro-USDC: what a freeze keeps. */
export const stock = (state: Payout) => ({
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

/**
 * Micro-USDC still to be sent. What was seen and is not final yet counts as sent, so nobody is
 * asked to pay twice. A row of a batch is paid for by the batch.
 */
export const due = (state: Payout): Money.Micro => {
  const { batchId, deposits, sourceAmount, status } = state
  if (batchId !== null) return 0
  if (status !== "AWAITING_FUNDS" && status !== "MANUAL_REVIEW") return 0
  return Math.max(0, sourceAmount - available(state) - Funding.detected(deposits))
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

/** Whether money may go back: nothing is against those who sent it. */
export const mayRefund = (state: Pick<Payout, "deposits" | "refunds" | "refundHold">): boolean =>
  state.refundHold === null && unscreened(state).length === 0

const isLive = (state: Payout, reference: string): boolean =>
  state.transfer?.reference === reference && state.transfer.phase !== "refused"

const requireStatus = (
  state: Payout,
  command: Command,
  ...allowed: ReadonlyArray<Status>
): Rejection | undefined =>
  allowed.includes(state.status)
    ? undefined
    : { _tag: "InvalidState", status: state.status, command: command._tag }

/** The live transfer of this reference, in a state where its outcome matters. */
const requireTransfer = (
  state: Payout,
  command: Command & { readonly reference: string }
): Rejection | undefined =>
  requireStatus(state, command, "PAYOUT_INITIATED", "PAYOUT_CONFIRMED") ??
  (isLive(state, command.reference)
    ? undefined
    : { _tag: "StaleTransfer", reference: command.reference })

/** What is heard of frozen money: facts of the chain, who sent it, and the word that ends it. */
const whileFrozen: ReadonlySet<Command["_tag"]> = new Set<Command["_tag"]>([
  ...(["SeeDeposit", "DropDeposit", "FinalizeDeposit"] as const),
  ...(["ConfirmRefund", "DisproveRefund", "ScreenSenders", "Unfreeze"] as const)
])

/** The guards: which states allow which commands. Deposits are heard in every state (L9). */
export const refuse = (state: Payout, command: Command): Rejection | undefined => {
  const invalid: InvalidState = {
    _tag: "InvalidState",
    status: state.status,
    command: command._tag
  }
  if (isFrozen(state) && !whileFrozen.has(command._tag)) return { ...invalid, cause: "frozen" }
  switch (command._tag) {
    case "SeeDeposit":
    case "DropDeposit":
    case "FinalizeDeposit":
      return undefined
    case "OpenFunding":
      return requireStatus(state, command, "CREATED")
    case "Fund":
      return state.batchId === null ? invalid : requireStatus(state, command, "AWAITING_FUNDS")
    case "CloseFundingWindow":
    case "RefuseRecipient":
      return requireStatus(state, command, "AWAITING_FUNDS")
    case "Cancel":
      return (
        requireStatus(state, command, "CREATED", "AWAITING_FUNDS") ??
        (state.deposits.length > 0 ? { ...invalid, cause: "deposit_arrived" } : undefined)
      )
    case "ClearScreening":
    case "Hold":
      return requireStatus(state, command, "STABLECOIN_RECEIVED")
    case "Approve":
    case "Reject":
    case "Freeze":
      return requireStatus(state, command, "COMPLIANCE_HOLD")
    case "Unfreeze":
      return isFrozen(state) ? undefined : invalid
    case "AcceptTransfer":
    case "DeliverTransfer":
    case "RefuseTransfer":
    case "ExpireTransfer":
      return requireTransfer(state, command)
    case "Retry":
    case "Settle":
      return (
        requireStatus(state, command, "MANUAL_REVIEW") ??
        (isFunded(state) ? undefined : { ...invalid, cause: "not_funded" })
      )
    case "Fail":
    case "Reverse":
      return requireStatus(state, command, "MANUAL_REVIEW")
    case "Park":
      return isFinal(state.status) || state.status === "MANUAL_REVIEW" ? invalid : undefined
    case "PostponeTransfer":
      return (
        requireTransfer(state, command) ??
        (state.transfer?.phase === "requested" ? undefined : invalid)
      )
    case "SetRefundAddress":
      return undefined
    case "ScreenSenders":
      return undefined
    case "ReleaseRefunds":
      return state.refundHold === null ? invalid : undefined
    case "SendRefund":
      // A transfer to a listed address was made already: it is recorded whatever is kept back.
      return (command.flagged !== undefined || mayRefund(state)) &&
        Funding.maySend(state.refunds, command)
        ? undefined
        : invalid
    case "ConfirmRefund":
    case "DisproveRefund":
      return state.refunds.some(Funding.isSent(command.txHash)) ? undefined : invalid
  }
}
