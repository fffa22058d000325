/** Words of the audit log. */
import type { ReactNode } from "react"
import * as Format from "../data/Format.ts"

export const title = "Audit log"
export const about = "Every change and every sign-in. Entries cannot be edited."
export const exportCsv = "Export CSV"
export const noneMatch = "No entries match"

export const columns = { when: "When", who: "Who", what: "What", changes: "Changes" } as const

/** Behind the name of an API key that acted. */
export const isKey = "(key)"
export const forAccount = (account: ReactNode): ReactNode => <>for {account}</>
export const onlyBy = (name: string): string => `Only entries by ${name}`
export const onlyAbout = (name: string): string => `Only entries about ${name}`
export const onlyOf = (account: string): string => `Only entries of ${account}`
/** Of many entries folded into one row. */
export const times = (action: string, count: number, hasMore: boolean): string =>
  `${action} · ${Format.count(count)} times${hasMore ? ", more on the next page" : ""}`
export const since = (time: ReactNode): ReactNode => <>since {time}</>
export const showParts = (count: number): string => `Show all ${Format.count(count)}`
export const hideParts = "Hide them"
/** Rows may fold several entries. */
export const range = (first: number, last: number, total: number): string =>
  `Entries ${Format.count(first)}–${Format.count(last)} of ${Format.count(total)}`
export const more = (count: number): string => `${count} more`
export const reason = (text: string): string => `“${text}”`

export const filters = {
  action: "Action",
  allActions: "Action: all",
  peopleOnly: "People only",
  who: "Who",
  objectId: "Id of the object"
} as const
