/**
 * Moves funds of deposit addresses to the treasury. Anyone may, and sweeping twice does no harm.
 * The caller leaves out money that must not be moved, such as that of someone on a sanctions list.
 */
import { Effect, Result } from "effect"
import {
  type Address,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseEventLogs
} from "viem"
import * as Limits from "../../config/Limits.ts"
import * as DepositAddress from "../contracts/DepositAddress.ts"
import * as DepositFactory from "../contracts/DepositFactory.ts"
import * as Deploy from "./Deploy.ts"
import * as Rpc from "./Rpc.ts"
import * as TransactionSender from "./TransactionSender.ts"

const usdcAbi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function isBlacklisted(address account) view returns (bool)",
  "function paused() view returns (bool)"
])

/** A deposit address with a balance. */
export interface Holding {
  readonly id: string
  readonly address: Address
  /** Micro-USDC. */
  readonly amount: bigint
}

/** Holdings swept by one transaction, and its gas. */
export interface Group {
  readonly holdings: ReadonlyArray<Holding>
  readonly gas: bigint
}

export interface Plan {
  readonly terms: DepositFactory.Terms
  readonly factory: Address
  /** The number of addresses without a balance. */
  readonly empty: number
  /** Addresses from which the token allows no transfer. */
  readonly blacklisted: ReadonlyArray<Holding>
  readonly groups: ReadonlyArray<Group>
  readonly fees: TransactionSender.Fees
}

export type Fate =
  | { readonly _tag: "Swept"; readonly holding: Holding; readonly amount: bigint }
  | { readonly _tag: "Failed"; readonly holding: Holding; readonly reason: string }
  /** The transaction is in no block yet; a later sweep finds out. */
  | { readonly _tag: "Unknown"; readonly holding: Holding; readonly reason: string }

const transaction = (
  factory: Address,
  holdings: ReadonlyArray<Holding>
): TransactionSender.Transaction => ({
  to: factory,
  data: encodeFunctionData({
    abi: DepositFactory.abi,
    functionName: "sweep",
    args: [holdings.map(({ id }) => DepositFactory.saltOf(id))]
  })
})

/** The balances of these addresses; addresses without a balance are left out. */
const holdingsOf = Effect.fnUntraced(function* (
  rpc: Rpc.Rpc,
  usdc: Address,
  factory: DepositAddress.Factory,
  ids: ReadonlyArray<string>
) {
  const addressOf = yield* DepositAddress.make(factory)
  const addresses = ids.map((id) => ({ id, address: addressOf(id) as Address }))
  const balances = yield* rpc.readMany(
    addresses.map(({ address }) => ({ to: usdc, args: [address] })),
    usdcAbi,
    "balanceOf"
  )
  return addresses.flatMap((holder, index): ReadonlyArray<Holding> => {
    const amount = balances[index]
    return typeof amount === "bigint" && amount > 0n ? [{ ...holder, amount }] : []
  })
})

const grouped = (holdings: ReadonlyArray<Holding>): ReadonlyArray<ReadonlyArray<Holding>> => {
  const size = Limits.contracts.saltsPerTransactionMax
  return Array.from({ length: Math.ceil(holdings.length / size) }, (_, index) =>
    holdings.slice(index * size, (index + 1) * size)
  )
}

