/** The program's port to Ethereum over real HTTP, with a test listener. */
import { setTimeout } from "node:timers/promises"
import { Effect, Fiber, Layer, Logger, ManagedRuntime, Metric } from "effect"
import { privateKeyToAddress } from "viem/accounts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as EthereumChain from "../../src/ethereum/EthereumChain.ts"
import * as WatcherMetrics from "../../src/ethereum/watcher/WatcherMetrics.ts"
import * as UndiciHttpClient from "../../src/outbound/UndiciHttpClient.ts"
import * as Anvil from "../support/anvil.ts"
import * as DepositBooks from "./depositBooks.ts"

const factory = {
  address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
  initCodeHash: `0x${"ab".repeat(32)}`
} as const

/** Milliseconds between checks of a condition, and the maximum wait for it. */
const pollMs = 5
const waitMsMax = 30_000

export const until = async (holds: () => boolean, what: () => unknown = () => holds) => {
  for (let waited = 0; waited < waitMsMax; waited += pollMs) {
    if (holds()) return
    await setTimeout(pollMs)
  }
  throw new Error(`It never came to be: ${JSON.stringify(what()) ?? what()}`)
}

export type Settings = Partial<EthereumChain.Options> & Pick<EthereumChain.Options, "urls" | "usdc">

const optionsOf = (settings: Settings): EthereumChain.Options => ({
  ...{ chainId: 31_337, rescueUrls: new Map(), factory, finality: "finalized", pollMs: 10 },
  ...settings
})

/** The port, which does not follow yet. */
export const open = async (settings: Settings) => {
  const runtime = ManagedRuntime.make(
    EthereumChain.layer(optionsOf(settings)).pipe(
      Layer.provideMerge(UndiciHttpClient.layer(settings.urls)),
      Layer.provideMerge(Logger.layer([]))
    )
  )
  const chain = await runtime.runPromise(Chain.Chain)
  return {
    chain,
    run: runtime.runPromise,
    fork: runtime.runFork,
    checks: () => runtime.runPromise(EthereumChain.checks(optionsOf(settings))),
    close: () => runtime.dispose()
  }
}

/** A watcher that starts at the books' cursor and runs until it is stopped. */
export const begin = async (settings: Settings, books: DepositBooks.Books) => {
  const { chain, close, fork, run } = await open(settings)
  const { deposits } = chain
  if (deposits._tag !== "Blocks") throw new Error("It has no blocks")
  let past = 0
  const listener: Chain.DepositListener = {
    ...books.listener(),
    onRead: (found) => {
      past = found.completeBefore
    }
  }
  const fiber = fork(
    Effect.flatMap(books.from(deposits.first), (from) => deposits.follow(from, listener))
  )
  await until(() => books.cursor() !== undefined)
  return {
    ...{ chain, fork, run },
    /** True if everything up to a time in milliseconds was reported. */
    isPast: (at: number) => past > at,
    /** Waits until finality is reported up to a block. */
    reached: (block: number) =>
      until(
        () => (chain.head()?.finalized ?? -1) >= block,
        () => [chain.head(), block]
      ),
    looked: (block: number) => until(() => (chain.head()?.latest ?? -1) >= block),
    stop: async () => {
      await Effect.runPromise(Fiber.interrupt(fiber))
      await close()
    }
  }
}

export type Following = Awaited<ReturnType<typeof begin>>

export const isStalled = (): boolean =>
  Effect.runSync(Metric.value(WatcherMetrics.stalled)).value === 1

/** An Ethereum node with USDC, unused addresses, and senders with USDC. */
export const stage = async (options: Anvil.Options = {}) => {
  const node = await Anvil.start(options)
  const usdc = await Anvil.deployUsdc(node)
  const sender = Anvil.account(3)
  await usdc.mint(sender, 1_000_000_000_000n)
  const owned = new Map<string, DepositBooks.Owned>()
  let addresses = 0
  /** Creates a payout's address. */
  const expect = (id: string, isActive = true): `0x${string}` => {
    addresses += 1
    const address = privateKeyToAddress(`0x${addresses.toString(16).padStart(64, "0")}`)
    owned.set(address.toLowerCase(), { id, isActive })
    return address
  }
  const tip = async (): Promise<number> => Number(await node.client.getBlockNumber())
  return { node, usdc, sender, owned, expect, tip, books: () => DepositBooks.make(owned) }
}

export type Stage = Awaited<ReturnType<typeof stage>>

/** A payout's final and seen amounts in the books. */
export const balanceOf = (books: DepositBooks.Books, id: string) => {
  const mine = [...books.kept.values()].filter((kept) => kept.id === id)
  const sum = (isFinal: boolean) =>
    mine
      .filter((kept) => kept.isFinal === isFinal)
      .reduce((total, { deposit }) => total + deposit.amount, 0)
  return { count: mine.length, final: sum(true), seen: sum(false) }
}
