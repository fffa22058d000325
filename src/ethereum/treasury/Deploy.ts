/**
 * Deploys the factory of deposit addresses to a chain. Its address is a function of the token and
 * the treasury, so deploying it again, or after an unknown outcome, makes no second one.
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

export interface Plan {
  readonly terms: DepositFactory.Terms
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
const examine = Effect.fnUntraced(function* (rpc: Rpc.Rpc, terms: DepositFactory.Terms) {
  const decimals = yield* rpc.read(terms.usdc, usdcAbi, "decimals")
  if (decimals !== usdcDecimals) {
    return yield* Rpc.failed(`USDC_ADDRESS is a token of ${decimals} decimals, and USDC has 6.`)
  }
  if (yield* rpc.read(terms.usdc, usdcAbi, "isBlacklisted", terms.treasury)) {
    return yield* Rpc.failed("The treasury is on the blacklist of USDC.")
  }
})

/** The deployment for these terms, paid by `from`. */
export const plan = Effect.fn("Deploy.plan")(function* (
  rpc: Rpc.Rpc,
  terms: DepositFactory.Terms,
  from: Address
) {
  yield* examine(rpc, terms)
  const factory = DepositFactory.addressFor(terms)
  const deployment: Omit<Plan, "cost"> = {
    ...{ terms, factory },
    initCodeHash: DepositFactory.initCodeHashOf(factory)
  }
  if (yield* rpc.hasCode(factory)) return { ...deployment, cost: undefined } satisfies Plan
  if (!(yield* rpc.hasCode(DepositFactory.deployer))) {
    return yield* Rpc.failed(
      `This chain lacks the deterministic deployment proxy at ${DepositFactory.deployer}.`
    )
  }
  const gas = yield* TransactionSender.estimate(rpc, from, transaction(terms))
  return { ...deployment, cost: { gas, fees: yield* TransactionSender.fees(rpc) } } satisfies Plan
})

const transaction = (terms: DepositFactory.Terms): TransactionSender.Transaction => ({
  to: DepositFactory.deployer,
  data: DepositFactory.deployment(terms)
})

/** Deploys, and verifies that the factory is there and has this token and treasury. */
export const run = Effect.fn("Deploy.run")(function* (
  rpc: Rpc.Rpc,
  sender: TransactionSender.Sender,
  { cost, factory, terms }: Plan
) {
  if (cost !== undefined) {
    const sent = yield* sender.send(transaction(terms), cost.gas)
    if (sent._tag === "Unknown") {
      return yield* Rpc.failed(
        `The outcome of ${sent.hash} is unknown (${sent.reason}). Run it again.`
      )
    }
    if (sent.receipt.status === "0x0") {
      return yield* Rpc.failed(`The transaction ${sent.hash} was reverted.`)
    }
  }
  yield* verify(rpc, factory, terms.usdc)
})

/** The terms of a deployed factory. Fails if the contract is no factory, or moves another token. */
export const verify = Effect.fn("Deploy.verify")(function* (
  rpc: Rpc.Rpc,
  factory: Address,
  usdc: Address
) {
  if (!(yield* rpc.hasCode(factory))) {
    return yield* Rpc.failed(`There is no contract at ${factory}: see \`chain deploy\`.`)
  }
  const implementation = yield* rpc.read(factory, DepositFactory.abi, "implementation")
  if (implementation !== DepositFactory.implementationOf(factory)) {
    return yield* Rpc.failed(`The contract at ${factory} is not a deposit factory of this program.`)
  }
  const token = yield* rpc.read(implementation, DepositFactory.forwarderAbi, "usdc")
  const treasury = yield* rpc.read(implementation, DepositFactory.forwarderAbi, "treasury")
  if (String(token).toLowerCase() !== usdc.toLowerCase()) {
    return yield* Rpc.failed(`The factory moves the token ${token}, and USDC_ADDRESS is ${usdc}.`)
  }
  return { usdc, treasury: String(treasury) as Address } satisfies DepositFactory.Terms
})
