/**
 * A list, page by page. Lists are newest first. In one without cursors new items move the rest
 * down: an item of an earlier page is not given twice.
 */

/** One page of a list. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly total: number
  readonly limit: number
  readonly offset: number
  /** Where the next page begins, in lists that have cursors; null: this is the last. */
  readonly next_cursor?: string | null
}

/** Which page is asked for. */
export interface Place {
  readonly limit: number
  readonly offset?: number
  readonly cursor?: string
}

/** The default size of a page: the service's maximum. */
const limitDefault = 100

/** How many ids are kept to recognise repeated items. */
const idsMax = 1_000

const forgetOldest = (seen: Set<unknown>): void => {
  for (const id of seen) {
    if (seen.size <= idsMax) return
    seen.delete(id)
  }
}

/** Where the next page is; nothing: this one is the last. `read`: how many rows are behind it. */
const after = <A>(page: Page<A>, limit: number, read: number): Place | undefined => {
  const { data, next_cursor: cursor, total } = page
  if (cursor !== undefined) return cursor === null ? undefined : { limit, cursor }
  return data.length === 0 || read >= total ? undefined : { limit, offset: read }
}

/** Every item of a list from a place on; `idOf` identifies an item. */
export async function* pages<A>(
  ask: (place: Place) => Promise<Page<A>>,
  idOf: (item: A) => unknown,
  from: Partial<Place>
): AsyncGenerator<A, void, undefined> {
  const seen = new Set<unknown>()
  const limit = from.limit ?? limitDefault
  let offset = from.offset ?? 0
  let place: Place | undefined = { ...from, limit, offset }
  while (place !== undefined) {
    const page: Page<A> = await ask(place)
    for (const item of page.data) {
      const id = idOf(item)
      if (seen.has(id)) continue
      seen.add(id)
      yield item
    }
    forgetOldest(seen)
    offset += page.data.length
    place = after(page, limit, offset)
  }
}
