/** Words of the review of a batch before it is submitted. */
import type { ReactNode } from "react"

export const title = "Review"
export const about = "Amounts use the current rates. The rates are locked when you submit."
export const aboutPart = "Only the rows without problems, at the current rates."

export const facts = { youSend: "You send", feeIncluded: "Fee, included" } as const
export const columns = { recipientsGet: "Recipients get", currency: "Currency" } as const
export const byCurrency = "Totals by currency"
export const byNetwork = "Totals by network"

export const duplicates = {
  intro: "These rows pay the same amount to the same phone. Check that this is intended.",
  one: (row: number, other: number): string => `Row ${row} is the same as row ${other}`,
  more: (count: number): string => `And ${count} more`
} as const

export const warnings = {
  intro: "The sandbox accepts these rows, but production would reject them.",
  one: (row: number | undefined, field: string, message: string): string =>
    `Row ${row}, ${field}: ${message}`
} as const

export const repeated = (linkOf: (text: string) => ReactNode): ReactNode => (
  <>
    These rows were submitted before, as {linkOf("this batch")}. Submitting them again opens that
    batch and pays nothing twice.
  </>
)
