/**
 * What is wrong with the money of a payout or a batch: the reason, what happens next, and what the
 * person can do about it. The texts of all pages stand here, and nothing is fetched or drawn.
 */
import type { Batch, FailureReason, Payout } from "../../../client/Generated.ts"
import * as CustomerReason from "../../../domain/payout/CustomerReason.ts"
import * as Format from "../../data/Format.ts"

type Tone = "wait" | "warn" | "bad" | "review"

/** A button beside the text. */
export type Remedy = "pay_again" | "set_refund_address" | "failed_rows"

export interface Trouble {
  /** Names it among the others of one page. */
  readonly key: string
  readonly tone: Tone
  readonly title: string
  readonly reason: string
  readonly next: string
  /** What the person can do, if anything. */
  readonly todo?: string
  readonly remedy?: Remedy
}

type Refund = NonNullable<Payout["refund"]>

const usdc = (amount: number): string => `${Format.exactUsdc(amount)} USDC`

const support = "Contact support and name the payout id if this is urgent."

interface Failure {
  readonly title: string
  readonly todo: string
  readonly remedy?: "pay_again"
}

const again = "Check the recipient's details, then pay again."

/** What each failure is called, and what to do about it. */
export const failures: Readonly<Record<FailureReason, Failure>> = {
  insufficient_balance: {
    title: "The provider had no balance",
    todo: "Pay again later, or over another network of the recipient.",
    remedy: "pay_again"
  },
  invalid_recipient: {
    title: "The recipient cannot be paid",
    todo: again,
    remedy: "pay_again"
  },
  recipient_limit: {
    title: "The recipient's limit is reached",
    todo: "Pay a smaller amount, or pay again when the limit is renewed, usually the next day.",
    remedy: "pay_again"
  },
  network_unavailable: {
    title: "The network was not available",
    todo: "Pay again later, or over another network of the recipient.",
    remedy: "pay_again"
  },
  provider_rejected: {
    title: "The provider rejected the transfer",
    todo: again,
    remedy: "pay_again"
  },
  compliance_rejected: {
    title: "Rejected by a compliance review",
    todo: `A new payout to this recipient would be reviewed again. ${support}`
  },
  deposit_expired: {
    title: "The deposit did not arrive in time",
    todo: "Do not send more money to the deposit address. Pay again for a new address.",
    remedy: "pay_again"
  },
  cancelled: {
    title: "The payout is cancelled",
    todo: "Do not send more money to the deposit address. Pay again for a new address.",
    remedy: "pay_again"
  },
  unspecified: {
    title: "The payout failed",
    todo: again,
    remedy: "pay_again"
  }
}

const back = (received: number): string =>
  received > 0
    ? "The amount that arrived is refunded."
    : "No money arrived, so there is nothing to refund."

/** Why money goes back. */
type RefundCause = "excess" | "late" | "ended"

const causes: Readonly<Record<RefundCause, string>> = {
  excess: "More money arrived than was needed.",
  late: "Money arrived after it could be used.",
  ended: "This money arrived and was not paid out."
}

/** What the refund waits for, or where it is. */
const refundTrouble = (
  { address, amount_usdc, status }: Refund,
  cause: RefundCause,
  known: string | undefined
): Trouble => {
  const amount = usdc(amount_usdc)
  const to = address ?? known
  const common = { key: "refund", reason: causes[cause] }
  switch (status) {
    case "due":
      return to === undefined
        ? {
            ...common,
            tone: "warn",
            title: `A refund of ${amount} needs an address`,
            next: "The refund is sent after you set an address and it passes screening.",
            todo: "Set refund address.",
            remedy: "set_refund_address"
          }
        : {
            ...common,
            tone: "wait",
            title: `A refund of ${amount} is due`,
            next: "An operator sends it to your refund address.",
            todo: "You do not have to do anything."
          }
    case "held":
      return {
        ...common,
        tone: "warn",
        title: `A refund of ${amount} is held`,
        next: "A compliance reviewer looks at who sent the money before it goes back.",
        todo: support
      }
    case "sent":
      return {
        ...common,
        tone: "wait",
        title: `A refund of ${amount} is sent`,
        next: "It is complete once its transaction is final on the chain."
      }
    case "confirmed":
      return {
        ...common,
        tone: "wait",
        title: `${amount} is refunded`,
        next: "The transaction is final. The money is at your refund address."
      }
  }
}

