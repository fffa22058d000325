/**
 * Saved views of a payout list: filters, search, order and page size under a name. A view is an
 * address, so its link works in another browser.
 */
export interface View {
  readonly name: string
  /** Search parameters of the list, as `queryOf` writes them. */
  readonly query: string
}

export const viewsMax = 12
export const nameCharsMax = 40

/** More characters than any filter's value has. */
const valueCharsMax = 100

/** Filters of the customer's and the staff's payout lists, by their search parameters. */
const filters = ["search", "account_id", "status", "network", "from", "to"]

/** Search parameters that a view keeps. */
const fields = [...filters, "sort", "rows"]

/** The part of an address that a view keeps, in one form: equal views have equal queries. */
export const queryOf = (search: URLSearchParams): string => {
  const kept = fields.flatMap((field): ReadonlyArray<[string, string]> => {
    const value = search.get(field) ?? ""
    return value === "" || value.length > valueCharsMax ? [] : [[field, value]]
  })
  return new URLSearchParams(kept).toString()
}

/** True if an address has neither filters nor an order. */
export const isPlain = (search: URLSearchParams): boolean =>
  [...filters, "sort"].every((field) => (search.get(field) ?? "") === "")

/** Compares names without regard to case. */
export const isNamed = (name: string) => (view: View) =>
  view.name.toLowerCase() === name.toLowerCase()

const isView = (value: unknown): value is View => {
  if (typeof value !== "object" || value === null) return false
  const { name, query }: Partial<Record<keyof View, unknown>> = value
  if (typeof name !== "string" || typeof query !== "string") return false
  const isGoodName = name.trim() === name && name !== "" && name.length <= nameCharsMax
  return isGoodName && query === queryOf(new URLSearchParams(query))
}

/** Reads kept views. The text may be damaged, or of another version. */
export const parse = (text: string | null): ReadonlyArray<View> => {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? "[]")
  } catch {
    return []
  }
  if (!Array.isArray(kept)) return []
  const views = kept.filter(isView).map(({ name, query }) => ({ name, query }))
  return views
    .filter((view, index) => views.findIndex(isNamed(view.name)) === index)
    .slice(0, viewsMax)
}

/** Adds a view, or replaces the view with its name. `undefined` if there are too many. */
export const withView = (
  views: ReadonlyArray<View>,
  view: View
): ReadonlyArray<View> | undefined => {
  const isSame = isNamed(view.name)
  if (views.some(isSame)) return views.map((each) => (isSame(each) ? view : each))
  return views.length < viewsMax ? [...views, view] : undefined
}
