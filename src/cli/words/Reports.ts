/** Words of the reports over the whole log. */
import { counted } from "./Common.ts"

export const commands = {
  report: "Create reports over the whole log",
  reconcile: "Compare the log with the chain and with the providers' records; fails if they differ"
} as const

export interface Counts {
  readonly payouts: number
  readonly batches: number
  readonly deposits: number
  readonly transfers: number
}

export const counts = ({ batches, deposits, payouts, transfers }: Counts): string =>
  [
    counted(payouts, "payout", "payouts"),
    counted(batches, "batch", "batches"),
    `${counted(deposits, "deposit", "deposits")} on chain`,
    `${counted(transfers, "transfer", "transfers")} at providers`
  ].join(", ")

/** A whole number of the smallest units as an amount: -2838300 micro-USDC are -2.838300 USDC. */
export const decimal = (units: bigint, decimals: number): string => {
  const sign = units < 0n ? "-" : ""
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",")
  return `${sign}${grouped}${decimals === 0 ? "" : `.${digits.slice(-decimals)}`}`
}

const usdc = (micros: bigint): string => decimal(micros, 6)

export const balances = "Balances (debits are positive):"
export const held = "Held:"

export interface OnChain {
  readonly atAddresses: bigint
  readonly inTreasury: bigint
  readonly books: bigint
  readonly blockNumber: number
  readonly treasury: string
}

export const onChain = (held: OnChain): string =>
  `chain USDC: deposit addresses ${usdc(held.atAddresses)}, treasury ${usdc(held.inTreasury)}, ` +
  `together ${usdc(held.atAddresses + held.inTreasury)}, books ${usdc(held.books)} ` +
  `(block ${held.blockNumber}; sales of USDC and other money of ${held.treasury} are ` +
  "not in the books)"

export interface AtProvider {
  readonly provider: string
  readonly currency: string
  readonly wallet: bigint | undefined
  readonly books: bigint
}

export const atProvider = (
  { books, currency, provider, wallet }: AtProvider,
  decimals: number
): string => {
  const shown = wallet === undefined ? "unknown" : decimal(wallet, decimals)
  return (
    `provider ${provider} ${currency}: wallet ${shown}, books ${decimal(books, decimals)} ` +
    "(top-ups and fees are not in the books)"
  )
}

export const noDifferences = "No differences."
export const differences = (count: number): string => counted(count, "difference", "differences")
export const differencesFollow = (count: number): string => `${differences(count)}:`