/** What the payment of a payout and that of a batch have in common. */
type Payable = Pick<
  Payout,
  "amount_due_usdc" | "amount_received_usdc" | "funding_expires_at" | "refund" | "refund_address"
>

/** Money that is due: too little of it arrived, or it is too late for it. */
const fundingTrouble = (of: Payable, total: number, now: number): Trouble | undefined => {
  const { amount_due_usdc: due, amount_received_usdc: received, funding_expires_at } = of
  const isOver = now >= Date.parse(funding_expires_at)
  if (due === 0) return undefined
  if (isOver) {
    return {
      key: "window",
      tone: "warn",
      title: "The deposit window is over",
      reason: `${usdc(received)} of ${usdc(total)} arrived before the end of the window.`,
      next: "The payout fails shortly, or an operator reviews it if part of the amount arrived.",
      todo: "Do not send more money to the deposit address."
    }
  }
  if (received === 0) return undefined
  return {
    key: "underpaid",
    tone: "warn",
    title: `${usdc(due)} is missing`,
    reason: `${usdc(received)} of ${usdc(total)} arrived.`,
    next: "The payout continues once the missing amount is final on the chain.",
    todo: `Send exactly ${usdc(due)} before the deadline, and not the whole amount again.`
  }
}

const hold = ({ frozen, recipient_name }: Payout): Trouble =>
  frozen === undefined
    ? {
        key: "hold",
        tone: "warn",
        title: "Held for a compliance review",
        reason:
          recipient_name === null
            ? CustomerReason.messages.name_missing
            : CustomerReason.messages.compliance_review,
        next: "If a reviewer approves the payout, it continues. If not, you get a refund.",
        todo: `You do not have to do anything. ${support}`
      }
    : {
        key: "frozen",
        tone: "bad",
        title: "The payout is frozen",
        reason: `A compliance reviewer froze the money on ${Format.time(frozen.since)}.`,
        next: "The money does not move, and is not refunded, until the freeze is lifted.",
        todo: "Contact support and name the payout id."
      }

const review = (payout: Payout): Trouble => {
  const { amount_due_usdc: due, amount_received_usdc: received } = payout
  const common = { key: "review", tone: "review" } as const
  return payout.funding_status === "funded"
    ? {
        ...common,
        title: "In manual review",
        reason: CustomerReason.messages.provider_unknown,
        next: "An operator checks with the provider, and then settles, retries or refunds the payout.",
        todo: `Do not pay the recipient in another way until the review has ended. ${support}`
      }
    : {
        ...common,
        title: "Underpaid, and the deposit window is over",
        reason: `${usdc(received)} of ${usdc(payout.source_amount_usdc)} arrived.`,
        next: "An operator reviews the payout: it continues in full, or the amount that arrived is refunded.",
        todo:
          due === 0
            ? "A deposit is detected and not final yet. You do not have to do anything."
            : `Send the missing ${usdc(due)}, or contact support to get the amount that arrived back.`
      }
}

const failed = ({ amount_received_usdc: received, failure_reason }: Payout): Trouble => {
  const code = failure_reason ?? "unspecified"
  const reason = CustomerReason.messages[code]
  return { key: "failed", tone: "bad", reason, next: back(received), ...failures[code] }
}

/** A payout that a reviewer rejects is reversed from its hold. */
const reversed = ({ timeline }: Payout): Trouble =>
  timeline.at(-2)?.status === "COMPLIANCE_HOLD"
    ? {
        key: "reversed",
        tone: "bad",
        reason: CustomerReason.messages.compliance_rejected,
        next: "The money goes back to you as a refund.",
        ...failures.compliance_rejected
      }
    : {
        key: "reversed",
        tone: "bad",
        title: "The payout is reversed",
        reason: CustomerReason.messages.reversed_by_operator,
        next: "The money goes back to you as a refund.",
        todo: again,
        remedy: "pay_again"
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
      return fundingTrouble(payout, payout.source_amount_usdc, now)
  }
}

