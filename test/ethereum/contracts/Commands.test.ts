/** `chain deploy` and `chain sweep` as an operator runs them, on a real Ethereum node. */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect, Redacted } from "effect"
import type { Address } from "viem"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as OperatorTools from "../../../src/app/OperatorTools.ts"
import * as Ids from "../../../src/domain/Ids.ts"
import * as DepositAddress from "../../../src/ethereum/contracts/DepositAddress.ts"
import * as DepositFactory from "../../../src/ethereum/contracts/DepositFactory.ts"
import type * as Rpc from "../../../src/ethereum/treasury/Rpc.ts"
import * as Command from "../../cli/command.ts"
import * as Anvil from "../../support/anvil.ts"
import * as Factory from "../../support/factory.ts"
import * as Program from "../../support/program.ts"

const treasury = Anvil.account(8)
const key = Anvil.privateKey(5)

let node: Anvil.Anvil
let usdc: Anvil.Usdc
let settings: Record<string, string>

beforeAll(async () => {
  node = await Anvil.start()
  usdc = await Anvil.deployUsdc(node)
  settings = {
    ETHEREUM_RPC_URLS: `${node.url}/?key=0123456789abcdef`,
    CHAIN_ID: "31337",
    USDC_ADDRESS: usdc.address
  }
})
afterAll(() => node.stop())

const run = (words: ReadonlyArray<string>, environment: Record<string, string> = {}) =>
  Command.run(["chain", ...words], { ...settings, ...environment })

const deploy = (...words: ReadonlyArray<string>) => ["deploy", "--treasury", treasury, ...words]

const nonces = (account: number) =>
  node.client.getTransactionCount({ address: Anvil.account(account) })

/** The output of a deployment, as settings. */
const printed = (stdout: string): Record<string, string> =>
  Object.fromEntries(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=") as [string, string])
  )

/** The factory, deployed without the command, for tests of other commands. */
const factoryOf = async () => {
  const factory = await Factory.deploy(node, treasury)
  const addressOf = await Effect.runPromise(DepositAddress.make(factory))
  const funded = async (amount: bigint) => {
    const id = Ids.make("po", Date.now(), crypto.randomBytes(Ids.randomBytes))
    const deposit = addressOf(id) as Address
    await usdc.mint(deposit, amount)
    return { id, address: deposit }
  }
  const environment = {
    DEPOSIT_FACTORY: factory.address,
    DEPOSIT_INIT_CODE_HASH: factory.initCodeHash
  }
  return { factory, environment, funded }
}

/** Runs a command in this process, and returns the message of its failure. */
const refusal = <A>(
  use: (rpc: Rpc.Rpc) => Effect.Effect<A, Rpc.ChainFailed>,
  chainId = 31337
): Promise<string> =>
  OperatorTools.withNodes({ urls: [node.url], chainId }, use).pipe(
    Effect.flip,
    Effect.map(({ message }) => message),
    Effect.runPromise
  )

describe("The command chain deploy", () => {
  it("prints its plan without a key, deploys once, and then reports that it is done", async () => {
    const planned = await run(deploy("--dry-run"))
    assert.strictEqual(planned.code, 0, planned.output)
    const address = printed(planned.stdout).DEPOSIT_FACTORY as Address
    assert.isUndefined(await node.client.getCode({ address }))
    const { code, output, stdout } = await run(deploy(), { CHAIN_PRIVATE_KEY: key })
    assert.strictEqual(code, 0, output)
    assert.strictEqual(stdout, planned.stdout)
    assert.isDefined(await node.client.getCode({ address }))
    assert.include(output, "chain 31337")
    assert.include(output, `treasury ${treasury}`)
    assert.notInclude(output, key.slice(2))
    const again = await OperatorTools.withNodes({ urls: [node.url], chainId: 31337 }, (rpc) =>
      OperatorTools.planDeployment(rpc, { usdc: usdc.address, treasury }, treasury)
    ).pipe(Effect.runPromise)
    assert.strictEqual(again.factory, address)
    assert.isUndefined(again.cost)
  })

  it("refuses another chain, another token and an impossible treasury", async () => {
    const wrong = treasury.replace(/[A-F]/, (digit) => digit.toLowerCase())
    const typed = await run(["deploy", "--treasury", wrong], { CHAIN_PRIVATE_KEY: key })
    assert.strictEqual(typed.code, 1)
    assert.include(typed.output, "its checksum is wrong")
    const plan = (terms: Parameters<typeof OperatorTools.planDeployment>[1]) => (rpc: Rpc.Rpc) =>
      OperatorTools.planDeployment(rpc, terms, treasury)
    const terms = { usdc: usdc.address, treasury }
    assert.include(await refusal(plan(terms), 1), "is on chain 31337, and CHAIN_ID is 1.")
    assert.include(await refusal(plan({ ...terms, usdc: treasury })), "decimals cannot be read")
    const blocked = Anvil.account(7)
    await usdc.blacklist(blocked)
    assert.include(await refusal(plan({ ...terms, treasury: blocked })), "on the blacklist")
  })

  it("prints neither a key nor the path of a node's URL when the node is unavailable", async () => {
    const away = await run(deploy(), {
      CHAIN_PRIVATE_KEY: key,
      ETHEREUM_RPC_URLS: "http://127.0.0.1:9/v3/0123456789abcdef"
    })
    assert.strictEqual(away.code, 1)
    assert.include(away.output, "127.0.0.1:9: no response")
    assert.notInclude(away.output, "0123456789abcdef")
    assert.notInclude(away.output, key.slice(2))
  })
})

