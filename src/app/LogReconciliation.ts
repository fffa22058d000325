/** Compares the log with chain and providers, for the report of differences. */
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as Reconcile from "../usecases/Reconcile.ts"
import * as Adapters from "./Adapters.ts"
import * as LogTools from "./LogTools.ts"

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
    return { ...report, balances: books.balances }
  },
  (reconciling, settings) => Effect.provide(reconciling, Adapters.layer(settings))
)