const causeOf = ({ deposits, funding_expires_at, status }: Payout): RefundCause => {
  if (status === "SETTLED") return "excess"
  const end = Date.parse(funding_expires_at)
  return deposits.some(({ seen_at }) => Date.parse(seen_at) > end) ? "late" : "ended"
}

const present = (all: ReadonlyArray<Trouble | undefined>): ReadonlyArray<Trouble> =>
  all.filter((each) => each !== undefined)

/** What is wrong with a payout at a moment, milliseconds; the most important first. */
export const ofPayout = (payout: Payout, now: number): ReadonlyArray<Trouble> => {
  const { refund, refund_address } = payout
  return present([
    stateTrouble(payout, now),
    refund && refundTrouble(refund, causeOf(payout), refund_address)
  ])
}

/** A batch or a bulk batch, whose status is in lower case. */
export type BatchFacts = Payable &
  Pick<
    Batch,
    "status" | "total" | "completed" | "failed" | "pending" | "total_amount_usdc" | "funding_status"
  >

/** Payouts of a batch that wait for a person. */
export interface Waiting {
  readonly held: number
  readonly inReview: number
}

const rows = (count: number): string =>
  count === 1 ? "1 payout" : `${Format.count(count)} payouts`

const batchEnd = (batch: BatchFacts): Trouble | undefined => {
  const { amount_received_usdc: received, failed, funding_status, status, total } = batch
  if (failed === 0) return undefined
  const next = back(received)
  if (status === "cancelled") {
    return {
      key: "cancelled",
      tone: "wait",
      title: "The batch is cancelled",
      reason: "It was cancelled before a deposit arrived.",
      next,
      todo: "Do not send more money to the deposit address. Submit the rows again to pay them.",
      remedy: "failed_rows"
    }
  }
  if (funding_status === "expired") {
    return {
      key: "expired",
      tone: "bad",
      title: "The deposit did not arrive in time",
      reason: `${usdc(received)} of ${usdc(batch.total_amount_usdc)} arrived in time.`,
      next,
      todo: "Do not send more money to the deposit address. Submit the rows again to pay them.",
      remedy: "failed_rows"
    }
  }
  return {
    key: "failed",
    tone: "bad",
    title: `${rows(failed)} of ${Format.count(total)} failed`,
    reason: "The list below shows the reason of each.",
    next: "The other payouts are not affected, and the share of the failed ones is refunded.",
    todo: "Download the failed rows, correct them, and submit the file as a new batch.",
    remedy: "failed_rows"
  }
}

const waitingTroubles = ({ held, inReview }: Waiting): ReadonlyArray<Trouble> => [
  ...(held === 0
    ? []
    : [
        {
          key: "hold",
          tone: "warn",
          title: `${rows(held)} held for a compliance review`,
          reason: "Screening of the sender or a recipient needs a decision by a person.",
          next: "A reviewer approves or rejects each of them. The other payouts continue.",
          todo: `You do not have to do anything. ${support}`
        } as const
      ]),
  ...(inReview === 0
    ? []
    : [
        {
          key: "review",
          tone: "review",
          title: `${rows(inReview)} in manual review`,
          reason: "It is not certain whether the provider has paid these recipients.",
          next: "An operator checks with the provider, and then settles, retries or refunds each of them.",
          todo: "Do not pay these recipients in another way until the review has ended."
        } as const
      ])
]

const batchCause = ({ failed, funding_status }: BatchFacts): RefundCause => {
  if (failed > 0 && funding_status === "funded") return "ended"
  return funding_status === "funded" ? "excess" : "late"
}

/** What is wrong with a batch at a moment, milliseconds. */
export const ofBatch = (
  batch: BatchFacts,
  waiting: Waiting,
  now: number
): ReadonlyArray<Trouble> => {
  const { refund, refund_address, total_amount_usdc } = batch
  return present([
    fundingTrouble(batch, total_amount_usdc, now),
    ...waitingTroubles(waiting),
    batchEnd(batch),
    refund && refundTrouble(refund, batchCause(batch), refund_address)
  ])
}

/** Whether a batch can still be cancelled: nothing was deposited and some of it is not over. */
export const isCancellable = ({
  funding_status,
  pending
}: Pick<BatchFacts, "funding_status" | "pending">): boolean =>
  funding_status === "awaiting" && pending > 0
