/** One page of a list, newest first. */
export interface Query {
  readonly limit?: string | undefined
  readonly offset?: string | undefined
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

const limitDefault = 20

export const read = ({ limit, offset }: Query): Page => ({
  limit: limit === undefined ? limitDefault : Number(limit),
  offset: offset === undefined ? 0 : Number(offset)
})

export interface Listed<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

/** A page that the read model cut. */
export const show = <A, B>({ items, total }: Listed<A>, page: Page, one: (item: A) => B) => ({
  data: items.map((item) => one(item)),
  total,
  ...page
})

/** A page of a list that is whole and in order. */
export const of = <A, B>(all: ReadonlyArray<A>, query: Query, one: (item: A) => B) => {
  const page = read(query)
  const items = all.slice(page.offset, page.offset + page.limit)
  return show({ items, total: all.length }, page, one)
}
