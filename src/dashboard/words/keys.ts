/** Words of API keys. */

import type { Scope } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"

/** Words of the page of an account's API keys. */
export const apiKeys = {
  title: "API keys",
  about: "Use one key per server, so that you can revoke each separately."
} as const

const dayMs = 24 * 60 * 60 * 1000

/** Words of API keys, on the pages of accounts and of staff. */
export const keyParts = {
  nameHint: "The place that uses the key, such as “payroll server”.",
  scope: "Scope",
  lastDay: "Last day",
  lastDayHint: "The key works until this day ends, in UTC.",
  addresses: "Allowed addresses",
  addressesHint:
    "One IP address or range on each line, such as 203.0.113.0/24. Leave empty to allow every address.",

  create: { button: "Create key", title: "Create an API key" },
  made: { title: "Your new API key", copied: "API key" },

  rotate: {
    label: "Rotate",
    title: "Rotate this key?",
    effect: (name: string, last4: string): string =>
      "A new key with the same scope, expiry and allowed addresses replaces it. " +
      `“${name}” (…${last4}) keeps working for 24 hours.`,
    done: "The key is rotated."
  },

  revoke: {
    title: "Revoke this key?",
    effect: (name: string, last4: string): string => `“${name}” (…${last4}) stops working at once.`,
    done: "The key is revoked."
  },

  /** Milliseconds until a key expires. */
  endsIn: (left: number): string =>
    left < 2 * dayMs ? `in ${Format.duration(left / 1000)}` : `in ${Math.floor(left / dayMs)} days`,

  utc: (time: string): string => `${time} (UTC)`,

  anyAddress: "Any address",
  addressCount: (count: number): string => `${count} addresses`,

  none: "No API keys yet",
  noneHint: "Your server needs an API key to use the API."
} as const

/** Words of an API key's limits: scope, expiry and addresses. */
export const keyBounds = {
  /** Scopes with their permissions. */
  scopes: {
    full: { label: "Full", about: "Every request." },
    read_only: { label: "Read only", about: "Every request that only reads." },
    payouts: {
      label: "Payouts",
      about: "Quotes, payouts, batches, beneficiaries and recipients, but no webhooks or reports."
    },
    webhooks: {
      label: "Webhooks",
      about: "Endpoints, deliveries and events, but no payouts."
    },
    reports: { label: "Reports", about: "Only the reports, for bookkeeping." }
  } satisfies Readonly<Record<Scope, { readonly label: string; readonly about: string }>>,

  /** Choices of a key's expiry. */
  terms: {
    never: "Never",
    days30: "In 30 days",
    days90: "In 90 days",
    year: "In 1 year",
    onDate: "On a date"
  }
} as const
