/**
 * Reads balances from the chain and the providers, for a report that compares them with the books.
 * Nothing is written.
 */
import { Effect } from "effect"
import * as BalanceCheck from "../domain/books/BalanceCheck.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as Provider from "../engine/ports/Provider.ts"

/** USDC on chain and in the books, micro-USDC. */
interface ChainBalance extends Chain.Holdings {
  /** Deposits minus refunds, according to the books. */
  readonly books: bigint
}

/** A provider's wallet and its payouts in the books, minor units. */
interface Wallet {
  readonly provider: string
  readonly currency: string
  /** The balance that the provider reports; `undefined` if it reports none. */
  readonly wallet: bigint | undefined
  /** The sum paid out of the wallet, negative. Top-ups and fees are not in the books. */
  readonly books: bigint
}

const readChain = Effect.fnUntraced(function* (books: Reconciliation.Books) {
  const { holdings } = yield* Chain.Chain
  const addresses = Reconciliation.funded(books).map(({ depositAddress }) => depositAddress)
  const onChain = yield* holdings([...new Set(addresses)])
  if (onChain === undefined) return undefined
  const balance: ChainBalance = { ...onChain, books: BalanceCheck.deposits(books) }
  return balance
})

const keyOf = (provider: string, currency: string): string => `${provider} ${currency}`

const readWallets = Effect.fnUntraced(function* (books: Reconciliation.Books) {
  const provider = yield* Provider.Provider
  const reports = yield* provider.wallets
  const balances = new Map(
    reports.flatMap(({ balances, provider: name }) =>
      [...(balances ?? [])].map(([currency, amount]) => [keyOf(name, currency), amount] as const)
    )
  )
  const paid = BalanceCheck.paidOut(books)
  const keys = [...balances.keys(), ...paid.keys()].filter((key) => !key.startsWith("sandbox "))
  return [...new Set(keys)].sort().map((key): Wallet => {
    const [name = "", currency = ""] = key.split(" ")
    return {
      ...{ provider: name, currency, wallet: balances.get(key) },
      books: -(paid.get(key) ?? 0n)
    }
  })
})

/** The balances, and their differences from the books. */
export const compare = Effect.fnUntraced(function* (books: Reconciliation.Books) {
  const chain = yield* readChain(books)
  return {
    held: { chain, wallets: yield* readWallets(books) },
    differences: [
      ...BalanceCheck.compareFloats(books),
      ...(chain === undefined ? [] : BalanceCheck.compareChain(books, chain))
    ]
  }
})

export type HeldBalances = Effect.Success<ReturnType<typeof compare>>["held"]
