/**
 * The port to a real chain: USDC on Ethereum or a chain like it, over JSON-RPC to nodes of the
 * operator's choice. The adapter has no key and sends nothing: it makes addresses, reads, and reports
 * deposits.
 */
import { Effect, Layer, Result } from "effect"
import { getAddress } from "viem"
import * as Limits from "../config/Limits.ts"
import * as KnownChain from "../domain/KnownChain.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as DepositAddress from "./contracts/DepositAddress.ts"
import * as ForeignChains from "./ForeignChains.ts"
import * as Holdings from "./Holdings.ts"
import * as Node from "./rpc/Node.ts"
import type * as Nodes from "./rpc/Nodes.ts"
import * as StartupChecks from "./StartupChecks.ts"
import * as TransferProof from "./TransferProof.ts"
import * as TreasuryAddress from "./TreasuryAddress.ts"
import type * as Finality from "./watcher/Finality.ts"
import * as Watcher from "./watcher/Watcher.ts"
import * as WatcherState from "./watcher/WatcherState.ts"

export interface Options {
  /**
   * JSON-RPC endpoints; with two or more, two must agree. An endpoint that is given twice counts
   * once.
   */
  readonly urls: ReadonlyArray<string>
  readonly chainId: number
  /** JSON-RPC endpoints of chains that deposits may be rescued from, by chain. */
  readonly rescueUrls: ReadonlyMap<number, ReadonlyArray<string>>
  readonly usdc: string
  readonly factory: DepositAddress.Factory
  readonly finality: Finality.Finality
  /** Pause between two reads, milliseconds. Default: `Limits.chain.pollMs`. */
  readonly pollMs?: number
}

const nodesOf = (
  remote: HttpClient.HttpClient["Service"],
  { chainId, urls, usdc }: Options
): Nodes.Nodes => Node.makeAll(remote, urls, { chainId, usdc: usdc.toLowerCase() })

/** keccak-256 of `isBlacklisted(address)`, first four bytes. */
const blacklistSelector = "0xfe575a87"
const wordDigits = 64

/** One response is enough, because USDC itself refuses transfers to a blacklisted address. */
const isBlacklisted = Effect.fnUntraced(function* (
  nodes: Nodes.Nodes,
  usdc: string,
  address: string
) {
  const argument = address.toLowerCase().replace(/^0x/, "").padStart(wordDigits, "0")
  const replies = yield* Effect.forEach(
    nodes,
    (node) => Effect.result(node.call(usdc, blacklistSelector + argument)),
    { concurrency: "unbounded" }
  )
  const words = replies.flatMap((reply) =>
    Result.isSuccess(reply) && reply.success !== "0x" ? [BigInt(reply.success)] : []
  )
  if (words.length > 0) return words.some((word) => word !== 0n)
  return yield* new Unavailable({ message: "No Ethereum node can be read right now." })
})

export const layer = (options: Options): Layer.Layer<Chain.Chain, never, HttpClient.HttpClient> =>
  Layer.effect(
    Chain.Chain,
    Effect.gen(function* () {
      const { chainId, factory, finality, pollMs = Limits.chain.pollMs, rescueUrls } = options
      const http = yield* HttpClient.HttpClient
      const nodes = nodesOf(http, options)
      const usdc = options.usdc.toLowerCase()
      const watcher = WatcherState.make(nodes, { chainId, usdc, finality, pollMs })
      const treasury = yield* TreasuryAddress.make(nodes, factory.address)
      return Chain.Chain.of({
        chainId,
        token: { chainId, chain: KnownChain.nameOf(chainId), address: getAddress(options.usdc) },
        depositAddress: yield* DepositAddress.make(factory),
        deposits: {
          _tag: "Blocks",
          first: Watcher.first(watcher),
          follow: (from, listener) => Watcher.follow(watcher, from, listener)
        },
        head: () => WatcherState.headOf(watcher),
        condition: () => WatcherState.conditionOf(watcher),
        prove: (txHash, to, amount, since) =>
          TransferProof.find(
            nodes,
            { txHash, to, amount: BigInt(amount), since, treasury },
            finality
          ),
        foreign: ForeignChains.make(http, {
          ...{ own: { chainId, finality }, treasury },
          urls: new Map([...rescueUrls, [chainId, options.urls]])
        }),
        holdings: (addresses) =>
          treasury.pipe(
            Effect.flatMap((treasuryAddress) =>
              Holdings.read(nodes, { token: usdc, treasury: treasuryAddress, finality }, addresses)
            ),
            Effect.map(Holdings.summed)
          ),
        isOwn: (address) =>
          address === usdc || address === factory.address.toLowerCase()
            ? Effect.succeed(true)
            : Effect.map(treasury, (treasuryAddress) => address === treasuryAddress),
        isBlacklisted: (address) => isBlacklisted(nodes, usdc, address)
      })
    })
  )

/** The faults that prevent following the chain, in words for the operator. */
export const checks = Effect.fnUntraced(function* (
  options: Options
): Effect.fn.Return<StartupChecks.Findings, never, HttpClient.HttpClient> {
  const addressOf = yield* DepositAddress.make(options.factory)
  const sample = { salt: `0x${"00".repeat(DepositAddress.saltBytes)}`, address: addressOf("") }
  const nodes = nodesOf(yield* HttpClient.HttpClient, options)
  const { problems, warnings } = yield* StartupChecks.run(nodes, {
    ...options,
    usdc: options.usdc.toLowerCase(),
    factory: options.factory.address,
    sample
  })
  const isDuplicate = nodes.length < options.urls.length
  const duplicates = isDuplicate ? ["an endpoint is named twice: it counts once"] : []
  return { problems, warnings: [...duplicates, ...warnings] }
})
