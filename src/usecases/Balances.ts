/**
 * Reads balances from the chain and the providers, for a report that compares them with the books.
 * It only reads.
 */
import { Effect } from "effect"
import * as HeldFunds from "../domain/books/HeldFunds.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as Provider from "../engine/ports/Provider.ts"

/** USDC on chain beside the books, micro-USDC. */
interface OnChain extends Chain.Holdings {
  /** What arrived and did not go back, by the books. */
  readonly books: bigint
}

/** A wallet at a provider beside the books, minor units. */
interface Wallet {
  readonly provider: string
  readonly currency: string
  /** `undefined`: the provider does not report it. */
  readonly wallet: bigint | undefined
  /** What was paid out of it, as a fall: the books hold neither top-ups nor fees. */
  readonly books: bigint
}

const onChain = Effect.fnUntraced(function* (books: Reconciliation.Books) {
  const { holdings } = yield* Chain.Chain
  const addresses = Reconciliation.funded(books).map(({ depositAddress }) => depositAddress)
  const held = yield* holdings([...new Set(addresses)])
  if (held === undefined) return undefined
  const beside: OnChain = { ...held, books: HeldFunds.deposits(books) }
  return beside
})

const keyOf = (provider: string, currency: string): string => `${provider} ${currency}`

const wallets = Effect.fnUntraced(function* (books: Reconciliation.Books) {
  const provider = yield* Provider.Provider
  const said = yield* provider.wallets
  const known = new Map(
    said.flatMap(({ balances, provider: name }) =>
      [...(balances ?? [])].map(([currency, amount]) => [keyOf(name, currency), amount] as const)
    )
  )
  const paid = HeldFunds.paidOut(books)
  const keys = [...known.keys(), ...paid.keys()].filter((key) => !key.startsWith("sandbox "))
  return [...new Set(keys)].sort().map((key): Wallet => {
    const [name = "", currency = ""] = key.split(" ")
    return {
      ...{ provider: name, currency, wallet: known.get(key) },
      books: -(paid.get(key) ?? 0n)
    }
  })
})

/** What is held, and what of it cannot be. */
export const compare = Effect.fnUntraced(function* (books: Reconciliation.Books) {
  const chain = yield* onChain(books)
  return {
    held: { chain, wallets: yield* wallets(books) },
    differences: [
      ...HeldFunds.compareFloats(books),
      ...(chain === undefined ? [] : HeldFunds.compareChain(books, chain))
    ]
  }
})

export type Beside = Effect.Success<ReturnType<typeof compare>>["held"]
