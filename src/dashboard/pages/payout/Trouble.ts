/**
 * Finds the problems with the money of a payout or a batch. Each has a reason, a next step and
 * advice. The module neither fetches nor draws.
 */
import type { Batch, FailureReason, Payout } from "../../../client/Generated.ts"
import * as CustomerReason from "../../../domain/payout/CustomerReason.ts"
import { trouble as Words } from "../../words/troubles.ts"

type Tone = "wait" | "good" | "warn" | "bad" | "review"

/** A button next to the text. */
export type Remedy = "pay_again" | "set_refund_address" | "failed_rows"

export interface Trouble {
  /** Unique among the troubles of one page. */
  readonly key: string
  readonly tone: Tone
  readonly title: string
  readonly reason: string
  readonly next: string
  /** Advice for the user, if the user can do something. */
  readonly advice?: string
  readonly remedy?: Remedy
  /**
   * The text about support: `urgent` if only an urgent case needs it, `needed` if every case does.
   */
  readonly support?: "urgent" | "needed"
}

type Refund = NonNullable<Payout["refund"]>

/** True if the same recipient may be paid again after this failure. */
const isRepeatable = (code: FailureReason): boolean => code !== "compliance_rejected"

/** The reason of a refund. */
type RefundCause = keyof typeof Words.refundCauses

/** The refund's status and its next step. */
const refundTrouble = (
  { address, amount_usdc, status }: Refund,
  cause: RefundCause,
  known: string | undefined,
  isSentAtOnce: boolean
): Trouble => {
  const to = address ?? known
  const common = { key: "refund", reason: Words.refundCauses[cause] }
  switch (status) {
    case "due":
      return to === undefined
        ? {
            ...common,
            tone: "warn",
            ...Words.refund.withoutAddress(amount_usdc, isSentAtOnce),
            remedy: "set_refund_address"
          }
        : { ...common, tone: "wait", ...Words.refund.due(amount_usdc) }
    case "held":
      return { ...common, tone: "warn", ...Words.refund.held(amount_usdc), support: "urgent" }
    case "sent":
      return { ...common, tone: "wait", ...Words.refund.sent(amount_usdc) }
    case "confirmed":
      return { ...common, tone: "good", ...Words.refund.confirmed(amount_usdc, to) }
    case "credited":
      return { ...common, tone: "good", ...Words.refund.credited(amount_usdc) }
  }
}

/** Fields that the payments of payouts and batches share. */
type Payable = Pick<
  Payout,
  | ("amount_due_usdc" | "amount_received_usdc" | "funding" | "funding_expires_at")
  | ("refund" | "refund_address")
>

/** A missing amount: too little arrived, or the deadline has passed. */
const fundingTrouble = (
  of: Payable,
  total: number,
  now: number,
  next: string
): Trouble | undefined => {
  const { amount_due_usdc: due, amount_received_usdc: received, funding_expires_at } = of
  const isOver = now >= Date.parse(funding_expires_at)
  if (due === 0) return undefined
  if (isOver) return { key: "window", tone: "warn", ...Words.windowOver(received, total) }
  if (received === 0) return undefined
  return { key: "underpaid", tone: "warn", ...Words.underpaid(due, received, total, next) }
}

const isOfBalance = ({ funding }: Pick<Payout, "funding">): boolean => funding === "balance"

const hold = (payout: Payout): Trouble => ({
  key: "hold",
  tone: "warn",
  support: "urgent",
  reason:
    payout.recipient_name === null
      ? CustomerReason.messages.name_missing
      : CustomerReason.messages.compliance_review,
  ...Words.hold(isOfBalance(payout))
})

const review = (payout: Payout): Trouble => {
  const { amount_due_usdc: due, amount_received_usdc: received } = payout
  const common = { key: "review", tone: "review" } as const
  return payout.funding_status === "funded"
    ? {
        ...common,
        reason: CustomerReason.messages.provider_unknown,
        ...Words.review,
        support: "urgent"
      }
    : {
        ...common,
        ...Words.underpaidReview(due, received, payout.source_amount_usdc),
        ...(due === 0 ? {} : { support: "needed" as const })
      }
}

/** The fate of a failed payout's money. */
const afterFailure = (payout: Payout): string => {
  if (isOfBalance(payout)) return Words.toBalance
  return payout.batch_id === null
    ? Words.afterFailure(payout.amount_received_usdc)
    : Words.afterFailureInBatch
}

const failed = (payout: Payout): Trouble => {
  const code = payout.failure_reason ?? "unspecified"
  return {
    key: "failed",
    tone: "bad",
    reason: CustomerReason.messages[code],
    next: afterFailure(payout),
    ...Words.failures[code],
    ...(isRepeatable(code) ? { remedy: "pay_again" } : { support: "urgent" })
  }
}

/** True if a reviewer rejected the payout. A rejection reverses it from its hold. */
const isRejected = ({ status, timeline }: Payout): boolean =>
  status === "REVERSED" && timeline.at(-2)?.status === "COMPLIANCE_HOLD"

/** True if the payout has ended and its recipient never got the money. */
export const isNeverPaid = (payout: Payout): boolean =>
  payout.status === "FAILED" || isRejected(payout)

/**
 * True if a refund is possible: the payout or batch may still fail, or money arrived. Money of the
 * balance returns there without a refund.
 */
