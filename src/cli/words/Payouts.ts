/** Words of the commands about payouts. */
import { shownOf } from "./Common.ts"

export const commands = {
  payouts: "Manage the payouts of the account",
  list: "List the newest payouts",
  get: "Show a payout with its timeline",
  create: "Lock a rate and create a payout; prints the deposit address",
  watch: "Print each status of a payout until it ends; exit code 0 when SETTLED"
} as const

export const flags = {
  batch: "Only payouts of this batch: bt_…",
  search: "Search in ids, references, names and phone numbers of recipients",
  amount: "Amount to pay, in USDC",
  phone: "Phone number of the recipient: +256770000001",
  network: "Mobile money network of the recipient: MTN_UG, …",
  name: "Name of the recipient",
  reference: "Your own reference"
} as const

export const columns = [
  "CREATED",
  "PAYOUT",
  "STATUS",
  "PAYS",
  "RECIPIENT GETS",
  "PHONE",
  "NETWORK"
] as const

export const listed = (shown: number, total: number): string =>
  shownOf(shown, total, "payout", "payouts")

/** Names of the facts about a payout. */
export const facts = {
  payout: "Payout",
  status: "Status",
  failure: "Failure",
  pays: "Pays",
  recipientGets: "Recipient gets",
  recipient: "Recipient",
  phone: "Phone",
  reference: "Reference",
  batch: "Batch",
  depositAddress: "Deposit address",
  received: "Received",
  stillDue: "Still due",
  providerReference: "Provider's reference",
  refund: "Refund",
  rate: "Rate",
  send: "Send",
  to: "To",
  until: "Until"
} as const

export const phoneAt = (phone: string, network: string): string => `${phone}, ${network}`
export const refund = (amountUsdc: number, status: string): string =>
  `${amountUsdc} USDC, ${status}`
export const rate = (rate: number, currency: string): string => `1 USDC = ${rate} ${currency}`
export const due = (amountUsdc: number, chainId: number): string =>
  `${amountUsdc} USDC, chain ${chainId}`

export const warning = (field: string, message: string): string =>
  `Production would refuse this: ${field} ${message}`
