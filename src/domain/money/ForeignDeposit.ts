/**
 * Deposits that the service does not count: transfers to a deposit address on another chain, or in
 * another token. An operator books them, which opens a refund in the same asset. Their amounts are
 * never added to micro-USDC of the service's own chain (L9).
 *
 *     a transfer:  final on its chain ──operator books it──▶ booked, and due back in its asset
 *
 * D1  A transfer is booked once, by (chain, token, transaction, log index) (L8).
 * D2  A payout or batch has a bounded number of them, because anyone can send small ones (L10).
 */
import { Schema } from "effect"
import * as KnownChain from "../KnownChain.ts"

/** A token on a chain. */
const token = {
  chainId: Schema.Number,
  /** The token's contract, in lower case. */
  token: Schema.String,
  /** The number of decimals, as the contract reports it. */
  decimals: Schema.Number
}

/** An amount of an asset. `units`: the token's smallest units, as a decimal number. */
export const Amount = Schema.Struct({ ...token, units: Schema.String })
export type Amount = typeof Amount.Type

/** A name of an asset: its chain and its token's contract, in lower case. */
export type AssetName = Pick<Amount, "chainId" | "token">

export const ForeignDeposit = Schema.Struct({
  ...token,
  units: Schema.String,
  txHash: Schema.String,
  logIndex: Schema.Number,
  blockNumber: Schema.Number,
  from: Schema.String
})
export type ForeignDeposit = typeof ForeignDeposit.Type

export const Booked = Schema.Struct({
  ...ForeignDeposit.fields,
  /** True if the sender was screened. */
  isScreened: Schema.optionalKey(Schema.Boolean)
})
export type Booked = typeof Booked.Type

/** A name of the asset for keys and books (CAIP-19). */
export type AssetId = `eip155:${number}/erc20:${string}`

export const idOf = ({ chainId, token }: AssetName): AssetId => `eip155:${chainId}/erc20:${token}`

/** True for two amounts in the same asset. `undefined` is the service's own USDC. */
export const isSameAsset = (left: AssetName | undefined, right: AssetName | undefined): boolean =>
  left === undefined || right === undefined ? left === right : idOf(left) === idOf(right)

/** True for two equal amounts in the same asset. */
export const isSameAmount = (left: Amount | undefined, right: Amount | undefined): boolean =>
  isSameAsset(left, right) && left?.units === right?.units

export const plus = (left: Amount, units: string): Amount => ({
  ...left,
  units: String(BigInt(left.units) + BigInt(units))
})

const isSameTransfer = (left: ForeignDeposit, right: ForeignDeposit): boolean =>
  isSameAsset(left, right) && left.txHash === right.txHash && left.logIndex === right.logIndex

/** Deposits of a payout or batch. Each is kept. */
export const countMax = 100

/** Deposits that are not booked yet. A deposit of nothing is none. */
export const unbooked = (
  booked: ReadonlyArray<Booked>,
  deposits: ReadonlyArray<ForeignDeposit>
): ReadonlyArray<ForeignDeposit> =>
  deposits.filter(
    (deposit, index) =>
      BigInt(deposit.units) > 0n &&
      !booked.some((other) => isSameTransfer(other, deposit)) &&
      !deposits.slice(0, index).some((other) => isSameTransfer(other, deposit))
  )

/** The sum of deposits in one asset; `undefined` if there are none. */
export const sum = (deposits: ReadonlyArray<ForeignDeposit>): Amount | undefined => {
  const [first, ...others] = deposits
  if (first === undefined) return undefined
  const { chainId, decimals, token, units } = first
  return others.reduce<Amount>((total, { units }) => plus(total, units), {
    ...{ chainId, decimals, token, units }
  })
}

/** The amount in whole tokens, with all decimals. */
export const format = ({ decimals, units }: Pick<Amount, "decimals" | "units">): string => {
  const digits = units.padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
}

/** The name of an asset for people: `USDC on Base`, or the token's address and its chain. */
export const nameOf = ({ chainId, token }: AssetName): string =>
  `${KnownChain.isUsdc(chainId, token) ? "USDC" : token} on ${KnownChain.nameOf(chainId)}`

/** An amount in a sentence, such as `25.000000 USDC on Base`. */
export const text = (amount: Amount): string => `${format(amount)} ${nameOf(amount)}`

/** The amount of a text that `format` made. */
export const parse = ({ chainId, token }: AssetName, text: string): Amount => {
  const [whole = "", fraction = ""] = text.split(".")
  const units = String(BigInt(whole + fraction))
  return { chainId, token, decimals: fraction.length, units }
}

/** Senders that were not screened. */
export const unscreened = (deposits: ReadonlyArray<Booked>): ReadonlyArray<string> =>
  deposits.flatMap(({ from, isScreened }) => (isScreened === true ? [] : [from]))

/** The deposits once these senders were screened. */
export const screened = (
  deposits: ReadonlyArray<Booked>,
  senders: ReadonlyArray<string>
): ReadonlyArray<Booked> =>
  deposits.map((deposit) =>
    senders.includes(deposit.from) ? { ...deposit, isScreened: true } : deposit
  )
