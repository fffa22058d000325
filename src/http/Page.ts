/** One page of a list that is in order, newest first (contract §2). */
export interface Query {
  readonly limit?: string | undefined
  readonly offset?: string | undefined
}

const limitDefault = 20

export const of = <A, B>(all: ReadonlyArray<A>, query: Query, show: (item: A) => B) => {
  const limit = query.limit === undefined ? limitDefault : Number(query.limit)
  const offset = query.offset === undefined ? 0 : Number(query.offset)
  return {
    data: all.slice(offset, offset + limit).map(show),
    total: all.length,
    limit,
    offset
  }
}
