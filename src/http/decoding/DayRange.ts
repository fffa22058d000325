/** The days of a report's period, in UTC and both inclusive. */
import { Result } from "effect"
import * as DailyTotals from "../../domain/books/DailyTotals.ts"
import type { Rejection } from "../contract/Rejection.ts"

/** Days such as `2026-03-02`. */
interface Days {
  readonly from: string
  readonly to: string
}

export const outOfRange = (field: string, message: string) => {
  const error = { field, code: "out_of_range", message }
  return Result.fail<Rejection>({ _tag: "Invalid", errors: [error] })
}

/** Checks the order of the days and their number. */
export const check = ({ from, to }: Days, daysMax: number): Result.Result<void, Rejection> => {
  const days = DailyTotals.dayOfDate(to) - DailyTotals.dayOfDate(from) + 1
  if (days < 1) return outOfRange("to", "must not be before from")
  return days > daysMax
    ? outOfRange("to", `must be at most ${daysMax - 1} days after from`)
    : Result.void
}
