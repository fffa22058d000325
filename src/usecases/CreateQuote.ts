/** A quote at the rate of this moment, with the service's margin. */
import { Effect } from "effect"
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
  policy: Policy.Policy,
  rates: Rates.Rates,
  source: IdGenerator.IdGenerator
})
export type Dependencies = Effect.Success<typeof dependencies>

/** Fails with `Quote.Rejection`, or `Unavailable` where there is no rate to be relied on. */
export const run = Effect.fnUntraced(function* (
  { engine, policy, rates, source }: Dependencies,
  request: Request.Request<Quote.Quote>,
  { accountId, amount, currency }: Input
) {
  const { at } = request
  const { rate: middle } = yield* rates.middle(currency)
  const proposal = { id: IdGenerator.id(source, "qt", at), accountId, currency, amount, middle, at }
  const decided = Effect.suspend(() =>
    Effect.map(
      Effect.fromResult(Quote.create(proposal, { ...policy, ttlMs: policy.quoteTtlMs })),
      (event) => ({ events: [event], result: Quote.created(event) })
    )
  )
  return yield* engine.execute(request, [], decided)
})
