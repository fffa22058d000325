/**
 * Reads balances from the chain and the providers, for a report that compares them with the books.
 * Nothing is written.
 */
import { Effect } from "effect"
import * as BalanceCheck from "../domain/books/BalanceCheck.ts"
import * as BookedFloats from "../domain/books/BookedFloats.ts"
import * as DepositCheck from "../domain/books/DepositCheck.ts"
import * as FloatCheck from "../domain/books/FloatCheck.ts"
import type * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as KnownChain from "../domain/KnownChain.ts"
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as Provider from "../engine/ports/Provider.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"

/** USDC on chain and in the books, micro-USDC. */
interface ChainBalance extends Chain.Holdings {
  /** Deposits minus refunds, according to the books. */
  readonly books: bigint
}

/** A provider's wallet and its float in the books, minor units. */
interface Wallet {
  readonly provider: string
  readonly currency: string
  /** The balance that the provider reports; `undefined` if it reports none. */
  readonly wallet: bigint | undefined
  /** The sum of operators' bookings, less the sum that payouts paid out. */
  readonly books: bigint
}

const readChain = Effect.fnUntraced(function* (books: Reconciliation.Books) {
  const { holdings } = yield* Chain.Chain
  const addresses = new Set<string>()
  for (const { depositAddress } of DepositCheck.addressed(books)) addresses.add(depositAddress)
  const onChain = yield* holdings([...addresses])
  if (onChain === undefined) return undefined
  const balance: ChainBalance = { ...onChain, books: BalanceCheck.deposits(books) }
  return balance
})

/** A foreign asset on its chain and in the books, in its smallest units. */
interface ForeignBalance extends Chain.Holdings, BalanceCheck.Asset {
  readonly books: bigint
}

/** USDC of Circle has the same number of decimals on every chain. */
const usdcDecimals = 6

/** The foreign assets to compare: those in the books, and USDC of each chain with nodes. */
const assetsOf = (
  books: Reconciliation.Books,
  { chainId: own, foreign }: Chain.Chain["Service"]
): ReadonlyArray<BalanceCheck.Asset> => {
  const assets = new Map(BalanceCheck.foreignAssets(books))
  for (const chainId of foreign.chainIds) {
    const token = KnownChain.find(chainId)?.usdc?.toLowerCase()
    if (chainId === own || token === undefined) continue
    assets.set(ForeignDeposit.idOf({ chainId, token }), { chainId, token, decimals: usdcDecimals })
  }
  return [...assets.values()].filter(({ chainId }) => foreign.chainIds.has(chainId))
}

/**
 * The other chains that are not compared, because there are no nodes of them: those in the books,
 * and those that the service knows. The same deposit addresses exist on them all.
 */
const uncomparedChains = (
  books: Reconciliation.Books,
  { chainId: own, foreign }: Chain.Chain["Service"]
): ReadonlyArray<number> => {
  const kind = KnownChain.find(own)?.kind
  const chainIds = [
    ...[...BalanceCheck.foreignAssets(books).values()].map(({ chainId }) => chainId),
    ...KnownChain.all.filter((chain) => chain.kind === kind).map(({ id }) => id)
  ]
  const others = chainIds.filter((id) => id !== own && !foreign.chainIds.has(id))
  return [...new Set(others)].sort((left, right) => left - right)
}

/** Balances of one foreign asset, and their differences from the books. */
const compareForeign = Effect.fnUntraced(function* (
  books: Reconciliation.Books,
  asset: BalanceCheck.Asset
) {
  const { foreign } = yield* Chain.Chain
  const subjects = [...DepositCheck.addressed(books)]
  const onChain = yield* foreign.holdings(
    asset,
    subjects.map(({ depositAddress }) => depositAddress)
  )
  if (onChain === undefined) return { balances: [], differences: [] }
  const { balances, ...holdings } = onChain
  const atAddresses = new Map(subjects.map(({ id }, index) => [id, balances[index] ?? 0n]))
  const balance: ForeignBalance = {
    ...{ ...asset, ...holdings },
    atAddresses: balances.reduce((total, amount) => total + amount, 0n),
    books: BalanceCheck.deposits(books, ForeignDeposit.idOf(asset))
  }
  return {
    balances: [balance],
    differences: BalanceCheck.compareForeign(books, asset, { ...holdings, atAddresses })
  }
})

