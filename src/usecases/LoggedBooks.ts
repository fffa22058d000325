/** The whole log and a separate reader of the chain, for runs of the reconciliation. */
import { Context, type Effect, type Scope } from "effect"
import type * as Reconciliation from "../domain/books/Reconciliation.ts"
import type * as Chain from "../engine/ports/Chain.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"

export class LoggedBooks extends Context.Service<
  LoggedBooks,
  {
    /**
     * Reads the books from the first entry of each partition on. Deposits, refunds and transfers
     * before `since` (milliseconds) are not compared.
     */
    readonly read: (since: number) => Effect.Effect<Reconciliation.Books, Unavailable>
    /** A reader of the chain, because two followers cannot share the state of one. */
    readonly chain: Effect.Effect<Chain.Chain["Service"], Unavailable, Scope.Scope>
  }
>()("payouts/usecases/LoggedBooks") {}
