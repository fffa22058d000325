/** Words of the table of a file's rows. */
import * as Format from "../../data/Format.ts"

export const caption = "Rows"
export const captionOfProblems = "Rows with problems"

export const columns = { row: "Row", problem: "Problem" } as const

/** Below the number of a row, which is another than that of its line. */
export const line = (number: number): string => `line ${number}`

/** A row within a sentence. */
export const place = (row: number, inFile: number | undefined): string =>
  inFile === undefined ? `row ${row}` : `row ${row}, ${line(inFile)}`

export const more = (count: number): string => `And ${Format.count(count)} more.`

export const moreProblems = (count: number): string =>
  `And ${Format.count(count)} more with problems.`

export const showMore = (count: number): string => `Show ${Format.count(count)} more`
