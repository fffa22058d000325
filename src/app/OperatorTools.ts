/**
 * The adapters for the operator's commands: the chain's contracts and the sanctions lists. The
 * service uses none of them, and has no key.
 */
import { Effect } from "effect"
import { type Address, erc20Abi } from "viem"
import * as Settings from "../config/Settings.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import * as DepositAddress from "../ethereum/contracts/DepositAddress.ts"
import * as DepositFactory from "../ethereum/contracts/DepositFactory.ts"
import * as Deploy from "../ethereum/treasury/Deploy.ts"
import * as Rpc from "../ethereum/treasury/Rpc.ts"
import * as Sweep from "../ethereum/treasury/Sweep.ts"
import * as TransactionSender from "../ethereum/treasury/TransactionSender.ts"
import * as TransferSearch from "../ethereum/treasury/TransferSearch.ts"
import * as UndiciHttpClient from "../outbound/UndiciHttpClient.ts"
import * as ListRefresh from "../screening/ListRefresh.ts"

/** The settings of the chain, before there is a deposit factory too. */
export const chainSettings = (environment: Readonly<Record<string, string | undefined>>) =>
  Effect.mapError(Settings.readChain(environment), ({ message }) => Rpc.failed(message))

export interface Nodes {
  readonly urls: ReadonlyArray<string>
  readonly chainId: number
}

/** Uses these Ethereum nodes, once all of them are on the right chain. */
export const withNodes = Effect.fnUntraced(
  function* <A, E, R>({ chainId, urls }: Nodes, use: (rpc: Rpc.Rpc) => Effect.Effect<A, E, R>) {
    const rpc = yield* Rpc.make(urls)
    yield* rpc.assertChain(chainId)
    return yield* use(rpc)
  },
  (using, { urls }) => Effect.provide(using, UndiciHttpClient.layer(urls))
)

/** The chain that a node is on. */
export const chainIdOf = (urls: ReadonlyArray<string>) =>
  Rpc.make(urls).pipe(
    Effect.flatMap((rpc) => rpc.quantity("eth_chainId")),
    Effect.map(Number),
    Effect.provide(UndiciHttpClient.layer(urls))
  )

export const makeSender = TransactionSender.make
export const planDeployment = Deploy.plan
export const deploy = Deploy.run
export const planFactory = Deploy.planFor
export const treasuryOf = Deploy.treasuryOf

/** The address of a treasury's factory, on every chain. */
export const factoryOf = DepositFactory.addressFor

export const planSweep = Sweep.plan
export const sweep = Sweep.run
export const findTransfers = TransferSearch.find

/** The deposit address of an id, from the settings of the factory. */
export const depositAddress = DepositAddress.make

export const tokenDecimals = (rpc: Rpc.Rpc, token: Address) =>
  Effect.map(rpc.read(token, erc20Abi, "decimals"), Number)

/** A download may be redirected to another host, so each request has its own connections. */
const sendAnywhere: ListRefresh.Send = (request) =>
  Effect.flatMap(HttpClient.HttpClient, ({ send }) => send(request)).pipe(
    Effect.provide(UndiciHttpClient.layer([request.url]))
  )

/** Replaces the sanctions list in a folder with the one that a server publishes. */
export const refreshLists = (options: {
  readonly dir: string
  readonly from: string
  readonly isForced: boolean
}) => ListRefresh.run(sendAnywhere, options)

/** The server where OFAC publishes its lists. */
export const listPublisher = ListRefresh.publisher

export type { Fate, Plan as SweepPlan } from "../ethereum/treasury/Sweep.ts"
export type { Fees } from "../ethereum/treasury/TransactionSender.ts"
