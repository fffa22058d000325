/**
 * Keeps the cursors at which list pages begin, as responses in this tab gave them. A page is read
 * by its cursor if that is known, because `offset` reads all rows before a page.
 */

const cursors = new Map<string, string>()

/** Offsets of previous pages, by the page that the reader went to from there. */
const befores = new Map<string, number>()

const keptMax = 1_000

/** The search parameter with the chosen row of a page. */
export const chosen = "payout"

/** Identifies a list page by its address, whatever the page size. */
const keyOf = (path: string, search: URLSearchParams, offset: number): string => {
  const named = new URLSearchParams(search)
  for (const other of ["rows", chosen]) named.delete(other)
  named.set("offset", String(offset))
  named.sort()
  return `${path}?${named}`
}

/** Keeps a value for a page, and drops the oldest page beyond `keptMax`. */
const put = <A>(kept: Map<string, A>, key: string, value: A): void => {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size <= keptMax) return
  const oldest = kept.keys().next().value
  if (oldest !== undefined) kept.delete(oldest)
}

/** Keeps the cursor of the page that begins after `offset` rows. */
export const keep = (path: string, search: URLSearchParams, offset: number, cursor: string): void =>
  put(cursors, keyOf(path, search, offset), cursor)

export const find = (path: string, search: URLSearchParams, offset: number): string | undefined =>
  offset === 0 ? undefined : cursors.get(keyOf(path, search, offset))

/** Keeps the offset of the page from which the reader went to another one. */
export const keepBefore = (
  path: string,
  search: URLSearchParams,
  offset: number,
  from: number
): void => put(befores, keyOf(path, search, offset), from)

export const before = (path: string, search: URLSearchParams, offset: number): number | undefined =>
  befores.get(keyOf(path, search, offset))
