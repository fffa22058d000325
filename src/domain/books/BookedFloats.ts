/**
 * Operators' bookings in the books of a comparison: what they add to the floats at providers, and
 * the fees of providers.
 */
import * as Booking from "./Booking.ts"
import * as Ledger from "./Ledger.ts"

/** Keys are a provider and a currency. */
export interface BookedFloats {
  /** Bookings that wait for approvals. */
  readonly proposed: Map<string, Booking.Booking>
  /** Minor units that bookings added to the float, without a provider under an empty name. */
  readonly sums: Map<string, bigint>
  readonly toppedUp: Set<string>
  /** Minor units of fees by the day of the payment, such as `2026-03-02`. */
  readonly fees: Map<string, Map<string, bigint>>
}

export const none = (): BookedFloats => ({
  proposed: new Map(),
  sums: new Map(),
  toppedUp: new Set(),
  fees: new Map()
})

export const keyOf = (provider: string, currency: string): string => `${provider} ${currency}`

/** Applies an event of a booking. It moves money once it is booked. */
export const record = (
  { balances, floats }: { readonly balances: Ledger.Balances; readonly floats: BookedFloats },
  event: Booking.Event
): void => {
  const { proposed, sums, toppedUp } = floats
  const booking = Booking.evolve(proposed.get(event.id), event)
  proposed.delete(booking.id)
  if (booking.status === "proposed") return void proposed.set(booking.id, booking)
  if (booking.status === "withdrawn") return
  const postings = Booking.postings(booking)
  Ledger.book(balances, postings)
  const key = keyOf(booking.provider ?? "", booking.currency)
  if (booking.kind === "top_up") toppedUp.add(key)
  for (const { account, amount } of postings) {
    if (account === "provider_float") add(sums, key, BigInt(amount))
    if (account === "provider_fees") {
      const days = floats.fees.get(key) ?? new Map<string, bigint>()
      floats.fees.set(key, days)
      add(days, booking.valueDate, BigInt(amount))
    }
  }
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** Minor units of fees that are booked for a provider and currency in some days. */
export const feesOf = (
  { fees }: BookedFloats,
  key: string,
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string }
): bigint => {
  let sum = 0n
  for (const [day, amount] of fees.get(key) ?? []) {
    if (day >= firstDay && day <= lastDay) sum += amount
  }
  return sum
}
