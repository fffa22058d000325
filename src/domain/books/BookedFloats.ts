/**
 * Operators' bookings in the books of a comparison, and what they add to the floats at providers.
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
}

export const none = (): BookedFloats => ({
  proposed: new Map(),
  sums: new Map(),
  toppedUp: new Set()
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
    if (account === "provider_float") sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount))
  }
}
