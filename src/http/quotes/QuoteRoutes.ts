/** `/v1/quotes`: translates between the wire and the use cases. */
import { Clock, Effect } from "effect"
import type * as Quote from "../../domain/quote/Quote.ts"
import * as CreateQuote from "../../usecases/CreateQuote.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as QuoteAmount from "./QuoteAmount.ts"
import * as Contract from "./QuoteContract.ts"
import * as QuoteJson from "./QuoteJson.ts"

/** The response to creation: a quote as it was then. */
const created = {
  show: (quote: Quote.Quote) => QuoteJson.quote(quote, quote.createdAt),
  fromEvents: CreateQuote.fromEvents
}

export const routes = Effect.gen(function* () {
  const deps = yield* CreateQuote.dependencies
  const { policy } = deps

  return [
    Route.make(
      Contract.create,
      ({ accountId, command, engine, ids, payload }) => {
        const amount = QuoteAmount.amountOf(payload)
        const input = { accountId, currency: payload.target_currency, amount }
        return Effect.mapError(
          CommandResponses.ofCreated(Contract.create, command, created, (request) =>
            CreateQuote.run({ ...deps, engine, source: ids }, request, input)
          ),
          FieldRejections.quoteAmount(amount)
        )
      },
      { rules: QuoteAmount.problemsIn(policy) }
    ),

    Route.make(
      Contract.createBulk,
      ({ accountId, at, command, engine, ids, payload }) => {
        const items = payload.quotes.map((each) => ({
          currency: each.target_currency,
          amount: QuoteAmount.amountOf(each)
        }))
        const show = (quotes: ReadonlyArray<Quote.Quote>) => ({
          data: quotes.map((quote) => QuoteJson.quote(quote, at))
        })
        return Effect.mapError(
          CommandResponses.of(Contract.createBulk, command, show, (request) =>
            CreateQuote.runBulk({ ...deps, engine, source: ids }, request, { accountId, items })
          ),
          FieldRejections.quoteItems(items)
        )
      },
      { rules: QuoteAmount.problemsOfEach(policy) }
    ),

    Route.make(
      Contract.get,
      Effect.fnUntraced(function* ({ accountId, engine, params }) {
        const quote = yield* Ownership.quote(engine, accountId, params.id)
        return Route.answer(Contract.get, QuoteJson.quote(quote, yield* Clock.currentTimeMillis))
      })
    ),

    Route.make(Contract.list, ({ accountId, at, engine, query }) => {
      const filter = { accountId, status: query.status, now: at }
      return Pagination.answer(
        Contract.list,
        query,
        (page) => engine.lists.quotes(filter, page),
        (quote) => QuoteJson.quote(quote, at)
      )
    })
  ]
})
