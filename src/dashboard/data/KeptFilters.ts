/** The filters of lists, as they were left in this tab: a link back to a list leads to these. */

const keyOf = (path: string): string => `filters ${path}`

/** Keeps what the address says of a list; `path` and `search` as the browser has them. */
export const keep = (path: string, search: string): void => {
  if (search === "") sessionStorage.removeItem(keyOf(path))
  else sessionStorage.setItem(keyOf(path), search)
}

/** The kept part of a list's address; empty where none is kept. */
export const of = (path: string): string => sessionStorage.getItem(keyOf(path)) ?? ""
