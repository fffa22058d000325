/**
 * How rows become a batch: claimed, looked up, then decided. Rows that are an earlier batch's within
 * a day are answered as that batch. Which rows there were is asked once nobody else of the account
 * can add any.
 */
import { Effect, Result } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as NewBatch from "../../domain/batch/NewBatch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as Engine from "../Engine.ts"
import { quoteClaim } from "../QuoteExpiry.ts"
import * as State from "../state/State.ts"
import type * as CommandExecutor from "./CommandExecutor.ts"

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
export interface Outcome<E> {
  /** These very rows were accepted: the answer of that time. */
  readonly repeated: (batch: Batch.Batch, earlier: NewBatch.EarlierRows) => CommandExecutor.Answer
  readonly decide: (
    earlier: NewBatch.EarlierRows,
    quoteOf: QuoteOf
  ) => Result.Result<CommandExecutor.Change, E>
}

type Service = Pick<
  Engine.Engine["Service"],
  "batch" | "claimedQuote" | "core" | "lists" | "transact"
>

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

export const submit = <R extends NewBatch.Row | NewBatch.BulkRow, E>(
  engine: Service,
  request: CommandExecutor.Request,
  { accountId, isSame, isWhole, kind, rows }: Rows<R>,
  { decide, repeated }: Outcome<E>
): ReturnType<typeof engine.transact<E>> => {
  const keys = rows.map(({ idempotencyKey }) => idempotencyKey)
  const quoteIds = quoteIdsOf(rows)
  const named = new Map<string, Quote.Quote>()
  let earlier: NewBatch.EarlierRows = new Map()
  let found: Batch.Batch | undefined
  const look = Effect.gen(function* () {
    const since = request.at - State.replyMsMax
    earlier = knownOf(yield* engine.lists.rowsByKey(accountId, keys, since), kind)
    const batchId = isWhole ? NewBatch.same(rows, earlier, isSame) : undefined
    const batch = batchId === undefined ? undefined : yield* engine.batch(batchId)
    found = batch?.total === rows.length ? batch : undefined
    // A quote leaves memory once it is used or over: it is noted when nobody else can use it.
    for (const id of quoteIds) {
      const quote = yield* engine.claimedQuote(id)
      if (quote !== undefined) named.set(id, quote)
    }
  })
  return engine.transact(
    request,
    [batchClaim(accountId), ...quoteIds.map(quoteClaim)],
    ({ quotes }) =>
      found === undefined
        ? decide(earlier, (id) => quotes.get(id) ?? named.get(id))
        : Result.succeed({ events: [], answer: repeated(found, earlier), replayed: true }),
    () => look
  )
}
