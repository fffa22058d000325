/** Compares the log with chain and providers, for the report of differences. */
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as Entry from "../engine/ports/Entry.ts"
import * as Reconcile from "../usecases/Reconcile.ts"
import * as Adapters from "./Adapters.ts"
import * as LogTools from "./LogTools.ts"

/** Compares the whole log with chain and providers, as these settings name them. */
export const reconcile = Effect.fnUntraced(
  function* (settings: Settings) {
    const books = Reconciliation.open()
    yield* LogTools.read(settings, (rows, partition) =>
      Effect.forEach(
        rows,
        ({ body }) =>
          Effect.map(Effect.orDie(Effect.fromResult(Entry.decode(body))), (entry) =>
            Reconcile.record(books, entry, partition)
          ),
        { discard: true }
      )
    )
    const report = yield* Reconcile.run(books)
    return { ...report, balances: books.balances }
  },
  (reconciling, settings) => Effect.provide(reconciling, Adapters.layer(settings))
)
