/** The tone of every state. The whole dashboard uses this one table. */
import type { Payout, PayoutStatus, Quote, Withdrawal } from "../../client/Generated.ts"
import { status as Words } from "../words/common.ts"

export type Tone = "neutral" | "wait" | "go" | "good" | "bad" | "warn" | "review"

export interface Meaning {
  readonly label: string
  readonly tone: Tone
  readonly about: string
}

const payoutTones: Readonly<Record<PayoutStatus, Tone>> = {
  CREATED: "neutral",
  AWAITING_FUNDS: "wait",
  STABLECOIN_RECEIVED: "go",
  COMPLIANCE_HOLD: "warn",
  PAYOUT_INITIATED: "go",
  PAYOUT_CONFIRMED: "go",
  SETTLED: "good",
  FAILED: "bad",
  REVERSED: "bad",
  MANUAL_REVIEW: "review"
}

const otherTones: Readonly<Record<keyof typeof Words.others, Tone>> = {
  queued: "wait",
  processing: "go",
  completed: "good",
  partly_failed: "warn",
  cancelled: "neutral",
  active: "good",
  inactive: "neutral",
  endpoint_disabled: "warn",
  endpoint_deleted: "neutral",
  disabled: "bad",
  failing: "bad",
  unsteady: "warn",
  suspended: "bad",
  locked: "wait",
  reserved: "wait",
  used: "neutral",
  released: "neutral",
  invited: "wait",
  expired: "neutral",
  pending: "wait",
  retrying: "warn",
  delivered: "good",
  failed: "bad",
  approved: "good",
  rejected: "bad",
  due: "warn",
  held: "warn",
  parked: "bad",
  sent: "go",
  confirmed: "good",
  credited: "good",
  detected: "wait",
  final: "good",
  awaiting: "wait",
  underpaid: "warn",
  refunded: "neutral",
  refund_due: "warn",
  funded: "good",
  operational: "good",
  degraded: "warn",
  down: "bad",
  open: "bad",
  closed: "good",
  probing: "warn",
  ok: "good",
  low: "warn",
  balance_low: "warn",
  short: "bad",
  unknown: "warn",
  alive: "good",
  cut_off: "bad",
  silent: "bad",
  simulated: "neutral",
  clear: "good",
  flagged: "bad",
  inconclusive: "warn",
  revoked: "neutral",
  kept: "neutral",
  requested: "wait",
  restricted: "warn",
  erased: "neutral",
  recall_open: "warn",
  recall_returned: "go",
  recall_closed: "neutral",
  withdrawal_requested: "wait",
  proposed: "wait",
  booked: "good",
  withdrawn: "neutral",
  month_open: "wait",
  month_closed: "good",
  run_running: "wait",
  run_clean: "good",
  run_differences: "bad",
  run_incomplete: "warn",
  break_open: "bad",
  break_closed: "good",
  break_resolved: "good"
}

type Text = { readonly label: string; readonly about?: string }

const meaningsOf = <K extends string>(
  tones: Readonly<Record<K, Tone>>,
  words: Readonly<Record<K, Text>>
): Readonly<Record<K, Meaning>> => {
  const keys = Object.keys(tones) as Array<K>
  const meanings = keys.map((key) => [key, { about: "", ...words[key], tone: tones[key] }])
  return Object.fromEntries(meanings) as Record<K, Meaning>
}

export const payout = meaningsOf(payoutTones, Words.payout)

export const payoutStatuses = Object.keys(payout) as ReadonlyArray<PayoutStatus>

const others: Readonly<Record<string, Meaning>> = meaningsOf(otherTones, Words.others)

/** The meaning of any state of any object. */
export const meaning = (status: string): Meaning =>
  (payout as Readonly<Record<string, Meaning>>)[status] ??
  others[status.toLowerCase()] ?? { label: status, tone: "neutral", about: "" }

/**
 * The state to show for a payout. An underpaid payout has a separate one, because a person must
 * act.
 */
export const ofPayout = ({
  funding_status,
  status
}: Pick<Payout, "funding_status" | "status">): string =>
  status === "AWAITING_FUNDS" && funding_status === "underpaid" ? "underpaid" : status

/** The state to show for a payout's deposits. Deposits of an unpaid payout go back. */
export const ofDeposits = ({
  funding_status,
  refund,
  status
}: Pick<Payout, "funding_status" | "refund" | "status">): string => {
  const isUnpaid = status === "FAILED" || status === "REVERSED"
  if (!isUnpaid || refund === undefined) return funding_status
  return refund.status === "due" || refund.status === "held" ? "refund_due" : "refunded"
}

/**
 * The state to show for a quote. `now` is in milliseconds. The service expires a quote early if the
 * payout that reserved it has ended.
 */
export const ofQuote = (
  { expires_at, status }: Pick<Quote, "expires_at" | "status">,
  now: number
): string => {
  if (status === "LOCKED") return "reserved"
  return status === "EXPIRED" && now < Date.parse(expires_at) ? "released" : status
}

/** Filter labels of the quote states that the service distinguishes. */
export const quotes = {
  ACTIVE: Words.others.active.label,
  LOCKED: Words.others.reserved.label,
  USED: Words.others.used.label,
  EXPIRED: Words.expiredOrReleased
} as const

/** The state to show for a batch or bulk batch. An unfunded batch waits for its funds. */
export const ofBatch = ({
  failed,
  funding_status,
  pending,
  status
}: {
  readonly status: string
  readonly failed: number
  readonly pending: number
  readonly funding_status?: string
}): string => {
  const isUnfunded = funding_status === "awaiting" || funding_status === "underpaid"
  if (pending > 0 && isUnfunded) return funding_status
  const name = status.toLowerCase()
  return name === "completed" && failed > 0 ? "partly_failed" : name
}

/** The state to show for a withdrawal. Erasures of recipients are requested too. */
export const ofWithdrawal = ({ status }: Pick<Withdrawal, "status">): string =>
  status === "requested" ? "withdrawal_requested" : status

export const isFinal = (status: PayoutStatus): boolean =>
  status === "SETTLED" || status === "FAILED" || status === "REVERSED"

export const currencies = ["UGX", "KES", "NGN", "GHS", "TZS"] as const

export const failureReasons = [
  ...(["insufficient_balance", "invalid_recipient", "recipient_limit"] as const),
  ...(["network_unavailable", "provider_rejected", "unspecified"] as const)
]
