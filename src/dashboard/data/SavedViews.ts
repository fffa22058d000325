/**
 * Views of a list of payouts: filters, search, order and page size under a name. A view is an
 * address, so a link to it works in another browser.
 */
export interface View {
  readonly name: string
  /** Parameters of the list's address, as `queryOf` writes them. */
  readonly query: string
}

export const viewsMax = 12
export const nameCharsMax = 40

/** Longer than any filter's value. */
const valueCharsMax = 100

/** Filters of the lists of payouts, the customer's and the staff's, as the address names them. */
const filters = ["search", "account_id", "status", "network", "from", "to"]

/** What a view keeps of an address beside them. */
const fields = [...filters, "sort", "rows"]

/** What a view keeps of an address, written one way: equal views have equal queries. */
export const queryOf = (search: URLSearchParams): string => {
  const kept = fields.flatMap((field): ReadonlyArray<[string, string]> => {
    const value = search.get(field) ?? ""
    return value === "" || value.length > valueCharsMax ? [] : [[field, value]]
  })
  return new URLSearchParams(kept).toString()
}

/** Whether an address shows the list as it is without filters and another order. */
export const isPlain = (search: URLSearchParams): boolean =>
  [...filters, "sort"].every((field) => (search.get(field) ?? "") === "")

/** Names are told apart without regard to letter case. */
export const isNamed = (name: string) => (view: View) =>
  view.name.toLowerCase() === name.toLowerCase()

const isView = (value: unknown): value is View => {
  if (typeof value !== "object" || value === null) return false
  const { name, query }: Partial<Record<keyof View, unknown>> = value
  if (typeof name !== "string" || typeof query !== "string") return false
  const isGoodName = name.trim() === name && name !== "" && name.length <= nameCharsMax
  return isGoodName && query === queryOf(new URLSearchParams(query))
}

/** The views in a kept text: it may be of another version, or damaged. */
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

/** With a view, in the place of the one of its name; `undefined`: there are too many already. */
export const withView = (
  views: ReadonlyArray<View>,
  view: View
): ReadonlyArray<View> | undefined => {
  const isSame = isNamed(view.name)
  if (views.some(isSame)) return views.map((each) => (isSame(each) ? view : each))
  return views.length < viewsMax ? [...views, view] : undefined
}
