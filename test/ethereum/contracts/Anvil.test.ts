/** The test node and the token that other tests use. */
import { assert, describe, it } from "vitest"
import * as Anvil from "../../support/anvil.ts"

describe("The test node", () => {
  it("transfers real USDC, and drops a transfer in a reorganisation", async () => {
    const node = await Anvil.start()
    try {
      const usdc = await Anvil.deployUsdc(node)
      const someone = Anvil.account(5)
      await usdc.mint(someone, 5_000_000n)
      await usdc.transfer(someone, Anvil.account(6), 2_000_000n)
      assert.strictEqual(await usdc.balanceOf(Anvil.account(6)), 2_000_000n)
      const hash = await usdc.transfer(someone, Anvil.account(6), 1_000_000n)
      const raw = await node.raw(hash)
      const latest = await node.client.getBlockNumber()
      const finalized = await node.client.getBlock({ blockTag: "finalized" })
      assert.strictEqual(finalized.number, latest - 2n)
      await node.reorg(2)
      assert.strictEqual(await node.client.getBlockNumber(), latest)
      assert.strictEqual(await usdc.balanceOf(someone), 5_000_000n)
      await node.reorg(1, [])
      await usdc.blacklist(someone)
      const refused = await usdc.transfer(someone, Anvil.account(6), 1n).catch(String)
      assert.include(refused, "was reverted")
      assert.include(raw, "0x02")
    } finally {
      await node.stop()
    }
  })

  it("makes blocks only on request if mining is disabled", async () => {
    const node = await Anvil.start({ isMining: false, chainId: 8453 })
    try {
      const usdc = await Anvil.deployUsdc(node)
      await usdc.mint(Anvil.account(5), 7n)
      assert.strictEqual(await usdc.balanceOf(Anvil.account(5)), 0n)
      await node.mine()
      assert.strictEqual(await usdc.balanceOf(Anvil.account(5)), 7n)
      assert.strictEqual(await node.client.getChainId(), 8453)
    } finally {
      await node.stop()
    }
  })
})
