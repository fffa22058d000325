/** What bounds an API key: its scope, its end, where it works from. */
import type { Scope } from "../../../client/Generated.ts"
import { keyBounds as Words } from "../../words/keys.ts"

/** The widest first. */
export const scopes: ReadonlyArray<Scope> = ["full", "read_only", "payouts", "webhooks", "reports"]

const labels: Readonly<Partial<Record<string, { readonly label: string }>>> = Words.scopes

/** A scope that this page does not know yet is shown as the API calls it. */
export const scopeLabel = (scope: string): string => labels[scope]?.label ?? scope

/** The scope of a form; the narrowest where it names none that is known. */
export const scopeOf = (text: string): Scope => scopes.find((scope) => scope === text) ?? "reports"

interface TermText {
  readonly term: string
  readonly label: string
  readonly days?: number
}

/** The choice of a day of one's own. */
export const ownTerm = "date"

export const terms: ReadonlyArray<TermText> = [
  { term: "never", label: Words.terms.never },
  { term: "30", label: Words.terms.days30, days: 30 },
  { term: "90", label: Words.terms.days90, days: 90 },
  { term: "365", label: Words.terms.year, days: 365 },
  { term: ownTerm, label: Words.terms.onDate }
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
