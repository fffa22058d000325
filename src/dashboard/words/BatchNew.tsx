/** Words of the page on which a batch is made from a file. */
import type { ReactNode } from "react"
import * as Format from "../data/Format.ts"

export const title = "New batch"
export const template = "Download the template"
export const submit = "Submit batch"
export const lookedAt = "I have checked the rows above that may be paid twice."
export const submittedBefore = "This file was already submitted. This is its batch."

export const file = {
  title: "File",
  about: "The file is checked first. Nothing is paid until you review and submit it.",
  drop: "Drop a CSV file here, or",
  dropAnother: "Drop another CSV file here, or",
  choose: "Choose a file",
  label: "CSV file",
  columns: (names: ReactNode): ReactNode => <>Columns: {names}. At most 1,000 rows.</>
} as const

export const name = { label: "Batch name", hint: "Tells it from other batches." } as const

const rows = (count: number): string => Format.counted(count, "row", "rows")

export const inOrder = (count: number): string => `${rows(count)}, in the order of the file`

export const withProblems = (wrong: number, total: number): string =>
  `${rows(wrong)} of ${Format.count(total)} ${wrong === 1 ? "has" : "have"} problems. Correct the file and choose it again, or ` +
  "continue without them. Rows are counted without the line of the column names."

export const rowsOfFile = "Rows"
export const downloadWrong = "Download rows with problems"
export const goOn = (count: number): string =>
  `Continue with the other ${count === 1 ? "row" : rows(count)}`

/** Before what is wrong with a row. */
export const row = (number: number): string => `Row ${number}: `
