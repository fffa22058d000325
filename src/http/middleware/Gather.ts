/** One list of the parts that several partitions have of it. */
import { Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Pagination from "../Pagination.ts"
import type * as Problems from "../Problems.ts"
import * as Route from "./Route.ts"

/** A row of a list, as far as its order needs it. */
interface Row {
  /** Of an act. */
  readonly at?: string
  readonly id?: string
  /** Of a payout. */
  readonly payout_id?: string
}

interface Part {
  readonly data: ReadonlyArray<Row>
  readonly total: number
}

/** Ids begin with their time; acts have one beside an id that does not. */
const placeOf = ({ at, id, payout_id }: Row): string => at ?? id ?? payout_id ?? ""

/** Rows of one moment stay in the order of their parts. */
const newestFirst = (left: Row, right: Row): number => {
  const [first, second] = [placeOf(left), placeOf(right)]
  if (first === second) return 0
  return first < second ? 1 : -1
}

const { gatheredRowsMax } = Limits.http

const tooFar: Problems.Rejection = {
  _tag: "Invalid",
  errors: [
    {
      field: "offset",
      code: "out_of_range",
      message: `must be at most ${gatheredRowsMax} together with limit: a filter leads further`
    }
  ]
}

const pageOf = (query: unknown): Pagination.Page => Pagination.read(query as Pagination.Query)

/**
 * A list of which each partition has a part. A page of it is among the first rows of each part, as
 * many as the page ends at. Rows and totals are each part's of the moment at which it answers.
 */
export const list: Route.Runs = {
  _tag: "Gathered",
  ask: (query) => {
    const { limit, offset } = pageOf(query)
    const rows = offset + limit
    return rows > gatheredRowsMax
      ? Result.fail(tooFar)
      : Result.succeed({ ...(query as object), limit: String(rows), offset: "0" })
  },
  merge: (query, bodies) => {
    const page = pageOf(query)
    const parts = bodies.map((body): Part => JSON.parse(body))
    const rows = parts.flatMap(({ data }) => data).sort(newestFirst)
    const items = rows.slice(page.offset, page.offset + page.limit)
    const total = parts.reduce((sum, part) => sum + part.total, 0)
    return Route.ok(Pagination.show({ items, total }, page, (row) => row))
  }
}
