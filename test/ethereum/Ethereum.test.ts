/** The watcher on a real Ethereum node with Circle's contracts. */
import { createRequire } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { Effect, Exit } from "effect"
import { encodeFunctionData, multicall3Abi } from "viem"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Bloom from "../../src/ethereum/watcher/Bloom.ts"
import * as Anvil from "../support/anvil.ts"
import * as Factory from "../support/factory.ts"
import * as Following from "./following.ts"

let stage: Following.Stage

beforeAll(async () => {
  stage = await Following.stage()
})

afterAll(async () => {
  await stage.node.stop()
})

const settings = (): Following.Settings => ({
  urls: [stage.node.url],
  usdc: stage.usdc.address
})

/** Deploys a contract that makes several calls in one transaction. */
const multicall = async (): Promise<`0x${string}`> => {
  const folder = path.dirname(createRequire(import.meta.url).resolve("viem/package.json"))
  const file = path.join(folder, "_esm/constants/contracts.js")
  const { multicall3Bytecode } = await import(pathToFileURL(file).href)
  return Anvil.deploy(stage.node, { abi: multicall3Abi, bytecode: multicall3Bytecode })
}

/** Makes all mined blocks final, and waits until the watcher has reported them. */
const finish = async (following: Following.Following): Promise<void> => {
  const last = await stage.tip()
  await stage.node.mine(2)
  await following.reached(last)
}

