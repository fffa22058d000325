/** The factory of deposit addresses on a test's node. */
import type { Address } from "viem"
import * as DepositFactory from "../../src/ethereum/contracts/DepositFactory.ts"
import * as Anvil from "./anvil.ts"

/**
 * Deploys the factory if it does not exist yet, and returns the values from which deposit addresses
 * are derived.
 */
export const deploy = async (node: Anvil.Anvil, treasury: Address) => {
  const address = DepositFactory.addressFor(treasury)
  if ((await node.client.getCode({ address })) === undefined) {
    const call = { account: Anvil.account(0), to: DepositFactory.deployer }
    const data = DepositFactory.deployment(treasury)
    await node.settle(await node.client.sendTransaction({ ...call, data }))
  }
  return { address, initCodeHash: DepositFactory.initCodeHashOf(address) }
}
