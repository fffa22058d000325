/**
 * How rows become a batch: claimed, looked up, then decided. Rows that are an earlier batch's within
 * a day are answered as that batch. Which rows there were is asked once nobody else of the account
 * can add any.
 */
import { Effect, type Result } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as NewBatch from "../../domain/batch/NewBatch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as Engine from "../Engine.ts"
import { quoteClaim } from "../QuoteExpiry.ts"
import * as State from "../state/State.ts"
import type * as Request from "./Request.ts"

/** What the ids of batches begin with. */
export const prefixes = { batch: "bt", bulk: "bk" } as const

export interface Rows<R> {
  readonly accountId: string
  readonly kind: Batch.Kind
  readonly rows: ReadonlyArray<R>
  /** Nothing is wrong with any of them: only then may they be an earlier batch's. */
  readonly isWhole: boolean
  readonly isSame: (row: R, payout: Payout.Payout) => boolean
}

export type QuoteOf = (id: string) => Quote.Quote | undefined

/** What becomes of rows. */
export interface Outcome<A, E> {
  /** These very rows were accepted: the result of that time. */
  readonly repeated: (batch: Batch.Batch, earlier: NewBatch.EarlierRows) => A
  readonly decide: (
    earlier: NewBatch.EarlierRows,
    quoteOf: QuoteOf
  ) => Result.Result<Request.Decision<A>, E>
}

type Service = Pick<Engine.Engine["Service"], "batch" | "claimedQuote" | "lists" | "execute">

/** One account's batches are accepted one after the other: a row's key acts once. */
const batchClaim = (accountId: string): string => `batches ${accountId}`

const knownOf = (payouts: ReadonlyArray<Payout.Payout>, kind: Batch.Kind): NewBatch.EarlierRows =>
  new Map(
    payouts
      .filter(({ batchId }) => batchId?.startsWith(prefixes[kind]) === true)
      .map((payout) => [payout.idempotencyKey ?? "", payout])
  )

const quoteIdsOf = (rows: ReadonlyArray<NewBatch.Row | NewBatch.BulkRow>) =>
  [...new Set(rows.flatMap((row) => ("quoteId" in row ? row.quoteId : [])))].sort()

export const submit = <R extends NewBatch.Row | NewBatch.BulkRow, A, E>(
  engine: Service,
  request: Request.Request<A>,
  { accountId, isSame, isWhole, kind, rows }: Rows<R>,
  { decide, repeated }: Outcome<A, E>
) => {
  const keys = rows.map(({ idempotencyKey }) => idempotencyKey)
  const quoteIds = quoteIdsOf(rows)
  const work = Effect.gen(function* () {
    const since = request.at - State.replyMsMax
    const earlier = knownOf(yield* engine.lists.rowsByKey(accountId, keys, since), kind)
    const batchId = isWhole ? NewBatch.same(rows, earlier, isSame) : undefined
    const batch = batchId === undefined ? undefined : yield* engine.batch(batchId)
    if (batch?.total === rows.length) return { events: [], result: repeated(batch, earlier) }
    const quotes = new Map<string, Quote.Quote>()
    for (const id of quoteIds) {
      const quote = yield* engine.claimedQuote(id)
      if (quote !== undefined) quotes.set(id, quote)
    }
    return yield* Effect.fromResult(decide(earlier, (id) => quotes.get(id)))
  })
  return engine.execute(request, [batchClaim(accountId), ...quoteIds.map(quoteClaim)], work)
}
