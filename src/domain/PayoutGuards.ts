/**
 * Which states of a payout allow which commands, and the sums those guards need. Guards return a
 * rejection or nothing; they never decide what happens.
 */
import * as Funding from "./Funding.ts"
import type * as Money from "./Money.ts"
import type { Command, InvalidState, Payout, Rejection, Status } from "./Payout.ts"

export const isFinal = (status: Status): boolean =>
  status === "SETTLED" || status === "FAILED" || status === "REVERSED"

/** Nothing is owed any more: it is final, and what was sent back is proven. */
export const isFinished = ({ refunds, status }: Payout): boolean =>
  isFinal(status) && Funding.unproven(refunds) === undefined

/** Micro-USDC that arrived and neither paid for the payout nor is due back. */
export const held = (state: Payout): Money.Micro =>
  Funding.deposited(state.deposits) +
  state.allocated -
  Funding.refunded(state.refunds) -
  (state.status === "SETTLED" ? state.sourceAmount : 0)

/** How far the money for it has come. */
export const funding = (state: Payout): "awaiting" | "detected" | "underpaid" | "funded" => {
  const { deposits, sourceAmount } = state
  const arrived = Funding.deposited(deposits) + state.allocated
  if (arrived >= sourceAmount) return "funded"
  if (deposits.some(({ final }) => !final)) return "detected"
  return arrived > 0 ? "underpaid" : "awaiting"
}

export const isFunded = (state: Payout): boolean => held(state) >= state.sourceAmount

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

/** The guards: which states allow which commands. Deposits are heard in every state (L9). */
export const refuse = (state: Payout, command: Command): Rejection | undefined => {
  const invalid: InvalidState = {
    _tag: "InvalidState",
    status: state.status,
    command: command._tag
  }
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
      return requireStatus(state, command, "COMPLIANCE_HOLD")
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
    case "SendRefund":
      return Funding.maySend(state.refunds, command) ? undefined : invalid
    case "ConfirmRefund":
    case "DisproveRefund":
      return state.refunds.some(Funding.isSent(command.txHash)) ? undefined : invalid
  }
}
