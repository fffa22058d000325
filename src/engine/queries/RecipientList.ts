/** Recipients with a record about their data, all of which are in memory. */
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import type * as ReadModel from "../ports/ReadModel.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"

export interface Filter {
  readonly accountId: string
}

/** A page of an account's recipients, newest first. Other records are not read. */
export const list = (
  { orderedRecipients, recipients }: State.State,
  { accountId }: Filter,
  { after, limit, offset }: ReadModel.Page
): ReadModel.ListPage<RecipientData.RecipientData> => {
  const before = after === undefined ? {} : { before: after.id }
  const ids = OrderedIds.page(orderedRecipients, accountId, { ...before, limit, offset })
  return {
    items: ids.flatMap((id) => recipients.get(id) ?? []),
    total: OrderedIds.size(orderedRecipients, accountId)
  }
}
