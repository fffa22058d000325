/**
 * The realised results of sales of USDC, payout by payout.
 *
 * P1  Sales and returns take the conversion of settled payouts of their currency, first in first
 *     out: payouts by the time of their settlement, sales and returns by the time of their entry.
 *     A return of a recall has no result.
 * P2  They never take more than was converted. The rest of a sale is unassigned until later payouts
 *     of its currency settle.
 * P3  The payouts of a sale share its result in proportion to their USDC, and the shares sum to it.
 */
import type * as Money from "../money/Money.ts"
import type { Currency } from "../Network.ts"
import * as Booking from "./Booking.ts"

/** USDC that a sale or a return takes from the conversion of a currency. */
export interface Taking {
  readonly id: string
  /** Milliseconds. */
  readonly at: number
  readonly currency: Currency
  readonly usdc: Money.Micro
  /** Result of a sale in minor units; `null` for a return. */
  readonly result: Money.Minor | null
}

/** The parts of sales and returns that some conversion covers. */
export interface Share {
  /** Micro-USDC that sales took. */
  readonly sold: bigint
  /** Micro-USDC that returns took. */
  readonly returned: bigint
  /** Minor units; `null` if no sale took any. */
  readonly result: bigint | null
}

const nothing: Share = { sold: 0n, returned: 0n, result: null }

const plus = (left: Share, right: Share): Share => ({
  sold: left.sold + right.sold,
  returned: left.returned + right.returned,
  result:
    left.result === null || right.result === null
      ? (left.result ?? right.result)
      : left.result + right.result
})

/** A settled payout's place among all of its currency. */
export interface Settlement {
  readonly id: string
  readonly settledAt: number
}

const byText = (left: string, right: string): number => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** The order in which payouts are sold. */
export const inOrder = (left: Settlement, right: Settlement): number =>
  left.settledAt - right.settledAt || byText(left.id, right.id)

const takingsInOrder = (left: Taking, right: Taking): number =>
  left.at - right.at || byText(left.id, right.id)

/**
 * The result of a part of a sale, between two amounts of its USDC. Each is the difference of two
 * rounded sums, so parts that follow each other sum to the result.
 */
const resultBetween = ({ result, usdc }: Taking, from: bigint, to: bigint): bigint | null => {
  if (result === null) return null
  const upTo = (taken: bigint): bigint => (BigInt(result) * taken) / BigInt(usdc)
  return upTo(to) - upTo(from)
}

const part = (taking: Taking, from: bigint, to: bigint): Share => {
  const result = resultBetween(taking, from, to)
  return result === null
    ? { ...nothing, returned: to - from }
    : { ...nothing, sold: to - from, result }
}

/** Gives the conversion of one currency to its sales and returns, from the first payout on. */
export interface Allocation {
  /** The parts that the next conversion covers, micro-USDC. */
  readonly next: (converted: bigint) => Share
  /** The parts that no conversion covers yet. */
  readonly rest: () => Share
}

export const allocate = (takings: ReadonlyArray<Taking>): Allocation => {
  const sorted = takings.filter(({ usdc }) => usdc > 0).sort(takingsInOrder)
  let index = 0
  let taken = 0n
  const next = (converted: bigint): Share => {
    let share = nothing
    let left = converted
    for (let first = sorted[index]; first !== undefined && left > 0n; first = sorted[index]) {
      const missing = BigInt(first.usdc) - taken
      const covered = missing < left ? missing : left
      share = plus(share, part(first, taken, taken + covered))
      left -= covered
      taken += covered
      if (covered < missing) break
      index += 1
      taken = 0n
    }
    return share
  }
  const rest = (): Share =>
    sorted
      .slice(index)
      .map((taking, later) => part(taking, later === 0 ? taken : 0n, BigInt(taking.usdc)))
      .reduce(plus, nothing)
  return { next, rest }
}

/** The sale of a booking; `undefined` if it is no booked sale. */
export const saleOf = ({
  bookedAt,
  currency,
  id,
  result,
  sold
}: Booking.Booking): Taking | undefined =>
  bookedAt === null || sold === null || result === null || currency === "USDC"
    ? undefined
    : { id, at: bookedAt, currency, usdc: sold, result }

/** Costs of a payout in minor units of its currency; `null` if no booking names it. */
export interface Costs {
  readonly providerFee: bigint | null
  readonly gas: bigint | null
}

/**
 * The costs of payouts that booked bookings name. A correction of the same account counts too, so
 * the costs sum to the balances of the accounts.
 */
export const costsOf = (bookings: Iterable<Booking.Booking>): ReadonlyMap<string, Costs> => {
  const costs = new Map<string, Costs>()
  for (const booking of bookings) {
    const { bookedAt, currency, payoutId } = booking
    if (bookedAt === null || payoutId === null || currency === "USDC") continue
    for (const { account, amount } of Booking.postings(booking)) {
      const { gas, providerFee } = costs.get(payoutId) ?? { gas: null, providerFee: null }
      if (account === "gas") {
        costs.set(payoutId, { providerFee, gas: (gas ?? 0n) + BigInt(amount) })
      } else if (account === "provider_fees") {
        costs.set(payoutId, { gas, providerFee: (providerFee ?? 0n) + BigInt(amount) })
      }
    }
  }
  return costs
}
