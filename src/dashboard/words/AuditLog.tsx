/** Words of the audit log. */
import type { ReactNode } from "react"

export const title = "Audit log"
export const about = "Every change and every sign-in. Entries cannot be edited."
export const noneMatch = "No entries match"

export const columns = { when: "When", who: "Who", what: "What", changes: "Changes" } as const

/** Behind the name of an API key that acted. */
export const isKey = "(key)"
export const forAccount = (account: ReactNode): ReactNode => <>for {account}</>
export const onlyBy = (name: string): string => `Only entries by ${name}`
export const onlyAbout = (name: string): string => `Only entries about ${name}`
export const more = (count: number): string => `${count} more`
export const reason = (text: string): string => `“${text}”`

export const filters = {
  action: "Action",
  allActions: "Action: all",
  acts: "Actions of people and API keys",
  steps: "Actions of the service",
  peopleOnly: "People only",
  who: "Who",
  objectId: "Id of the object"
} as const
