/**
 * Foreign deposits, and refunds of them: on other chains, and in other tokens of the service's own
 * chain. The service's own nodes of that chain prove each of them, so that a report cannot invent
 * money. The factory, and so the treasury, is the same on every chain.
 */
import { Effect } from "effect"
import type * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"
import type * as Chain from "../engine/ports/Chain.ts"
import type * as HttpClient from "../engine/ports/HttpClient.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Holdings from "./Holdings.ts"
import * as Node from "./rpc/Node.ts"
import * as Nodes from "./rpc/Nodes.ts"
import type * as RpcSchemas from "./rpc/RpcSchemas.ts"
import * as TransferProof from "./TransferProof.ts"
import * as Finality from "./watcher/Finality.ts"
import * as Headers from "./watcher/Headers.ts"

export interface Options {
  /** JSON-RPC endpoints by chain, the service's own included. */
  readonly urls: ReadonlyMap<number, ReadonlyArray<string>>
  /** The rule of the service's own chain. Other chains use their tag `finalized`. */
  readonly own: { readonly chainId: number; readonly finality: Finality.Finality }
  readonly treasury: Effect.Effect<string, Unavailable>
}

/** keccak-256 of `decimals()`, first four bytes. */
const decimalsSelector = "0x313ce567"
const decimalsMax = 77

const cannotRead = (detail: string) =>
  new Unavailable({ message: "The nodes of that chain cannot be read right now.", detail })

/** A transaction's transfers to an address, as one node shows them. */
interface NodeView {
  readonly receipt: RpcSchemas.Receipt
  readonly isFinal: boolean
  readonly transfers: ReadonlyArray<RpcSchemas.Transfer>
}

const viewFrom = Effect.fnUntraced(function* (
  node: Node.Node,
  txHash: string,
  to: string,
  finality: Finality.Finality
): Effect.fn.Return<NodeView | undefined, Node.NodeFailed> {
  const receipt = yield* node.receipt(txHash)
  if (receipt === undefined) return undefined
  const { blockHash, blockNumber } = receipt
  const { hash } = yield* Headers.at(node, blockNumber)
  const isFinal = hash === blockHash && blockNumber <= (yield* Finality.numberOf(node, finality))
  return { receipt, isFinal, transfers: receipt.transfers.filter((one) => one.to === to) }
})

/** Everything that nodes must agree on. */
const keyOf = ({ receipt, transfers }: NodeView): string =>
  [
    receipt.blockHash,
    ...transfers.map(({ from, logIndex, value }) => `${logIndex} ${from} ${value}`)
  ].join()

const decimalsOf = Effect.fnUntraced(function* (nodes: Nodes.Nodes, token: string) {
  const word = yield* Nodes.agree(
    nodes,
    (node) => node.call(token, decimalsSelector),
    (answer) => answer
  )
  const decimals = word === "0x" ? Number.NaN : Number(BigInt(word))
  return decimals >= 0 && decimals <= decimalsMax
    ? decimals
    : yield* cannotRead("the token reports no decimals")
})

/** Nodes that read this token, and the finality of their chain. */
const readerOf = (
  http: HttpClient.HttpClient["Service"],
  { own, urls }: Options,
  { chainId, token }: ForeignDeposit.AssetName
) => ({
  nodes: Node.makeAll(http, urls.get(chainId) ?? [], { chainId, usdc: token }),
  finality: chainId === own.chainId ? own.finality : ("finalized" as const)
})

const depositsOf = Effect.fnUntraced(
  function* (
    { finality, nodes }: ReturnType<typeof readerOf>,
    { chainId, token }: ForeignDeposit.AssetName,
    txHash: string,
    to: string
  ): Effect.fn.Return<Chain.ForeignProof, Unavailable | Nodes.Undecided> {
    const views = yield* Nodes.gather(nodes, (node) => viewFrom(node, txHash, to, finality))
    const known = views.filter((view) => view !== undefined)
    const finals = known.filter(({ isFinal }) => isFinal)
    const agreed = finals.find(
      (view) => finals.filter((other) => keyOf(other) === keyOf(view)).length >= Nodes.needed(nodes)
    )
    if (agreed === undefined) return { _tag: known.length > 0 ? "Pending" : "Absent" }
    const { receipt, transfers } = agreed
    if (!receipt.isSuccess || transfers.length === 0) return { _tag: "Final", deposits: [] }
    const decimals = yield* decimalsOf(nodes, token)
    return {
      _tag: "Final",
      deposits: transfers.map(({ blockNumber, from, logIndex, value }) => ({
        ...{ chainId, token, decimals, units: String(value) },
        ...{ txHash, logIndex, blockNumber, from }
      }))
    }
  },
  Effect.catchTag("Undecided", ({ message }) => Effect.fail(cannotRead(message)))
)

export const make = (
  http: HttpClient.HttpClient["Service"],
  options: Options
): Chain.ForeignChains => ({
  chainIds: new Set(options.urls.keys()),
  deposits: (asset, txHash, to) =>
    depositsOf(readerOf(http, options, asset), asset, txHash.toLowerCase(), to.toLowerCase()),
  prove: (asset, txHash, to, since) => {
    const { finality, nodes } = readerOf(http, options, asset)
    const { treasury } = options
    const amount = BigInt(asset.units)
    return nodes.length === 0
      ? Effect.fail(cannotRead(`no node of chain ${asset.chainId} is configured`))
      : TransferProof.find(nodes, { txHash, to, amount, since, treasury }, finality)
  },
  holdings: (asset, addresses) =>
    Effect.flatMap(options.treasury, (treasury) => {
      const { finality, nodes } = readerOf(http, options, asset)
      return Holdings.read(nodes, { token: asset.token, treasury, finality }, addresses)
    })
})
