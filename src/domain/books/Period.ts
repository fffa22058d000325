/**
 * A month of the books, such as `2026-03`. Closing it keeps its trial balance, so that a later
 * change of the month's totals is found.
 *
 *     open ──enough people close it──▶ closed
 *
 * P1  Months are closed in order, each once, and only after they have ended.
 * P2  A closed month never changes: entries are dated by the log, and bookings by value dates in
 *     open months.
 */
import { Result, Schema } from "effect"
import * as Approval from "../account/Approval.ts"

/** The sums of an account in one currency, since the first day of the books. */
const Total = Schema.Struct({
  account: Schema.String,
  currency: Schema.String,
  /** Integers as text, because the sums of years may exceed exact numbers. */
  debit: Schema.String,
  credit: Schema.String
})
type Total = typeof Total.Type

/** The trial balance at the end of a month. */
const closing = {
  totals: Schema.Array(Total),
  /** SHA-256 of the totals, lower-case hex. */
  hash: Schema.String
}
export interface Closing {
  readonly totals: ReadonlyArray<Total>
  readonly hash: string
}

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) =>
  Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, by: Schema.String, ...fields })

/** A request to close that does not suffice alone. */
const CloseApproved = event("PeriodCloseApproved", {})

const Closed = event("PeriodClosed", closing)

export const Event = Schema.Union([CloseApproved, Closed])
export type Event = typeof Event.Type

export const Period = Schema.Struct({
  /** The month. */
  id: Schema.String,
  /** Ids of those who asked to close it. */
  approvals: Schema.Array(Schema.String),
  /** `null` if the month is open. */
  closedAt: Schema.NullOr(Schema.Number),
  ...closing
})
export type Period = typeof Period.Type

type Periods = Iterable<Period>

const two = (number: number): string => String(number).padStart(2, "0")

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/

export const isMonth = (text: string): boolean => monthPattern.test(text)

/** The month of a day such as `2026-03-02`. */
export const monthOf = (day: string): string => day.slice(0, 7)

export const next = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${two(number + 1)}`
}

/** The time when a month has ended, milliseconds. */
export const endOf = (month: string): number => Date.parse(`${next(month)}-01T00:00:00Z`)

export const isClosed = ({ closedAt }: Period): boolean => closedAt !== null

const lastClosed = (periods: Periods): string | undefined => {
  let last: string | undefined
  for (const period of periods) {
    if (isClosed(period) && (last === undefined || period.id > last)) last = period.id
  }
  return last
}

/** The first day that is in no closed month; `undefined` if no month is closed. */
export const firstOpenDay = (periods: Periods): string | undefined => {
  const last = lastClosed(periods)
  return last === undefined ? undefined : `${next(last)}-01`
}

/**
 * Milliseconds between the end of a month and its closing. An entry that was decided in the last
 * moment of a month is durable by then, and clocks of nodes differ by less.
 */
export const settlingMs = 60 * 60 * 1000

export type Rejection =
  /** The month has not ended, or ended less than `settlingMs` ago. */
  | { readonly _tag: "MonthNotEnded"; readonly month: string; readonly closesFrom: number }
  /** The month is closed already. */
  | { readonly _tag: "MonthIsClosed"; readonly month: string }
  /** An earlier month is open. */
  | { readonly _tag: "EarlierMonthOpen"; readonly month: string; readonly open: string }

interface Close {
  readonly month: string
  readonly at: number
  readonly by: string
  /** Absent if one person suffices. */
  readonly vote?: Approval.Vote | undefined
  /** The month of the first entry in the books; `undefined` if there is none. */
  readonly firstMonth: string | undefined
}

/** Returns why a month cannot be closed; `undefined` if it can. */
export const refusal = (
  periods: Periods,
  { at, firstMonth, month }: Pick<Close, "at" | "firstMonth" | "month">
): Rejection | undefined => {
  const last = lastClosed(periods)
  if (last !== undefined && month <= last) return { _tag: "MonthIsClosed", month }
  const closesFrom = endOf(month) + settlingMs
  if (at < closesFrom) return { _tag: "MonthNotEnded", month, closesFrom }
  const open = last === undefined ? firstMonth : next(last)
  if (open !== undefined && open < month) return { _tag: "EarlierMonthOpen", month, open }
  return undefined
}

/** Closes a month with its trial balance, or adds an approval. */
export const close = (
  periods: ReadonlyMap<string, Period>,
  command: Close,
  closing: Closing
): Result.Result<ReadonlyArray<Event>, Rejection> => {
  const refused = refusal(periods.values(), command)
  if (refused !== undefined) return Result.fail(refused)
  const { at, by, month: id, vote } = command
  const approvals = periods.get(id)?.approvals ?? []
  const isEnough =
    vote === undefined || Approval.otherApprovers(approvals, vote).length + 1 >= vote.peopleMin
  if (isEnough) return Result.succeed([{ _tag: "PeriodClosed", id, at, by, ...closing }])
  return Result.succeed(approvals.includes(by) ? [] : [{ _tag: "PeriodCloseApproved", id, at, by }])
}

const none = (id: string): Period => ({ id, approvals: [], closedAt: null, totals: [], hash: "" })

/** The period after an event; `before` is `undefined` for a new one. */
export const evolve = (before: Period | undefined, event: Event): Period => {
  const { by, id } = event
  const period = before ?? none(id)
  const approvals = period.approvals.includes(by) ? period.approvals : [...period.approvals, by]
  if (event._tag === "PeriodCloseApproved") return { ...period, approvals }
  return {
    ...{ id, approvals, closedAt: event.at },
    ...{ totals: event.totals, hash: event.hash }
  }
}
