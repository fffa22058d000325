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

export const balances = "Balances (micro-USDC and minor units; debits positive):"
export const held = "Held:"

export interface OnChain {
  readonly atAddresses: bigint
  readonly inTreasury: bigint
  readonly books: bigint
  readonly blockNumber: number
  readonly treasury: string
}

export const onChain = (held: OnChain): string =>
  `chain USDC: deposit addresses ${held.atAddresses}, treasury ${held.inTreasury}, ` +
  `together ${held.atAddresses + held.inTreasury}, books ${held.books} ` +
  `(block ${held.blockNumber}; sales of USDC and other money of ${held.treasury} are ` +
  "not in the books)"

export interface AtProvider {
  readonly provider: string
  readonly currency: string
  readonly wallet: bigint | undefined
  readonly books: bigint
}

export const atProvider = ({ books, currency, provider, wallet }: AtProvider): string =>
  `provider ${provider} ${currency}: wallet ${wallet ?? "unknown"}, books ${books} ` +
  "(top-ups and fees are not in the books)"

export const noDifferences = "No differences."
export const differences = (count: number): string => counted(count, "difference", "differences")
export const differencesFollow = (count: number): string => `${differences(count)}:`
