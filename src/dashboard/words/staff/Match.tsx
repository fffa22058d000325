/** Words of what screening found. */
import type { ReactNode } from "react"
import type { ListedEntry } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"

export const screening = "Screening"
export const notScreened = "Not screened"
export const notRun = "Not run: the hold has another reason"
export const heldBecause = "Held because"
export const reason = "Reason"
const recipient = "Recipient"
export const subjectOf = (subject: string | null): string =>
  subject === null || subject === "recipient" ? recipient : Format.words(subject)
export const asGiven = (subject: string): string => `${subject}, as given`
export const noName = "No name"
export const registered = "As registered with the network"
export const unknown = "Unknown"
export const matchedEntry = "Matched list entry"
export const candidates = "All list entries that match"
export const candidate = (entry: string, subject: string, score: number): string =>
  `${entry}: ${subjectOf(subject)}, score ${score}`
/** Facts about an entry of a list. */
export const listed = {
  type: "Type",
  born: "Date of birth",
  birthplace: "Place of birth",
  nationality: "Nationality",
  title: "Title",
  programs: "Programs",
  aliases: "Aliases",
  remarks: "Remarks",
  published: "Published entry"
} as const
const types: Readonly<Record<ListedEntry["type"], string>> = {
  ...{ individual: "Person", entity: "Organisation", vessel: "Vessel", aircraft: "Aircraft" }
}
export const typeOf = (type: ListedEntry["type"]): string => types[type]
/** Between dates or places of birth that are all possible. */
export const or = " or "
export const pageOf = (entry: number): string => `Entry ${entry} at OFAC`
export const none = "None"
export const verdict = "Verdict"
export const score = "Score"
export const listVersion = "List version"
export const approvals = "Approvals so far"

export const frozen = (
  amount: ReactNode,
  since: ReactNode,
  { by, reason }: { readonly by: string; readonly reason: string }
): ReactNode => (
  <>
    {amount} frozen since {since} by {by}: {reason}
  </>
)
