/** Words of a batch's progress. */
import * as Format from "../../data/Format.ts"

export const ended = (done: number, total: number): string =>
  `${Format.count(done)} of ${Format.count(total)} ended`

export const bar = "Finished payouts"
export const settled = (count: number): string => `${Format.count(count)} settled`
export const failed = (count: number): string => `${Format.count(count)} failed`
export const pending = (count: number): string => `${Format.count(count)} pending`
