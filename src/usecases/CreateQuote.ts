/** Creates a quote at the current rate, with the service's spread. */
import { Effect, Result } from "effect"
import type * as Network from "../domain/Network.ts"
import * as Quote from "../domain/quote/Quote.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Entry from "../engine/ports/Entry.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Rates from "../engine/ports/Rates.ts"
import type { PartitionContext } from "./PartitionContext.ts"

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
  decisions: ReadonlyArray<ItemDecision>
): Result.Result<Request.Decision<ReadonlyArray<Quote.Quote>>, ItemsRejected> => {
  const problems = decisions.flatMap((decision, index) =>
    Result.isFailure(decision) ? [{ row: index + 1, rejection: decision.failure }] : []
  )
  if (problems.length > 0) return Result.fail({ _tag: "ItemsRejected", problems })
  const events = decisions.flatMap((decision) =>
    Result.isSuccess(decision) ? [decision.success] : []
  )
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
  return yield* engine.execute(request, { locks: [], decide: () => combine(items.map(decide)) })
})

/** The result of an earlier run, from the events of its entry. */
export const fromEvents = ([event]: ReadonlyArray<Entry.Event>): Quote.Quote | undefined =>
  event?._tag === "QuoteCreated" ? Quote.created(event) : undefined

/** Fails with `Quote.Rejection`, or with `Unavailable` if there is no reliable rate. */
export const run = (
  { engine, policy, rates, source }: Dependencies,
  request: Request.Request<Quote.Quote>,
  { accountId, amount, currency }: Input
) =>
  Effect.flatMapEager(rates.middle(currency), ({ rate: middle }) => {
    const { at } = request
    const id = IdGenerator.id(source, "qt", at)
    const proposal = { id, accountId, currency, amount, middle, at }
    return engine.execute(request, {
      locks: [],
      decide: () =>
        Result.map(Quote.create(proposal, policy), (event) => ({
          events: [event],
          result: Quote.created(event)
        }))
    })
  })
