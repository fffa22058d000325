/** Names of the dashboard's pages and of the parts of its menu. */
export const overview = "Overview"
export const payouts = "Payouts"
export const quotes = "Quotes"
export const batches = "Batches"
export const beneficiaries = "Beneficiaries"
export const reports = "Reports"
export const developers = "Developers"
export const webhooks = "Webhooks"
export const events = "Events"
export const requests = "Requests"
export const apiKeys = "API keys"
export const apiReference = "API reference"
export const account = "Account"
export const team = "Team"
export const auditLog = "Audit log"
export const accounts = "Accounts"
export const needsADecision = "Needs a decision"
export const holds = "Holds"
export const manualReview = "Manual review"
export const refunds = "Refunds"
export const failedDeliveries = "Failed deliveries"
export const service = "Service"
export const health = "Health"
export const cluster = "Cluster"
export const staff = "Staff"
export const operatorKeys = "Operator keys"
export const newPayout = "New payout"
export const newBatch = "New batch"
export const settledPayouts = "Settled payouts"
export const failedPayouts = "Failed payouts"
export const awaitingPayouts = "Payouts awaiting funds"
export const reversedPayouts = "Reversed payouts"
export const heldPayouts = "Payouts on hold"
export const payoutsInReview = "Payouts in manual review"
export const owingPayouts = "Payouts with an open refund"
export const owingBatches = "Batches with an open refund"
export const failedRequests = "Failed requests"
export const parkedBatches = "Parked batches"
export const sentRefunds = "Refunds that were sent"
export const pendingAccounts = "Accounts waiting for KYC"
export const suspendedAccounts = "Suspended accounts"
export const profile = "Profile"

/** Other words that a search finds a page by. */
export const also = {
  apiKeys: "create new key secret",
  awaiting: "waiting for money unfunded underpaid deposit",
  apiReference: "docs documentation guide help errors",
  cluster: "processes nodes partitions",
  failed: "errors",
  failedDeliveries: "webhooks events",
  failedRequests: "errors API",
  held: "compliance held frozen waiting",
  holds: "held payouts compliance frozen",
  newBatch: "create upload CSV file",
  newPayout: "create send pay money",
  profile: "password second factor authenticator passkey recovery codes",
  owing: "refunds money back waiting",
  parked: "stuck stopped",
  reports: "bookkeeping accounting settlements refunds fees CSV export",
  pendingAccounts: "pending approve verification customers",
  refunds: "money back due",
  reversed: "returned refunded",
  review: "stuck unknown waiting",
  settled: "paid done succeeded",
  team: "invite people person user role",
  webhooks: "new endpoint delivery secret"
} as const

export const menu = "Main"
export const waiting = "waiting"
export const incidents = "open"
