/** Reads the log of the service's own database for runs of the reconciliation. */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as Chain from "../engine/ports/Chain.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import type * as PersonKeys from "../postgres/sealing/PersonKeys.ts"
import * as LoggedBooks from "../usecases/LoggedBooks.ts"
import * as Reconcile from "../usecases/Reconcile.ts"
import * as Adapters from "./Adapters.ts"
import * as LogTools from "./LogTools.ts"

const { pageEntries, pagePauseMs } = Limits.reconcile

/** Adds pages of entries to the books, with a pause after each. */
const readInto = (settings: Settings, books: Reconciliation.Books) =>
  LogTools.readHere(
    settings,
    (entries, partition) =>
      Effect.suspend(() => {
        for (const entry of entries) Reconcile.record(books, entry, partition)
        return Effect.sleep(pagePauseMs)
      }).pipe(Effect.andThen(Effect.suspend(() => LoggedBooks.checkSize(books)))),
    pageEntries
  )

export const layer = (settings: Settings) =>
  Layer.effect(
    LoggedBooks.LoggedBooks,
    Effect.gen(function* () {
      const context = yield* Effect.context<PgClient | PersonKeys.PersonKeys>()
      const shared = yield* Chain.Chain
      const separate = Layer.build(Adapters.separateChain(settings)).pipe(
        Effect.map(Context.get(Chain.Chain)),
        Effect.mapError(({ message }) => new Unavailable({ message }))
      )
      return LoggedBooks.LoggedBooks.of({
        read: ({ named, since }) =>
          Effect.suspend(() => {
            const books = Reconciliation.open(since, named)
            return Effect.as(readInto(settings, books), books)
          }).pipe(
            Effect.mapError(({ message }) => new Unavailable({ message })),
            Effect.provideContext(context)
          ),
        // A simulated chain has no state, so its one instance serves everyone.
        chain: settings.adapters.chain === undefined ? Effect.succeed(shared) : separate
      })
    })
  )
