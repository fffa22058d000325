/**
 * Creates a batch from rows. If an earlier batch within a day has exactly these rows, the result is
 * that batch. Earlier rows are read under the account's lock, so that no other request adds any.
 */
import { Effect, Result } from "effect"
import * as Batch from "../domain/batch/Batch.ts"
import * as NewBatch from "../domain/batch/NewBatch.ts"
import * as Float from "../domain/money/Float.ts"
import type * as Money from "../domain/money/Money.ts"
import type * as Network from "../domain/Network.ts"
import type * as NewPayout from "../domain/payout/NewPayout.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Quote from "../domain/quote/Quote.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Engine from "../engine/Engine.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as Entry from "../engine/ports/Entry.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Rates from "../engine/ports/Rates.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as State from "../engine/state/State.ts"
import * as FundingSource from "./FundingSource.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import * as PayoutPolicy from "./PayoutPolicy.ts"
import * as PromisableFloat from "./PromisableFloat.ts"

/** Prefixes of batch ids. */
export const prefixes = { batch: "bt", bulk: "bk" } as const

/** Valid rows, and the problems of the others. Any problem refuses the whole batch. */
export interface Input<R> {
  readonly accountId: string
  readonly rows: ReadonlyArray<R>
  readonly problems: ReadonlyArray<NewBatch.RowProblem>
  /** The batch name that the client chose. */
  readonly name?: string | undefined
  readonly funding: FundingSource.FundingSource
}

export interface SubmittedBatch {
  readonly batch: Batch.Batch
  readonly warnings: ReturnType<typeof NewBatch.warnings>
  /** True if the batch was created before from the same rows. */
  readonly isRepeated: boolean
}

export const dependencies = Effect.all({
  policy: PayoutPolicy.make,
  chain: Chain.Chain,
  rates: Rates.Rates
})
export interface Dependencies extends Effect.Success<typeof dependencies>, PartitionContext {}

type BatchRejection = NewBatch.Rejection | Float.Short

type QuoteOf = (id: string) => Quote.Quote | undefined

/** Rows with the rules that recognise earlier rows and decide new ones. */
interface Submission<R> extends Input<R> {
  readonly kind: Batch.Kind
  readonly isSame: (row: R, payout: Payout.Payout) => boolean
  readonly decide: (
    earlier: NewBatch.EarlierRows,
    quoteOf: QuoteOf
  ) => Result.Result<NewBatch.Events, BatchRejection>
}

/** Lock of an account's submissions, so that a row's key acts once. */
const lockOf = (accountId: string): string => `batches ${accountId}`

export const earlierRows = (
  payouts: ReadonlyArray<Payout.Payout>,
  kind: Batch.Kind
): NewBatch.EarlierRows =>
  new Map(
    payouts
      .filter(({ batchId }) => batchId?.startsWith(prefixes[kind]) === true)
      .map((payout) => [payout.idempotencyKey ?? "", payout])
  )

const quoteIdsOf = (rows: ReadonlyArray<NewBatch.Row | NewBatch.BulkRow>) =>
  [...new Set(rows.flatMap((row) => ("quoteId" in row ? row.quoteId : [])))].sort()

interface Submitter {
  readonly policy: NewPayout.Policy
  readonly engine: Pick<
    Engine.Engine["Service"],
    "batch" | "lockedQuote" | "lists" | "execute" | "availableBalance"
  >
}

/** Facts that decide a submission: the batch that it repeats, or earlier rows and quotes. */
interface SubmissionFacts {
  readonly earlier: NewBatch.EarlierRows
  readonly repeated: Batch.Batch | undefined
  readonly quotes: ReadonlyMap<string, Quote.Quote>
}

const read = Effect.fnUntraced(function* <R extends NewBatch.Row | NewBatch.BulkRow>(
  { engine }: Submitter,
  at: number,
  { accountId, isSame, kind, problems, rows }: Submission<R>
) {
  const keys = rows.map(({ idempotencyKey }) => idempotencyKey)
  const payouts = yield* engine.lists.rowsByKey(accountId, keys, at - State.replyMsMax)
  const earlier = earlierRows(payouts, kind)
  const batchId =
    problems.length === 0 ? NewBatch.repeatedBatchId(rows, earlier, isSame) : undefined
  const batch = batchId === undefined ? undefined : yield* engine.batch(batchId)
  const quotes = new Map<string, Quote.Quote>()
  if (batch?.total === rows.length)
    return { earlier, repeated: batch, quotes } satisfies SubmissionFacts
  for (const id of quoteIdsOf(rows)) {
    const quote = yield* engine.lockedQuote(id)
    if (quote !== undefined) quotes.set(id, quote)
  }
  return { earlier, repeated: undefined, quotes } satisfies SubmissionFacts
})

type Rejection = BatchRejection | NewPayout.BalanceInsufficient

/** The decision to create a batch, funded by the balance if that pays for it. */
const created = (
  events: NewBatch.Events,
  policy: NewPayout.Policy
): Request.Decision<SubmittedBatch> => {
  const [first, ...payouts] = events
  const all = NewBatch.events(events)
  const { accountId, fundedBy, sourceAmount: amount } = first
  const batch = all.filter(Entry.isBatchEvent).slice(1).reduce(Batch.evolve, Batch.created(first))
  return {
    events: all,
    result: { batch, warnings: NewBatch.warnings(payouts, policy), isRepeated: false },
    reservation: fundedBy === undefined ? undefined : { accountId, amount }
  }
}

