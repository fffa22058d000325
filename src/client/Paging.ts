/**
 * Reads a list page by page. Lists are newest first. In a list without cursors new items move the
 * others down, so items of earlier pages are recognised and not returned twice.
 */

/** One page of a list. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly total: number
  readonly limit: number
  readonly offset: number
  /** Cursor of the next page, in lists with cursors; `null` if this page is the last. */
  readonly next_cursor?: string | null
}

/** The page to request. */
export interface PageQuery {
  readonly limit: number
  readonly offset?: number
  readonly cursor?: string
}

/** The default page size, which is the service's maximum. */
const limitDefault = 100

/** Number of ids kept to recognise repeated items. */
const idsMax = 1_000

const forgetOldest = (seen: Set<unknown>): void => {
  for (const id of seen) {
    if (seen.size <= idsMax) return
    seen.delete(id)
  }
}

/** The next page, or `undefined` after the last one. `read` is the number of rows up to it. */
const after = <A>(page: Page<A>, limit: number, read: number): PageQuery | undefined => {
  const { data, next_cursor: cursor, total } = page
  if (cursor !== undefined) return cursor === null ? undefined : { limit, cursor }
  return data.length === 0 || read >= total ? undefined : { limit, offset: read }
}

/** Every item of a list, starting at `from`. `idOf` identifies an item. */
export async function* pages<A>(
  ask: (query: PageQuery) => Promise<Page<A>>,
  idOf: (item: A) => unknown,
  from: Partial<PageQuery>
): AsyncGenerator<A, void, undefined> {
  const seen = new Set<unknown>()
  const limit = from.limit ?? limitDefault
  let offset = from.offset ?? 0
  let query: PageQuery | undefined = { ...from, limit, offset }
  while (query !== undefined) {
    const page: Page<A> = await ask(query)
    for (const item of page.data) {
      const id = idOf(item)
      if (seen.has(id)) continue
      seen.add(id)
      yield item
    }
    forgetOldest(seen)
    offset += page.data.length
    query = after(page, limit, offset)
  }
}
