/** One page of a list, newest first. */
export interface Query {
  readonly limit?: string | undefined
  readonly offset?: string | undefined
  readonly cursor?: string | undefined
}

export interface Page {
  readonly limit: number
  readonly offset: number
  /** The id of the last row of an earlier page. */
  readonly before?: string
}

const limitDefault = 20

export const read = ({ cursor, limit, offset }: Query): Page => ({
  limit: limit === undefined ? limitDefault : Number(limit),
  offset: offset === undefined ? 0 : Number(offset),
  ...(cursor === undefined ? {} : { before: cursor })
})

export interface Listed<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

export interface Shown<B> {
  readonly data: ReadonlyArray<B>
  readonly total: number
  readonly limit: number
  readonly offset: number
}

/** A page that the read model cut. */
export const show = <A, B>(
  { items, total }: Listed<A>,
  { limit, offset }: Page,
  one: (item: A) => B
): Shown<B> => ({ data: items.map((item) => one(item)), total, limit, offset })

/** The same with where the next one begins. */
export const showWithCursor = <A extends { readonly id: string }, B>(
  listed: Listed<A>,
  page: Page,
  one: (item: A) => B
) => {
  const last = listed.items.length < page.limit ? undefined : listed.items.at(-1)
  return { ...show(listed, page, one), next_cursor: last?.id ?? null }
}

/** A page of a list that is whole and in order. */
export const of = <A, B>(all: ReadonlyArray<A>, query: Query, one: (item: A) => B) => {
  const page = read(query)
  const items = all.slice(page.offset, page.offset + page.limit)
  return show({ items, total: all.length }, page, one)
}
