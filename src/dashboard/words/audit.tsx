/** Words of the audit log. */
import type { ReactNode } from "react"
import * as Format from "../data/Format.ts"

export const auditLog = {
  title: "Audit log",
  about: "Every change and every sign-in. Entries cannot be edited.",
  exportCsv: "Export CSV",
  noneMatch: "No entries match",

  columns: { when: "When", who: "Who", what: "What", changes: "Changes" },

  /** The mark after the name of an API key. */
  isKey: "(key)",
  forAccount: (account: ReactNode): ReactNode => <>for {account}</>,
  onlyBy: (name: string): string => `Only entries by ${name}`,
  onlyAbout: (name: string): string => `Only entries about ${name}`,
  onlyOf: (account: string): string => `Only entries of ${account}`,
  /** The action of many entries folded into one row. */
  times: (action: string, count: number, hasMore: boolean): string =>
    `${action} · ${Format.count(count)} times${hasMore ? ", more on the next page" : ""}`,
  since: (time: ReactNode): ReactNode => <>since {time}</>,
  showParts: (count: number): string => `Show all ${Format.count(count)}`,
  hideParts: "Hide them",
  /** Counts entries instead of rows, because a row may fold several entries. */
  range: (first: number, last: number, total: number): string =>
    `Entries ${Format.count(first)}–${Format.count(last)} of ${Format.count(total)}`,
  more: (count: number): string => `${count} more`,
  reason: (text: string): string => `“${text}”`,

  filters: {
    action: "Action",
    allActions: "Action: all",
    peopleOnly: "People only",
    who: "Who",
    objectId: "Id of the object"
  }
} as const
