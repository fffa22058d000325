/** Search results in groups, and the choice among them by arrow keys. */

export interface Result {
  /** Unique among all results. */
  readonly key: string
  readonly href: string
  readonly title: string
  readonly about?: string | undefined
  /** The account of the object, for staff. */
  readonly accountId?: string
  /** True if the link leaves the dashboard. */
  readonly isOutside?: true
  /** The number of objects in a linked list that have no separate result. */
  readonly others?: number
}

export interface Group {
  readonly label: string
  readonly results: ReadonlyArray<Result>
}

const words = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")

/** True if each word of the search occurs in one of the texts. */
export const fits = (search: string, texts: ReadonlyArray<string | null>): boolean => {
  const all = texts.join("\n").toLowerCase()
  return words(search).every((word) => all.includes(word))
}

/** Appends account names to the descriptions of results that belong to an account. */
export const withAccounts = (
  results: ReadonlyArray<Result>,
  names: ReadonlyMap<string, string>
): ReadonlyArray<Result> =>
  results.map((result) => {
    const name = names.get(result.accountId ?? "")
    return name === undefined ? result : { ...result, about: joined(result.about, name) }
  })

/** Joins the parts of a description in one line. */
export const joined = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined).join(" · ")

/** Drops groups without a result. */
export const filled = (groups: ReadonlyArray<Group>): ReadonlyArray<Group> =>
  groups.filter(({ results }) => results.length > 0)

export const flat = (groups: ReadonlyArray<Group>): ReadonlyArray<Result> =>
  groups.flatMap(({ results }) => results)

/** The number of results, with the objects that only a link to a list contains. */
export const count = (results: ReadonlyArray<Result>): number =>
  results.reduce((sum, { others = 1 }) => sum + others, 0)

/**
 * The index after a key. Arrow keys wrap around, Home and End go to the ends. `undefined` for other
 * keys.
 */
export const moved = (at: number, key: string, count: number): number | undefined => {
  if (count === 0) return undefined
  if (key === "ArrowDown") return (at + 1) % count
  if (key === "ArrowUp") return (at - 1 + count) % count
  if (key === "Home") return 0
  return key === "End" ? count - 1 : undefined
}