describe("The Ethereum watcher's deposits", () => {
  it("are seen in a block, and credited once they are final", async () => {
    const { expect, node, sender, usdc } = stage
    const [books, address] = [stage.books(), expect("po_first")]
    const following = await Following.begin(settings(), books)
    const place = books.cursor()
    assert.strictEqual(place?.blockNumber, (await stage.tip()) - 2)
    const hash = await usdc.transfer(sender, address, 5_000_000n)
    await Following.until(() => books.observations.length > 0)
    const { blockNumber } = await node.receipt(hash)
    const { timestamp } = await node.client.getBlock({ blockNumber })
    const deposit = {
      ...{ chainId: 31_337, txHash: hash, logIndex: 0, blockNumber: Number(blockNumber) },
      ...{ amount: 5_000_000, seenAt: Number(timestamp) * 1000, from: sender.toLowerCase() }
    }
    assert.deepStrictEqual(books.observations, [{ _tag: "Seen", deposit, id: "po_first" }])
    await finish(following)
    assert.deepStrictEqual(books.observations.slice(1), [
      { _tag: "Finalized", deposit, id: "po_first" }
    ])
    await following.stop()
  })

  it("are found for every kind of transfer, and look-alikes are ignored", async () => {
    const { expect, node, sender, usdc } = stage
    const books = stage.books()
    const following = await Following.begin(settings(), books)
    const [split, twice, pulled, zero, alike] = [
      ...["split", "twice", "pulled", "zero", "alike"].map((id) => expect(id))
    ] as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`]
    await usdc.transfer(sender, split, 1n)
    await usdc.transfer(sender, split, 2n)
    const caller = await multicall()
    await usdc.mint(caller, 100n)
    const callData = encodeFunctionData({
      abi: usdc.abi,
      functionName: "transfer",
      args: [twice, 7n]
    })
    const call = { target: usdc.address, allowFailure: false, callData }
    await node.settle(
      await node.client.writeContract({
        ...{ address: caller, abi: multicall3Abi, functionName: "aggregate3" },
        ...{ args: [[call, call]], account: sender }
      })
    )
    await usdc.call(sender, "approve", [Anvil.account(4), 50n])
    await usdc.call(Anvil.account(4), "transferFrom", [sender, pulled, 50n])
    await usdc.transfer(sender, zero, 0n)
    const copy = await Anvil.deployUsdc(node)
    await copy.mint(alike, 1_000_000n)
    await finish(following)
    const balance = (id: string) => Following.balanceOf(books, id)
    assert.deepStrictEqual(balance("split"), { count: 2, final: 3, seen: 0 })
    assert.deepStrictEqual(balance("twice"), { count: 2, final: 14, seen: 0 })
    assert.deepStrictEqual(balance("pulled"), { count: 1, final: 50, seen: 0 })
    assert.strictEqual(balance("zero").count + balance("alike").count, 0)
    await following.stop()
  })
})

describe("The Ethereum watcher's position", () => {
  it("continues from its checkpoint after a stop, without a missed or repeated credit", async () => {
    const { expect, node, sender, usdc } = stage
    const [books, address] = [stage.books(), expect("po_down")]
    const ended = expect("po_ended", false)
    const before = await Following.begin(settings(), books)
    await usdc.transfer(sender, address, 1n)
    await finish(before)
    await usdc.transfer(sender, address, 10n)
    await Following.until(() => Following.balanceOf(books, "po_down").count === 2)
    await before.stop()
    await usdc.transfer(sender, address, 100n)
    await usdc.transfer(sender, ended, 3n)
    await node.mine(10)
    await usdc.transfer(sender, address, 1_000n)
    const after = await Following.begin(settings(), books)
    await Following.until(() => Following.balanceOf(books, "po_down").count === 4)
    assert.deepStrictEqual(Following.balanceOf(books, "po_down"), {
      ...{ count: 4, final: 111, seen: 1_000 }
    })
    await finish(after)
    assert.deepStrictEqual(Following.balanceOf(books, "po_down"), {
      ...{ count: 4, final: 1_111, seen: 0 }
    })
    assert.deepStrictEqual(Following.balanceOf(books, "po_ended"), { count: 1, final: 3, seen: 0 })
    await after.stop()
  })

  it("is past a time only once a later block was read", async () => {
    const { node } = stage
    const books = stage.books()
    const following = await Following.begin(settings(), books)
    await following.looked(await stage.tip())
    const { timestamp } = await node.client.getBlock()
    const at = Number(timestamp) * 1000
    await Following.until(() => following.isPast(at - 1))
    assert.isFalse(following.isPast(at))
    await node.client.setNextBlockTimestamp({ timestamp: timestamp + 5n })
    await node.mine()
    await Following.until(() => following.isPast(at))
    await following.stop()
  })
})

describe("The bloom filter of a real block", () => {
  it("finds exactly the block's logs", async () => {
    const { node, sender, usdc } = stage
    const { blockNumber } = await node.receipt(await usdc.transfer(sender, Anvil.account(6), 1n))
    const [block, logs] = await Promise.all([
      node.client.getBlock({ blockNumber }),
      node.client.getLogs({ fromBlock: blockNumber, toBlock: blockNumber })
    ])
    assert.isTrue(Bloom.isOf(block.logsBloom ?? "", logs))
    assert.isFalse(Bloom.isOf(block.logsBloom ?? "", []))
    assert.isTrue(Bloom.mayHold(block.logsBloom ?? "", Bloom.bitsOf(usdc.address)))
    assert.isFalse(Bloom.mayHold(block.logsBloom ?? "", Bloom.bitsOf(Anvil.account(9))))
  })
})

describe("The Ethereum adapter's proofs", () => {
  it("are pending, then final, while any other transaction is wrong", async () => {
    const { node, sender, usdc } = stage
    const to = Anvil.account(7)
    // Refunds come from the factory's treasury, which is the sender in this test.
    const factory = await Factory.deploy(node, sender)
    const { chain, close, run } = await Following.open({ ...settings(), factory })
    const hash = await usdc.transfer(sender, to, 77n)
    const { timestamp } = await node.client.getBlock()
    const at = Number(timestamp) * 1000
    const prove = (txHash: string, address: string, amount: number, since = at) =>
      run(chain.prove(txHash, address, amount, since))
    assert.deepStrictEqual(await prove(hash, to, 77), { _tag: "Pending", transfers: 1 })
    assert.deepStrictEqual(await prove(hash, to, 78), {
      ...{ _tag: "Wrong", isFinal: false },
      reason: "the transaction sends another amount of the token to this address"
    })
    const failed = await node.client.writeContract({
      ...{ address: usdc.address, abi: usdc.abi, functionName: "transfer" },
      ...{ args: [to, 10n ** 30n], account: sender, gas: 200_000n }
    })
    await node.mine(3)
    assert.deepStrictEqual(await prove(hash, to.toLowerCase(), 77), {
      ...{ _tag: "Final", transfers: 1, isThirdParty: false }
    })
    for (const [reason, proof] of [
      ["the transaction sends another amount of the token to this address", prove(hash, to, 78)],
      ["the transaction sends none of the token to this address", prove(hash, sender, 77)],
      ["the transaction is older than what it is to refund", prove(hash, to, 77, at + 1000)],
      ["the transaction failed", prove(failed, to, 77)]
    ] as const) {
      assert.deepStrictEqual(await proof, { _tag: "Wrong", reason, isFinal: true })
    }
    assert.deepStrictEqual(await prove(`0x${"11".repeat(32)}`, to, 77), { _tag: "Absent" })
    await close()
    const gone = await Following.open({ ...settings(), urls: ["http://127.0.0.1:9"] })
    const exit = await Effect.runPromiseExit(gone.chain.prove(hash, to, 77, at))
    assert.isTrue(Exit.isFailure(exit) && JSON.stringify(exit).includes("Unavailable"))
    await gone.close()
  })

  it("name a payer other than the treasury", async () => {
    const { node, sender, usdc } = stage
    const [to, treasury] = [Anvil.account(7), Anvil.account(6)]
    const factory = await Factory.deploy(node, treasury)
    const { chain, close, run } = await Following.open({ ...settings(), factory })
    const { timestamp } = await node.client.getBlock()
    const stranger = await usdc.transfer(sender, to, 78n)
    await usdc.transfer(sender, treasury, 78n)
    const own = await usdc.transfer(treasury, to, 78n)
    await node.mine(3)
    const prove = (hash: string) => run(chain.prove(hash, to, 78, Number(timestamp) * 1000))
    const proof = { _tag: "Final", transfers: 1 } as const
    assert.deepStrictEqual(await prove(stranger), { ...proof, isThirdParty: true })
    assert.deepStrictEqual(await prove(own), { ...proof, isThirdParty: false })
    await close()
  })

  it("include the token's blacklist", async () => {
    const { usdc } = stage
    const { chain, close, run } = await Following.open(settings())
    const address = Anvil.account(8)
    assert.isFalse(await run(chain.isBlacklisted(address)))
    await usdc.blacklist(address)
    assert.isTrue(await run(chain.isBlacklisted(address)))
    await close()
  })
})

describe("The Ethereum adapter's start", () => {
  it("reports wrong settings without showing a key", async () => {
    const { node, usdc } = stage
    const found = async (more: Partial<Following.Settings>) => {
      const { checks, close } = await Following.open({ ...settings(), ...more })
      const { problems, warnings } = await checks()
      await close()
      return [...problems, ...warnings.map((warning) => `warning: ${warning}`)].join("\n")
    }
    const factory = await Factory.deploy(node, Anvil.account(5))
    assert.strictEqual(await found({ factory }), "")
    const mistyped = { ...factory, initCodeHash: `0x${"ab".repeat(32)}` } as const
    assert.match(await found({ factory: mistyped }), /does not make our deposit addresses/)
    assert.match(
      await found({ factory: { ...factory, address: usdc.address } }),
      /does not make our deposit addresses/
    )
    const nowhere = { ...factory, address: Anvil.account(9) }
    assert.match(await found({ factory: nowhere }), /deposit factory's address .* chain deploy/)
    assert.match(await found({ factory, chainId: 1 }), /on chain 31337, not on 1/)
    assert.match(await found({ factory, usdc: Anvil.account(9) }), /no contract at the USDC/)
    const other = await Anvil.deploy(node, { abi: [], bytecode: "0x60016000f3" })
    assert.match(await found({ factory, usdc: other }), /is not USDC/)
    const away = await found({ factory, urls: [node.url, "http://127.0.0.1:9/v3/secretkey"] })
    assert.match(away, /^127\.0\.0\.1:9: no use \(silent\)/)
    assert.notMatch(away, /secret/)
    const sameTwice = [node.url, `${node.url.toUpperCase()}/`]
    assert.match(await found({ factory, urls: sameTwice }), /^warning: an endpoint is named twice/)
    // Two nodes are enough, so the third must not keep the service from starting.
    const urls = [node.url, `${node.url}/?other`, "http://127.0.0.1:9/v3/secretkey"]
    assert.match(await found({ factory, urls }), /^warning: 127\.0\.0\.1:9: no use/)
  })
})
