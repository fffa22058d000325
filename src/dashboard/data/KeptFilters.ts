/** Keeps the filters of each list in this tab, so that a link back to a list restores them. */

const keyOf = (path: string): string => `filters ${path}`

/** Keeps the query string of a list. `path` and `search` are those of the browser's address. */
export const keep = (path: string, search: string): void => {
  if (search === "") sessionStorage.removeItem(keyOf(path))
  else sessionStorage.setItem(keyOf(path), search)
}

/** The kept query string of a list, or the empty string. */
export const of = (path: string): string => sessionStorage.getItem(keyOf(path)) ?? ""
