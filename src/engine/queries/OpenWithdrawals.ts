/** Withdrawals that have not ended, all of which are in memory. */
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as State from "../state/State.ts"

/** Those of an account, or of all accounts if absent. */
export const of = (
  { openWithdrawals, withdrawals }: Pick<State.State, "openWithdrawals" | "withdrawals">,
  accountId?: string
): ReadonlyArray<Withdrawal.Withdrawal> =>
  [...openWithdrawals]
    .flatMap((id) => withdrawals.get(id) ?? [])
    .filter((withdrawal) => accountId === undefined || withdrawal.accountId === accountId)
