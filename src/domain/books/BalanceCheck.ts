/**
 * The comparison of on-chain and provider balances with the books. The books contain deposits and
 * payouts. Sales of USDC, fees, top-ups and other money in the same treasury or wallet are not
 * booked, so the two need not be equal. Only an impossible balance is a difference.
 */
import type * as Ledger from "./Ledger.ts"
import type { Books, Difference } from "./Reconciliation.ts"

/** Micro-USDC on chain at one final block. */
export interface OnChain {
  readonly inTreasury: bigint
  readonly atAddresses: bigint
}

const balance = (balances: Ledger.Balances, account: Ledger.Account, currency: string): bigint =>
  balances.get(`${account} ${currency}`) ?? 0n

/** Micro-USDC that arrived and did not go back, whether it was swept or not. */
export const deposits = ({ balances }: Books): bigint => balance(balances, "deposits", "USDC")

/**
 * Micro-USDC that must still be there: all deposits, less the money that may be gone. That is the
 * USDC of settled payouts, which may be sold, and refunds that are sent and not proven yet. It is
 * also what third parties paid for the service, which the service may have given back to them.
 */
export const liabilities = (books: Books): bigint => {
  const free = ["conversion", "spread_income", "refunds_sent", "third_parties"] as const
  return free.reduce(
    (total, account) => total + balance(books.balances, account, "USDC"),
    deposits(books)
  )
}

/** The shortfall of the USDC on chain against the liabilities to customers, if there is one. */
export const compareChain = (books: Books, onChain: OnChain): ReadonlyArray<Difference> => {
  const balanceOnChain = onChain.inTreasury + onChain.atAddresses
  const needed = liabilities(books)
  if (balanceOnChain >= needed) return []
  const detail =
    `${needed} micro-USDC must be there for customers, and ` +
    `deposit addresses and treasury hold ${balanceOnChain}`
  return [{ kind: "usdc_short", id: "", detail }]
}

/** Amounts paid out, minor units, by provider and currency: `mtn UGX`. */
export const paidOut = ({ payouts }: Books): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { currency, status, targetAmount, transfer } of payouts.values()) {
    if (status !== "SETTLED") continue
    const key = `${transfer?.provider ?? "sandbox"} ${currency}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(targetAmount))
  }
  return sums
}

const currencyOf = (key: string): string => key.slice(key.indexOf(" ") + 1)

/** Floats in the books that did not fall by the amounts that payouts paid out. */
export const compareFloats = (books: Books): ReadonlyArray<Difference> => {
  const paid = new Map<string, bigint>()
  for (const [key, amount] of paidOut(books)) {
    paid.set(currencyOf(key), (paid.get(currencyOf(key)) ?? 0n) + amount)
  }
  const booked = [...books.balances.keys()].filter((key) => key.startsWith("provider_float "))
  const currencies = new Set([...paid.keys(), ...booked.map(currencyOf)])
  return [...currencies].flatMap((currency): ReadonlyArray<Difference> => {
    const float = balance(books.balances, "provider_float", currency)
    const expected = -(paid.get(currency) ?? 0n)
    const detail = `provider_float ${currency} is ${float}, and its payouts say ${expected}`
    return float === expected ? [] : [{ kind: "books_do_not_balance", id: "", detail }]
  })
}
