/** Balances of deposit addresses and treasury, read from a real Ethereum node. */
import { Effect } from "effect"
import type { Address } from "viem"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import * as DepositAddress from "../../src/ethereum/contracts/DepositAddress.ts"
import * as DepositFactory from "../../src/ethereum/contracts/DepositFactory.ts"
import * as Anvil from "../support/anvil.ts"
import * as Factory from "../support/factory.ts"
import * as Following from "./following.ts"

const treasury = Anvil.account(8)

let stage: Following.Stage
let factory: DepositAddress.Factory
let addressOf: (id: string) => Address

beforeAll(async () => {
  stage = await Following.stage()
  factory = await Factory.deploy(stage.node, treasury)
  const make = await Effect.runPromise(DepositAddress.make(factory))
  addressOf = (id) => make(id) as Address
})

afterAll(async () => {
  await stage.node.stop()
})

const look = async (
  ids: ReadonlyArray<string>,
  urls: ReadonlyArray<string> = [stage.node.url],
  usdc: string = stage.usdc.address
): Promise<Chain.Holdings> => {
  const opened = await Following.open({ urls, usdc, factory })
  try {
    const held = await opened.run(opened.chain.holdings(ids.map(addressOf)))
    if (held === undefined) throw new Error("A real chain has holdings")
    return held
  } finally {
    await opened.close()
  }
}

const sweep = (token: Address, ...ids: ReadonlyArray<string>) =>
  stage.node.client.writeContract({
    ...{ account: Anvil.account(5), chain: null, address: factory.address as Address },
    ...{
      abi: DepositFactory.abi,
      functionName: "sweep",
      args: [token, ids.map(DepositFactory.saltOf)]
    }
  })

describe("The balance on chain", () => {
  it("is at deposit addresses until a sweep, and then in the treasury", async () => {
    const { node, sender, usdc } = stage
    const ids = ["po_one", "po_two", "po_empty"]
    await usdc.transfer(sender, addressOf("po_one"), 5_000_000n)
    await usdc.transfer(sender, addressOf("po_two"), 7n)
    await usdc.transfer(sender, addressOf("po_another"), 1_000n)
    await node.mine(2)
    const before = await look(ids)
    assert.strictEqual(before.treasury, treasury.toLowerCase())
    assert.deepStrictEqual([before.atAddresses, before.inTreasury], [5_000_007n, 0n])
    await node.settle(await sweep(usdc.address, "po_one"))
    await node.mine(2)
    const after = await look(ids)
    assert.deepStrictEqual([after.atAddresses, after.inTreasury], [7n, 5_000_000n])
    assert.isAbove(after.blockNumber, before.blockNumber)
  })

  it("includes a deposit only once it is final", async () => {
    const { node, sender, usdc } = stage
    const ids = ["po_newer"]
    await usdc.transfer(sender, addressOf("po_newer"), 3_000_000n)
    assert.strictEqual((await look(ids)).atAddresses, 0n)
    await node.mine(2)
    assert.strictEqual((await look(ids)).atAddresses, 3_000_000n)
  })

  it("is not reported if too few nodes respond, or the factory is another contract", async () => {
    const silent = "http://127.0.0.1:9/"
    const away = await look(["po_one"], [stage.node.url, silent]).catch((error: Error) => error)
    assert.include((away as Error).message, "The treasury cannot be looked up right now")
    // With a known treasury, the balances are still missing.
    const missing = await look(["po_one"], [stage.node.url], treasury).catch((e: Error) => e)
    assert.include((missing as Error).message, "The balances on chain cannot be read")
    const right = factory
    factory = { ...right, address: stage.usdc.address }
    const other = await look(["po_one"]).catch((error: Error) => error)
    factory = right
    assert.include((other as Error).message, "The treasury cannot be looked up right now")
  })
})