const password = "a password"

/** A keystore with the key as other programs write it, but cheap to open. */
const keystore = async (): Promise<string> => {
  const { keccak256 } = await import("viem")
  const salt = crypto.randomBytes(32)
  const iv = crypto.randomBytes(16)
  const derived = crypto.scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 })
  const cipher = crypto.createCipheriv("aes-128-ctr", derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(key.slice(2), "hex"))])
  const mac = keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2)
  const sealed = {
    ...{ cipher: "aes-128-ctr", cipherparams: { iv: iv.toString("hex") }, kdf: "scrypt", mac },
    ciphertext: ciphertext.toString("hex"),
    kdfparams: { n: 1024, r: 8, p: 1, dklen: 32, salt: salt.toString("hex") }
  }
  const file = path.join(Program.temporaryFolder(), "keystore.json")
  fs.writeFileSync(file, JSON.stringify({ version: 3, id: "x", crypto: sealed }))
  return file
}

describe("The command chain sweep", () => {
  it("plans without sending, sweeps all but blacklisted addresses, and fails for these", async () => {
    const { environment, funded } = await factoryOf()
    const rich = [await funded(25_000_000n), await funded(1n)]
    const blocked = await funded(9_000_000n)
    await usdc.blacklist(blocked.address)
    const empty = Ids.make("po", Date.now(), crypto.randomBytes(Ids.randomBytes))
    const ids = [...rich, blocked].map(({ id }) => id).join(",")
    const words = ["sweep", "--ids", `${ids},${empty}`]
    const before = await node.client.getBlockNumber()
    const planned = await run([...words, "--dry-run"], environment)
    assert.strictEqual(planned.code, 0, planned.output)
    assert.include(planned.output, "2 addresses with 25.000001 USDC")
    assert.include(planned.output, "1 empty, 1 blacklisted")
    assert.include(planned.output, "1 transaction, ")
    assert.strictEqual(await node.client.getBlockNumber(), before)
    const held = await usdc.balanceOf(treasury)
    const swept = await run(words, { ...environment, CHAIN_PRIVATE_KEY: key })
    assert.strictEqual(swept.code, 1)
    assert.include(swept.output, "1 address still holds USDC.")
    assert.strictEqual((await usdc.balanceOf(treasury)) - held, 25_000_001n)
    for (const { address, id } of rich) assert.include(swept.stdout, `${id} ${address} swept`)
    assert.include(swept.stdout, `${blocked.id} ${blocked.address} blacklisted`)
    await usdc.unBlacklist(blocked.address)
    const file = await keystore()
    const rest = await run([...words, "--keystore", file], {
      ...environment,
      CHAIN_KEYSTORE_PASSWORD: password
    })
    assert.strictEqual(rest.code, 0, rest.output)
    assert.strictEqual((await usdc.balanceOf(treasury)) - held, 34_000_001n)
    assert.notInclude(rest.output + swept.output, key.slice(2))
  })

  it("refuses to run while USDC is paused or gas is expensive, or with another factory", async () => {
    const { factory, funded } = await factoryOf()
    const { id } = await funded(5n)
    const options = { token: usdc.address, factory, ids: [id], from: treasury }
    const plan = (changed: Partial<typeof options>) => (rpc: Rpc.Rpc) =>
      OperatorTools.planSweep(rpc, { ...options, ...changed })
    await usdc.pause()
    assert.include(await refusal(plan({})), "The token is paused")
    await usdc.unpause()
    const other = { ...factory, initCodeHash: `0x${"11".repeat(32)}` as const }
    assert.include(await refusal(plan({ factory: other })), "DEPOSIT_INIT_CODE_HASH is not the one")
    const empty = Anvil.account(9)
    const initCodeHash = DepositFactory.initCodeHashOf(empty)
    const nothing = plan({ factory: { address: empty, initCodeHash } })
    assert.include(await refusal(nothing), "There is no contract")
    await node.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 500_000_000_000n })
    await node.mine()
    const before = await nonces(5)
    const dear = await refusal((rpc) =>
      Effect.gen(function* () {
        const sender = yield* OperatorTools.makeSender(rpc, {
          ...{ key: Redacted.make(key), chainId: 31337, feeGweiMax: 50 }
        })
        const planned = yield* OperatorTools.planSweep(rpc, options)
        const [group = { holdings: [], gas: 0n }] = planned.groups
        return yield* OperatorTools.sweep(sender, planned, group)
      })
    )
    assert.include(dear, "no more than 50 is allowed")
    assert.strictEqual(await nonces(5), before)
  })
})
