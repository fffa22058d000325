/** Pages of lists. */
import { Effect, Result } from "effect"
import type * as ListOrder from "../../engine/ports/ListOrder.ts"
import type * as Operation from "../contract/Operation.ts"
import type { Rejection } from "../contract/Rejection.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as Route from "./Route.ts"

/** One page of a list. */
export interface Query {
  readonly limit?: string | undefined
  readonly offset?: string | undefined
  readonly cursor?: string | undefined
  readonly sort?: Sorting.Sort | undefined
}

export interface Page {
  readonly limit: number
  readonly offset: number
  readonly order: ListOrder.Order
  /** The last row of an earlier page. */
  readonly after?: ListOrder.Position
}

const limitDefault = 20

/** A page of a list without cursors. */
export const read = ({ limit, offset, sort }: Query): Page => ({
  limit: limit === undefined ? limitDefault : Number(limit),
  offset: offset === undefined ? 0 : Number(offset),
  order: Sorting.orderOf(sort)
})

/** A page of a list with cursors: one that is of another order than the list is refused. */
const readOn = (query: Query): Result.Result<Page, Rejection> => {
  const page = read(query)
  if (query.cursor === undefined) return Result.succeed(page)
  const position = Sorting.positionIn(query.sort, query.cursor)
  if (Result.isSuccess(position)) return Result.succeed({ ...page, behind: position.success })
  const error = { field: "cursor", code: "other_order", message: position.failure }
  return Result.fail({ _tag: "Invalid", errors: [error] })
}

/** Reads a page of a list with cursors. */
const reading = <A, E>(query: Query, list: (page: Page) => Effect.Effect<A, E>) =>
  Effect.flatMap(Effect.fromResult(readOn(query)), list)

interface Listed<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

interface PageBody<B> {
  readonly data: ReadonlyArray<B>
  readonly total: number
  readonly limit: number
  readonly offset: number
}

interface CursorPage<B> extends PageBody<B> {
  readonly next_cursor: string | null
}

/** A page that the read model cut. */
export const show = <A, B>(
  { items, total }: Listed<A>,
  { limit, offset }: Page,
  one: (item: A) => B
): PageBody<B> => ({ data: items.map((item) => one(item)), total, limit, offset })

/** The same with where the next one begins. */
const showWithCursor = <A extends { readonly id: string }, B>(
  listed: Listed<A>,
  page: Page,
  one: (item: A) => B,
  nameOf: (item: A) => string = () => ""
) => {
  const last = listed.items.length < page.limit ? undefined : listed.items.at(-1)
  const next = last && Sorting.cursorOf(page.order, { id: last.id, name: nameOf(last) })
  return { ...show(listed, page, one), next_cursor: next ?? null }
}

/** The response of a list with cursors: the page that `list` reads, each of its items shown. */
export const answer = <A extends { readonly id: string }, B, E>(
  operation: Operation.Answered<CursorPage<B>>,
  query: Query,
  list: (page: Page) => Effect.Effect<Listed<A>, E>,
  ...show: readonly [one: (item: A) => NoInfer<B>, nameOf?: (item: A) => string]
) =>
  reading(query, (page) =>
    Effect.map(list(page), (listed) =>
      Route.answer(operation, showWithCursor(listed, page, ...show))
    )
  )

/** A page of a list that is whole and in order. */
export const of = <A, B>(all: ReadonlyArray<A>, query: Query, one: (item: A) => B) => {
  const page = read(query)
  const items = all.slice(page.offset, page.offset + page.limit)
  return show({ items, total: all.length }, page, one)
}
