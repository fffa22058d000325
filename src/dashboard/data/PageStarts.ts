/**
 * The cursors at which pages of lists begin, as answers gave them in this tab. A page is read by
 * its cursor where one is known: a deep page by `offset` takes as long as all rows before it.
 */

const cursors = new Map<string, string>()

/** Where the page before a page began that was gone to from it. */
const befores = new Map<string, number>()

const keptMax = 1_000

/** Which row of the page is chosen. */
export const chosen = "payout"

/** A page of a list as the address names it, however many rows it has. */
const keyOf = (path: string, search: URLSearchParams, offset: number): string => {
  const named = new URLSearchParams(search)
  for (const other of ["rows", chosen]) named.delete(other)
  named.set("offset", String(offset))
  named.sort()
  return `${path}?${named}`
}

/** Keeps a value of a page; those of the oldest pages go. */
const put = <A>(kept: Map<string, A>, key: string, value: A): void => {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size <= keptMax) return
  const oldest = kept.keys().next().value
  if (oldest !== undefined) kept.delete(oldest)
}

/** Keeps where the page behind so many rows begins. */
export const keep = (path: string, search: URLSearchParams, offset: number, cursor: string): void =>
  put(cursors, keyOf(path, search, offset), cursor)

export const find = (path: string, search: URLSearchParams, offset: number): string | undefined =>
  offset === 0 ? undefined : cursors.get(keyOf(path, search, offset))

/** Keeps from which page one went on to another, each by the rows before it. */
export const keepBefore = (
  path: string,
  search: URLSearchParams,
  offset: number,
  from: number
): void => put(befores, keyOf(path, search, offset), from)

export const before = (path: string, search: URLSearchParams, offset: number): number | undefined =>
  befores.get(keyOf(path, search, offset))
