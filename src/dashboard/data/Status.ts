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
  CREATED: of("Created", "neutral", "Waits until its batch starts."),
  AWAITING_FUNDS: of("Awaiting funds", "wait", "Waits for the exact USDC amount."),
  STABLECOIN_RECEIVED: of("Funds received", "go", "USDC is final on chain; screening runs."),
  COMPLIANCE_HOLD: of("Compliance hold", "warn", "Screening flagged it; people decide."),
  PAYOUT_INITIATED: of("Initiated", "go", "The transfer is on its way to the provider."),
  PAYOUT_CONFIRMED: of("Confirmed", "go", "The provider accepted the transfer."),
  SETTLED: of("Settled", "good", "The recipient has the money."),
  FAILED: of("Failed", "bad", "It was not delivered."),
  REVERSED: of("Reversed", "bad", "The money goes back to the sender."),
  MANUAL_REVIEW: of("Manual review", "review", "People must find out what happened.")
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
  held: of("Held", "warn", "Screening has something against who sent the money, or gets it."),
  parked: of("Parked", "bad", "It waits for an operator after repeated defects."),
  sent: of("Sent", "go"),
  confirmed: of("Confirmed", "good"),
  detected: of("Detected", "wait"),
  final: of("Final", "good"),
  awaiting: of("Awaiting", "wait"),
  underpaid: of("Underpaid", "warn"),
  funded: of("Funded", "good"),
  operational: of("Operational", "good"),
  degraded: of("Degraded", "warn"),
  down: of("Down", "bad"),
  // Of a provider's breaker: open means that nothing is sent.
  open: of("Resting", "bad"),
  closed: of("Working", "good"),
  alive: of("Alive", "good"),
  silent: of("Silent", "bad", "It has not written to the database for three seconds or more."),
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
