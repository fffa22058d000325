/** Pages of lists. */
import { Effect, Result } from "effect"
import type * as ListOrder from "../../engine/ports/ListOrder.ts"
import type * as JsonText from "../contract/JsonText.ts"
import type * as Operation from "../contract/Operation.ts"
import type { Rejection } from "../contract/Rejection.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as Route from "./Route.ts"

/** Query parameters of a page. */
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
  /** The last row of the previous page. */
  readonly after?: ListOrder.Position
}

const limitDefault = 20

/** Reads the page of a list without cursors. */
export const read = ({ limit, offset, sort }: Query): Page => ({
  limit: limit === undefined ? limitDefault : Number(limit),
  offset: offset === undefined ? 0 : Number(offset),
  order: Sorting.orderOf(sort)
})

/** Reads the page of a list with cursors, or refuses a cursor of another order. */
const readCursor = (query: Query): Result.Result<Page, Rejection> => {
  const page = read(query)
  if (query.cursor === undefined) return Result.succeed(page)
  const position = Sorting.positionIn(query.sort, query.cursor)
  if (Result.isSuccess(position)) return Result.succeed({ ...page, after: position.success })
  const error = { field: "cursor", code: "other_order", message: position.failure }
  return Result.fail({ _tag: "Invalid", errors: [error] })
}

/** Calls `list` with the page of a list with cursors. */
const withPage = <A, E>(query: Query, list: (page: Page) => Effect.Effect<A, E>) =>
  Effect.flatMap(Effect.fromResult(readCursor(query)), list)

interface ListResult<A> {
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

/** The body of a page that the read model has cut. */
export const show = <A, B>(
  { items, total }: ListResult<A>,
  { limit, offset }: Page,
  showItem: (item: A) => B
): PageBody<B> => ({ data: items.map((item) => showItem(item)), total, limit, offset })

/** The body of a page with the cursor of the next one. */
const showWithCursor = <A extends { readonly id: string }, B>(
  result: ListResult<A>,
  page: Page,
  showItem: (item: A) => B,
  nameOf: (item: A) => string = () => ""
) => {
  const last = result.items.length < page.limit ? undefined : result.items.at(-1)
  const next = last && Sorting.cursorOf(page.order, { id: last.id, name: nameOf(last) })
  return { ...show(result, page, showItem), next_cursor: next ?? null }
}

/**
 * The response of a list with cursors: `list` reads the page, and `show` makes each item's JSON.
 */
export const answer = <A extends { readonly id: string }, B, E>(
  operation: Operation.ResponseContract<CursorPage<B>>,
  query: Query,
  list: (page: Page) => Effect.Effect<ListResult<A>, E>,
  ...show: readonly [one: (item: A) => NoInfer<B>, nameOf?: (item: A) => string]
) =>
  withPage(query, (page) =>
    Effect.map(list(page), (result) =>
      Route.answer(operation, showWithCursor(result, page, ...show))
    )
  )

/** The JSON of a page, joined from the texts of its rows in one copy. */
const textOf = <B>(page: CursorPage<JsonText.JsonText<B>>): JsonText.JsonText<CursorPage<B>> => {
  const { data, ...rest } = page
  const [first = "", ...others] = data
  const last = others.pop()
  const begin = `{"data":[${first}`
  const end = `],${JSON.stringify(rest).slice(1)}`
  const parts = last === undefined ? [`${begin}${end}`] : [begin, ...others, `${last}${end}`]
  // The whole is the page's JSON, because each row is the JSON of a `B`.
  return parts.join(",") as JsonText.JsonText<CursorPage<B>>
}

/** As `answer`, for rows whose JSON is a text already. */
export const answerTexts = <A extends { readonly id: string }, B, E>(
  operation: Operation.ResponseContract<CursorPage<B>>,
  query: Query,
  list: (page: Page) => Effect.Effect<ListResult<A>, E>,
  showItem: (item: A) => JsonText.JsonText<NoInfer<B>>
) =>
  withPage(query, (page) =>
    Effect.map(list(page), (result) =>
      Route.answerText(operation, textOf(showWithCursor(result, page, showItem)))
    )
  )

/** A page of a complete, sorted list. */
export const of = <A, B>(all: ReadonlyArray<A>, query: Query, showItem: (item: A) => B) => {
  const page = read(query)
  const items = all.slice(page.offset, page.offset + page.limit)
  return show({ items, total: all.length }, page, showItem)
}
