/** Words of the review of a batch before it is submitted. */
import type { ReactNode } from "react"

export const title = "Review"
export const about = "Amounts use the current rates. The rates are locked when you submit."
export const aboutPart = "Only the rows without problems, at the current rates."

export const facts = { feeIncluded: "Fee, included" } as const
export const columns = { recipientsGet: "Recipients get", currency: "Currency" } as const
export const byCurrency = "Totals by currency"
export const byNetwork = "Totals by network"

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const duplicates = {
  intro: "These rows pay the same amount to the same phone. Check that this is intended.",
  one: (row: string, other: string): string => `${capital(row)} is the same as ${other}`,
  more: (count: number): string => `And ${count} more`
} as const

export const paidBefore = {
  intro: (rows: string): string =>
    `${rows} the same amount to the same phone as a payout of the last 14 days. Check that this is ` +
    "intended: a new batch pays it again.",
  pays: (count: number): string => (count === 1 ? "1 row pays" : `${count} rows pay`),
  one: (row: string, date: ReactNode, status: ReactNode): ReactNode => (
    <>
      {capital(row)}: {date}, {status}
    </>
  )
} as const

export const warnings = {
  intro: "The sandbox accepts these rows, but production would reject them.",
  one: (row: string, field: string, message: string): string =>
    `${capital(row)}: ${field} ${message}`
} as const

export const repeated = (linkOf: (text: string) => ReactNode): ReactNode => (
  <>
    These rows were submitted before, as {linkOf("this batch")}. Submitting them again opens that
    batch and pays nothing twice.
  </>
)
