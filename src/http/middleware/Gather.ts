/** One list of the parts that several partitions have of it. */
import { Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import type { Rejection } from "../contract/Rejection.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as Pagination from "./Pagination.ts"
import * as Route from "./Route.ts"

/** A row of a list, as far as its order needs it. */
interface Row {
  /** Of an act. */
  readonly at?: string
  readonly id?: string
  /** Of a payout. */
  readonly payout_id?: string
}

/** A part as its partition answers it. */
interface Part {
  readonly data: ReadonlyArray<Row>
  readonly total: number
}

/** Ids begin with their time; acts have one beside an id that does not. */
const placeOf = ({ at, id, payout_id }: Row): string => at ?? id ?? payout_id ?? ""

type Order = Pagination.Page["order"]

/** The part whose next row comes first, the first of those with rows of one moment. */
const firstOf = (
  parts: ReadonlyArray<Part>,
  taken: ReadonlyArray<number>,
  { isAscending }: Order
): number | undefined => {
  let first: number | undefined
  let position = ""
  for (const [index, { data }] of parts.entries()) {
    const row = data[taken[index] ?? 0]
    if (row === undefined) continue
    const own = placeOf(row)
    if (first !== undefined && (isAscending ? own >= position : own <= position)) continue
    first = index
    position = own
  }
  return first
}

/**
 * The first rows of the list of these parts. Each part keeps its own order, which is that of its
 * log and not always that of times: else a row would change its page with the rows that are read.
 */
const joined = (parts: ReadonlyArray<Part>, order: Order, rowsMax: number): ReadonlyArray<Row> => {
  const taken = parts.map(() => 0)
  const rows: Array<Row> = []
  while (rows.length < rowsMax) {
    const index = firstOf(parts, taken, order)
    if (index === undefined) return rows
    rows.push(parts[index]?.data[taken[index] ?? 0] ?? {})
    taken[index] = (taken[index] ?? 0) + 1
  }
  return rows
}

const tooFar = (rowsMax: number, instead: string): Rejection => ({
  _tag: "Invalid",
  errors: [
    {
      field: "offset",
      code: "out_of_range",
      message: `must be at most ${rowsMax} together with limit; use ${instead} to reach older entries`
    }
  ]
})

const pageOf = (query: unknown): Pagination.Page => Pagination.read(query as Pagination.Query)

/** A list of parts: how many rows of each are read at most, and how older ones are reached. */
interface Kind {
  readonly rowsMax: number
  readonly instead: string
  /** What a page shows beside its rows; `next`: the place of its last row, where it is full. */
  readonly more: (order: Order, next: string | undefined) => object
}

/**
 * A list of which each partition has a part. A page of it is among the first rows of each part, as
 * many as the page ends at, from the request's cursor on. Rows and totals are each part's of the
 * moment at which it answers.
 */
const listOf = ({ instead, more, rowsMax }: Kind): Route.Gathered => ({
  ask: (query) => {
    const { limit, offset } = pageOf(query)
    const rows = offset + limit
    return rows > rowsMax
      ? Result.fail(tooFar(rowsMax, instead))
      : Result.succeed({ ...(query as object), limit: String(rows), offset: "0" })
  },
  merge: (query, bodies) => {
    const page = pageOf(query)
    const parts = bodies.map((body): Part => JSON.parse(body))
    const items = joined(parts, page.order, page.offset + page.limit).slice(page.offset)
    const total = parts.reduce((sum, part) => sum + part.total, 0)
    const shown = Pagination.show({ items, total }, page, (row) => row)
    const last = items.length < page.limit ? undefined : items.at(-1)
    return Route.json(200, { ...shown, ...more(page.order, last && placeOf(last)) })
  }
})

/** Of rows in the order of their ids: a cursor goes on behind one. */
export const list: Route.Gathered = listOf({
  rowsMax: Limits.http.gatheredRowsMax,
  instead: "`cursor`",
  more: (order, id) => ({
    next_cursor: id === undefined ? null : Sorting.cursorOf(order, { id, name: "" })
  })
})

/** A list of acts: each is read with its whole entry. */
export const acts: Route.Gathered = listOf({
  rowsMax: Limits.http.gatheredActsMax,
  instead: "`to`",
  more: () => ({})
})
