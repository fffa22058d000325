/** Withdrawals, all of which are in memory. */
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as ReadModel from "../ports/ReadModel.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"
import * as ListPage from "./ListPage.ts"

export interface Filter {
  /** All accounts if absent. */
  readonly accountId?: string | undefined
  readonly status?: Withdrawal.Status | undefined
}

/** A page of withdrawals, newest first. */
export const list = (
  { orderedWithdrawals, withdrawals }: State.State,
  { accountId, status }: Filter,
  page: ReadModel.Page
): ReadModel.ListPage<Withdrawal.Withdrawal> => {
  const ids = [...OrderedIds.inOrder(orderedWithdrawals, accountId, { isAscending: false })]
  const found = ids
    .flatMap((id) => withdrawals.get(id) ?? [])
    .filter((withdrawal) => status === undefined || withdrawal.status === status)
  return ListPage.newestFirst(found, page)
}

/** Withdrawals of an account, or of all, that have not ended. */
export const openOf = (
  { openWithdrawals, withdrawals }: Pick<State.State, "openWithdrawals" | "withdrawals">,
  accountId?: string
): ReadonlyArray<Withdrawal.Withdrawal> =>
  [...openWithdrawals]
    .flatMap((id) => withdrawals.get(id) ?? [])
    .filter((withdrawal) => accountId === undefined || withdrawal.accountId === accountId)
