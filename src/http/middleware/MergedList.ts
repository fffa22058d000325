/** Merges the parts of a list that several partitions return. */
import { Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import type { Rejection } from "../contract/Rejection.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as Pagination from "./Pagination.ts"
import * as Route from "./Route.ts"

/** The fields of a row that its order needs. */
interface Row {
  /** Time of an act. */
  readonly at?: string
  readonly id?: string
  /** Id of a row that is a payout. */
  readonly payout_id?: string
}

/** A part of the list, as its partition returns it. */
interface Part {
  readonly data: ReadonlyArray<Row>
  readonly total: number
}

/** The sort key of a row. Ids begin with their time; those of acts do not, so `at` is used. */
const sortKeyOf = ({ at, id, payout_id }: Row): string => at ?? id ?? payout_id ?? ""

type Order = Pagination.Page["order"]

/** The part whose next row comes first; the first such part if rows have the same time. */
const firstOf = (
  parts: ReadonlyArray<Part>,
  taken: ReadonlyArray<number>,
  { isAscending }: Order
): number | undefined => {
  let first: number | undefined
  let firstKey = ""
  for (const [index, { data }] of parts.entries()) {
    const row = data[taken[index] ?? 0]
    if (row === undefined) continue
    const key = sortKeyOf(row)
    if (first !== undefined && (isAscending ? key >= firstKey : key <= firstKey)) continue
    first = index
    firstKey = key
  }
  return first
}

/**
 * The first rows of the merged list. Each part keeps its order, which is that of its log and not
 * always chronological. Otherwise a row's page would depend on the rows that are read.
 */
const mergeParts = (
  parts: ReadonlyArray<Part>,
  order: Order,
  rowsMax: number
): ReadonlyArray<Row> => {
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

/** A kind of merged list: its row limit, and the parameter that reaches older rows. */
interface Kind {
  readonly rowsMax: number
  readonly instead: string
  /** Fields of a page in addition to its rows. `next`: the sort key of a full page's last row. */
  readonly more: (order: Order, next: string | undefined) => object
}

/**
 * A list of which each partition has a part. A page that ends at row n needs the first n rows of
 * each part, from the request's cursor on. Rows and total of a part are those of the moment at
 * which it responds.
 */
const listOf = ({ instead, more, rowsMax }: Kind): Route.Gathering => ({
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
    const items = mergeParts(parts, page.order, page.offset + page.limit).slice(page.offset)
    const total = parts.reduce((sum, part) => sum + part.total, 0)
    const pageBody = Pagination.show({ items, total }, page, (row) => row)
    const last = items.length < page.limit ? undefined : items.at(-1)
    return Route.json(200, { ...pageBody, ...more(page.order, last && sortKeyOf(last)) })
  }
})

/** A list in the order of ids. A cursor continues after an id. */
export const list: Route.Gathering = listOf({
  rowsMax: Limits.http.gatheredRowsMax,
  instead: "`cursor`",
  more: (order, id) => ({
    next_cursor: id === undefined ? null : Sorting.cursorOf(order, { id, name: "" })
  })
})

/** A list of acts, each of which is read with its entire log entry. */
export const acts: Route.Gathering = listOf({
  rowsMax: Limits.http.gatheredActsMax,
  instead: "`to`",
  more: () => ({})
})
