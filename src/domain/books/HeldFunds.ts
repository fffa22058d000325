/**
 * What is held, on chain and at providers, beside the books. The books have what arrived
 * and what was paid out, and nothing of sales of USDC, of fees, of top-ups, nor of other money in
 * the same treasury or wallet; so the two need not be equal, and only what cannot be is a
 * difference.
 */
import type * as Ledger from "./Ledger.ts"
import type { Books, Difference } from "./Reconciliation.ts"

/** Micro-USDC on chain, at one final block. */
export interface OnChain {
  readonly inTreasury: bigint
  readonly atAddresses: bigint
}

const balance = (balances: Ledger.Balances, account: Ledger.Account, currency: string): bigint =>
  balances.get(`${account} ${currency}`) ?? 0n

/** Micro-USDC that arrived and did not go back, swept or not. */
export const deposits = ({ balances }: Books): bigint => balance(balances, "deposits", "USDC")

/**
 * Micro-USDC that must still be there: all that arrived, without what may be gone. That is the USDC
 * of settled payouts, which may be sold, refunds that are sent and not proven yet, and what third
 * parties paid for the service, which it may have given back to them.
 */
export const liabilities = (books: Books): bigint => {
  const free = ["conversion", "spread_income", "refunds_sent", "third_parties"] as const
  return free.reduce(
    (total, account) => total + balance(books.balances, account, "USDC"),
    deposits(books)
  )
}

/** Whether the USDC on chain covers the liabilities to customers. */
export const compareChain = (books: Books, held: OnChain): ReadonlyArray<Difference> => {
  const found = held.inTreasury + held.atAddresses
  const needed = liabilities(books)
  if (found >= needed) return []
  const detail =
    `${needed} micro-USDC must be there for customers, and ` +
    `deposit addresses and treasury hold ${found}`
  return [{ kind: "usdc_short", id: "", detail }]
}

/** What was paid out, minor units, by provider and currency: `mtn UGX`. */
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

/** Whether the floats in the books fell by what the payouts paid out. */
export const compareFloats = (books: Books): ReadonlyArray<Difference> => {
  const paid = new Map<string, bigint>()
  for (const [key, amount] of paidOut(books)) {
    paid.set(currencyOf(key), (paid.get(currencyOf(key)) ?? 0n) + amount)
  }
  const booked = [...books.balances.keys()].filter((key) => key.startsWith("provider_float "))
  const currencies = new Set([...paid.keys(), ...booked.map(currencyOf)])
  return [...currencies].flatMap((currency): ReadonlyArray<Difference> => {
    const found = balance(books.balances, "provider_float", currency)
    const expected = -(paid.get(currency) ?? 0n)
    const detail = `provider_float ${currency} is ${found}, and its payouts say ${expected}`
    return found === expected ? [] : [{ kind: "books_do_not_balance", id: "", detail }]
  })
}
