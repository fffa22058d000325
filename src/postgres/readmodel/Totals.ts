/**
 * How many rows of the archive a list's filter selects, from the sums that the schema's triggers
 * keep. The sums are of the newest write: they are used where that is the write that the caller
 * knows, and rows that memory has too are taken out.
 */
import { Effect } from "effect"
import { dayMs } from "../../domain/Day.ts"
import { isFinal } from "../../domain/payout/PayoutGuards.ts"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as Conditions from "./Conditions.ts"
import * as Source from "./Source.ts"

/** What a filter selects: rows of sums, and parts of days, which have no sum of their own. */
export interface Sums {
  readonly table: "payout_totals" | "quote_totals"
  readonly conditions: ReadonlyArray<Conditions.Condition>
  /** Conditions of rows that are counted, one list each. */
  readonly parts: ReadonlyArray<ReadonlyArray<Conditions.Condition>>
}

/** Whole days within a time, and what is left of it at both ends; milliseconds, inclusive. */
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

/** `undefined`: no sums tell it. */
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

/** How many rows of a table sums tell. */
interface TotalsQuery {
  readonly table: string
  readonly sums: Sums
  /** Conditions of rows that do not count. */
  readonly excluded: ReadonlyArray<Conditions.Condition> | undefined
  /** The write that the count is of. */
  readonly seq: number
}

/** The count; `undefined` where the tables show another write. */
export const count = Effect.fnUntraced(function* (
  source: Source.Source,
  { excluded, seq, sums, table }: TotalsQuery
) {
  const { partition, sql } = source
  const parameters: Array<unknown> = [partition]
  const one = (select: string, from: string, given: ReadonlyArray<Conditions.Condition>) => {
    const found = Conditions.where(given, parameters.length)
    parameters.push(...found.parameters)
    return `(select ${select} from ${from} where ${found.where})`
  }
  const terms = [
    one("coalesce(sum(count), 0)::bigint", sums.table, [...sums.conditions, Source.own(source)]),
    ...sums.parts.map((part) => one("count(*)", table, part))
  ]
  const less = excluded === undefined ? "" : ` - ${one("count(*)", table, excluded)}`
  const [row] = yield* sql.unsafe<{ readonly seq: bigint | null; readonly count: bigint }>(
    `select (select seq from read_model where partition = $1) as seq,
       ${terms.join(" + ")}${less} as count`,
    parameters
  )
  return row !== undefined && Number(row.seq) === seq ? Number(row.count) : undefined
})
