/** Pages of lists whose rows are all in memory. */
import type * as ReadModel from "../ports/ReadModel.ts"

/** A page of rows, the newest first. Ids sort by time of creation. */
export const newestFirst = <A extends { readonly id: string }>(
  rows: ReadonlyArray<A>,
  { after, limit, offset }: ReadModel.Page
): ReadModel.ListPage<A> => {
  const sorted = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const behind = after === undefined ? sorted : sorted.filter(({ id }) => id < after.id)
  return { items: behind.slice(offset, offset + limit), total: rows.length }
}
