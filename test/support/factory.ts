/** The factory of deposit addresses on a test's node, put there by hand. */
import type { Address } from "viem"
import * as DepositFactory from "../../src/ethereum/contracts/DepositFactory.ts"
import * as Anvil from "./anvil.ts"

/** Deploys it where it is not yet; what deposit addresses come from. */
export const deploy = async (node: Anvil.Anvil, usdc: Address, treasury: Address) => {
  const terms = { usdc, treasury }
  const address = DepositFactory.addressFor(terms)
  if ((await node.client.getCode({ address })) === undefined) {
    const call = { account: Anvil.account(0), to: DepositFactory.deployer }
    const data = DepositFactory.deployment(terms)
    await node.settle(await node.client.sendTransaction({ ...call, data }))
  }
  return { address, initCodeHash: DepositFactory.initCodeHashOf(address) }
}
