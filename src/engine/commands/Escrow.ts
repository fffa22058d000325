/**
 * Amounts of balances that decisions have taken and that are not durable yet. A decision sees the
 * durable balance less these amounts, so a hundred payouts of one account may share one append and
 * never overdraw. An amount stays until its entry is applied, or until it is certain that it was
 * not written.
 */
import type * as Money from "../../domain/money/Money.ts"
import type { State } from "../state/State.ts"

/** An amount that a decision takes from a balance, micro-USDC. */
export interface Reservation {
  readonly accountId: string
  readonly amount: Money.Micro
}

export interface Escrow {
  /** The amount that a decision may take from an account's balance, micro-USDC. */
  readonly available: (accountId: string) => Money.Micro
  readonly reserve: (reservation: Reservation) => void
  readonly release: (reservation: Reservation) => void
}

export const make = ({
  balances,
  balancesByAccount
}: Pick<State, "balances" | "balancesByAccount">): Escrow => {
  const reserved = new Map<string, Money.Micro>()
  const add = (accountId: string, amount: Money.Micro): void => {
    const sum = (reserved.get(accountId) ?? 0) + amount
    if (sum === 0) reserved.delete(accountId)
    else reserved.set(accountId, sum)
  }
  return {
    available: (accountId) => {
      const balance = balances.get(balancesByAccount.get(accountId) ?? "")
      return (balance?.amount ?? 0) - (reserved.get(accountId) ?? 0)
    },
    reserve: ({ accountId, amount }) => add(accountId, amount),
    release: ({ accountId, amount }) => add(accountId, -amount)
  }
}
