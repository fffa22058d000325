/**
 * The time for which a law demands the data of paid recipients, by country. A payment counts in the
 * recipient's country and in the service's own; the longest time applies.
 */
import * as Network from "../Network.ts"

/** Years by country of the recipient, and those that apply everywhere. */
export interface Retention {
  readonly years: number
  readonly yearsByCountry: ReadonlyMap<string, number>
}

/** A payment that settled, as far as retention needs it. */
export interface Payment {
  readonly network: Network.Slug
  /** Milliseconds. */
  readonly settledAt: number
}

/** That day so many years later; 28 February for a 29th that the year lacks. */
const yearsAfter = (at: number, years: number): number => {
  const date = new Date(at)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + years)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.getTime()
}

const yearsFor = ({ years, yearsByCountry }: Retention, network: Network.Slug): number =>
  Math.max(years, yearsByCountry.get(Network.bySlug(network).country) ?? 0)

/** The date until which the data must be kept, milliseconds; `null` without a payment. */
export const keepUntil = (
  retention: Retention,
  payments: ReadonlyArray<Payment>
): number | null => {
  const dates = payments.map(({ network, settledAt }) =>
    yearsAfter(settledAt, yearsFor(retention, network))
  )
  return dates.length === 0 ? null : Math.max(...dates)
}
