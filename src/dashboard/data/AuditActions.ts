/** Texts for the audit log's actions and for the values that they changed. */
import { auditActions as Words } from "../words/auditActions.ts"
import * as Format from "./Format.ts"

const all: Readonly<Record<string, string>> = { ...Words.acts, ...Words.steps }

/** The text of an action, or its name if it has no text. */
export const labelOf = (action: string): string => all[action] ?? action

/** True for actions of people on their own sign-in. These belong to no account. */
export const isOfSignIn = (action: string): boolean => subjectOf(action) === Words.signIn

const subjectOf = (action: string): string | undefined => {
  if (Words.ofSignIn.includes(action)) return Words.signIn
  const [before = ""] = action.split(".")
  return Object.keys(Words.subjects).find((name) =>
    Words.subjects[name]?.split(" ").includes(before)
  )
}

type Group = readonly [subject: string, actions: ReadonlyArray<readonly [string, string]>]

/** All actions, grouped by subject. */
export const groups: ReadonlyArray<Group> = Object.keys(Words.subjects).map((subject) => [
  subject,
  Object.entries(all).filter(([action]) => subjectOf(action) === subject)
])

/** Names of changes whose values are codes of the service. */
const coded = [
  ...["reason", "kind", "scope", "role", "outcome", "status", "kyc_status", "verdict", "action"]
]

/**
 * Changes that the reader looks for are first. The object's names are last, because few actions
 * change them.
 */
const first = [
  ...["kyc_status", "status", "is_active", "role", "amount", "reason", "replaces"],
  ...["old_key_ends_at", "expires_at"]
]
const last = ["name", "email", "url", "events", "description"]

const rankOf = (name: string): number => {
  if (first.includes(name)) return first.indexOf(name) - first.length
  return last.indexOf(name) + 1
}

export const inOrder = <Change extends readonly [name: string, value: string]>(
  changes: ReadonlyArray<Change>
): ReadonlyArray<Change> => changes.toSorted(([one], [other]) => rankOf(one) - rankOf(other))

/** The label of a change. */
export const fieldOf = (name: string): string => Words.fields[name] ?? Format.words(name)

const usdc = /^(\d+\.\d+) USDC$/

/** The text of a changed value, or `undefined` if the value is shown unchanged. */
export const valueOf = (name: string, value: string): string | undefined => {
  if (value === "true") return Words.yes
  if (value === "false") return Words.no
  if (name === "ended_with") return labelOf(value)
  const [, amount] = usdc.exec(value) ?? []
  if (amount !== undefined) return Format.money(Number(amount), "USDC")
  const known = Words.values[name]?.[value]
  if (known !== undefined || !coded.includes(name)) return known
  return /^[A-Za-z_]+$/.test(value) ? Format.words(value) : undefined
}
