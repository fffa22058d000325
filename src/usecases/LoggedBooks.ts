/** The whole log and a separate reader of the chain, for runs of the reconciliation. */
import { Context, Effect, type Scope } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Reconciliation from "../domain/books/Reconciliation.ts"
import type * as Chain from "../engine/ports/Chain.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"

export class LoggedBooks extends Context.Service<
  LoggedBooks,
  {
    /**
     * Reads the books from the first entry of each partition on. Payouts, batches and withdrawals
     * that ended before the window have left them.
     */
    readonly read: (
      window: Reconciliation.Window
    ) => Effect.Effect<Reconciliation.Books, Unavailable>
    /** A reader of the chain, because two followers cannot share the state of one. */
    readonly chain: Effect.Effect<Chain.Chain["Service"], Unavailable, Scope.Scope>
  }
>()("payouts/usecases/LoggedBooks") {}

const { endedMax, endedRefundsMax, payoutsMax } = Limits.reconcile

const tooLarge = (what: string) =>
  new Unavailable({
    message:
      `The log has more than ${what}, which is more than a run in the service keeps in memory. ` +
      "Run `payout-service report reconcile` on another machine."
  })

/** Fails if books keep more than the memory of the service allows (L10). */
export const checkSize = ({
  batches,
  ended,
  payouts,
  withdrawals
}: Reconciliation.Books): Effect.Effect<void, Unavailable> => {
  if (payouts.size + batches.size + withdrawals.size > payoutsMax) {
    const what = "payouts, batches and withdrawals that are open or of the compared days"
    return Effect.fail(tooLarge(`${payoutsMax} ${what}`))
  }
  if (ended.subjects.size() > endedMax) {
    return Effect.fail(tooLarge(`${endedMax} ended payouts and batches`))
  }
  return ended.refundOwners.size > endedRefundsMax
    ? Effect.fail(tooLarge(`${endedRefundsMax} refunds of ended payouts`))
    : Effect.void
}
