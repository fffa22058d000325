/** Words of a settled payout's receipt. */

export const title = "Receipt"
export const print = "Print"
export const copyLink = "Copy link"
export const linkCopied = "The link is copied. It opens for members of your team."
/** Between an amount and the hash of what brought it. */
export const inTransaction = "in transaction"
export const notSettled = "A receipt is available once the payout is settled."
export const paid = (date: string, amount: string, recipient: string): string =>
  `Paid ${date} · ${amount} to ${recipient}`
export const paidBy = (account: string): string => `By ${account}`

export const sandbox = "Made in the sandbox: no money moved."

export const facts = {
  received: "Recipient received",
  paidWith: "Paid with",
  settledUtc: "Settled, UTC",
  goesBack: "Of these, refunded or due back",
  providerReference: "Provider reference"
} as const
