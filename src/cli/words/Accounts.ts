/** Words of the commands about accounts. */
import { shownOf } from "./Common.ts"

export const commands = {
  accounts: "Manage the accounts of the service (PAYOUT_ADMIN_KEY)",
  list: "List the newest accounts"
} as const

export const columns = ["ACCOUNT", "STATUS", "KYC", "NAME", "EMAIL"] as const

export const listed = (shown: number, total: number): string =>
  shownOf(shown, total, "account", "accounts")
