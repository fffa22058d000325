/** Words of a customer's account, as staff see it. */
export const kyc = "KYC"
export const kycDecision = {
  label: "KYC decided",
  byKey: "with an operator key",
  reason: (reason: string): string => `“${reason}”`,
  nobody: "Not yet"
} as const
export const email = "E-mail"
export const changed = "Changed"
export const showPayouts = "Show payouts"
export const accounts = "Accounts"
export const lists = "See also"
/** The staff's lists, by their addresses. */
export const listsOf = [
  ["batches", "Batches"],
  ["failed-deliveries", "Failed deliveries"],
  ["audit-log", "Audit log"]
] as const
export const figures = {
  title: "Payouts",
  settled: "Settled in the last 30 days",
  volume: "USDC of these",
  last: "Last payout"
} as const
export const keys = "API keys"
export const accountId = "account id"
export const updated = "The account is updated."

export const approveKyc = {
  label: "Approve KYC",
  about: (name: string): string => `${name} can create payouts from now on.`
} as const

export const rejectKyc = {
  label: "Reject KYC",
  about: (name: string): string => `${name} cannot create payouts until its KYC is approved.`
} as const

export const suspend = {
  label: "Suspend account",
  about: (name: string): string => `Every request of ${name} is refused from now on.`
} as const

export const reactivate = {
  label: "Reactivate account",
  about: (name: string): string => `${name} can use the service again.`
} as const
