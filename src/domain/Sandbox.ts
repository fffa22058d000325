/**
 * The sandbox's script: what each test number and magic name leads to, and when (contract §6). A
 * pure function of the payout, so a restart changes nothing.
 */
import type { FailureReason, Payout } from "./Payout.ts"

/** Milliseconds after creation, before the time scale. */
export const depositAfterMs = 2_000
export const initiateAfterMs = 5_000
const settleAfterMsMin = 60_000
const settleAfterMsMax = 180_000
const delayedSettleAfterMs = 300_000
/** How long before delivery the provider accepts. */
const acceptBeforeMs = 1_000
/** How long the sandbox's case officer takes to reject a hold. */
export const rejectAfterMs = 3_000

const failing: ReadonlyMap<string, FailureReason> = new Map([
  ["+256770000003", "insufficient_balance"],
  ["+256770000004", "invalid_recipient"]
])
const delayed = "+256770000002"

/** Why a test number can never be paid. */
export const refusal = (payout: Payout): FailureReason | undefined => failing.get(payout.phone)

/** A number from 0 to 1 that is the payout's own. */
const share = ({ id }: Payout): number => {
  let sum = 0
  for (let index = 0; index < id.length; index++) sum = (sum * 31 + id.charCodeAt(index)) % 10_007
  return sum / 10_007
}

/** When the recipient has the money, milliseconds after creation. */
const settleAfterMs = (payout: Payout): number =>
  payout.phone === delayed
    ? delayedSettleAfterMs
    : settleAfterMsMin + share(payout) * (settleAfterMsMax - settleAfterMsMin)

export const settleAt = (payout: Payout, timeScale: number): number =>
  payout.createdAt + settleAfterMs(payout) * timeScale

export const acceptAt = (payout: Payout, timeScale: number): number =>
  payout.createdAt + (settleAfterMs(payout) - acceptBeforeMs) * timeScale

/** What a recipient's name makes happen. */
export const magic = ({ name }: Payout): "hold" | "reverse" | "review" | undefined => {
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
