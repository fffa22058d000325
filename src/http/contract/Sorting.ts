/** The orders of lists, and cursors, each of which belongs to one order. */
import { Result } from "effect"
import type * as ListOrder from "../../engine/ports/ListOrder.ts"

export type Sort = "-created_at" | "created_at" | "name" | "-name"

/** The default order; its cursors are plain ids. */
const newest = "-created_at"

export const byCreation = [newest, "created_at"] as const
export const byCreationOrName = [...byCreation, "name", "-name"] as const

const meanings: Readonly<Record<Sort, string>> = {
  [newest]: "`-created_at`, the default, starts with the newest.",
  created_at: "`created_at` starts with the oldest.",
  name: "`name` sorts by name, without regard to letter case and accents.",
  "-name": "`-name` sorts by name from the end."
}

/** Describes the orders of a list, for the documents of its parameter. */
export const meaningOf = (sorts: ReadonlyArray<Sort>): string =>
  sorts.map((each) => meanings[each]).join(" ")

export const orderOf = (sort: Sort = newest): ListOrder.Order => ({
  by: sort.endsWith("name") ? "name" : "creation",
  isAscending: !sort.startsWith("-")
})

const sortOf = ({ by, isAscending }: ListOrder.Order): Sort =>
  `${isAscending ? "" : "-"}${by === "name" ? "name" : "created_at"}`

/**
 * The text of a cursor. It has the row's name, as the row may be gone when the next page is read.
 */
export const cursorOf = (order: ListOrder.Order, { id, name }: ListOrder.Position): string => {
  const sort = sortOf(order)
  if (sort === newest) return id
  const names = order.by === "name" ? [Buffer.from(name).toString("base64url")] : []
  return [sort, ...names, id].join(".")
}

/** Characters of an encoded name of 100 characters with four bytes each. */
const encodedMax = 534

const pattern = new RegExp(
  `^(?:(-?created_at|-?name)\\.)?(?:([\\w-]{0,${encodedMax}})\\.)?([a-z]+_[0-9A-Z]{26})$`
)

interface Cursor {
  readonly sort: Sort
  readonly position: ListOrder.Position
}

/** Parses a cursor; `undefined` if no list returns such a text. */
export const parseCursor = (text: string): Cursor | undefined => {
  const [, sort = newest, encoded = "", id] = pattern.exec(text) ?? []
  const name = Buffer.from(encoded, "base64url").toString()
  // PostgreSQL refuses text with this character.
  if (id === undefined || name.includes("\0")) return undefined
  const cursor = { sort: sort as Sort, position: { id, name } }
  return cursorOf(orderOf(cursor.sort), cursor.position) === text ? cursor : undefined
}

/** The position in a cursor of this order, or the reason for refusing the cursor. */
export const positionIn = (
  sort: Sort = newest,
  text: string
): Result.Result<ListOrder.Position, string> => {
  const cursor = parseCursor(text)
  return cursor?.sort === sort
    ? Result.succeed(cursor.position)
    : Result.fail(`belongs to sort=${cursor?.sort}. Send the same sort with each cursor`)
}
