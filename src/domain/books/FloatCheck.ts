/**
 * The comparison of the floats in the books with the providers' balances. A float is the
 * sum of bookings for a provider and currency, less the sum that payouts paid out. It is compared
 * once a top-up of it is booked. Before, the books do not have the balance.
 */
import { keyOf } from "./BookedFloats.ts"
import * as Ended from "./Ended.ts"
import { type Books, type Difference, providerOf } from "./Reconciliation.ts"

/** The currency of a provider and currency, or of an account such as `provider_float UGX`. */
export const currencyOf = (key: string): string => key.slice(key.indexOf(" ") + 1)

/** Amounts paid out and not returned, minor units, by provider and currency: `mtn UGX`. */
const paidOut = ({ ended, payouts }: Books): ReadonlyMap<string, bigint> => {
  const sums = new Map(ended.paidOut)
  for (const payout of payouts.values()) Ended.addPaid(sums, payout)
  return sums
}

/** Floats in the books, minor units, by provider and currency. */
export const floatsOf = (books: Books): ReadonlyMap<string, bigint> => {
  const sums = new Map(books.floats.sums)
  for (const [key, amount] of paidOut(books)) sums.set(key, (sums.get(key) ?? 0n) - amount)
  return sums
}

/** Floats in the ledger that differ from the bookings and payouts of all providers together. */
export const compareLedger = (books: Books): ReadonlyArray<Difference> => {
  const expected = new Map<string, bigint>()
  for (const [key, amount] of floatsOf(books)) {
    const currency = currencyOf(key)
    expected.set(currency, (expected.get(currency) ?? 0n) + amount)
  }
  const account = "provider_float"
  const booked = [...books.balances.keys()].filter((key) => key.startsWith(`${account} `))
  const currencies = new Set([...expected.keys(), ...booked.map(currencyOf)])
  return [...currencies].flatMap((currency): ReadonlyArray<Difference> => {
    const reference = `${account} ${currency}`
    const float = books.balances.get(reference) ?? 0n
    const counted = expected.get(currency) ?? 0n
    const detail = `${reference} is ${float}, and its payouts and bookings say ${counted}`
    const sides = { currency, books: float, reported: counted }
    return float === counted
      ? []
      : [{ kind: "books_do_not_balance", id: "", detail, reference, sides }]
  })
}

/** A provider's balance, minor units, before the log was read and after. */
export interface Reported {
  readonly before: bigint
  readonly after: bigint
}

/** Minor units of transfers with an open outcome, which the provider may have paid. */
const openAmounts = ({ payouts, references }: Books): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { outcome, payoutId, transfer } of references.values()) {
    const payout = payouts.get(payoutId)
    if (outcome !== "open" || payout === undefined) continue
    const key = keyOf(providerOf(transfer), payout.currency)
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(payout.targetAmount))
  }
  return sums
}

const lower = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/**
 * The difference of a provider's balance from the books; `undefined` if there is none. While the
 * log was read, the balance was between its two readings, so any balance in between agrees.
 */
const compareOne = (
  key: string,
  float: bigint,
  open: bigint,
  { after, before }: Reported
): Difference | undefined => {
  const [least, most] = [lower(before, after), higher(before, after)]
  if (most >= float - open && least <= float) return undefined
  const currency = currencyOf(key)
  return {
    ...{ kind: "float_differs", id: "", reference: `provider_float ${currency}` },
    detail: `${key}: the books have ${float} with ${open} in open transfers, reported is ${after}`,
    sides: { currency, books: float, reported: after }
  }
}

/** The differences of providers' balances from the books, by provider and currency. */
export const compareReported = (
  books: Books,
  reported: ReadonlyMap<string, Reported>
): ReadonlyMap<string, Difference | undefined> => {
  const floats = floatsOf(books)
  const open = openAmounts(books)
  const compared = [...reported].filter(([key]) => books.floats.toppedUp.has(key))
  return new Map(
    compared.map(([key, balance]) => [
      key,
      compareOne(key, floats.get(key) ?? 0n, open.get(key) ?? 0n, balance)
    ])
  )
}
