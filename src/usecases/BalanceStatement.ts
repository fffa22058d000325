/**
 * The statement of an account's balance: its movements in a period of UTC days, between the opening
 * and the closing balance. The owner of the account's partition reads it, oldest movement first.
 */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Balance from "../domain/balance/Balance.ts"
import * as DailyTotals from "../domain/books/DailyTotals.ts"
import { dayMs } from "../domain/Day.ts"
import * as Partitions from "../engine/Partitions.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"

/** The first and the last day of a statement, such as `2026-03-02`. */
export interface Days {
  readonly from: string
  readonly to: string
}

export interface Statement extends Days {
  readonly accountId: string
  /** The name of the account. */
  readonly of: string
  /** True if the period has ended, so that a later statement has the same movements. */
  readonly isComplete: boolean
  /** Milliseconds. */
  readonly generatedAt: number
  readonly summary: ReadModel.BalanceSummary
}

const startOf = (day: string): number => DailyTotals.dayOfDate(day) * dayMs

/** The end of a period, exclusive, in milliseconds. */
export const endOf = ({ to }: Pick<Days, "to">): number => startOf(to) + dayMs

export const periodOf = (accountId: string, days: Days): ReadModel.BalancePeriod => ({
  ...{ accountId, from: startOf(days.from), before: endOf(days) }
})

/** True if no movement can come into a period any more. */
export const isComplete = (days: Days, at: number): boolean =>
  at >= endOf(days) + Limits.http.balanceStatementDelayMs

export const summary = Partitions.procedure<ReadModel.BalancePeriod, ReadModel.BalanceSummary>({
  name: "balance-summary",
  run: ({ lists }, period) => lists.balanceSummary(period)
})

interface Page {
  readonly rows: ReadonlyArray<Balance.Movement>
  /** Number of the last movement of the page; `null` if the page is the last. */
  readonly next: number | null
}

export const page = Partitions.procedure<
  ReadModel.MovementRange & { readonly limit: number },
  Page
>({
  name: "balance-movements",
  run: ({ lists }, { limit, ...range }) =>
    Effect.map(lists.movementsInOrder(range, limit), (rows) => {
      const number = rows.at(-1)?.number ?? range.last
      return { rows, next: number < range.last ? number : null }
    })
})
