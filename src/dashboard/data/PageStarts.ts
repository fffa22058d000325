/**
 * The cursors at which pages of lists begin, as answers gave them in this tab. A page is read by
 * its cursor where one is known: a deep page by `offset` takes as long as all rows before it.
 */

const cursors = new Map<string, string>()

/** The oldest go first. */
const keptMax = 1_000

/** A page of a list as the address names it, however many rows it has. */
const keyOf = (path: string, search: URLSearchParams, offset: number): string => {
  const named = new URLSearchParams(search)
  named.delete("rows")
  named.set("offset", String(offset))
  named.sort()
  return `${path}?${named}`
}

/** Keeps where the page behind so many rows begins. */
export const keep = (
  path: string,
  search: URLSearchParams,
  offset: number,
  cursor: string
): void => {
  const key = keyOf(path, search, offset)
  cursors.delete(key)
  cursors.set(key, cursor)
  if (cursors.size <= keptMax) return
  const oldest = cursors.keys().next().value
  if (oldest !== undefined) cursors.delete(oldest)
}

export const find = (path: string, search: URLSearchParams, offset: number): string | undefined =>
  offset === 0 ? undefined : cursors.get(keyOf(path, search, offset))
