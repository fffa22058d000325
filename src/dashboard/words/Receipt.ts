/** Words of a settled payout's receipt. */

export const title = "Receipt"
export const print = "Print"
export const notSettled = "A receipt is available once the payout is settled."
export const paid = (amount: string): string => `${amount} paid`
export const paidBy = (account: string): string => `By ${account}`

export const sandbox = "Made in the sandbox: no money moved."

export const facts = {
  received: "Recipient received",
  paidWith: "Paid with",
  settledUtc: "Settled, UTC",
  goesBack: "Of these, refunded or due back",
  providerReference: "Provider reference"
} as const