/** The holdings to sweep of these payouts and batches, and the cost. Sends nothing. */
export const plan = Effect.fn("Sweep.plan")(function* (
  rpc: Rpc.Rpc,
  options: {
    readonly usdc: Address
    readonly factory: DepositAddress.Factory
    readonly ids: ReadonlyArray<string>
    readonly from: Address
  }
) {
  const { factory, from, ids, usdc } = options
  if (factory.initCodeHash.toLowerCase() !== DepositFactory.initCodeHashOf(factory.address)) {
    return yield* Rpc.failed("DEPOSIT_INIT_CODE_HASH is not the one of DEPOSIT_FACTORY.")
  }
  const terms = yield* Deploy.verify(rpc, factory.address, usdc)
  if (yield* rpc.read(usdc, usdcAbi, "paused")) {
    return yield* Rpc.failed("USDC is paused: nothing moves.")
  }
  if (yield* rpc.read(usdc, usdcAbi, "isBlacklisted", terms.treasury)) {
    return yield* Rpc.failed(`The treasury ${terms.treasury} is on the blacklist of USDC.`)
  }
  const holdings = yield* holdingsOf(rpc, usdc, factory, ids)
  const listed = yield* rpc.readMany(
    holdings.map(({ address }) => ({ to: usdc, args: [address] })),
    usdcAbi,
    "isBlacklisted"
  )
  const groups = yield* Effect.forEach(
    grouped(holdings.filter((_, index) => listed[index] !== true)),
    (group) =>
      Effect.map(
        TransactionSender.estimate(rpc, from, transaction(factory.address, group)),
        (gas): Group => ({ holdings: group, gas })
      )
  )
  return {
    ...{ terms, factory: factory.address, groups },
    empty: ids.length - holdings.length,
    blacklisted: holdings.filter((_, index) => listed[index] === true),
    fees: yield* TransactionSender.fees(rpc)
  } satisfies Plan
})

/** The token's reason for a revert, as text. */
const reasonOf = (data: Hex): string =>
  Result.getOrElse(
    Result.try(() => {
      const { args, errorName } = decodeErrorResult({ abi: [], data })
      return errorName === "Error" ? String(args[0]) : `${errorName}(${args.map(String)})`
    }),
    () => `the token says ${data}`
  )

const isSame = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

const fateOf = (
  factory: Address,
  terms: DepositFactory.Terms,
  receipt: TransactionSender.Receipt
) => {
  // `parseEventLogs` reads only address, topics and data, but its type wants a whole log.
  const logs = receipt.logs as unknown as Parameters<typeof parseEventLogs>[0]["logs"]
  const moved = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs })
  const refused = parseEventLogs({ abi: DepositFactory.abi, eventName: "SweepFailed", logs })
  return (holding: Holding): Fate => {
    const failure = refused.find(
      ({ address, args }) => isSame(address, factory) && args.forwarder === holding.address
    )
    if (failure !== undefined) {
      return { _tag: "Failed", holding, reason: reasonOf(failure.args.reason) }
    }
    const transfer = moved.find(
      ({ address, args }) =>
        isSame(address, terms.usdc) && args.from === holding.address && args.to === terms.treasury
    )
    // Another transaction swept it first.
    if (transfer === undefined) return { _tag: "Swept", holding, amount: 0n }
    return { _tag: "Swept", holding, amount: transfer.args.value }
  }
}

export interface Done {
  readonly hash: Hex
  readonly gasUsed: bigint | undefined
  readonly fates: ReadonlyArray<Fate>
}

/** Sends one group's transaction; returns the outcome of each of its addresses. */
export const run = Effect.fn("Sweep.run")(function* (
  sender: TransactionSender.Sender,
  { factory, terms }: Plan,
  { gas, holdings }: Group
): Effect.fn.Return<Done, Rpc.ChainFailed> {
  const sent = yield* sender.send(transaction(factory, holdings), gas)
  const { hash } = sent
  if (sent._tag === "Unknown") {
    const reason = `${sent.hash}: ${sent.reason}`
    const fates = holdings.map((holding) => ({ _tag: "Unknown", holding, reason }) as const)
    return { hash, gasUsed: undefined, fates }
  }
  const gasUsed = BigInt(sent.receipt.gasUsed)
  if (sent.receipt.status === "0x0") {
    const reason = `the transaction ${hash} was reverted`
    const fates = holdings.map((holding) => ({ _tag: "Failed", holding, reason }) as const)
    return { hash, gasUsed, fates }
  }
  return { hash, gasUsed, fates: holdings.map(fateOf(factory, terms, sent.receipt)) }
})