export const mayBeRefunded = (
  of: Pick<Payout, "amount_received_usdc" | "funding" | "refund" | "refund_address">,
  isOver: boolean
): boolean =>
  (!isOfBalance(of) && (!isOver || of.amount_received_usdc > 0)) ||
  of.refund !== undefined ||
  of.refund_address !== undefined

const reversed = (payout: Payout): Trouble =>
  isRejected(payout)
    ? {
        key: "reversed",
        tone: "bad",
        reason: CustomerReason.messages.compliance_rejected,
        next: isOfBalance(payout) ? Words.toBalance : Words.goesBack,
        ...Words.failures.compliance_rejected,
        support: "urgent"
      }
    : {
        key: "reversed",
        tone: "bad",
        reason: CustomerReason.messages.reversed_by_staff,
        ...Words.reversed,
        ...(isOfBalance(payout) ? { next: Words.toBalance } : {}),
        remedy: "pay_again"
      }

/** A delay that the customer cannot influence. */
const wait = ({ chain_id, reason, reason_since: since }: Payout): Trouble | undefined => {
  const words = Words.waits.find(([code]) => code === reason)?.[1]
  return words === undefined ? undefined : { key: "waits", tone: "warn", ...words(since, chain_id) }
}

const stateTrouble = (payout: Payout, now: number): Trouble | undefined => {
  switch (payout.status) {
    case "COMPLIANCE_HOLD":
      return hold(payout)
    case "MANUAL_REVIEW":
      return review(payout)
    case "FAILED":
      return failed(payout)
    case "REVERSED":
      return reversed(payout)
    default:
      return fundingTrouble(payout, payout.source_amount_usdc, now, Words.afterUnderpayment.payout)
  }
}

const causeOf = (payout: Payout): RefundCause => {
  const { deposits, funding_expires_at, recalls = [], status } = payout
  const isReturned = recalls.some(({ returned_at }) => returned_at !== undefined)
  if (status === "SETTLED") return isReturned ? "returned" : "excess"
  const end = Date.parse(funding_expires_at)
  return deposits.some(({ seen_at }) => Date.parse(seen_at) > end) ? "late" : "ended"
}

const present = (all: ReadonlyArray<Trouble | undefined>): ReadonlyArray<Trouble> =>
  all.filter((each) => each !== undefined)

/** The problems of a payout, the most important first. `now` is in milliseconds. */
export const ofPayout = (
  payout: Payout,
  now: number,
  isSentAtOnce = false
): ReadonlyArray<Trouble> => {
  const { refund, refund_address } = payout
  return present([
    wait(payout),
    stateTrouble(payout, now),
    refund && refundTrouble(refund, causeOf(payout), refund_address, isSentAtOnce)
  ])
}

/** Facts about a batch, or about a bulk batch with its status in lower case. */
export type BatchFacts = Payable &
  Pick<
    Batch,
    "status" | "total" | "completed" | "failed" | "pending" | "total_amount_usdc" | "funding_status"
  >

/** Payouts of a batch that need a decision by a person. */
export interface Waiting {
  readonly held: number
  readonly inReview: number
}

const batchEnd = (batch: BatchFacts): Trouble | undefined => {
  const { amount_received_usdc: received, failed, funding_status, status, total } = batch
  if (failed === 0) return undefined
  const next = Words.afterFailure(received)
  const remedy = "failed_rows"
  if (status === "cancelled") {
    return { key: "cancelled", tone: "wait", next, ...Words.batch.cancelled, remedy }
  }
  if (funding_status === "expired") {
    const words = Words.batch.expired(received, batch.total_amount_usdc)
    return { key: "expired", tone: "bad", next, ...words, remedy }
  }
  const words = Words.batch.failed(failed, total, received, isOfBalance(batch))
  return { key: "failed", tone: "bad", ...words, remedy }
}

const waitingTroubles = ({ held, inReview }: Waiting): ReadonlyArray<Trouble> => [
  ...(held === 0
    ? []
    : [{ key: "hold", tone: "warn", ...Words.batch.held(held), support: "urgent" } as const]),
  ...(inReview === 0
    ? []
    : [
        {
          key: "review",
          tone: "review",
          ...Words.batch.inReview(inReview),
          support: "urgent"
        } as const
      ])
]

const batchCause = ({ failed, funding_status }: BatchFacts): RefundCause => {
  if (failed > 0 && funding_status === "funded") return "ended"
  return funding_status === "funded" ? "excess" : "late"
}

/** The problems of a batch. `now` is in milliseconds. */
export const ofBatch = (
  batch: BatchFacts,
  waiting: Waiting,
  now: number,
  isSentAtOnce = false
): ReadonlyArray<Trouble> => {
  const { refund, refund_address, total_amount_usdc } = batch
  return present([
    fundingTrouble(batch, total_amount_usdc, now, Words.afterUnderpayment.batch),
    ...waitingTroubles(waiting),
    batchEnd(batch),
    refund && refundTrouble(refund, batchCause(batch), refund_address, isSentAtOnce)
  ])
}

/** True if a batch can be cancelled: no deposit has arrived, and some payouts have not ended. */
export const isCancellable = ({
  funding_status,
  pending
}: Pick<BatchFacts, "funding_status" | "pending">): boolean =>
  funding_status === "awaiting" && pending > 0
