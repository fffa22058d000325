/** An account's own quotes, payouts and batches. Those of another account do not exist for it. */
import { Effect } from "effect"
import type * as Batch from "../domain/batch/Batch.ts"
import type * as NewPayout from "../domain/payout/NewPayout.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Quote from "../domain/quote/Quote.ts"
import type * as Engine from "../engine/Engine.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"

export const quote = (
  engine: Engine.Engine["Service"],
  accountId: string,
  quoteId: string
): Effect.Effect<Quote.Quote, NewPayout.QuoteNotFound | Unavailable> =>
  Effect.flatMap(engine.quote(quoteId), (quote) =>
    quote === undefined || quote.accountId !== accountId
      ? Effect.fail({ _tag: "QuoteNotFound", quoteId })
      : Effect.succeed(quote)
  )

export const payout = (
  engine: Engine.Engine["Service"],
  accountId: string,
  id: string
): Effect.Effect<Payout.Payout, Engine.PayoutNotFound | Unavailable> =>
  Effect.flatMap(engine.payout(id), (payout) =>
    payout === undefined || payout.accountId !== accountId
      ? Effect.fail({ _tag: "PayoutNotFound", id })
      : Effect.succeed(payout)
  )

export const batch = (
  engine: Engine.Engine["Service"],
  accountId: string,
  id: string
): Effect.Effect<Batch.Batch, Engine.BatchNotFound | Unavailable> =>
  Effect.flatMap(engine.batch(id), (batch) =>
    batch === undefined || batch.accountId !== accountId
      ? Effect.fail({ _tag: "BatchNotFound", id })
      : Effect.succeed(batch)
  )

/** A batch of the other kind does not exist for it either. */
export const batchOfKind = Effect.fnUntraced(function* (
  engine: Engine.Engine["Service"],
  accountId: string,
  id: string,
  kind: Batch.Kind
) {
  const found = yield* batch(engine, accountId, id)
  if (found.kind === kind) return found
  return yield* Effect.fail<Engine.BatchNotFound>({ _tag: "BatchNotFound", id })
})
