/**
 * The sandbox's script: the outcome of each test number and magic name, and its time. A pure
 * function of the payout, so a restart changes nothing.
 */
import * as ChainCursor from "../ChainCursor.ts"
import type { Command, FailureReason, Instruction, Payout } from "./Payout.ts"
import * as PayoutGuards from "./PayoutGuards.ts"
import * as Recall from "./Recall.ts"

/** Milliseconds after creation, before the time scale. */
const depositAfterMs = 2_000
export const initiateAfterMs = 5_000
/** Milliseconds after a refund is due until it is sent, and until it is final. */
export const refundSentAfterMs = 2_000
export const refundConfirmedAfterMs = 5_000
const settleAfterMsMin = 60_000
const settleAfterMsMax = 180_000
const delayedSettleAfterMs = 300_000
/** Milliseconds before delivery at which the provider accepts. */
const acceptBeforeMs = 1_000
/** Milliseconds that a new address for withdrawals waits, and until a withdrawal is decided. */
export const addressWaitMs = 10_000
export const withdrawalDecidedAfterMs = 2_000
/** Milliseconds until the sandbox rejects a hold. */
export const rejectAfterMs = 3_000

const failingNumbers: ReadonlyMap<string, FailureReason> = new Map([
  ["+256770000003", "insufficient_balance"],
  ["+256770000004", "invalid_recipient"]
])
const delayedNumber = "+256770000002"

/** The reason why a test number can never be paid, if it cannot. */
export const refusal = (payout: Payout): FailureReason | undefined =>
  failingNumbers.get(payout.phone)

/** A number from 0 to 1 that follows from the payout's id. */
const share = ({ id }: Payout): number => {
  let sum = 0
  for (let index = 0; index < id.length; index++) sum = (sum * 31 + id.charCodeAt(index)) % 10_007
  return sum / 10_007
}

/** Milliseconds after creation until the recipient has the money. */
const settleAfterMs = (payout: Payout): number =>
  payout.phone === delayedNumber
    ? delayedSettleAfterMs
    : settleAfterMsMin + share(payout) * (settleAfterMsMax - settleAfterMsMin)

export const settleAt = (payout: Payout, timeScale: number): number =>
  payout.createdAt + settleAfterMs(payout) * timeScale

export const acceptAt = (payout: Payout, timeScale: number): number =>
  payout.createdAt + (settleAfterMs(payout) - acceptBeforeMs) * timeScale

/** True if no deposit is simulated automatically. */
export const isUnfunded = ({ name }: { readonly name?: string | null }): boolean =>
  name === "SANDBOX UNFUNDED"

/**
 * Outcomes that a test may request: the end of a payout, a status in which it stops, or the return
 * of its money after SETTLED.
 */
export const outcomes = ["settle", "fail", "expire", "hold", "review", "reverse", "return"] as const
export type Outcome = (typeof outcomes)[number]

export interface Target {
  readonly outcome: Outcome
  readonly failureReason: FailureReason
  readonly at: number
  /** The instruction of a transfer, if the outcome needs one. */
  readonly instruction: Instruction
  /** The id of a recall, if the outcome needs one. */
  readonly recallId: string
}

export const deposit = (name: string, amount: number, at: number) => ({
  chainId: ChainCursor.simulatedChainId,
  txHash: `sandbox:${name}`,
  logIndex: 0,
  blockNumber: 0,
  amount,
  seenAt: at
})

/** The deposit that arrives automatically for a payout or batch, if one does. */
export const scriptedDeposit = (
  subject: {
    readonly id: string
    readonly sourceAmount: number
    readonly createdAt: number
    readonly deposits: ReadonlyArray<unknown>
    readonly name?: string | null
  },
  timeScale: number
) =>
  subject.deposits.length > 0 || isUnfunded(subject)
    ? undefined
    : deposit(
        subject.id,
        subject.sourceAmount,
        Math.round(subject.createdAt + depositAfterMs * timeScale)
      )

/** The command for a payout that waits for funds. A row is funded, and expires, with its batch. */
const fundingCommand = (
  payout: Payout,
  { at, failureReason, outcome }: Target
): Command | undefined => {
  if (outcome === "fail") return { _tag: "RefuseRecipient", reason: failureReason, at }
  if (payout.batchId !== null) return undefined
  if (outcome === "expire") return { _tag: "CloseFundingWindow", early: true, at }
  const seenAt = Math.min(at, payout.fundingDeadline)
  return {
    _tag: "FinalizeDeposit",
    deposit: deposit(payout.id, payout.sourceAmount, seenAt),
    at
  }
}

