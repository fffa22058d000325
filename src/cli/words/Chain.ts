/** Words of the commands about the contracts at deposit addresses. */
import { counted, mustBe, usdc } from "./Common.ts"

export const commands = {
  chain:
    "Deposit addresses on Ethereum (ETHEREUM_RPC_URLS, CHAIN_ID, USDC_ADDRESS). " +
    "The key is CHAIN_PRIVATE_KEY or a keystore file",
  deploy: "Deploy the factory of deposit addresses; safe to run again",
  sweep: "Move deposits to the treasury; fails when an address still holds USDC"
} as const

export const flags = {
  keystore: "Keystore file; default: the key in CHAIN_PRIVATE_KEY",
  dryRun: "Show the plan; needs no key and sends nothing",
  maxFeeGwei: "Highest gas price to pay; nothing is sent while gas costs more",
  treasury: "Address that receives all deposits; cannot be changed later",
  since: "Only deposits that became final since this day; default: all",
  ids:
    "Ids of payouts and batches, separated by commas. They are swept even if screening holds or " +
    "refused them, or never saw a deposit, as with late ones. Default: every payout and batch in " +
    "the log whose deposits were all screened and released"
} as const

export const feeTooLow = mustBe("more than 0")

// Settings and arguments.
export const notAnAddress = (text: string): string =>
  `${text} is not an address, or its checksum is wrong.`
export const notAnId = (text: string): string => `--ids: "${text}" is not an id.`
export const factoryUnknown =
  "Set DEPOSIT_FACTORY and DEPOSIT_INIT_CODE_HASH to the values that `chain deploy` prints."
export const unreadableEntry = (seq: bigint | number, why: string): string => `Entry ${seq}: ${why}`

/** What a plan costs now, in gas, ETH and the price of gas. */
export interface Cost {
  readonly gas: bigint
  readonly eth: string
  readonly gwei: string
}

const costs = ({ eth, gas, gwei }: Cost): string => `${gas} gas, about ${eth} ETH at ${gwei} gwei`

// The factory.
export const deploysOn = (chainId: number, token: string, treasury: string): string =>
  `chain ${chainId}, USDC ${token}, treasury ${treasury}`
export const factoryIsAt = (address: string): string => `The factory is already at ${address}.`
export const factoryWillBeAt = (address: string, cost: Cost): string =>
  `The factory will be at ${address}: ${costs(cost)}`

// The plan of a sweep.
const addresses = (count: number): string => counted(count, "address", "addresses")

export const leftOut = (count: number): string =>
  `${counted(count, "payout or batch is", "payouts and batches are")} left out: screening holds ` +
  "or refused them, or did not see some of their deposits, such as late ones. " +
  "Only --ids sweeps these."
export const sweepsOn = (chainId: number, factory: string, chosen: number): string =>
  `chain ${chainId}, factory ${factory}, ${addresses(chosen)}`
export const blacklisted = (place: string, amount: string): string =>
  `${place} blacklisted by USDC, keeps ${usdc(amount)}`

export interface Plan {
  readonly holding: number
  readonly amount: string
  readonly treasury: string
  readonly empty: number
  readonly blacklisted: number
}

export const plan = ({ amount, blacklisted, empty, holding, treasury }: Plan): string =>
  `${addresses(holding)} with ${usdc(amount)} to ${treasury}, ` +
  `${empty} empty, ${blacklisted} blacklisted`
export const transactions = (count: number, cost: Cost): string =>
  `${counted(count, "transaction", "transactions")}, ${costs(cost)}`

// What was sent.
export const swept = (place: string, amount: string): string => `${place} swept ${usdc(amount)}`
export const notSwept = (place: string, fate: string, reason: string): string =>
  `${place} ${fate}: ${reason}`
export const gasUsed = (hash: string, used: bigint | undefined, estimated: bigint): string =>
  `${hash}: ${used ?? "?"} gas, ${estimated} estimated`
export const stillHold = (count: number): string =>
  `${counted(count, "address still holds", "addresses still hold")} USDC.`
