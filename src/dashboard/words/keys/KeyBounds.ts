/** Words of what bounds an API key. */
import type { Scope } from "../../../client/Generated.ts"

/** What each scope allows. */
export const scopes: Readonly<Record<Scope, { readonly label: string; readonly about: string }>> = {
  full: { label: "Full", about: "Every API call." },
  read_only: { label: "Read only", about: "Every call that only reads." },
  payouts: {
    label: "Payouts",
    about: "Quotes, payouts, batches, beneficiaries and recipients, but no webhooks or reports."
  },
  webhooks: {
    label: "Webhooks",
    about: "Endpoints, deliveries and events, but no payouts."
  },
  reports: { label: "Reports", about: "Only the reports, for bookkeeping." }
}

/** When a key expires. */
export const terms = {
  never: "Never",
  days30: "In 30 days",
  days90: "In 90 days",
  year: "In 1 year",
  onDate: "On a date"
} as const
