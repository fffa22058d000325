/**
 * Amounts in providers' notation, decimal text. Integers in, integers out: never a floating-point
 * number, and never rounded.
 */
import * as Network from "../domain/Network.ts"

/**
 * Minor units as text with exactly `decimals` decimals: 91575 and 0 give `91575`, 1230 and 2 give
 * `12.30`.
 */
export const text = (minor: number, decimals: number): string => {
  const digits = String(minor).padStart(decimals + 1, "0")
  const point = digits.length - decimals
  return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
}

const shape = /^(\d{1,15})(?:\.(\d{1,18}))?$/

/** The minor units of a text, trailing zeros ignored; `undefined` if the text is no such amount. */
export const parse = (written: string, decimals: number): number | undefined => {
  const match = shape.exec(written)
  if (match === null) return undefined
  const [, whole = "0", fraction = ""] = match
  const decimalDigits = fraction.slice(0, decimals).padEnd(decimals, "0")
  if (!/^0*$/.test(fraction.slice(decimals))) return undefined
  const minor = Number(`${whole}${decimalDigits}`)
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** A provider's balances summed by currency; currencies without a network are left out. */
export const wallets = (
  balances: ReadonlyArray<{ readonly balance: string | number; readonly currency: string }>
): ReadonlyMap<Network.Currency, bigint> => {
  const sums = new Map<Network.Currency, bigint>()
  for (const { balance, currency: currencyCode } of balances) {
    const currency = Network.currencies.find((candidate) => candidate === currencyCode)
    if (currency === undefined) continue
    const minor = floor(String(balance), Network.decimals(currency))
    if (minor !== undefined) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(minor))
  }
  return sums
}

/** The whole minor units of a text: the part of a balance that can be paid. */
export const floor = (written: string, decimals: number): number | undefined => {
  const [whole = "", fraction = ""] = written.split(".", 2)
  return parse(`${whole}.${fraction.slice(0, decimals).padEnd(1, "0")}`, decimals)
}
