/** Words of a customer's account, as staff see it. */
export const kyc = "KYC"
export const kycDecision = {
  by: {
    APPROVED: (name: string): string => `Approved by ${name}`,
    REJECTED: (name: string): string => `Rejected by ${name}`,
    PENDING: (name: string): string => `Set to pending by ${name}`
  },
  byKey: "with an operator key",
  reason: (reason: string): string => `“${reason}”`,
  /** Where there is no decision. */
  none: {
    APPROVED: "Approved when the account was created",
    REJECTED: "Rejected when the account was created",
    PENDING: "No decision yet"
  }
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
  settled: "Settled, 30 days",
  volume: "Volume, 30 days",
  last: "Last payout"
} as const
export const endpoints = {
  title: "Webhook endpoints",
  none: "The account has no webhook endpoint.",
  url: "URL",
  failingSince: "Failing since"
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
  about: (name: string): string =>
    `${name} can use no API key and create nothing until its KYC is approved.`
} as const

export const suspend = {
  label: "Suspend account",
  about: (name: string): string => `Every request of ${name} is refused from now on.`
} as const

export const reactivate = {
  label: "Reactivate account",
  about: (name: string): string => `${name} can use the service again.`
} as const
