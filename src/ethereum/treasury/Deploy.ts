/**
 * Deploys the factory of deposit addresses to a chain. Its address is a function of the treasury,
 * so deploying it again, or after an unknown outcome, makes no second one.
 */
import { Effect } from "effect"
import { type Address, parseAbi } from "viem"
import * as DepositFactory from "../contracts/DepositFactory.ts"
import * as Rpc from "./Rpc.ts"
import * as TransactionSender from "./TransactionSender.ts"

const usdcAbi = parseAbi([
  "function decimals() view returns (uint8)",
  "function isBlacklisted(address account) view returns (bool)"
])

const usdcDecimals = 6

/** A treasury, and the token that the chain's deposits are in. */
export interface Terms {
  readonly usdc: Address
  readonly treasury: Address
}

export interface Plan {
  readonly treasury: Address
  readonly factory: Address
  readonly initCodeHash: string
  /**
   * Gas, and the current price of a unit in wei; `undefined` if the factory is deployed already.
   */
  readonly cost: { readonly gas: bigint; readonly fees: TransactionSender.Fees } | undefined
}

/**
 * Checks the terms, because an error in them cannot be corrected: the factory's treasury is final.
 */
const examine = Effect.fnUntraced(function* (rpc: Rpc.Rpc, terms: Terms) {
  const decimals = yield* rpc.read(terms.usdc, usdcAbi, "decimals")
  if (decimals !== usdcDecimals) {
    return yield* Rpc.failed(`USDC_ADDRESS is a token of ${decimals} decimals, and USDC has 6.`)
  }
  if (yield* rpc.read(terms.usdc, usdcAbi, "isBlacklisted", terms.treasury)) {
    return yield* Rpc.failed("The treasury is on the blacklist of USDC.")
  }
})

/** The deployment of a treasury's factory, paid by `from`. */
export const planFor = Effect.fn("Deploy.planFor")(function* (
  rpc: Rpc.Rpc,
  treasury: Address,
  from: Address
) {
  const factory = DepositFactory.addressFor(treasury)
  const deployment: Omit<Plan, "cost"> = {
    ...{ treasury, factory },
    initCodeHash: DepositFactory.initCodeHashOf(factory)
  }
  if (yield* rpc.hasCode(factory)) return { ...deployment, cost: undefined } satisfies Plan
  if (!(yield* rpc.hasCode(DepositFactory.deployer))) {
    return yield* Rpc.failed(
      `This chain lacks the deterministic deployment proxy at ${DepositFactory.deployer}.`
    )
  }
  const gas = yield* TransactionSender.estimate(rpc, from, transaction(treasury))
  return { ...deployment, cost: { gas, fees: yield* TransactionSender.fees(rpc) } } satisfies Plan
})

/** The deployment for these terms, which are checked, paid by `from`. */
export const plan = Effect.fn("Deploy.plan")(function* (rpc: Rpc.Rpc, terms: Terms, from: Address) {
  yield* examine(rpc, terms)
  return yield* planFor(rpc, terms.treasury, from)
})

const transaction = (treasury: Address): TransactionSender.Transaction => ({
  to: DepositFactory.deployer,
  data: DepositFactory.deployment(treasury)
})

/** Deploys, and verifies that the factory is there and has this treasury. */
export const run = Effect.fn("Deploy.run")(function* (
  rpc: Rpc.Rpc,
  sender: TransactionSender.Sender,
  { cost, factory, treasury }: Plan
) {
  if (cost !== undefined) {
    const sent = yield* sender.send(transaction(treasury), cost.gas)
    if (sent._tag === "Unknown") {
      return yield* Rpc.failed(
        `The outcome of ${sent.hash} is unknown (${sent.reason}). Run it again.`
      )
    }
    if (sent.receipt.status === "0x0") {
      return yield* Rpc.failed(`The transaction ${sent.hash} was reverted.`)
    }
  }
  yield* treasuryOf(rpc, factory)
})

/** The treasury of a deployed factory. Fails if the contract is no factory of this program. */
export const treasuryOf = Effect.fn("Deploy.treasuryOf")(function* (
  rpc: Rpc.Rpc,
  factory: Address
) {
  if (!(yield* rpc.hasCode(factory))) {
    return yield* Rpc.failed(`There is no contract at ${factory}: see \`chain deploy\`.`)
  }
  const implementation = yield* rpc.read(factory, DepositFactory.abi, "implementation")
  if (implementation !== DepositFactory.implementationOf(factory)) {
    return yield* Rpc.failed(`The contract at ${factory} is not a deposit factory of this program.`)
  }
  const treasury = yield* rpc.read(implementation, DepositFactory.forwarderAbi, "treasury")
  return String(treasury) as Address
})
