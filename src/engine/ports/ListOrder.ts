/** The orders of lists, and the position of a row in one. */

export interface Order {
  /** Ids sort by creation; names have a key of the domain (`Beneficiary.nameKey`). */
  readonly by: "creation" | "name"
  readonly isAscending: boolean
}

export const newestFirst: Order = { by: "creation", isAscending: false }

export interface Position {
  readonly id: string
  /** The sort key of a list by name; empty in a list by creation. */
  readonly name: string
}

export const positionOf = ({ id }: { readonly id: string }): Position => ({ id, name: "" })

/**
 * Compares by code points, as the tables do. JavaScript's order differs above the Basic
 * Multilingual Plane.
 */
const compareTexts = (left: string, right: string): number => {
  const [one, other] = [Array.from(left), Array.from(right)]
  const at = one.findIndex((point, index) => point !== other[index])
  if (at < 0) return one.length - other.length
  return (one[at]?.codePointAt(0) ?? 0) - (other[at]?.codePointAt(0) ?? -1)
}

/** Negative if the first position comes before the second. */
export const compare = (
  { by, isAscending }: Order,
  { id, name }: Position,
  other: Position
): number => {
  const names = by === "name" ? compareTexts(name, other.name) : 0
  const upwards = names === 0 ? (id < other.id ? -1 : id > other.id ? 1 : 0) : names
  return isAscending ? upwards : -upwards
}
