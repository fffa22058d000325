/** A quote at the rate of this moment, with the service's margin. */
import { Effect, Result } from "effect"
import type * as Network from "../domain/Network.ts"
import * as Quote from "../domain/quote/Quote.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Engine from "../engine/Engine.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Rates from "../engine/ports/Rates.ts"

export interface Input {
  readonly accountId: string
  readonly currency: Network.Currency
  /** Micro-USDC that the sender gives, or minor units that the recipient gets. */
  readonly amount: Quote.Proposal["amount"]
}

export const dependencies = Effect.all({
  engine: Engine.Engine,
  policy: Effect.map(Policy.Policy, (policy) => ({ ...policy, ttlMs: policy.quoteTtlMs })),
  rates: Rates.Rates,
  source: IdGenerator.IdGenerator
})
export type Dependencies = Effect.Success<typeof dependencies>

/** Fails with `Quote.Rejection`, or `Unavailable` where there is no rate to be relied on. */
export const run = (
  { engine, policy, rates, source }: Dependencies,
  request: Request.Request<Quote.Quote>,
  { accountId, amount, currency }: Input
) =>
  Effect.flatMapEager(rates.middle(currency), ({ rate: middle }) => {
    const { at } = request
    const id = IdGenerator.id(source, "qt", at)
    const decided = Effect.suspend(() =>
      Effect.fromResult(
        Result.map(
          Quote.create({ id, accountId, currency, amount, middle, at }, policy),
          (event) => ({ events: [event], result: Quote.created(event) })
        )
      )
    )
    return engine.execute(request, [], decided)
  })
