/** Words of what screening found. */
import type { ReactNode } from "react"

export const screening = "Screening"
export const notScreened = "Not screened"
export const notRun = "Not run: the hold has another reason"
export const heldBecause = "Held because"
export const reason = "Reason"
export const recipient = "Recipient"
export const asGiven = (subject: string): string => `${subject}, as given`
export const noName = "No name"
export const registered = "As registered with the network"
export const unknown = "Unknown"
export const matchedEntry = "Matched list entry"
export const candidates = "All list entries that match"
export const candidate = (entry: string, subject: string, score: number): string =>
  `${entry}: ${subject}, score ${score}`
export const none = "None"
export const verdict = "Verdict"
export const score = "Score"
export const listVersion = "List version"
export const approvals = "Approvals so far"
export const approved = "Approvals"
export const approvedBy = (name: string, at: ReactNode, reason: string | null): ReactNode => (
  <>
    Approved by {name}, {at}
    {reason !== null && <>, “{reason}”</>}
  </>
)

export const frozen = (
  amount: ReactNode,
  since: ReactNode,
  { by, reason }: { readonly by: string; readonly reason: string }
): ReactNode => (
  <>
    {amount} frozen since {since} by {by}: {reason}
  </>
)