const transferCommand = (
  payout: Payout,
  { at, failureReason, outcome }: Target
): Command | undefined => {
  const reference = payout.transfer?.reference
  if (reference === undefined || outcome === "hold") return undefined
  switch (outcome) {
    case "settle":
    case "return": {
      const providerReference = `SBX-${reference.slice(0, 8).toUpperCase()}`
      return { _tag: "DeliverTransfer", reference, providerReference, at }
    }
    case "fail":
      return {
        ...{ _tag: "RefuseTransfer", reference, reason: failureReason, at },
        ...{ next: null, attemptsMax: 0 }
      }
    default:
      return { _tag: "ExpireTransfer", reference, at }
  }
}

const reviewCommand = ({ at, failureReason, outcome }: Target): Command | undefined => {
  switch (outcome) {
    case "settle":
    case "return":
      return { _tag: "Settle", providerReference: "SBX-REVIEW", at }
    case "fail":
      return { _tag: "Fail", reason: failureReason, at }
    case "reverse":
      return { _tag: "Reverse", at }
    default:
      return undefined
  }
}

/** The next command of a provider that returns all money of a settled payout. */
const returnCommand = (payout: Payout, { at, outcome, recallId }: Target): Command | undefined => {
  if (outcome !== "return") return undefined
  const recall = Recall.openOf(payout)
  if (recall === undefined) {
    return { _tag: "OpenRecall", recallId, kind: "returned", reason: requested, at }
  }
  if (recall.status === "returned") {
    return { _tag: "CloseRecall", recallId: recall.id, outcome: "returned", at }
  }
  const returned = payout.targetAmount - Recall.returned(payout)
  const providerReference = `SBX-RETURN-${recall.id.slice(-8)}`
  return { _tag: "ReturnRecall", recallId: recall.id, returned, providerReference, at }
}

/** True if the wait for funds ended without money, or with less than the amount. */
const isExpired = ({ failureReason, reviewReason, status }: Payout): boolean =>
  (status === "FAILED" && failureReason === "deposit_expired") ||
  (status === "MANUAL_REVIEW" && reviewReason === "underpaid")

/** The reason of what a test requests. */
const requested = "asked for in the sandbox"

const targetStatuses = {
  settle: "SETTLED",
  fail: "FAILED",
  hold: "COMPLIANCE_HOLD",
  review: "MANUAL_REVIEW",
  reverse: "REVERSED"
} as const

/** True if all money of a settled payout is returned, and no recall of it is open. */
const isReturned = (payout: Payout): boolean =>
  payout.status === "SETTLED" &&
  Recall.returned(payout) === payout.targetAmount &&
  Recall.openOf(payout) === undefined

/** True if a payout has the wanted outcome. */
export const isReached = (payout: Payout, outcome: Outcome): boolean => {
  if (outcome === "return") return isReturned(payout)
  return outcome === "expire" ? isExpired(payout) : payout.status === targetStatuses[outcome]
}

/**
 * The next command towards an outcome; `undefined` if it cannot be reached. The lifecycle decides
 * about the command as about every other one.
 */
export const commandToward = (payout: Payout, target: Target): Command | undefined => {
  const { at, instruction, outcome } = target
  if (PayoutGuards.isFrozen(payout)) return undefined
  if (outcome === "expire" && payout.status !== "AWAITING_FUNDS") return undefined
  switch (payout.status) {
    case "AWAITING_FUNDS":
      return fundingCommand(payout, target)
    case "STABLECOIN_RECEIVED":
      return outcome === "hold" || outcome === "reverse"
        ? { _tag: "Hold", reason: requested, at }
        : { _tag: "ClearScreening", instruction, at }
    case "COMPLIANCE_HOLD":
      return outcome === "reverse"
        ? { _tag: "Reject", at }
        : { _tag: "Approve", instruction, by: "sandbox", approvalsMin: 1, at }
    case "PAYOUT_INITIATED":
    case "PAYOUT_CONFIRMED":
      return transferCommand(payout, target)
    case "MANUAL_REVIEW":
      return reviewCommand(target)
    case "SETTLED":
      return returnCommand(payout, target)
    default:
      return undefined
  }
}

/** The outcome that a recipient's name selects. */
export const magicOutcome = ({ name }: Payout): "hold" | "reverse" | "review" | undefined => {
  switch (name) {
    case "SANDBOX HOLD":
      return "hold"
    case "SANDBOX REVERSE":
      return "reverse"
    case "SANDBOX REVIEW":
      return "review"
    default:
      return undefined
  }
}
