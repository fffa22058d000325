/** What every state is called, what it means and its tone: one table for the whole page. */
import type { PayoutStatus } from "../../client/Generated.ts"

export type Tone = "neutral" | "wait" | "go" | "good" | "bad" | "warn" | "review"

export interface Meaning {
  readonly label: string
  readonly tone: Tone
  readonly about: string
}

const of = (label: string, tone: Tone, about = ""): Meaning => ({ label, tone, about })

export const payout: Readonly<Record<PayoutStatus, Meaning>> = {
  CREATED: of("Created", "neutral", "The batch has not started yet."),
  AWAITING_FUNDS: of("Awaiting funds", "wait", "The exact USDC amount has not arrived yet."),
  STABLECOIN_RECEIVED: of(
    "Funds received",
    "go",
    "The USDC is final on the chain. Screening is in progress."
  ),
  COMPLIANCE_HOLD: of(
    "Compliance hold",
    "warn",
    "Screening flagged the payout. A reviewer decides."
  ),
  PAYOUT_INITIATED: of("Initiated", "go", "The transfer is being sent to the provider."),
  PAYOUT_CONFIRMED: of("Confirmed", "go", "The provider accepted the transfer."),
  SETTLED: of("Settled", "good", "The recipient has the money."),
  FAILED: of("Failed", "bad", "The recipient was not paid."),
  REVERSED: of("Reversed", "bad", "The money goes back to the sender."),
  MANUAL_REVIEW: of("Manual review", "review", "An operator is finding out what happened.")
}

export const payoutStatuses = Object.keys(payout) as ReadonlyArray<PayoutStatus>

const others: Readonly<Record<string, Meaning>> = {
  queued: of("Queued", "wait"),
  processing: of("Processing", "go"),
  completed: of("Completed", "good"),
  cancelled: of("Cancelled", "neutral"),
  active: of("Active", "good"),
  inactive: of("Disabled", "neutral"),
  // Of a webhook endpoint.
  switched_off: of("Switched off", "bad", "The service switched it off after days of failures."),
  failing: of("Failing", "bad", "None of its last attempts succeeded."),
  unsteady: of("Some failures", "warn", "Some of its last attempts failed."),
  suspended: of("Suspended", "bad"),
  locked: of("Locked", "wait"),
  used: of("Used", "neutral"),
  invited: of("Invited", "wait", "The invitation is not accepted yet."),
  expired: of("Expired", "neutral"),
  pending: of("Pending", "wait"),
  delivered: of("Delivered", "good"),
  failed: of("Failed", "bad"),
  approved: of("Approved", "good"),
  rejected: of("Rejected", "bad"),
  due: of("Due", "warn"),
  held: of("Held", "warn", "Screening flagged the sender or the receiver of the money."),
  parked: of("Parked", "bad", "Processing failed repeatedly. An operator must resume it."),
  sent: of("Sent", "go"),
  confirmed: of("Confirmed", "good"),
  detected: of("Detected", "wait"),
  final: of("Final", "good"),
  awaiting: of("Awaiting funds", "wait"),
  underpaid: of("Underpaid", "warn"),
  funded: of("Funded", "good"),
  operational: of("Operational", "good"),
  degraded: of("Degraded", "warn"),
  down: of("Down", "bad"),
  // Of a provider's breaker: open means that nothing is sent.
  open: of("Paused", "bad"),
  closed: of("Working", "good"),
  alive: of("Running", "good"),
  silent: of("Not responding", "bad", "The process has not reported for three seconds or more."),
  simulated: of("Simulated", "neutral"),
  clear: of("Clear", "good"),
  flagged: of("Flagged", "bad"),
  inconclusive: of("Inconclusive", "warn"),
  revoked: of("Revoked", "neutral")
}

/** Any state of any object. */
export const meaning = (status: string): Meaning =>
  (payout as Readonly<Record<string, Meaning>>)[status] ??
  others[status.toLowerCase()] ?? { label: status, tone: "neutral", about: "" }

export const isFinal = (status: PayoutStatus): boolean =>
  status === "SETTLED" || status === "FAILED" || status === "REVERSED"

export const currencies = ["UGX", "KES", "NGN", "GHS", "TZS"] as const

export const failureReasons = [
  ...(["insufficient_balance", "invalid_recipient", "recipient_limit"] as const),
  ...(["network_unavailable", "provider_rejected", "unspecified"] as const)
]
