/** Recipients with a record about their data, all of which are in memory. */
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import * as ListOrder from "../ports/ListOrder.ts"
import type * as ReadModel from "../ports/ReadModel.ts"
import type * as State from "../state/State.ts"

export interface Filter {
  readonly accountId: string
}

const { positionOf } = ListOrder

export const list = (
  { recipients }: State.State,
  { accountId }: Filter,
  { after, limit, offset, order = ListOrder.newestFirst }: ReadModel.Page
): ReadModel.ListPage<RecipientData.RecipientData> => {
  const all = [...recipients.values()]
    .filter((data) => data.accountId === accountId)
    .sort((left, right) => ListOrder.compare(order, positionOf(left), positionOf(right)))
  const behind =
    after === undefined
      ? all
      : all.filter((data) => ListOrder.compare(order, positionOf(data), after) > 0)
  return { items: behind.slice(offset, offset + limit), total: all.length }
}
