/**
 * Counts the rows of the archive that a list's filter selects, from the sums that the schema's
 * triggers keep. The sums include the newest write: they are used if that is the write that the
 * caller knows, and rows that are also in memory are subtracted.
 */
import { Effect } from "effect"
import { dayMs } from "../../domain/Day.ts"
import { isFinal } from "../../domain/payout/PayoutGuards.ts"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as Conditions from "./Conditions.ts"
import * as Source from "./Source.ts"

/** Rows of sums that a filter selects, and parts of days, which have no separate sum. */
export interface Sums {
  readonly table: "payout_totals" | "quote_totals"
  readonly conditions: ReadonlyArray<Conditions.Condition>
  /** Conditions of rows to count, one list for each part. */
  readonly parts: ReadonlyArray<ReadonlyArray<Conditions.Condition>>
}

/** Whole days within a period, and the remaining parts at both ends; milliseconds, inclusive. */
const daysIn = (from: number | undefined, to: number | undefined) => {
  const first = from === undefined ? undefined : Math.ceil(from / dayMs)
  const last = to === undefined ? undefined : Math.floor((to + 1) / dayMs) - 1
  if (first !== undefined && last !== undefined && first > last) {
    return { first, last, parts: [{ from, to }] }
  }
  const begin = first === undefined ? undefined : first * dayMs
  const end = last === undefined ? undefined : (last + 1) * dayMs
  return {
    first,
    last,
    parts: [
      ...(begin === undefined || from === begin ? [] : [{ from, to: begin - 1 }]),
      ...(end === undefined || to === end - 1 ? [] : [{ from: end, to }])
    ]
  }
}

/** The sums for a filter; `undefined` if no sums give its count. */
export const ofPayouts = (filter: Port.PayoutFilter): Sums | undefined => {
  const { accountId, from, network, status, to, ...others } = filter
  // The sums have no other dimension.
  if (Object.values(others).some((value) => value !== undefined && value !== false)) {
    return undefined
  }
  if (status !== undefined && !isFinal(status)) return undefined
  // Parts of days are found by account.
  if (accountId === undefined && (from ?? to) !== undefined) return undefined
  const { first, last, parts } = daysIn(from, to)
  const common: ReadonlyArray<Conditions.Condition> = [
    ["status = ?", status],
    ["network = ?", network]
  ]
  return {
    table: "payout_totals",
    conditions: [
      ["account_id = ?", accountId ?? ""],
      ...common,
      ["day >= ?", Conditions.int(first)],
      ["day <= ?", Conditions.int(last)]
    ],
    parts: parts.map((part) => [
      ["account_id = ?", accountId],
      ...common,
      ["created_at >= ?", Conditions.int(part.from)],
      ["created_at <= ?", Conditions.int(part.to)]
    ])
  }
}

/** A count of rows of a table, from sums. */
interface TotalsQuery {
  readonly table: string
  readonly sums: Sums
  /** Conditions of rows to subtract. */
  readonly excluded: ReadonlyArray<Conditions.Condition> | undefined
  /** The write that the count must include. */
  readonly seq: number
}

/** The count; `undefined` if the tables show another write. */
export const count = Effect.fnUntraced(function* (
  source: Source.Source,
  { excluded, seq, sums, table }: TotalsQuery
) {
  const { partition, sql } = source
  const parameters: Array<unknown> = [partition]
  const subquery = (
    select: string,
    from: string,
    conditions: ReadonlyArray<Conditions.Condition>
  ) => {
    const query = Conditions.where(conditions, parameters.length)
    parameters.push(...query.parameters)
    return `(select ${select} from ${from} where ${query.where})`
  }
  const terms = [
    subquery("coalesce(sum(count), 0)::bigint", sums.table, [
      ...sums.conditions,
      Source.ownRows(source)
    ]),
    ...sums.parts.map((part) => subquery("count(*)", table, part))
  ]
  const exclusion = excluded === undefined ? "" : ` - ${subquery("count(*)", table, excluded)}`
  const [row] = yield* sql.unsafe<{ readonly seq: bigint | null; readonly count: bigint }>(
    `select (select seq from read_model where partition = $1) as seq,
       ${terms.join(" + ")}${exclusion} as count`,
    parameters
  )
  return row !== undefined && Number(row.seq) === seq ? Number(row.count) : undefined
})
