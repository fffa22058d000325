/** Finds an account's own quotes, payouts, batches and events. Others' are reported as missing. */
import { Effect } from "effect"
import type * as Batch from "../domain/batch/Batch.ts"
import type * as NewPayout from "../domain/payout/NewPayout.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Quote from "../domain/quote/Quote.ts"
import type * as WebhookEvent from "../domain/webhook/WebhookEvent.ts"
import type * as Engine from "../engine/Engine.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"

const requireOwn = <A extends { readonly accountId: string }, Missing>(
  read: Effect.Effect<A | undefined, Unavailable>,
  accountId: string,
  missing: Missing
): Effect.Effect<A, Missing | Unavailable> =>
  Effect.flatMapEager(read, (item) =>
    item?.accountId === accountId ? Effect.succeed(item) : Effect.fail(missing)
  )

export const quote = (engine: Engine.Engine["Service"], accountId: string, quoteId: string) =>
  requireOwn<Quote.Quote, NewPayout.QuoteNotFound>(engine.quote(quoteId), accountId, {
    _tag: "QuoteNotFound",
    quoteId
  })

export const payout = (engine: Engine.Engine["Service"], accountId: string, id: string) =>
  requireOwn<Payout.Payout, Engine.PayoutNotFound>(engine.payout(id), accountId, {
    _tag: "PayoutNotFound",
    id
  })

export const batch = (engine: Engine.Engine["Service"], accountId: string, id: string) =>
  requireOwn<Batch.Batch, Engine.BatchNotFound>(engine.batch(id), accountId, {
    _tag: "BatchNotFound",
    id
  })

/** Finds an account's batch. A batch of the other kind is reported as missing. */
export const batchOfKind = Effect.fnUntraced(function* (
  engine: Engine.Engine["Service"],
  accountId: string,
  id: string,
  kind: Batch.Kind
) {
  const ownBatch = yield* batch(engine, accountId, id)
  if (ownBatch.kind === kind) return ownBatch
  return yield* Effect.fail<Engine.BatchNotFound>({ _tag: "BatchNotFound", id })
})

export interface EventNotFound {
  readonly _tag: "EventNotFound"
  readonly id: string
}

export const event = (engine: Engine.Engine["Service"], accountId: string, id: string) =>
  requireOwn<WebhookEvent.WebhookEvent, EventNotFound>(engine.lists.event(id), accountId, {
    _tag: "EventNotFound",
    id
  })
