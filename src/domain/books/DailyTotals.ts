/**
 * The sums of debits and credits by day (UTC), account and currency. Reports add these up instead
 * of reading the log.
 */
import { dayMs } from "../Day.ts"
import type { Posting } from "./Ledger.ts"

/** Debits and credits of an account in one currency, in its smallest units. */
export interface Sum {
  readonly account: string
  readonly currency: string
  readonly debit: bigint
  readonly credit: bigint
}

export interface DaySum extends Sum {
  /** Days since 1970-01-01. */
  readonly day: number
}

/** The postings of an entry on a day, and the entry. */
export interface Dated {
  readonly seq: number
  readonly day: number
  readonly postings: ReadonlyArray<Posting>
}

export const dayOf = (at: number): number => Math.floor(at / dayMs)

/** A day such as `2026-03-02`. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The number of a day such as `2026-03-02`. */
export const dayOfDate = (date: string): number => dayOf(Date.parse(`${date}T00:00:00Z`))

interface Mutable {
  readonly day: number
  readonly account: string
  readonly currency: string
  debit: bigint
  credit: bigint
}

/** The sums of dated postings, each once. */
export const sumsOf = (dated: Iterable<Dated>): ReadonlyArray<DaySum> => {
  const sums = new Map<string, Mutable>()
  for (const { day, postings } of dated) {
    for (const { account, amount, currency } of postings) {
      if (Number(amount) === 0) continue
      const key = `${day} ${account} ${currency}`
      let sum = sums.get(key)
      if (sum === undefined) {
        sum = { day, account, currency, debit: 0n, credit: 0n }
        sums.set(key, sum)
      }
      if (amount > 0) sum.debit += BigInt(amount)
      else sum.credit -= BigInt(amount)
    }
  }
  return [...sums.values()]
}

export const balanceOf = ({ credit, debit }: Pick<Sum, "debit" | "credit">): bigint =>
  debit - credit

/** An amount in decimals, exact at any size. */
export const decimal = (amount: bigint, decimals: number): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const sign = amount < 0n ? "-" : ""
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`
}

/** Adds up sums of the same account and currency, in alphabetical order. */
export const merge = <S extends Sum>(
  all: Iterable<S>,
  keyOf: (sum: S) => string = ({ account, currency }) => `${account} ${currency}`
): ReadonlyArray<S> => {
  const merged = new Map<string, S>()
  for (const sum of all) {
    const key = keyOf(sum)
    const before = merged.get(key)
    const { credit, debit } = before ?? { credit: 0n, debit: 0n }
    merged.set(key, { ...sum, debit: debit + sum.debit, credit: credit + sum.credit })
  }
  return [...merged].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, sum]) => sum)
}

/** Currencies in which debits and credits differ, with the difference. */
export const differences = (all: Iterable<Sum>): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const sum of all) {
    sums.set(sum.currency, (sums.get(sum.currency) ?? 0n) + balanceOf(sum))
  }
  return new Map([...sums].filter(([, difference]) => difference !== 0n))
}

/** The text of a trial balance that its hash covers. */
export const canonical = (all: ReadonlyArray<Sum>): string =>
  merge(all)
    .map(({ account, credit, currency, debit }) => `${account} ${currency} ${debit} ${credit}\n`)
    .join("")
