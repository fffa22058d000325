/** Compares the log with chain and providers, for the report of differences. */
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as BalanceCheck from "../domain/books/BalanceCheck.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as Reconcile from "../usecases/Reconcile.ts"
import * as Adapters from "./Adapters.ts"
import * as LogTools from "./LogTools.ts"

/** Nodes of other chains, by chain. They replace those of the settings. */
type NodesByChain = ReadonlyMap<number, ReadonlyArray<string>>

/** The settings with nodes of other chains; `undefined` if the settings simulate the chain. */
export const withNodes = (settings: Settings, nodes: NodesByChain): Settings | undefined => {
  const { chain } = settings.adapters
  if (chain === undefined) return undefined
  const rescueUrls = new Map([...chain.rescueUrls, ...nodes])
  return { ...settings, adapters: { ...settings.adapters, chain: { ...chain, rescueUrls } } }
}

/** Compares the whole log with chain and providers, as these settings name them. */
export const reconcile = Effect.fnUntraced(
  function* (settings: Settings) {
    const books = Reconciliation.open()
    // Providers report phone numbers, so entries are read with their personal data.
    yield* LogTools.readOpened(settings, (entries, partition) =>
      Effect.sync(() => {
        for (const entry of entries) Reconcile.record(books, entry, partition)
      })
    )
    const report = yield* Reconcile.run(books)
    return { ...report, balances: books.balances, assets: BalanceCheck.foreignAssets(books) }
  },
  (reconciling, settings) => Effect.provide(reconciling, Adapters.layer(settings))
)
