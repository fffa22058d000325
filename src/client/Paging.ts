/**
 * A list, page by page. Lists are newest first, so new items move the rest down: an item of an
 * earlier page is not given twice.
 */

/** One page of a list. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly total: number
  readonly limit: number
  readonly offset: number
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

/** Every item of a list from an offset on; `idOf` identifies an item. */
export async function* pages<A>(
  ask: (page: { readonly limit: number; readonly offset: number }) => Promise<Page<A>>,
  idOf: (item: A) => unknown,
  from: { readonly limit?: number | undefined; readonly offset?: number | undefined }
): AsyncGenerator<A, void, undefined> {
  const seen = new Set<unknown>()
  const limit = from.limit ?? limitDefault
  let offset = from.offset ?? 0
  while (true) {
    const page = await ask({ limit, offset })
    for (const item of page.data) {
      const id = idOf(item)
      if (seen.has(id)) continue
      seen.add(id)
      yield item
    }
    forgetOldest(seen)
    offset += page.data.length
    if (page.data.length === 0 || offset >= page.total) return
  }
}
