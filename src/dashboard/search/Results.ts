/** What the search box found, in groups, and which of it is chosen by the arrow keys. */

export interface Result {
  /** Unique among all results. */
  readonly key: string
  readonly href: string
  readonly title: string
  readonly about?: string | undefined
  /** Whose it is, for the staff. */
  readonly accountId?: string
  /** Not a page of the dashboard. */
  readonly isOutside?: true
  /** Of a link to a whole list, how many of it are no results of their own. */
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

/** Whether each word of the search stands in one of the texts. */
export const fits = (search: string, texts: ReadonlyArray<string | null>): boolean => {
  const all = texts.join("\n").toLowerCase()
  return words(search).every((word) => all.includes(word))
}

/** With the names of accounts behind what is said of what is theirs. */
export const withAccounts = (
  results: ReadonlyArray<Result>,
  names: ReadonlyMap<string, string>
): ReadonlyArray<Result> =>
  results.map((result) => {
    const name = names.get(result.accountId ?? "")
    return name === undefined ? result : { ...result, about: joined(result.about, name) }
  })

/** What is said of a result, in one line. */
export const joined = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined).join(" · ")

/** Groups that have a result. */
export const filled = (groups: ReadonlyArray<Group>): ReadonlyArray<Group> =>
  groups.filter(({ results }) => results.length > 0)

export const flat = (groups: ReadonlyArray<Group>): ReadonlyArray<Result> =>
  groups.flatMap(({ results }) => results)

/** How many there are, with those that stand in a list alone. */
export const count = (results: ReadonlyArray<Result>): number =>
  results.reduce((sum, { others = 1 }) => sum + others, 0)

/** The place after a key: arrows go around, Home and End to the ends; `undefined`: another key. */
export const moved = (at: number, key: string, count: number): number | undefined => {
  if (count === 0) return undefined
  if (key === "ArrowDown") return (at + 1) % count
  if (key === "ArrowUp") return (at - 1 + count) % count
  if (key === "Home") return 0
  return key === "End" ? count - 1 : undefined
}