/** The balances that providers report now, by provider and currency, and the silent providers. */
export const readReported = Effect.gen(function* () {
  const provider = yield* Provider.Provider
  const reports = yield* provider.wallets
  const balances = new Map(
    reports.flatMap(({ balances, provider: name }) =>
      [...(balances ?? [])].map(
        ([currency, amount]) => [BookedFloats.keyOf(name, currency), amount] as const
      )
    )
  )
  const silent = reports.flatMap(({ balances, provider: name }) =>
    balances === undefined ? [name] : []
  )
  return { balances, silent }
})

type Reported = Effect.Success<typeof readReported>["balances"]

const readWallets = Effect.fnUntraced(function* (books: Reconciliation.Books, before: Reported) {
  const { balances, silent } = yield* readReported
  const floats = FloatCheck.floatsOf(books)
  // Bookings without a provider belong to no wallet.
  const keys = [...balances.keys(), ...floats.keys()].filter((key) => !/^(sandbox)? /.test(key))
  const wallets = [...new Set(keys)].sort().map((key): Wallet => {
    const [name = "", currency = ""] = key.split(" ")
    return {
      ...{ provider: name, currency, wallet: balances.get(key) },
      books: floats.get(key) ?? 0n
    }
  })
  const readTwice = [...balances].flatMap(([key, after]) => {
    const earlier = before.get(key)
    return earlier === undefined ? [] : [[key, { before: earlier, after }] as const]
  })
  return { wallets, silent, compared: FloatCheck.compareReported(books, new Map(readTwice)) }
})

interface HeldBalances {
  /** `undefined` if the chain is simulated. */
  readonly chain?: ChainBalance
  readonly foreign?: ReadonlyArray<ForeignBalance>
  readonly wallets: ReadonlyArray<Wallet>
}

/** The balances that were read, and their differences from the books. */
export interface Comparison {
  readonly held: HeldBalances
  /** Ids of chains whose balances were not read, because there are no nodes of them. */
  readonly notCompared: ReadonlyArray<number>
  readonly differences: ReadonlyArray<Reconciliation.Difference>
}

/**
 * Wallets at providers, the providers that report none now, their differences from the books, and
 * floats in the ledger that differ from their bookings and payouts. `before`: the wallets before
 * the log was read. Without them no wallet is compared, because payouts go on.
 */
export const compareProviders = (books: Reconciliation.Books, before: Reported = new Map()) =>
  Effect.map(readWallets(books, before), (read) => ({
    ...read,
    differences: FloatCheck.compareLedger(books)
  }))

/** Balances on the chains, and their differences from the books; none if the chain is simulated. */
export const compareChains = Effect.fnUntraced(function* (
  books: Reconciliation.Books
): Effect.fn.Return<
  Omit<Comparison, "held"> & { readonly held: Omit<HeldBalances, "wallets"> },
  Unavailable,
  Chain.Chain
> {
  const port = yield* Chain.Chain
  const chain = yield* readChain(books)
  if (chain === undefined) return { held: {}, notCompared: [], differences: [] }
  const foreign = yield* Effect.forEach(assetsOf(books, port), (asset) =>
    compareForeign(books, asset)
  )
  return {
    held: { chain, foreign: foreign.flatMap(({ balances }) => balances) },
    notCompared: uncomparedChains(books, port),
    differences: [
      ...BalanceCheck.compareChain(books, chain),
      ...foreign.flatMap(({ differences }) => differences)
    ]
  }
})

/** The balances, and their differences from the books. A simulated chain has no balances. */
export const compare = Effect.fnUntraced(function* (
  books: Reconciliation.Books
): Effect.fn.Return<Comparison, Unavailable, Chain.Chain | Provider.Provider> {
  const { differences, held, notCompared } = yield* compareChains(books)
  const providers = yield* compareProviders(books)
  return {
    held: { ...held, wallets: providers.wallets },
    notCompared,
    differences: [...providers.differences, ...differences]
  }
})
