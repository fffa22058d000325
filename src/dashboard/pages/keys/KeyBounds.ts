/** The limits of an API key: its scope, its expiry and its allowed addresses. */
import type { Scope } from "../../../client/Generated.ts"
import { keyBounds as Words } from "../../words/keys.ts"

/** Scopes, the widest first. */
export const scopes: ReadonlyArray<Scope> = ["full", "read_only", "payouts", "webhooks", "reports"]

const labels: Readonly<Partial<Record<string, { readonly label: string }>>> = Words.scopes

/** The label of a scope, or the API's name of a scope that this page does not have. */
export const scopeLabel = (scope: string): string => labels[scope]?.label ?? scope

/** The scope that a form sent. An unknown text gives the narrowest scope. */
export const scopeOf = (text: string): Scope => scopes.find((scope) => scope === text) ?? "reports"

interface TermText {
  readonly term: string
  readonly label: string
  readonly days?: number
}

/** The term whose day the user chooses. */
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
 * The expiry of a key, or `null` if the key never expires. It is the end of a day in UTC, so that a
 * form that is sent again is the same request. `now` is in milliseconds.
 */
export const endOf = (term: string, date: string, now: number): string | null => {
  if (term === ownTerm) return endOfDay(date)
  const days = terms.find((one) => one.term === term)?.days
  if (days === undefined) return null
  return endOfDay(new Date(now + days * dayMs).toISOString().slice(0, 10))
}

/** Splits a text into addresses. `null` if it has none, which allows every address. */
export const addressesOf = (text: string): ReadonlyArray<string> | null => {
  const addresses = text.split(/[\s,]+/).filter((address) => address !== "")
  return addresses.length === 0 ? null : addresses
}

interface Ends {
  readonly revoked_at: string | null
  readonly expires_at: string | null
}

/** `now` is in milliseconds. */
export const stateOf = ({ expires_at, revoked_at }: Ends, now: number) => {
  if (revoked_at !== null) return "revoked"
  return expires_at !== null && Date.parse(expires_at) <= now ? "expired" : "active"
}
