/** A quote at the rate of this moment, with the service's margin. */
import { Effect, Result } from "effect"
import type * as Network from "../domain/Network.ts"
import * as Quote from "../domain/quote/Quote.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Rates from "../engine/ports/Rates.ts"
import type { InPartition } from "./InPartition.ts"

export interface Input {
  readonly accountId: string
  readonly currency: Network.Currency
  /** Micro-USDC that the sender gives, or minor units that the recipient gets. */
  readonly amount: Quote.Proposal["amount"]
}

export const dependencies = Effect.all({
  policy: Effect.map(Policy.Policy, (policy) => ({ ...policy, ttlMs: policy.quoteTtlMs })),
  rates: Rates.Rates
})
export interface Dependencies extends Effect.Success<typeof dependencies>, InPartition {}

/** One quote among several of a request. */
export type Item = Omit<Input, "accountId">

export interface BulkInput {
  readonly accountId: string
  readonly items: ReadonlyArray<Item>
}

/** What is wrong with which of them, by their places from 1 on. */
export interface ItemsRejected {
  readonly _tag: "ItemsRejected"
  readonly problems: ReadonlyArray<{ readonly row: number; readonly rejection: Quote.Rejection }>
}

type Decided = Result.Result<typeof Quote.Created.Type, Quote.Rejection>

/** All of them, or what is wrong with any. */
const together = (
  decided: ReadonlyArray<Decided>
): Result.Result<Request.Decision<ReadonlyArray<Quote.Quote>>, ItemsRejected> => {
  const problems = decided.flatMap((one, index) =>
    Result.isFailure(one) ? [{ row: index + 1, rejection: one.failure }] : []
  )
  if (problems.length > 0) return Result.fail({ _tag: "ItemsRejected", problems })
  const events = decided.flatMap((one) => (Result.isSuccess(one) ? [one.success] : []))
  return Result.succeed({ events, result: events.map(Quote.created) })
}

/** Several quotes at once, all or none: one entry of the log. */
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
  const decide = ({ amount, currency }: Item): Decided => {
    const id = IdGenerator.id(source, "qt", at)
    const middle = middles.get(currency) ?? 0
    return Quote.create({ id, accountId, currency, amount, middle, at }, policy)
  }
  return yield* engine.execute(request, { locks: [], decide: () => together(items.map(decide)) })
})

/** Fails with `Quote.Rejection`, or `Unavailable` where there is no rate to be relied on. */
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