const decide = <R extends NewBatch.Row | NewBatch.BulkRow>(
  { engine, policy }: Submitter,
  { accountId, decide, rows }: Submission<R>,
  { earlier, quotes, repeated }: SubmissionFacts
): Result.Result<Request.Decision<SubmittedBatch>, Rejection> => {
  if (repeated !== undefined) {
    const payouts = rows.flatMap(({ idempotencyKey }) => earlier.get(idempotencyKey) ?? [])
    const warnings = NewBatch.warnings(payouts, policy)
    return Result.succeed({ events: [], result: { batch: repeated, warnings, isRepeated: true } })
  }
  return decide(earlier, (id) => quotes.get(id)).pipe(
    Result.flatMap(
      (events): Result.Result<NewBatch.Events, Rejection> =>
        NewBatch.afford(events, engine.availableBalance(accountId))
    ),
    Result.map((events) => created(events, policy))
  )
}

/** Fails with `BatchRejection` or `BalanceInsufficient`. */
export const submit = <R extends NewBatch.Row | NewBatch.BulkRow>(
  submitter: Submitter,
  request: Request.Request<SubmittedBatch>,
  submission: Submission<R>
) =>
  submitter.engine.execute(request, {
    locks: [lockOf(submission.accountId), ...quoteIdsOf(submission.rows).map(Engine.quoteLock)],
    read: () => read(submitter, request.at, submission),
    decide: (facts) => decide(submitter, submission, facts)
  })

const proposalOf = (
  deps: Dependencies,
  at: number,
  kind: Batch.Kind,
  { accountId, funding, name, rows }: Input<unknown>
): NewBatch.Proposal => {
  const id = IdGenerator.id(deps.source, prefixes[kind], at)
  const payoutIds = rows.map(() => IdGenerator.id(deps.source, "po", at))
  const depositAddress = FundingSource.addressOf(deps, id, { accountId, funding })
  const fundedBy = funding === "balance" ? funding : undefined
  // Money of a recalled row goes where it came from, although the batch has ended by then.
  const excess = fundedBy ?? FundingSource.excessOf(deps, { accountId, funding })
  return { id, accountId, at, depositAddress, payoutIds, name, fundedBy, excess }
}

/** The current mid-market rates for the currencies of the rows. */
export const middlesOf = (
  rates: Rates.Rates["Service"],
  rows: ReadonlyArray<NewBatch.Row>
): Effect.Effect<ReadonlyMap<Network.Currency, Money.Rate>, Unavailable> => {
  const currencies = [...new Set(rows.map((row) => row.network.currency))]
  const middles = Effect.forEach(currencies, (currency) =>
    Effect.map(rates.middle(currency), ({ rate }) => [currency, rate] as const)
  )
  return Effect.map(middles, (pairs) => new Map(pairs))
}

/** True if a row of an earlier batch was funded as this one. */
const isFundedBy = ({ funding }: Input<unknown>, payout: Payout.Payout): boolean =>
  (payout.funding ?? "deposit") === funding

/** The batch, unless the float does not cover its payouts together. */
const unlessShort = (
  events: NewBatch.Events,
  promisable: Float.Promisable
): Result.Result<NewBatch.Events, Float.Short> => {
  const [, ...payouts] = events
  const short = Float.refuse(payouts, promisable)
  return short === undefined ? Result.succeed(events) : Result.fail(short)
}

/** Submits rows that the service prices, at the current rates. */
export const run = Effect.fn("SubmitBatch.run")(function* (
  deps: Dependencies,
  request: Request.Request<SubmittedBatch>,
  input: Input<NewBatch.Row>
) {
  const { engine, policy, rates } = deps
  const middles = yield* middlesOf(rates, input.rows)
  const promisable = PromisableFloat.of(engine, policy, request.at)
  const proposal = proposalOf(deps, request.at, "batch", input)
  const bounds = { ...policy, ttlMs: policy.quoteTtlMs }
  return yield* submit(deps, request, {
    ...input,
    kind: "batch",
    isSame: (row, payout) => NewBatch.isSameAmount(row, payout) && isFundedBy(input, payout),
    decide: (earlier) =>
      Result.flatMap(
        NewBatch.decide(
          proposal,
          { ...input, earlier },
          (currency) => middles.get(currency) ?? 0,
          bounds
        ),
        (events) => unlessShort(events, promisable)
      )
  })
})

/** Submits rows that each have a quote. */
export const runBulk = (
  deps: Dependencies,
  request: Request.Request<SubmittedBatch>,
  input: Input<NewBatch.BulkRow>
) => {
  const proposal = proposalOf(deps, request.at, "bulk", input)
  return submit(deps, request, {
    ...input,
    kind: "bulk",
    isSame: (row, payout) => NewBatch.isSameQuote(row, payout) && isFundedBy(input, payout),
    decide: (earlier, quoteOf) =>
      NewBatch.decideBulk(proposal, { ...input, earlier }, quoteOf, deps.policy)
  })
}
