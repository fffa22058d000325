/** Words that stand on several pages. One that only one page has stands in that page's module. */

// Buttons and links.
export const save = "Save"
export const edit = "Edit"
export const remove = "Remove"
export const revoke = "Revoke"
export const goBack = "Go back"
export const startAgain = "Start again"
export const newPayout = "New payout"

// Names of fields, columns and sections.
export const about = "About"
export const account = "Account"
export const actions = "Actions"
export const added = "Added"
export const amount = "Amount"
export const amountDue = "Amount due"
export const batch = "Batch"
export const batches = "Batches"
export const created = "Created"
export const createdBy = "Created by"
export const depositAddress = "Deposit address"
export const deposits = "Deposits"
export const description = "Description"
export const details = "Details"
export const error = "Error"
export const event = "Event"
export const events = "Events"
export const expires = "Expires"
export const failure = "Failure"
export const fee = "Fee"
export const feeIncluded = "Fee, included in the rate"
export const idempotencyKey = "Idempotency key"
export const key = "Key"
export const lastUsed = "Last used"
export const latency = "Latency"
export const midMarketRate = "Mid-market rate"
export const name = "Name"
export const network = "Network"
export const payload = "Payload"
export const payout = "Payout"
export const payouts = "Payouts"
export const phone = "Phone"
export const progress = "Progress"
export const quote = "Quote"
export const rate = "Rate"
export const received = "Received"
export const recipient = "Recipient"
export const recipientGets = "Recipient gets"
export const reference = "Reference"
export const refundAddress = "Refund address"
export const request = "Request"
export const responseStatus = "Response status"
export const role = "Role"
export const settled = "Settled"
export const status = "Status"
export const test = "Test"
export const time = "Time"
export const total = "Total"
export const webhooks = "Webhooks"
export const youSend = "You send"

// Values.
export const allEvents = "All events"
export const answered = (status: number): string => `Status ${status}`
/** What a button copies: `payout id`. */
export const idOf = (kind: string): string => `${kind.toLowerCase()} id`
export const isTest = "Sent on request, with example values"
export const milliseconds = (value: number): string => `${value} ms`
export const never = "Never"
export const noResponse = "No response"
export const roleOf = (role: string, account: string): string => `${role} of ${account}`

/** After how many hours a secret or key expires that was rotated. */
export const overlaps = [
  [24, "In 24 hours"],
  [12, "In 12 hours"],
  [6, "In 6 hours"],
  [1, "In 1 hour"],
  [0, "Now"]
] as const

// Hints of fields.
export const addressFormat = "0x followed by 40 hexadecimal digits"
export const usdcFormat = "An amount above 0 with at most 6 decimals, such as 1,250.5"
export const phoneHint = "With the country code, or as it is dialled in the network's country."
export const phoneFormat = "Digits with the country code, such as +256770000001"
export const networkLimits = (least: string, most: string): string =>
  `${least} to ${most} per payout.`
export const email = "E-mail address"
export const password = "Password"
export const ownPassword = "Your password"
export const passwordHint = "At least 12 characters. A phrase of several words works well."
export const sixDigitCode = "Six-digit code"
export const sixDigitFormat = "Enter six digits"

// Lists.
export const fewerFilters = "Try fewer filters."
export const hiddenData = "Phone numbers, names and secrets are hidden."
