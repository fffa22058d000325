/** Flags and texts that the commands about deposit contracts share. */
import { Effect } from "effect"
import { Flag } from "effect/cli"
import { type Address, formatEther, formatGwei, isAddress } from "viem"
import type * as OperatorTools from "../app/OperatorTools.ts"
import * as Limits from "../config/Limits.ts"
import * as Ids from "../domain/Ids.ts"
import * as Money from "../domain/money/Money.ts"
import { type Cost, chain as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"

export const keystore = Flag.File("keystore", { mustExist: true }).pipe(
  Flag.withDescription(Words.flags.keystore),
  Flag.optional
)

export const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription(Words.flags.dryRun),
  Flag.withDefault(false)
)

export const maxFeeGwei = Flag.Int("max-fee-gwei").pipe(
  Flag.withDescription(Words.flags.maxFeeGwei),
  Flag.filter(
    (gwei) => gwei > 0,
    () => Words.feeTooLow
  ),
  Flag.withDefault<number>(Limits.contracts.feeGweiMaxDefault)
)

/** JSON-RPC URLs of one chain, separated by commas. */
export const urlsOf = (text: string): ReadonlyArray<string> =>
  text.split(",").map((url) => url.trim())

/** A mistyped address of the right length has a wrong checksum. */
export const addressOf = (text: string) =>
  isAddress(text) ? Effect.succeed<Address>(text) : ServiceClient.failed(Words.notAnAddress(text))

export const usdc = (amount: bigint): string => Money.formatUsdc(Number(amount))

export const cost = (gas: bigint, fees: OperatorTools.Fees): Cost => ({
  gas,
  eth: formatEther(gas * fees.now),
  gwei: formatGwei(fees.now)
})

/** An id is the salt of its address. */
const idBytesMax = 32

/** Ids of payouts and batches, separated by commas. */
export const idsOf = Effect.fnUntraced(function* (text: string) {
  const named = [...new Set(text.split(",").map((id) => id.trim()))]
  const wrong = named.find((id) => !Ids.isId(id) || id.length > idBytesMax)
  return wrong === undefined ? named : yield* ServiceClient.failed(Words.notAnId(wrong))
})

/** The outcome of a sweep of one address. `shown` formats an amount. */
export const line = (fate: OperatorTools.Fate, shown: (amount: bigint) => string): string => {
  const { address, id } = fate.holding
  const place = `${id} ${address}`
  return fate._tag === "Swept"
    ? Words.swept(place, shown(fate.amount))
    : Words.notSwept(place, fate._tag.toLowerCase(), fate.reason)
}
