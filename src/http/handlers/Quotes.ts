/** `/v1/quotes`: translates between the wire and the use cases. */
import { Clock, Effect } from "effect"
import type * as Quote from "../../domain/quote/Quote.ts"
import * as CreateQuote from "../../usecases/CreateQuote.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Quotes.ts"
import * as QuoteAmount from "../decoding/QuoteAmount.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

export const routes = Effect.gen(function* () {
  const deps = yield* CreateQuote.dependencies
  const { policy } = deps

  return [
    Route.make(
      Api.create,
      ({ accountId, at, command, engine, ids, payload }) => {
        const amount = QuoteAmount.amountOf(payload)
        const input = { accountId, currency: payload.target_currency, amount }
        const show = (quote: Quote.Quote) => Serializers.quote(quote, at)
        return Effect.mapError(
          Answers.of(Api.create, command, show, (command) =>
            CreateQuote.run({ ...deps, engine, source: ids }, command, input)
          ),
          FieldRejections.quoteAmount(amount)
        )
      },
      { rules: QuoteAmount.problemsIn(policy) }
    ),

    Route.make(
      Api.createBulk,
      ({ accountId, at, command, engine, ids, payload }) => {
        const items = payload.quotes.map((each) => ({
          currency: each.target_currency,
          amount: QuoteAmount.amountOf(each)
        }))
        const show = (quotes: ReadonlyArray<Quote.Quote>) => ({
          data: quotes.map((quote) => Serializers.quote(quote, at))
        })
        return Effect.mapError(
          Answers.of(Api.createBulk, command, show, (command) =>
            CreateQuote.runBulk({ ...deps, engine, source: ids }, command, accountId, items)
          ),
          FieldRejections.quoteItems(items)
        )
      },
      { rules: QuoteAmount.problemsOfEach(policy) }
    ),

    Route.make(
      Api.get,
      Effect.fnUntraced(function* ({ accountId, engine, params }) {
        const quote = yield* Ownership.quote(engine, accountId, params.id)
        return Route.answer(Api.get, Serializers.quote(quote, yield* Clock.currentTimeMillis))
      })
    ),

    Route.make(Api.list, ({ accountId, at, engine, query }) => {
      const filter = { accountId, status: query.status, now: at }
      return Pagination.answer(
        Api.list,
        query,
        (page) => engine.lists.quotes(filter, page),
        (quote) => Serializers.quote(quote, at)
      )
    })
  ]
})
