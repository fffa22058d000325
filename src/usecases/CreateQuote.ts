/** Creates a quote at the current rate, with the service's spread. */
import { Effect, Result } from "effect"
import * as Float from "../domain/money/Float.ts"
import type * as Network from "../domain/Network.ts"
import * as Quote from "../domain/quote/Quote.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Entry from "../engine/ports/Entry.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Rates from "../engine/ports/Rates.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import * as PromisableFloat from "./PromisableFloat.ts"

export interface Input {
  readonly accountId: string
  readonly currency: Network.Currency
  /** Micro-USDC that the sender pays, or minor units that the recipient gets. */
  readonly amount: Quote.Proposal["amount"]
}

export const dependencies = Effect.all({
  policy: Effect.map(Policy.Policy, (policy) => ({ ...policy, ttlMs: policy.quoteTtlMs })),
  rates: Rates.Rates
})
export interface Dependencies extends Effect.Success<typeof dependencies>, PartitionContext {}

/** One quote among several of a request. */
export type Item = Omit<Input, "accountId">

export interface BulkInput {
  readonly accountId: string
  readonly items: ReadonlyArray<Item>
}

/** Rejections of quotes in a request, with their row numbers from 1 on. */
export interface ItemsRejected {
  readonly _tag: "ItemsRejected"
  readonly problems: ReadonlyArray<{ readonly row: number; readonly rejection: Quote.Rejection }>
}

type ItemDecision = Result.Result<typeof Quote.Created.Type, Quote.Rejection>

/** All quotes, or else the rejections. */
const combine = (
  decisions: ReadonlyArray<ItemDecision>,
  promisable: Float.Promisable
): Result.Result<Request.Decision<ReadonlyArray<Quote.Quote>>, ItemsRejected | Float.Short> => {
  const problems = decisions.flatMap((decision, index) =>
    Result.isFailure(decision) ? [{ row: index + 1, rejection: decision.failure }] : []
  )
  if (problems.length > 0) return Result.fail({ _tag: "ItemsRejected", problems })
  const events = decisions.flatMap((decision) =>
    Result.isSuccess(decision) ? [decision.success] : []
  )
  const short = Float.refuse(events, promisable)
  if (short !== undefined) return Result.fail(short)
  return Result.succeed({ events, result: events.map(Quote.created) })
}

/** Creates several quotes in one log entry, or none. */
export const runBulk = Effect.fnUntraced(function* (
  { engine, policy, rates, source }: Dependencies,
  request: Request.Request<ReadonlyArray<Quote.Quote>>,
  { accountId, items }: BulkInput
) {
  const currencies = [...new Set(items.map(({ currency }) => currency))]
  const middles = new Map(
    yield* Effect.forEach(currencies, (currency) =>
      Effect.map(rates.middle(currency), ({ rate }) => [currency, rate] as const)
    )
  )
  const { at } = request
  const decide = ({ amount, currency }: Item): ItemDecision => {
    const id = IdGenerator.id(source, "qt", at)
    const middle = middles.get(currency) ?? 0
    return Quote.create({ id, accountId, currency, amount, middle, at }, policy)
  }
  const promisable = PromisableFloat.of(engine, policy, at)
  return yield* engine.execute(request, {
    locks: [],
    decide: () => combine(items.map(decide), promisable)
  })
})

/** The result of an earlier run, from the events of its entry. */
export const fromEvents = ([event]: ReadonlyArray<Entry.Event>): Quote.Quote | undefined =>
  event?._tag === "QuoteCreated" ? Quote.created(event) : undefined

/** The decision about one quote. */
const decideOne = (
  proposal: Quote.Proposal,
  policy: Quote.Policy,
  promisable: Float.Promisable
): Result.Result<Request.Decision<Quote.Quote>, Quote.Rejection | Float.Short> =>
  Result.flatMap(Quote.create(proposal, policy), (event) => {
    const short = Float.refuse([event], promisable)
    return short === undefined
      ? Result.succeed({ events: [event], result: Quote.created(event) })
      : Result.fail(short)
  })

/**
 * Fails with `Quote.Rejection`, with `Float.Short`, or with `Unavailable` if there is no reliable
 * rate.
 */
export const run = (
  { engine, policy, rates, source }: Dependencies,
  request: Request.Request<Quote.Quote>,
  { accountId, amount, currency }: Input
) =>
  Effect.flatMapEager(rates.middle(currency), ({ rate: middle }) => {
    const { at } = request
    const id = IdGenerator.id(source, "qt", at)
    const proposal = { id, accountId, currency, amount, middle, at }
    const promisable = PromisableFloat.of(engine, policy, at)
    return engine.execute(request, {
      locks: [],
      decide: () => decideOne(proposal, policy, promisable)
    })
  })
