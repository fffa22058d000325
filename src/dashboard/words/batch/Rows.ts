/** Words of the table of a file's rows. */
import * as Format from "../../data/Format.ts"

export const caption = "Rows"
export const captionOfProblems = "Rows with problems"

export const columns = { row: "Row", problem: "Problem" } as const

export const more = (count: number): string => `And ${Format.count(count)} more.`

export const moreProblems = (count: number): string =>
  `And ${Format.count(count)} more with problems.`

export const showMore = (count: number): string => `Show ${Format.count(count)} more`
