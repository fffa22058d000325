/** Words of API keys, on the pages of accounts and of staff. */
import * as Format from "../../data/Format.ts"

export const nameHint = "Where it is used, such as “payroll server”."
export const scope = "Scope"
export const lastDay = "Last day"
export const lastDayHint = "The key works until this day ends, in UTC."
export const addresses = "Allowed addresses"
export const addressesHint =
  "One IP address or range on each line, such as 203.0.113.0/24. Leave empty to allow every address."

export const create = { button: "Create key", title: "Create an API key" } as const
export const made = { title: "Your new API key", copied: "API key" } as const

export const rotate = {
  label: "Rotate",
  title: "Rotate this key?",
  effect: (name: string, last4: string): string =>
    "A new key with the same scope, expiry and allowed addresses replaces it. " +
    `“${name}” (…${last4}) keeps working for 24 hours.`,
  done: "The key is rotated."
} as const

export const revoke = {
  title: "Revoke this key?",
  effect: (name: string, last4: string): string => `“${name}” (…${last4}) stops working at once.`,
  done: "The key is revoked."
} as const

const dayMs = 24 * 60 * 60 * 1000

/** Milliseconds until a key expires. */
export const endsIn = (left: number): string =>
  left < 2 * dayMs ? `in ${Format.duration(left / 1000)}` : `in ${Math.floor(left / dayMs)} days`

export const utc = (time: string): string => `${time} (UTC)`

export const anyAddress = "Any address"
export const addressCount = (count: number): string => `${count} addresses`

export const none = "No API keys yet"
export const noneHint = "Your server needs an API key to use the API."
