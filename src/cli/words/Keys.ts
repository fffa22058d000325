/** Words of the commands about an account's API keys. */
import { mustBeInPlaceOf } from "./Common.ts"

export const commands = {
  keys: "Manage the API keys of an account (PAYOUT_ADMIN_KEY)",
  create: "Issue an API key; it is shown only once",
  rotate: "Replace an API key; the new key is shown only once",
  revoke: "Revoke an API key; it stops working at once"
} as const

export const flags = {
  account: "Account id: acct_…",
  overlapHours: "Hours that the old key keeps working, 0 to 24; default: 24",
  expiresIn: "Time until the key expires, such as 90d or 12h; default: never",
  allowIp:
    "IP address or range that may use the key, such as 203.0.113.0/24; repeatable; default: all"
} as const

export const notAnExpiry = (text: string): string =>
  mustBeInPlaceOf("hours or days such as 12h or 90d", text)

export const shownOnce = (id: string): string => `${id}, shown only once:`
export const shownBefore = (id: string): string =>
  `${id} was created earlier, and its key was shown then.`
export const revoked = (id: string): string => `${id} is revoked.`
