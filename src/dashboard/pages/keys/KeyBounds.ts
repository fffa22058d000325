/** What bounds an API key, in the words of the pages: its scope, its end, where it works from. */
import type { Scope } from "../../../client/Generated.ts"

interface ScopeText {
  readonly scope: Scope
  readonly label: string
  readonly about: string
}

/** The widest first. */
export const scopes: ReadonlyArray<ScopeText> = [
  { scope: "full", label: "Full", about: "Every API call." },
  { scope: "read_only", label: "Read only", about: "Every call that only reads." },
  {
    ...{ scope: "payouts", label: "Payouts" },
    about: "Quotes, payouts, batches, beneficiaries and recipients, but no webhooks or reports."
  },
  {
    ...{ scope: "webhooks", label: "Webhooks" },
    about: "Endpoints, deliveries and events, but no payouts."
  },
  {
    ...{ scope: "reports", label: "Reports" },
    about: "Only the settlement report, for bookkeeping."
  }
]

export const scopeLabel = (scope: Scope): string =>
  scopes.find((one) => one.scope === scope)?.label ?? scope

/** The scope of a form; the narrowest where it names none that is known. */
export const scopeOf = (text: string): Scope =>
  scopes.find(({ scope }) => scope === text)?.scope ?? "reports"

interface TermText {
  readonly term: string
  readonly label: string
  readonly days?: number
}

/** The choice of a day of one's own. */
export const ownTerm = "date"

export const terms: ReadonlyArray<TermText> = [
  { term: "never", label: "Never" },
  { term: "30", label: "In 30 days", days: 30 },
  { term: "90", label: "In 90 days", days: 90 },
  { term: "365", label: "In 1 year", days: 365 },
  { term: ownTerm, label: "On a date" }
]

const dayMs = 24 * 60 * 60 * 1000

const endOfDay = (date: string): string => `${date}T23:59:59.999Z`

/**
 * When a key ends; `null`: never. It is the end of a day, in UTC, so that a form that is sent again
 * is the same request. `now`: milliseconds.
 */
export const endOf = (term: string, date: string, now: number): string | null => {
  if (term === ownTerm) return endOfDay(date)
  const days = terms.find((one) => one.term === term)?.days
  if (days === undefined) return null
  return endOfDay(new Date(now + days * dayMs).toISOString().slice(0, 10))
}

/** The addresses of a text, one on each line; `null`: none, so that all are allowed. */
export const addressesOf = (text: string): ReadonlyArray<string> | null => {
  const addresses = text.split(/[\s,]+/).filter((address) => address !== "")
  return addresses.length === 0 ? null : addresses
}

interface Ends {
  readonly revoked_at: string | null
  readonly expires_at: string | null
}

/** `now`: milliseconds. */
export const stateOf = ({ expires_at, revoked_at }: Ends, now: number) => {
  if (revoked_at !== null) return "revoked"
  return expires_at !== null && Date.parse(expires_at) <= now ? "expired" : "active"
}
