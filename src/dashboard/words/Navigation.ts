/** Names of the dashboard's pages and of the parts of its menu. */
export const overview = "Overview"
export const payouts = "Payouts"
export const quotes = "Quotes"
export const batches = "Batches"
export const beneficiaries = "Beneficiaries"
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
export const profile = "Profile"

/** Other words that a search finds a page by. */
export const also = {
  apiKeys: "create new key secret",
  cluster: "processes nodes partitions",
  apiReference: "docs documentation guide help errors",
  newBatch: "create upload CSV file",
  newPayout: "create send pay money",
  profile: "password second factor authenticator passkey recovery codes",
  team: "invite people person user role",
  webhooks: "new endpoint delivery secret"
} as const

export const menu = "Main"
export const waiting = "waiting"
