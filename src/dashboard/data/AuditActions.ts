/** Actions of the audit log by name, and what they changed in words. */
import * as Words from "../words/data/AuditActions.ts"
import * as Format from "./Format.ts"

const all: Readonly<Record<string, string>> = { ...Words.acts, ...Words.steps }

/** The action in words; of one that is not in the table its name. */
export const labelOf = (action: string): string => all[action] ?? action

/** Acts of people on their own sign-in, which are of no account. */
export const isOfSignIn = (action: string): boolean => subjectOf(action) === Words.signIn

const subjectOf = (action: string): string | undefined => {
  if (Words.ofSignIn.includes(action)) return Words.signIn
  const [before = ""] = action.split(".")
  return Object.keys(Words.subjects).find((name) =>
    Words.subjects[name]?.split(" ").includes(before)
  )
}

type Group = readonly [subject: string, actions: ReadonlyArray<readonly [string, string]>]

/** All actions by what they are about. */
export const groups: ReadonlyArray<Group> = Object.keys(Words.subjects).map((subject) => [
  subject,
  Object.entries(all).filter(([action]) => subjectOf(action) === subject)
])

/** Changes whose values are codes of the service. */
const coded = ["reason", "kind", "scope", "role", "outcome", "status", "verdict", "action"]

/** The value of a change in words; `undefined`: it is shown as it is. */
export const valueOf = (name: string, value: string): string | undefined => {
  if (value === "true") return Words.yes
  if (value === "false") return Words.no
  const known = Words.values[name]?.[value]
  if (known !== undefined || !coded.includes(name)) return known
  return /^[A-Za-z_]+$/.test(value) ? Format.words(value) : undefined
}
