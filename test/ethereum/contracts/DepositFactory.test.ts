/** The contracts at deposit addresses, on a real Ethereum node with Circle's token. */
import * as crypto from "node:crypto"
import { Effect } from "effect"
import * as fc from "fast-check"
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseEventLogs } from "viem"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Ids from "../../../src/domain/Ids.ts"
import * as DepositAddress from "../../../src/ethereum/contracts/DepositAddress.ts"
import * as DepositFactory from "../../../src/ethereum/contracts/DepositFactory.ts"
import * as Anvil from "../../support/anvil.ts"
import * as Factory from "../../support/factory.ts"
import * as Tokens from "../../support/tokens.ts"

const treasury = Anvil.account(8)
const attacker = Anvil.account(9)

let node: Anvil.Anvil
let usdc: Anvil.Usdc
let factory: Address
/** A factory whose treasury never had USDC, since the first transfer to it costs most. */
let fresh: Address
let addressOf: (id: string) => string

const newId = () => Ids.make("po", Date.now(), crypto.randomBytes(Ids.randomBytes))

beforeAll(async () => {
  node = await Anvil.start()
  usdc = await Anvil.deployUsdc(node)
  const made = await Factory.deploy(node, treasury)
  factory = made.address
  fresh = (await Factory.deploy(node, Anvil.account(7))).address
  addressOf = await Effect.runPromise(DepositAddress.make(made))
})
afterAll(() => node.stop())

interface SweepOptions {
  readonly gas?: bigint
  readonly to?: Address
  readonly token?: Address
}

/** Sweeps the ids' addresses from an unrelated account, and returns the used gas. */
const sweep = async (
  ids: ReadonlyArray<string>,
  { gas, to = factory, token = usdc.address }: SweepOptions = {}
) => {
  const data = encodeFunctionData({
    ...{ abi: DepositFactory.abi, functionName: "sweep" },
    args: [token, ids.map(DepositFactory.saltOf)]
  })
  const limit = gas === undefined ? {} : { gas }
  const call = { account: attacker, to, data, ...limit }
  const estimated = gas ?? (await node.client.estimateGas(call))
  const receipt = await node.receipt(await node.client.sendTransaction(call))
  const { abi } = DepositFactory
  const failed = parseEventLogs({ abi, eventName: "SweepFailed", logs: receipt.logs })
  return { ...receipt, estimated, failed: failed.map(({ args }) => args.forwarder) }
}

/** Calls a contract as an attacker. The result must be "refused". */
const attack = (to: Address, data: Hex, value = 0n) =>
  node.client
    .call({ account: attacker, to, data, value })
    .then(() => "taken")
    .catch(() => "refused")

const funded = async (amount: bigint) => {
  const id = newId()
  const address = addressOf(id) as Address
  await usdc.mint(address, amount)
  return { id, address }
}

const gained = async (run: () => Promise<unknown>) => {
  const before = await usdc.balanceOf(treasury)
  await run()
  return (await usdc.balanceOf(treasury)) - before
}

describe("The deposit factory", () => {
  it("deploys a forwarder at the deposit address of any id", async () => {
    const address = (salt: Hex) =>
      node.client.readContract({
        ...{ address: factory, abi: DepositFactory.abi, functionName: "addressOf", args: [salt] }
      })
    const id = fc
      .tuple(
        fc.constantFrom<Ids.Prefix>("po", "bt", "bk"),
        fc.integer({ min: 0, max: 2 ** 45 }),
        fc.uint8Array({ minLength: Ids.randomBytes, maxLength: Ids.randomBytes })
      )
      .map(([prefix, at, random]) => Ids.make(prefix, at, random))
    await fc.assert(
      fc.asyncProperty(id, async (each) => {
        assert.strictEqual(await address(DepositFactory.saltOf(each)), addressOf(each))
      }),
      { numRuns: 50 }
    )
    const deployed = newId()
    await sweep([deployed])
    const code = await node.client.getCode({ address: addressOf(deployed) as Address })
    const implementation = DepositFactory.implementationOf(factory).slice(2).toLowerCase()
    assert.include(String(code), implementation)
  })

  it("moves a deposit to the treasury for any caller, before and after deployment", async () => {
    const { address, id } = await funded(7_000_001n)
    assert.strictEqual(await gained(() => sweep([id])), 7_000_001n)
    assert.strictEqual(await usdc.balanceOf(address), 0n)
    assert.strictEqual(await gained(() => sweep([id])), 0n)
    await usdc.mint(address, 5n)
    assert.strictEqual(await gained(() => sweep([id, id])), 5n)
    await usdc.mint(address, 6n)
    const { abi } = DepositFactory
    const deploy = encodeFunctionData({
      ...{ abi, functionName: "deploy", args: [DepositFactory.saltOf(id)] }
    })
    const again = { account: attacker, to: factory, data: deploy }
    await node.settle(await node.client.sendTransaction(again))
    const data = encodeFunctionData({
      ...{ abi: DepositFactory.forwarderAbi, functionName: "sweep", args: [usdc.address] }
    })
    const direct = { account: attacker, to: address, data }
    const moved = await gained(async () => node.settle(await node.client.sendTransaction(direct)))
    assert.strictEqual(moved, 6n)
  })

  it("pays any token to the treasury, and to no one else", async () => {
    const { address, id } = await funded(1_000_000n)
    await sweep([id])
    await usdc.mint(address, 2_000_000n)
    const other = await Anvil.deployUsdc(node)
    await other.mint(address, 3_000_000n)
    const abi = erc20Abi
    const wanted = [
      encodeFunctionData({ abi, functionName: "transfer", args: [attacker, 1n] }),
      encodeFunctionData({ abi, functionName: "approve", args: [attacker, 1n] }),
      encodeFunctionData({ abi, functionName: "transferFrom", args: [address, attacker, 1n] }),
      ...Array.from({ length: 40 }, (): Hex => `0x${crypto.randomBytes(68).toString("hex")}`)
    ]
    for (const data of wanted) {
      assert.strictEqual(await attack(address, data), "refused")
      assert.strictEqual(await attack(factory, data), "refused")
    }
    assert.strictEqual(await attack(address, "0x", 1n), "refused")
    const took = await gained(() => sweep([id]))
    assert.strictEqual(took, 2_000_000n)
    assert.strictEqual(await usdc.balanceOf(attacker), 0n)
    assert.strictEqual(await other.balanceOf(address), 3_000_000n)
    await sweep([id], { token: other.address })
    assert.strictEqual(await other.balanceOf(address), 0n)
    assert.strictEqual(await other.balanceOf(treasury), 3_000_000n)
  })
})

