/**
 * A list, page by page. Lists are newest first, so what arrives meanwhile moves the rest down: an
 * item that was given a page ago is not given again.
 */

/** One page of a list. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly total: number
  readonly limit: number
  readonly offset: number
}

/** Items of a page where the caller asks for no other number: what the service gives at most. */
const limitDefault = 100

/** How many ids back an item is known again. */
const idsMax = 1_000

/** Every item of a list from an offset on; `idOf` tells items apart. */
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
    for (const id of seen) {
      if (seen.size <= idsMax) break
      seen.delete(id)
    }
    offset += page.data.length
    if (page.data.length === 0 || offset >= page.total) return
  }
}
