/**
 * Moves a token from deposit addresses to the treasury. Anyone may, and sweeping twice does no
 * harm. The caller leaves out money that must not be moved, such as that of someone on a sanctions
 * list.
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

/** USDC's blacklist and pause. Other tokens may have neither. */
const usdcAbi = parseAbi([
  "function isBlacklisted(address account) view returns (bool)",
  "function paused() view returns (bool)"
])

/** A deposit address with a balance. */
export interface Holding {
  readonly id: string
  readonly address: Address
  /** The token's smallest units: micro-USDC. */
  readonly amount: bigint
}

/** Holdings swept by one transaction, and its gas. */
export interface Group {
  readonly holdings: ReadonlyArray<Holding>
  readonly gas: bigint
}

export interface Plan {
  readonly token: Address
  readonly treasury: Address
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
  { factory, token }: Pick<Plan, "factory" | "token">,
  holdings: ReadonlyArray<Holding>
): TransactionSender.Transaction => ({
  to: factory,
  data: encodeFunctionData({
    abi: DepositFactory.abi,
    functionName: "sweep",
    args: [token, holdings.map(({ id }) => DepositFactory.saltOf(id))]
  })
})

/** The balances of these addresses; addresses without a balance are left out. */
const holdingsOf = Effect.fnUntraced(function* (
  rpc: Rpc.Rpc,
  token: Address,
  factory: DepositAddress.Factory,
  ids: ReadonlyArray<string>
) {
  const addressOf = yield* DepositAddress.make(factory)
  const addresses = ids.map((id) => ({ id, address: addressOf(id) as Address }))
  const balances = yield* rpc.readMany(
    addresses.map(({ address }) => ({ to: token, args: [address] })),
    erc20Abi,
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

/** The holdings that the token's blacklist names. A token without a blacklist lists none. */
const blacklistedOf = Effect.fnUntraced(function* (
  rpc: Rpc.Rpc,
  token: Address,
  addresses: ReadonlyArray<Address>
) {
  const reads = addresses.map((address) => ({ to: token, args: [address] }))
  const listed = yield* Effect.orElseSucceed(
    rpc.readMany(reads, usdcAbi, "isBlacklisted"),
    (): ReadonlyArray<unknown> => []
  )
  return new Set(addresses.filter((_, index) => listed[index] === true))
})

/** The holdings to sweep of these payouts and batches, and the cost. Sends nothing. */
export const plan = Effect.fn("Sweep.plan")(function* (
  rpc: Rpc.Rpc,
  options: {
    readonly token: Address
    readonly factory: DepositAddress.Factory
    readonly ids: ReadonlyArray<string>
    readonly from: Address
  }
) {
  const { factory, from, ids, token } = options
  if (factory.initCodeHash.toLowerCase() !== DepositFactory.initCodeHashOf(factory.address)) {
    return yield* Rpc.failed("DEPOSIT_INIT_CODE_HASH is not the one of DEPOSIT_FACTORY.")
  }
  const treasury = yield* Deploy.treasuryOf(rpc, factory.address)
  if (yield* Effect.orElseSucceed(rpc.read(token, usdcAbi, "paused"), () => false)) {
    return yield* Rpc.failed("The token is paused: nothing moves.")
  }
  if ((yield* blacklistedOf(rpc, token, [treasury])).size > 0) {
    return yield* Rpc.failed(`The treasury ${treasury} is on the token's blacklist.`)
  }
  const holdings = yield* holdingsOf(rpc, token, factory, ids)
  const listed = yield* blacklistedOf(
    rpc,
    token,
    holdings.map(({ address }) => address)
  )
  const contracts = { token, factory: factory.address }
  const groups = yield* Effect.forEach(
    grouped(holdings.filter(({ address }) => !listed.has(address))),
    (group) =>
      Effect.map(
        TransactionSender.estimate(rpc, from, transaction(contracts, group)),
        (gas): Group => ({ holdings: group, gas })
      )
  )
  return {
    ...{ ...contracts, treasury, groups },
    empty: ids.length - holdings.length,
    blacklisted: holdings.filter(({ address }) => listed.has(address)),
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

const fateOf = ({ factory, token, treasury }: Plan, receipt: TransactionSender.Receipt) => {
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
        isSame(address, token) && args.from === holding.address && args.to === treasury
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
  plan: Plan,
  { gas, holdings }: Group
): Effect.fn.Return<Done, Rpc.ChainFailed> {
  const sent = yield* sender.send(transaction(plan, holdings), gas)
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
  return { hash, gasUsed, fates: holdings.map(fateOf(plan, sent.receipt)) }
})