describe("The deposit factory on two chains", () => {
  it("has one address and one deposit address for each id, whatever the chain's token is", async () => {
    const second = await Anvil.start({ chainId: 8453 })
    const other = await Anvil.deployUsdc(second)
    const made = await Factory.deploy(second, treasury)
    assert.strictEqual(made.address, factory)
    const id = newId()
    const address = addressOf(id) as Address
    await other.mint(address, 9n)
    const call = {
      ...({ address: factory, abi: DepositFactory.abi, functionName: "sweep" } as const),
      args: [other.address, [DepositFactory.saltOf(id)]] as const
    }
    await second.settle(await second.client.writeContract({ ...call, account: attacker }))
    assert.strictEqual(await other.balanceOf(treasury), 9n)
    await second.stop()
  })
})

describe("A token that breaks a standard", () => {
  it("is swept although its transfer returns nothing", async () => {
    const token = await Tokens.deploy(node, "Silent")
    const id = newId()
    await token.call("mint", [addressOf(id), 10n ** 20n])
    await sweep([id], { token: token.address })
    assert.strictEqual(await token.balanceOf(treasury), 10n ** 20n)
  })

  it("is reported if its transfer returns false, or if there is no contract", async () => {
    const { address } = await Tokens.deploy(node, "Refusing")
    for (const token of [address, attacker]) {
      const id = newId()
      const { failed, status } = await sweep([id], { token })
      assert.strictEqual(status, "success")
      assert.deepStrictEqual(failed, [addressOf(id)])
    }
  })

  it("moves nothing twice if it sweeps another address during its transfer", async () => {
    const token = await Tokens.deploy(node, "Reentering")
    const [first, second] = [await funded(5n), await funded(7n)]
    await token.call("aim", [factory, DepositFactory.saltOf(second.id)])
    for (const { address } of [first, second]) await token.call("mint", [address, 3n])
    // An estimate would settle for too little gas, because a failed inner sweep is no failure.
    const options = { token: token.address, gas: 2_000_000n }
    const moved = await gained(() => sweep([first.id], options))
    assert.strictEqual(moved, 0n)
    const all = [treasury, first.address, second.address, attacker]
    const balances = await Promise.all(all.map(token.balanceOf))
    assert.deepStrictEqual(balances, [6n, 0n, 0n, 0n])
    assert.strictEqual(await usdc.balanceOf(first.address), 5n)
  })
})

describe("A sweep by the deposit factory", () => {
  it("skips and reports a forwarder on the token's blacklist", async () => {
    const all = [await funded(1n), await funded(2n), await funded(4n)]
    const [, blocked] = all
    if (blocked === undefined) return
    await usdc.blacklist(blocked.address)
    let failed: ReadonlyArray<string> = []
    const moved = await gained(async () => {
      failed = (await sweep(all.map(({ id }) => id))).failed
    })
    assert.strictEqual(moved, 5n)
    assert.deepStrictEqual(failed, [blocked.address])
    await usdc.unBlacklist(blocked.address)
    assert.strictEqual(await gained(() => sweep([blocked.id])), 2n)
  })

  it("moves all deposits, or reverts if there is too little gas", async () => {
    const id = newId()
    const initCodeHash = DepositFactory.initCodeHashOf(fresh)
    const make = DepositAddress.make({ address: fresh, initCodeHash })
    const address = (await Effect.runPromise(make))(id) as Address
    await usdc.mint(address, 3n)
    const snapshot = await node.client.snapshot()
    const { estimated } = await sweep([id], { to: fresh })
    await node.rewind(snapshot)
    let reverted = 0
    for (let gas = estimated - 5_000n; gas < estimated + 1_000n; gas += 83n) {
      const before = await node.client.snapshot()
      const { failed, status } = await sweep([id], { gas, to: fresh })
      assert.deepStrictEqual(failed, [])
      assert.strictEqual(await usdc.balanceOf(address), status === "success" ? 0n : 3n)
      if (status !== "success") reverted++
      await node.rewind(before)
    }
    assert.isAbove(reverted, 5)
  })

  it("costs about its estimate", async () => {
    const count = 20
    const all: Array<string> = []
    for (let index = 0; index < count; index++) all.push((await funded(5n)).id)
    const first = await sweep(all)
    for (const id of all) await usdc.mint(addressOf(id) as Address, 5n)
    const second = await sweep(all)
    const each = [first, second].map(({ gasUsed }) => Number(gasUsed) / count)
    console.log(`gas per sweep: ${each[0]} with its forwarder deployed, ${each[1]} after that`)
    // An estimate includes the gas that is returned at the end, at most a fifth of the used gas.
    for (const { estimated, gasUsed } of [first, second]) {
      const ratio = Number(estimated) / Number(gasUsed)
      assert.isAtLeast(ratio, 1)
      assert.isAtMost(ratio, 1.3)
    }
  })
})
